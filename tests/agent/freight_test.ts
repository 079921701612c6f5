import { assertEquals } from "@std/assert";
import { FREIGHT_TOOLS } from "../../lib/agent/freight.ts";
import { runToolCall } from "../../lib/agent/tools.ts";

function run(name: string, args: string) {
  const context = { tools: FREIGHT_TOOLS, signal: new AbortController().signal };
  return runToolCall({ id: "1", name, arguments: args }, context);
}

const ANSWERS: readonly [name: string, args: string, value: unknown][] = [
  [
    "client_lookup",
    '{"query":"misrouted pallet"}',
    { clients: [{ client: "Bluewing Logistics", order_id: "4417" }] },
  ],
  [
    "client_lookup",
    '{"query":"reno"}',
    {
      clients: [
        { client: "Bluewing Logistics", order_id: "4417" },
        { client: "Quillfeather Foods", order_id: "6004" },
      ],
    },
  ],
  ["client_lookup", '{"query":"zeppelin"}', { clients: [] }],
  ["client_lookup", '{"query":"  "}', { clients: [] }],
  [
    "order_status",
    '{"order_id":"4417"}',
    { order_id: "4417", client: "Bluewing Logistics", status: "misrouted", hub: "Reno" },
  ],
  ["hub_inventory", '{"hub":"Macon"}', { hub: "Macon", pallets: 131, free_docks: 0 }],
  [
    "file_claim",
    '{"order_id":"6004","reason":"thawed"}',
    { claim_id: "CL-6004", order_id: "6004", reason: "thawed", state: "filed" },
  ],
  [
    "rate_quote",
    '{"from_hub":"Reno","to_hub":"Macon","pallets":4}',
    { from_hub: "Reno", to_hub: "Macon", pallets: 4, usd: 360 },
  ],
];

for (const [name, args, value] of ANSWERS) {
  Deno.test(`FREIGHT_TOOLS ${name} answers ${args}, and the same each time`, async () => {
    assertEquals<unknown>(await run(name, args), { ok: true, value });
    assertEquals<unknown>(await run(name, args), { ok: true, value });
  });
}

const FAILURES: readonly [name: string, args: string, error: string][] = [
  ["client_lookup", "{}", "query must be a string"],
  ["client_lookup", '{"query":7}', "query must be a string"],
  ["order_status", '{"order_id":"9999"}', 'there is no order "9999"'],
  ["order_status", '{"order_id":4417}', "order_id must be a string"],
  ["hub_inventory", '{"hub":"__proto__"}', 'there is no hub "__proto__"'],
  ["file_claim", '{"order_id":"5388","reason":"late"}', "order 5388 was delivered"],
  [
    "rate_quote",
    '{"from_hub":"Reno","to_hub":"Macon","pallets":"4"}',
    "pallets must be a whole number, 1 or more",
  ],
];

for (const [name, args, error] of FAILURES) {
  Deno.test(`FREIGHT_TOOLS ${name} refuses ${args}`, async () => {
    assertEquals(await run(name, args), { ok: false, error });
  });
}

Deno.test("FREIGHT_TOOLS declare an object schema each, under names of their own", () => {
  assertEquals(FREIGHT_TOOLS.map(({ name, inputSchema }) => [name, inputSchema.required]), [
    ["client_lookup", ["query"]],
    ["order_status", ["order_id"]],
    ["hub_inventory", ["hub"]],
    ["file_claim", ["order_id", "reason"]],
    ["rate_quote", ["from_hub", "to_hub", "pallets"]],
  ]);
  for (const { inputSchema } of FREIGHT_TOOLS) assertEquals(inputSchema.type, "object");
});
