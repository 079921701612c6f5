/**
 * What all requests of one gateway share.
 *
 * @module
 */
import type { HeaderList } from "../wire/exchange.ts";
import type { Admission } from "./admission.ts";
import type { Dialect } from "./dialect.ts";
import type { GatewayParts } from "./parts.ts";

/** One gateway's parts, upstream and bounds. */
export interface Setting {
  readonly parts: GatewayParts;
  readonly admission: Admission;
  readonly upstream: {
    /** Of its route. */
    readonly url: string;
    readonly dialect: Dialect;
    readonly headers: HeaderList;
  };
  /** Of a client's request, and of an upstream's whole answer. */
  readonly maxBodyBytes: number;
  /** How long the upstream may say nothing, ms. */
  readonly silenceMs: number;
}
