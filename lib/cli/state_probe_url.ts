/**
 * A state probe that fetches a URL: once, and nothing but that URL.
 *
 * @module
 */
import type { StateProbe } from "../conform/sender.ts";
import { VERSION } from "../contract/version.ts";
import { header, MAX_BODY_BYTES, type Transport } from "../wire/exchange.ts";

/** How long a store has to answer, ms. */
const DEADLINE_MS = 10_000;

/**
 * Looks by GET. It throws where there was nothing to look at: any answer but 200 or 204 (a redirect is
 * not followed), one past 10 s or 16 MiB, one in a content coding.
 */
export function urlProbe(url: string, transport: Transport): StateProbe {
  return async (signal) => {
    const { response, fault } = await transport({
      method: "GET",
      url,
      headers: [
        ["Accept", "*/*"],
        ["Accept-Encoding", "identity"],
        ["User-Agent", `wt-inject/${VERSION} state-probe`],
      ],
      body: new Uint8Array(),
    }, {
      deadlineMs: DEADLINE_MS,
      maxBodyBytes: MAX_BODY_BYTES,
      ...(signal === undefined ? {} : { signal }),
    });
    if (fault !== undefined && fault.kind !== "trailing-bytes") {
      throw new Error(`its URL gave no whole answer: ${fault.message}`);
    }
    if (response === undefined) throw new Error("its URL gave no answer");
    const { status, headers, body } = response;
    if (status !== 200 && status !== 204) {
      const redirect = status >= 300 && status < 400 ? "; a redirect is not followed" : "";
      throw new Error(`its URL answered HTTP ${status}${redirect}`);
    }
    const coding = header(headers, "content-encoding")?.trim().toLowerCase() ?? "";
    if (coding !== "" && coding !== "identity") {
      throw new Error(`its URL answered in ${coding}, though identity was asked for`);
    }
    return new TextDecoder().decode(body);
  };
}
