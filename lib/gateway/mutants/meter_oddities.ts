/**
 * Gateways that are odd and right in what they say beside the conversation: defaults, and parts of counts.
 *
 * @module
 */
import type { NeutralUsage } from "../neutral.ts";
import { type GatewayOddity, partsWith } from "./mutant.ts";
import { answers, events, requests } from "./seams.ts";

function wholeCounts({ input, output, total }: NeutralUsage): NeutralUsage {
  return {
    ...(input === undefined ? {} : { input }),
    ...(output === undefined ? {} : { output }),
    ...(total === undefined ? {} : { total }),
  };
}

/** The choice of tools, and what is counted. */
export const METER_ODDITIES: readonly GatewayOddity[] = [
  {
    id: "defaults-said",
    what: "says auto and several calls at once where the client says nothing and offers tools",
    source: "dialects 4.0 row tool_choice: auto is the default with tools [T]",
    make: () =>
      partsWith(
        requests((request) =>
          request.tools.length === 0
            ? request
            : { ...request, choice: request.choice ?? "auto", parallel: request.parallel ?? true }
        ),
      ),
    warned: [],
  },
  {
    id: "parts-of-counts-left-out",
    what: "tells input and output, and not what of them was cached or reasoning",
    source: "dialects 4.0 row usage: the details are parts of the counts, and optional in Chat [T]",
    make: () =>
      partsWith({
        ...answers(({ usage, ...answer }) => ({
          ...answer,
          ...(usage === undefined ? {} : { usage: wholeCounts(usage) }),
        })),
        ...events(() => (event) => [
          event.kind === "end" && event.usage !== undefined
            ? { ...event, usage: wholeCounts(event.usage) }
            : event,
        ]),
      }),
    warned: ["usage-part-missing"],
  },
];
