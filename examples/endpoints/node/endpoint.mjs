// Wind Tunnel's inject contract, version 1, by hand: Node 18.3 or later, no packages.
// `node endpoint.mjs [--port N]`. To bench your own agent, put it in the place of `think`.
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";

const [REMEMBER, ECHO] = ["Please remember this: ", "Repeat word for word: "];
const SYSTEM =
  "You are the order desk of a made-up freight company. Answer from tool results only.";
const ORDERS = { 4417: ["Larkfield Mills", "H2"], 4999: ["Pine Brothers", "H9"] }; // no hub H9
const TOOLS = {
  find_order: { about: "Find an order by its number.", key: "order_id", table: ORDERS },
  find_hub: { about: "Find the city of a hub.", key: "hub_id", table: { H2: "Northport" } },
};
const definition = ([name, { about, key }]) => {
  const properties = { [key]: { type: "string" } };
  return {
    name,
    description: about,
    input_schema: { type: "object", properties, required: [key] },
  };
};
const SURFACE = {
  system_instructions: [{ type: "text", content: SYSTEM }],
  tool_definitions: Object.entries(TOOLS).map(definition),
  extra_segments: [],
};
const histories = new Map(); // session id → what its user said
const running = new Map(); // turn → the promise that its agent has ended
let resetting;

/** The agent: a toy model and its tools. What takes time must heed turn.stop.signal. */
async function think(turn, history) {
  const order = /\border ([0-9]+)/.exec(turn.text)?.[1];
  if (turn.text.startsWith(ECHO)) return turn.text.slice(ECHO.length) || "(nothing)";
  if (turn.text.startsWith(REMEMBER)) return "I will remember that.";
  if (turn.text.includes("did I just tell you")) {
    const told = history.findLast((text) => text.startsWith(REMEMBER));
    return `You told me: ${told?.slice(REMEMBER.length) ?? "nothing"}.`;
  }
  if (!order) return `I can find orders. You said ${history.length} things before.`;
  const [client, hub] = call(turn, "find_order", order);
  if (turn.text.includes("take your time")) await sleep(30_000, undefined, turn.stop);
  return `Order ${order} of ${client} is in ${call(turn, "find_hub", hub)}.`;
}

function call(turn, name, value) {
  const { key, table } = TOOLS[name];
  turn.calls.push({ name, arguments: { [key]: value } }); // first: the tool may fail
  if (!Object.hasOwn(table, value)) throw new Error(`${name} knows no ${value}`);
  return table[value];
}

/** Reply, failure, deadline and reset race; the first one is the answer. */
function settle(turn, reply, error) {
  if (turn.answer) return false;
  turn.answer = { wt_inject: 1, reply, tool_calls: [...turn.calls], ...(error && { error }) };
  turn.stop.abort();
  return true;
}

async function run(turn, id) {
  const history = histories.get(id) ?? [];
  try {
    const reply = await think(turn, history);
    if (settle(turn, reply)) histories.set(id, [...history, turn.text]);
  } catch (fault) {
    settle(turn, "", `the agent failed: ${fault}`); // what failed or came late leaves no trace
  }
  running.delete(turn);
}

async function inject({ session_id, text, timeout_s }) {
  while (resetting) await resetting; // while a reset runs, no turn begins
  const turn = { text, calls: [], stop: new AbortController() };
  const settled = new Promise((resolve) => turn.stop.signal.addEventListener("abort", resolve));
  const expire = () => settle(turn, "", `no reply within ${timeout_s} s`);
  const timer = setTimeout(expire, Math.min(timeout_s * 1000, 86_400_000));
  running.set(turn, run(turn, session_id));
  await settled;
  clearTimeout(timer);
  return turn.answer;
}

async function reset() {
  while (resetting) await resetting;
  for (const turn of running.keys()) settle(turn, "", "stopped by a reset");
  resetting = Promise.all(running.values()); // expired turns too: while one runs, it may write
  await resetting;
  histories.clear();
  resetting = undefined;
  return { wt_inject: 1 };
}

const surface = () => ({ wt_inject: 1, surface: SURFACE });
const ROUTES = { "/wt/inject": inject, "/wt/reset": reset, "/wt/surface": surface };
const isText = (value) => typeof value === "string";
const isTime = (value) => typeof value === "number" && value > 0;
const FIELDS = { wt_inject: (v) => v === 1, session_id: isText, text: isText, timeout_s: isTime };

async function respond(request) {
  try {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk); // whatever its framing
    const route = request.url.split("?")[0];
    if (!Object.hasOwn(ROUTES, route)) return [404, "no such route"];
    if (request.method !== "POST") return [405, "use POST"];
    const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }); // a BOM is no JSON
    const body = JSON.parse(utf8.decode(await new Blob(chunks).arrayBuffer()));
    for (const name of route === "/wt/inject" ? Object.keys(FIELDS) : ["wt_inject"]) {
      if (!FIELDS[name](body[name])) return [400, `${name} is missing, or not as version 1 has it`];
    }
    return [200, await ROUTES[route](body)];
  } catch (fault) {
    return [400, String(fault)];
  }
}

const server = createServer(async (request, response) => {
  const [status, answer] = await respond(request);
  const failure = { wt_inject: 1, reply: "", tool_calls: [], error: answer };
  const body = new TextEncoder().encode(JSON.stringify(status === 200 ? answer : failure));
  const headers = { "Content-Type": "application/json", "Content-Length": body.length };
  response.writeHead(status, headers).end(body);
});
const { port } = parseArgs({ options: { port: { type: "string", default: "8647" } } }).values;
server.listen(Number(port), "127.0.0.1", () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}`);
});
