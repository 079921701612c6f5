/**
 * The tools of a made-up freight desk: fixed data, no clock, no chance, no state. The same call
 * always gets the same answer. Companies, orders and numbers are invented.
 *
 * @module
 */
import type { JsonObject } from "./messages.ts";
import type { Tool } from "./tools.ts";

interface Order {
  readonly order_id: string;
  readonly client: string;
  readonly goods: string;
  readonly status: "in transit" | "delivered" | "misrouted" | "held";
  readonly hub: string;
}

const ORDERS: readonly Order[] = [
  {
    order_id: "4417",
    client: "Bluewing Logistics",
    goods: "pallet of bearings",
    status: "misrouted",
    hub: "Reno",
  },
  {
    order_id: "5120",
    client: "Halverlow Mills",
    goods: "crate of spindles",
    status: "in transit",
    hub: "Duluth",
  },
  {
    order_id: "5388",
    client: "Osprey Lane Paper",
    goods: "rolls of newsprint",
    status: "delivered",
    hub: "Macon",
  },
  {
    order_id: "6004",
    client: "Quillfeather Foods",
    goods: "chilled container",
    status: "held",
    hub: "Reno",
  },
];

const STOCK: Readonly<Record<string, { readonly pallets: number; readonly free_docks: number }>> = {
  Reno: { pallets: 212, free_docks: 3 },
  Duluth: { pallets: 58, free_docks: 7 },
  Macon: { pallets: 131, free_docks: 0 },
};

const clientLookup: Tool = {
  name: "client_lookup",
  description: "Look up a client record by free-text query.",
  inputSchema: objectSchema({ query: { type: "string" } }),
  run(args) {
    const words = text(args, "query").toLowerCase().split(/\s+/).filter((word) => word !== "");
    const clients = ORDERS
      .filter((order) =>
        words.length > 0 && words.every((word) => searchable(order).includes(word))
      )
      .map(({ client, order_id }) => ({ client, order_id }));
    return { clients };
  },
};

const orderStatus: Tool = {
  name: "order_status",
  description: "Where an order is and how it fares.",
  inputSchema: objectSchema({ order_id: { type: "string" } }),
  run(args) {
    const { order_id, client, status, hub } = orderOf(args);
    return { order_id, client, status, hub };
  },
};

const hubInventory: Tool = {
  name: "hub_inventory",
  description: "What stands at a hub: pallets in store and docks that are free.",
  inputSchema: objectSchema({ hub: { type: "string" } }),
  run(args) {
    const hub = text(args, "hub");
    const stock = Object.hasOwn(STOCK, hub) ? STOCK[hub] : undefined;
    if (stock === undefined) throw new Error(`there is no hub ${JSON.stringify(hub)}`);
    return { hub, ...stock };
  },
};

const fileClaim: Tool = {
  name: "file_claim",
  description: "File a claim for an order that went wrong.",
  inputSchema: objectSchema({ order_id: { type: "string" }, reason: { type: "string" } }),
  run(args) {
    const order = orderOf(args);
    const reason = text(args, "reason");
    if (order.status === "delivered") throw new Error(`order ${order.order_id} was delivered`);
    return { claim_id: `CL-${order.order_id}`, order_id: order.order_id, reason, state: "filed" };
  },
};

const rateQuote: Tool = {
  name: "rate_quote",
  description: "Quote the price of moving pallets between two hubs, in US dollars.",
  inputSchema: objectSchema({
    from_hub: { type: "string" },
    to_hub: { type: "string" },
    pallets: { type: "integer", minimum: 1 },
  }),
  run(args) {
    const { pallets } = args;
    if (typeof pallets !== "number" || !Number.isInteger(pallets) || pallets < 1) {
      throw new Error("pallets must be a whole number, 1 or more");
    }
    const [from_hub, to_hub] = [text(args, "from_hub"), text(args, "to_hub")];
    return { from_hub, to_hub, pallets, usd: 180 + 45 * pallets };
  },
};

/** The freight desk's tools, in manifest order. */
export const FREIGHT_TOOLS: readonly Tool[] = [
  clientLookup,
  orderStatus,
  hubInventory,
  fileClaim,
  rateQuote,
];

/** How the freight desk's assistant is steered. */
export const FREIGHT_INSTRUCTION =
  "You are the assistant of a freight desk. Answer only from tool evidence and from what the user " +
  "has told you in this conversation. Keep answers short.";

function orderOf(args: JsonObject): Order {
  const id = text(args, "order_id");
  const order = ORDERS.find(({ order_id }) => order_id === id);
  if (order === undefined) throw new Error(`there is no order ${JSON.stringify(id)}`);
  return order;
}

function text(args: JsonObject, key: string): string {
  const value = Object.hasOwn(args, key) ? args[key] : undefined;
  if (typeof value !== "string") throw new Error(`${key} must be a string`);
  return value;
}

function searchable(order: Order): string {
  return Object.values(order).join(" ").toLowerCase();
}

function objectSchema(properties: { readonly [key: string]: JsonObject }): JsonObject {
  return { type: "object", properties, required: Object.keys(properties) };
}
