import { requestCases } from "./_requests.ts";

const user = (content: unknown) => ({ role: "user", content });
const call = (id: string, args: string) => ({
  id,
  type: "function",
  function: { name: "find", arguments: args },
});
const schema = { type: "object", properties: { q: { type: "number", maximum: 5 } } };
const heardTool = {
  type: "function",
  function: { name: "find", description: "finds", parameters: schema },
};
const heardHi = { messages: [user("hi")], max_completion_tokens: 5 };

// dialects.md 4.4, top to bottom.
requestCases("responses", "chat", [
  {
    name: "instructions and a plain input",
    said: { instructions: "be brief", input: "hi", max_output_tokens: 5, store: true },
    heard: { ...heardHi, messages: [{ role: "system", content: "be brief" }, user("hi")] },
  },
  {
    name: "items by role, calls and the text of their turn in one message, results by call_id",
    said: {
      max_output_tokens: 5,
      input: [
        { role: "developer", content: "mind" },
        { type: "message", role: "user", content: [{ type: "input_text", text: "go" }] },
        { type: "reasoning", id: "rs_1", summary: [] },
        {
          type: "message",
          id: "msg_1",
          status: "completed",
          role: "assistant",
          content: [{ type: "output_text", text: "looking", annotations: [], logprobs: [] }],
        },
        { type: "function_call", id: "fc_1", call_id: "a", name: "find", arguments: '{"q":1}' },
        { type: "function_call", id: "fc_2", call_id: "b", name: "find", arguments: "" },
        { type: "function_call_output", call_id: "b", output: "B" },
        { type: "function_call_output", call_id: "a", output: [{ type: "input_text", text: "A" }] },
        { role: "system", content: "and mind" },
        { role: "user", content: [{ type: "input_image", image_url: "https://x.test/i.png" }] },
      ],
    },
    heard: {
      ...heardHi,
      messages: [
        { role: "developer", content: "mind" },
        user("go"),
        {
          role: "assistant",
          content: "looking",
          tool_calls: [call("a", '{"q":1}'), call("b", "{}")],
        },
        { role: "tool", tool_call_id: "b", content: "B" },
        { role: "tool", tool_call_id: "a", content: "A" },
        { role: "system", content: "and mind" },
        user([{ type: "image_url", image_url: { url: "https://x.test/i.png" } }]),
      ],
    },
  },
  {
    name: "flat tools, a named choice, the parallel flag as it came",
    said: {
      input: "hi",
      max_output_tokens: 5,
      tools: [{ type: "function", name: "find", description: "finds", parameters: schema }],
      tool_choice: { type: "function", name: "find" },
      parallel_tool_calls: true,
    },
    heard: {
      ...heardHi,
      tools: [heardTool],
      tool_choice: { type: "function", function: { name: "find" } },
      parallel_tool_calls: true,
    },
  },
]);
