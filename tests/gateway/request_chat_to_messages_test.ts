import { requestCases } from "./_requests.ts";

const user = (content: unknown) => ({ role: "user", content });
const hi = { messages: [user("hi")] };
const heardHi = { max_tokens: 4096, messages: [user("hi")] };
const tool = {
  type: "function",
  function: { name: "find", description: "finds", parameters: { type: "object" }, strict: true },
};
const heardTool = { name: "find", description: "finds", input_schema: { type: "object" } };
const call = (id: string, args: string) => ({
  id,
  type: "function",
  function: { name: "find", arguments: args },
});

// dialects.md 4.2, left to right.
requestCases("chat", "messages", [
  {
    name: "leading system and developer texts, joined",
    said: {
      messages: [
        { role: "system", content: "one" },
        { role: "developer", content: [{ type: "text", text: "two" }] },
        user("hi"),
      ],
    },
    heard: { ...heardHi, system: "one\ntwo" },
  },
  {
    name: "text parts in order, an image, and its data URL",
    said: {
      messages: [user([
        { type: "text", text: "a" },
        { type: "image_url", image_url: { url: "https://x.test/i.png", detail: "low" } },
        { type: "image_url", image_url: { url: "data:image/png;base64,QUJD" } },
        { type: "text", text: "b" },
      ])],
    },
    heard: {
      max_tokens: 4096,
      messages: [user([
        { type: "text", text: "a" },
        { type: "image", source: { type: "url", url: "https://x.test/i.png" } },
        { type: "image", source: { type: "base64", media_type: "image/png", data: "QUJD" } },
        { type: "text", text: "b" },
      ])],
    },
  },
  {
    name: "two calls, their results in the order sent, and the text after them",
    said: {
      messages: [
        user("go"),
        {
          role: "assistant",
          content: "looking",
          tool_calls: [call("a", '{"q":1}'), call("b", "")],
          refusal: null,
          annotations: [],
        },
        { role: "tool", tool_call_id: "b", content: "B" },
        { role: "tool", tool_call_id: "a", content: [{ type: "text", text: "A" }] },
        user("and?"),
      ],
    },
    heard: {
      max_tokens: 4096,
      messages: [
        user("go"),
        {
          role: "assistant",
          content: [
            { type: "text", text: "looking" },
            { type: "tool_use", id: "a", name: "find", input: { q: 1 } },
            { type: "tool_use", id: "b", name: "find", input: {} },
          ],
        },
        user([
          { type: "tool_result", tool_use_id: "b", content: "B" },
          { type: "tool_result", tool_use_id: "a", content: "A" },
          { type: "text", text: "and?" },
        ]),
      ],
    },
  },
  {
    name: "null, empty and blank assistant texts left out, their calls kept",
    said: {
      messages: [
        user("go"),
        { role: "assistant", content: null, tool_calls: [call("a", "{}")] },
        { role: "tool", tool_call_id: "a", content: "" },
        { role: "assistant", content: " \n", tool_calls: [call("b", "{}")] },
        { role: "tool", tool_call_id: "b", content: "" },
        { role: "assistant", content: "" },
        user("on"),
      ],
    },
    heard: {
      max_tokens: 4096,
      messages: [
        user("go"),
        {
          role: "assistant",
          content: [{ type: "tool_use", id: "a", name: "find", input: {} }],
        },
        user([{ type: "tool_result", tool_use_id: "a", content: "" }]),
        {
          role: "assistant",
          content: [{ type: "tool_use", id: "b", name: "find", input: {} }],
        },
        user([{ type: "tool_result", tool_use_id: "b", content: "" }]),
        user("on"),
      ],
    },
  },
  {
    name: "a note between a call and its result",
    said: {
      messages: [
        user("go"),
        { role: "assistant", content: null, tool_calls: [call("a", "{}")] },
        { role: "assistant", content: "wait" },
        { role: "tool", tool_call_id: "a", content: "A" },
      ],
    },
    heard: {
      max_tokens: 4096,
      messages: [
        user("go"),
        {
          role: "assistant",
          content: [
            { type: "tool_use", id: "a", name: "find", input: {} },
            { type: "text", text: "wait" },
          ],
        },
        user([{ type: "tool_result", tool_use_id: "a", content: "A" }]),
      ],
    },
  },
  {
    name: "tools, with and without a schema",
    said: {
      ...hi,
      tools: [tool, { type: "function", function: { name: "none" } }, {
        type: "function",
        function: { name: "empty", parameters: {} },
      }],
    },
    heard: {
      ...heardHi,
      tools: [
        heardTool,
        { name: "none", input_schema: { type: "object", properties: {} } },
        { name: "empty", input_schema: { type: "object", properties: {} } },
      ],
    },
  },
  {
    name: "limits and stop strings, the newer name of the limit first",
    said: { ...hi, max_tokens: 7, max_completion_tokens: 9, stop: ["x", "y"], temperature: 0.5 },
    heard: { ...heardHi, max_tokens: 9, stop_sequences: ["x", "y"], temperature: 0.5 },
  },
  {
    name: "one stop string, the older name of the limit, a stream",
    said: { ...hi, max_tokens: 7, stop: "x", stream: true, top_p: 0.1 },
    heard: { ...heardHi, max_tokens: 7, stop_sequences: ["x"], stream: true, top_p: 0.1 },
  },
  {
    name: "members that say what is so anyway, and those that only count or bill",
    said: { ...hi, n: 1, logprobs: false, user: "u", metadata: { a: "b" }, functions: [] },
    heard: heardHi,
  },
]);

const choices: readonly (readonly [name: string, said: unknown, heard: unknown])[] = [
  ["auto", { tool_choice: "auto" }, { type: "auto" }],
  ["required", { tool_choice: "required" }, { type: "any" }],
  ["none", { tool_choice: "none" }, { type: "none" }],
  ["a named function", { tool_choice: { type: "function", function: { name: "find" } } }, {
    type: "tool",
    name: "find",
  }],
  ["auto, one at a time", { tool_choice: "auto", parallel_tool_calls: false }, {
    type: "auto",
    disable_parallel_tool_use: true,
  }],
  ["required, one at a time", { tool_choice: "required", parallel_tool_calls: false }, {
    type: "any",
    disable_parallel_tool_use: true,
  }],
  ["nothing said, one at a time", { parallel_tool_calls: false }, {
    type: "auto",
    disable_parallel_tool_use: true,
  }],
  ["none, one at a time", { tool_choice: "none", parallel_tool_calls: false }, { type: "none" }],
  ["nothing said, many at a time", { parallel_tool_calls: true }, undefined],
];
requestCases(
  "chat",
  "messages",
  choices.map(([name, said, heard]) => ({
    name: `the choice ${name}`,
    said: { ...hi, tools: [tool], ...said as object },
    heard: {
      ...heardHi,
      tools: [heardTool],
      ...(heard === undefined ? {} : { tool_choice: heard }),
    },
  })),
);
requestCases("chat", "messages", [{
  name: "no choice and no flag where there are no tools",
  said: { ...hi, tool_choice: "auto", parallel_tool_calls: false, tools: [] },
  heard: heardHi,
}]);
