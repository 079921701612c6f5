import { assertEquals } from "@std/assert";
import { modelClient } from "../../lib/agent/model_client.ts";
import type { Report } from "../../lib/contract/report.ts";
import { type LiveRunOptions, runLiveAgent } from "../../lib/corpus/agent_live_run.ts";
import { DIALECTS } from "../../lib/corpus/transcript.ts";
import { contractHandler } from "../../lib/endpoint/handler.ts";
import { referenceAgent } from "../../lib/endpoint/reference.ts";
import { serveEndpoint } from "../../lib/endpoint/serve.ts";
import { verdictsOf } from "./agent_live_agents.ts";

const TOOLS = [
  { name: "order_status", arguments: '{"order_id":"4417"}' },
  { name: "hub_inventory", arguments: '{"hub":"Reno"}' },
];

/** The reference loop with its model in one dialect, judged from both ends. */
async function judged(
  dialect: (typeof DIALECTS)[number],
  options: Partial<LiveRunOptions> = {},
): Promise<Report> {
  let url = "";
  const agent = referenceAgent({
    model: (request, signal) => modelClient({ url, dialect })(request, signal),
  });
  const endpoint = await serveEndpoint({ port: 0, handler: contractHandler(agent) });
  try {
    return await runLiveAgent({
      agentUrl: endpoint.url,
      listen: {},
      tools: TOOLS,
      timeoutS: 10,
      onEvent: (event) => {
        if (event.type === "plan") url = event.modelUrl;
      },
      ...options,
    });
  } finally {
    await endpoint.close();
  }
}

for (const dialect of DIALECTS) {
  Deno.test(`runLiveAgent() passes the reference agent on ${dialect}`, async () => {
    const report = await judged(dialect);
    const { failed, warned, could_not_run } = report.counts;
    assertEquals([failed, warned, could_not_run], [0, 0, 0], JSON.stringify(verdictsOf(report)));
    assertEquals([report.outcome, report.exit_code], ["CONFORMS", 0]);
    assertEquals(report.turns, { planned: 20, sent: 20 });
  });
}
