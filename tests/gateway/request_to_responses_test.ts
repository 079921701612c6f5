import { requestCases } from "./_requests.ts";

const text = (role: string, said: string) => ({
  type: "message",
  role,
  content: [{ type: "input_text", text: said }],
});
const assistant = (said: string) => ({
  type: "message",
  role: "assistant",
  content: [{ type: "output_text", text: said, annotations: [] }],
});
const call = (call_id: string, args: string) => ({
  type: "function_call",
  call_id,
  name: "find",
  arguments: args,
});
const output = (call_id: string, said: unknown) => ({
  type: "function_call_output",
  call_id,
  output: said,
});
const chatCall = (id: string, args: string) => ({
  id,
  type: "function",
  function: { name: "find", arguments: args },
});
const schema = { type: "object", properties: {} };

// dialects.md 4.5.
requestCases("chat", "responses", [
  {
    name: "messages to items in their order, calls and results without role or id",
    said: {
      messages: [
        { role: "system", content: "one" },
        { role: "user", content: "go" },
        {
          role: "assistant",
          content: "looking",
          tool_calls: [chatCall("a", '{ "q": 1.10 }'), chatCall("b", "")],
        },
        { role: "tool", tool_call_id: "b", content: "B" },
        {
          role: "tool",
          tool_call_id: "a",
          content: [{ type: "text", text: "A1" }, { type: "text", text: "A2" }],
        },
        { role: "developer", content: "two" },
        { role: "assistant", content: "" },
        { role: "user", content: "" },
      ],
    },
    heard: {
      input: [
        text("system", "one"),
        text("user", "go"),
        assistant("looking"),
        call("a", '{ "q": 1.10 }'),
        call("b", "{}"),
        output("b", "B"),
        output("a", [{ type: "input_text", text: "A1" }, { type: "input_text", text: "A2" }]),
        text("developer", "two"),
        text("user", ""),
      ],
      store: false,
    },
  },
  {
    name: "nested tools flat and not strict, limits, choices, a stream, storing as asked",
    said: {
      messages: [{ role: "user", content: "hi" }],
      tools: [
        { type: "function", function: { name: "find", parameters: schema } },
        { type: "function", function: { name: "none", strict: true } },
      ],
      tool_choice: { type: "function", function: { name: "find" } },
      parallel_tool_calls: false,
      max_completion_tokens: 8,
      stream: true,
      stream_options: { include_usage: true },
      store: true,
    },
    heard: {
      input: [text("user", "hi")],
      tools: [
        { type: "function", name: "find", parameters: schema, strict: false },
        { type: "function", name: "none", parameters: schema, strict: true },
      ],
      tool_choice: { type: "function", name: "find" },
      parallel_tool_calls: false,
      max_output_tokens: 8,
      store: true,
      stream: true,
    },
  },
]);

// dialects.md 4.6.
requestCases("messages", "responses", [
  {
    name: "system to instructions, blocks to items in their order, images in results",
    said: {
      max_tokens: 8,
      system: "be brief",
      messages: [
        { role: "user", content: [{ type: "text", text: "go" }, { type: "text", text: "on" }] },
        {
          role: "assistant",
          content: [
            { type: "redacted_thinking", data: "x" },
            { type: "text", text: "looking" },
            { type: "tool_use", id: "a", name: "find", input: { q: null, r: [], s: "" } },
          ],
        },
        {
          role: "user",
          content: [
            {
              type: "tool_result",
              tool_use_id: "a",
              is_error: true,
              content: [
                { type: "text", text: "A" },
                {
                  type: "image",
                  source: { type: "base64", media_type: "image/png", data: "QQ==" },
                },
              ],
            },
            { type: "text", text: "so?" },
          ],
        },
      ],
    },
    heard: {
      instructions: "be brief",
      input: [
        {
          type: "message",
          role: "user",
          content: [{ type: "input_text", text: "go" }, { type: "input_text", text: "on" }],
        },
        assistant("looking"),
        call("a", '{"q":null,"r":[],"s":""}'),
        output("a", [
          { type: "input_text", text: "[tool error] A" },
          { type: "input_image", image_url: "data:image/png;base64,QQ==", detail: "auto" },
        ]),
        text("user", "so?"),
      ],
      max_output_tokens: 8,
      store: false,
    },
  },
  ...([
    [{ type: "auto" }, { tool_choice: "auto" }],
    [{ type: "any" }, { tool_choice: "required" }],
    [{ type: "none" }, { tool_choice: "none" }],
    [{ type: "tool", name: "find", disable_parallel_tool_use: true }, {
      tool_choice: { type: "function", name: "find" },
      parallel_tool_calls: false,
    }],
  ] as const).map(([choice, heard]) => ({
    name: `the choice ${JSON.stringify(choice)}`,
    said: {
      max_tokens: 8,
      messages: [{ role: "user", content: "hi" }],
      tools: [{ name: "find", input_schema: schema }],
      tool_choice: choice,
    },
    heard: {
      input: [text("user", "hi")],
      tools: [{ type: "function", name: "find", parameters: schema, strict: false }],
      ...heard,
      max_output_tokens: 8,
      store: false,
    },
  })),
]);

// dialects.md 4.2 and 4.4 together.
requestCases("responses", "messages", [{
  name: "instructions and leading system items to the top, results in one message before the text",
  said: {
    instructions: "one",
    input: [
      { role: "system", content: "two" },
      { role: "user", content: "go" },
      call("a", '{"q":1}'),
      assistant("wait"),
      call("b", "{}"),
      output("a", "A"),
      { role: "user", content: "so?" },
      output("b", [{ type: "input_image", image_url: "data:image/png;base64,QQ==" }]),
    ],
    tools: [{ type: "function", name: "find", parameters: schema, strict: true }],
    parallel_tool_calls: false,
    max_output_tokens: 8,
    stream: true,
  },
  heard: {
    max_tokens: 8,
    system: "one\ntwo",
    messages: [
      { role: "user", content: "go" },
      {
        role: "assistant",
        content: [
          { type: "tool_use", id: "a", name: "find", input: { q: 1 } },
          { type: "text", text: "wait" },
          { type: "tool_use", id: "b", name: "find", input: {} },
        ],
      },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "a", content: "A" },
          {
            type: "tool_result",
            tool_use_id: "b",
            content: [{
              type: "image",
              source: { type: "base64", media_type: "image/png", data: "QQ==" },
            }],
          },
          { type: "text", text: "so?" },
        ],
      },
    ],
    tools: [{ name: "find", input_schema: schema }],
    tool_choice: { type: "auto", disable_parallel_tool_use: true },
    stream: true,
  },
}]);
