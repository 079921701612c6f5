import { requestCases } from "./_requests.ts";

const user = (content: unknown) => ({ role: "user", content });
const call = (id: string, args: string) => ({
  id,
  type: "function",
  function: { name: "find", arguments: args },
});
const use = (id: string, input: unknown) => ({ type: "tool_use", id, name: "find", input });
const schema = { type: "object", properties: { q: { type: "number", maximum: 5 } } };
const heardTool = {
  type: "function",
  function: { name: "find", description: "finds", parameters: schema },
};

// dialects.md 4.3, top to bottom.
const hi = { max_tokens: 5, messages: [user("hi")] };
const heardHi = { messages: [user("hi")], max_completion_tokens: 5 };
requestCases("messages", "chat", [
  {
    name: "system blocks, joined, and a system message at its place",
    said: {
      max_tokens: 5,
      system: [{ type: "text", text: "one", cache_control: { type: "ephemeral" } }, {
        type: "text",
        text: "two",
      }],
      messages: [user("hi"), { role: "system", content: "mind" }],
    },
    heard: {
      ...heardHi,
      messages: [
        { role: "system", content: "one\ntwo" },
        user("hi"),
        { role: "system", content: "mind" },
      ],
    },
  },
  {
    name: "text blocks, images, and a text of many blocks",
    said: {
      max_tokens: 5,
      messages: [
        user([
          { type: "text", text: "a" },
          { type: "text", text: "b" },
          { type: "image", source: { type: "base64", media_type: "image/png", data: "QUJD" } },
          { type: "image", source: { type: "url", url: "https://x.test/i.png" } },
        ]),
        user([{ type: "text", text: "c" }]),
      ],
    },
    heard: {
      ...heardHi,
      messages: [
        user([
          { type: "text", text: "a" },
          { type: "text", text: "b" },
          { type: "image_url", image_url: { url: "data:image/png;base64,QUJD" } },
          { type: "image_url", image_url: { url: "https://x.test/i.png" } },
        ]),
        user("c"),
      ],
    },
  },
  {
    name: "results first and directly after their calls, then the rest; thinking left out",
    said: {
      max_tokens: 5,
      messages: [
        user("go"),
        {
          role: "assistant",
          content: [
            { type: "thinking", thinking: "hm", signature: "s" },
            { type: "text", text: "look" },
            { type: "text", text: "ing" },
            use("a", { q: 1 }),
            use("b", {}),
          ],
        },
        user([
          { type: "tool_result", tool_use_id: "b", content: "B" },
          { type: "text", text: "so?" },
          {
            type: "tool_result",
            tool_use_id: "a",
            content: [{ type: "text", text: "A1" }, { type: "text", text: "A2" }],
          },
        ]),
        { role: "assistant", content: [use("c", {})] },
        user([{ type: "tool_result", tool_use_id: "c" }]),
      ],
    },
    heard: {
      ...heardHi,
      messages: [
        user("go"),
        {
          role: "assistant",
          content: "looking",
          tool_calls: [call("a", '{"q":1}'), call("b", "{}")],
        },
        { role: "tool", tool_call_id: "b", content: "B" },
        {
          role: "tool",
          tool_call_id: "a",
          content: [{ type: "text", text: "A1" }, { type: "text", text: "A2" }],
        },
        user("so?"),
        { role: "assistant", content: null, tool_calls: [call("c", "{}")] },
        { role: "tool", tool_call_id: "c", content: "" },
      ],
    },
  },
  {
    name: "a failed tool is marked, one that didn't fail isn't",
    said: {
      max_tokens: 5,
      messages: [
        user("go"),
        { role: "assistant", content: [use("a", {}), use("b", {}), use("c", {})] },
        user([
          { type: "tool_result", tool_use_id: "a", content: "no such port", is_error: true },
          { type: "tool_result", tool_use_id: "b", content: "B", is_error: false },
          { type: "tool_result", tool_use_id: "c", is_error: true },
        ]),
      ],
    },
    heard: {
      ...heardHi,
      messages: [
        user("go"),
        {
          role: "assistant",
          content: null,
          tool_calls: [call("a", "{}"), call("b", "{}"), call("c", "{}")],
        },
        { role: "tool", tool_call_id: "a", content: "[tool error] no such port" },
        { role: "tool", tool_call_id: "b", content: "B" },
        { role: "tool", tool_call_id: "c", content: "[tool error]" },
      ],
    },
  },
  {
    name: "tools, stop strings, a stream that is asked for its usage",
    said: {
      ...hi,
      tools: [{ name: "find", description: "finds", input_schema: schema }],
      stop_sequences: ["a", "b", "c", "d"],
      stream: true,
      temperature: 0,
      metadata: { user_id: "u" },
      thinking: { type: "disabled" },
    },
    heard: {
      ...heardHi,
      tools: [heardTool],
      stop: ["a", "b", "c", "d"],
      stream: true,
      stream_options: { include_usage: true },
      temperature: 0,
    },
  },
  ...([
    [{ type: "auto" }, { tool_choice: "auto" }],
    [{ type: "any" }, { tool_choice: "required" }],
    [{ type: "none" }, { tool_choice: "none" }],
    [{ type: "tool", name: "find" }, {
      tool_choice: { type: "function", function: { name: "find" } },
    }],
    [{ type: "any", disable_parallel_tool_use: true }, {
      tool_choice: "required",
      parallel_tool_calls: false,
    }],
    [{ type: "auto", disable_parallel_tool_use: false }, { tool_choice: "auto" }],
  ] as const).map(([choice, heard]) => ({
    name: `the choice ${JSON.stringify(choice)}`,
    said: {
      ...hi,
      tools: [{ name: "find", description: "finds", input_schema: schema }],
      tool_choice: choice,
    },
    heard: { ...heardHi, tools: [heardTool], ...heard },
  })),
  {
    name: "no choice where no tools remain",
    said: { ...hi, tool_choice: { type: "auto", disable_parallel_tool_use: true } },
    heard: heardHi,
  },
]);
