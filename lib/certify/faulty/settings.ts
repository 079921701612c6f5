/**
 * Drivers that don't take their settings as the built-in runtime must.
 *
 * @module
 */
import type { Transport } from "../../wire/exchange.ts";
import { overConnections } from "./conn.ts";
import type { Fault } from "./driver.ts";

/** Sends a request as one asks a proxy: with the whole URL in its first line. */
const throughProxy: Transport = (request, options) => {
  const wire = overConnections({
    async write(conn, bytes) {
      const text = new TextDecoder().decode(bytes);
      const { origin } = new URL(request.url);
      await conn.write(new TextEncoder().encode(text.replace(/^POST /, `POST ${origin}`)));
      return bytes.length;
    },
  });
  return wire(request, options);
};

/** The faults. */
export const settingsFaults: readonly Fault[] = [
  {
    id: "ignores-timeout-setting",
    breaks: "runtime.config",
    what: "sends a timeout_s of its own choice",
    env: (env) => (name) => name === "WT_INJECT_TIMEOUT_S" ? "60" : env(name),
    kills: ["runtime.timeout", "runtime.timeout-default", "deadline.reset"],
  },
  {
    id: "other-default-timeout",
    breaks: "runtime.config",
    what: "takes 60 s where WT_INJECT_TIMEOUT_S is left out",
    env: (env) => (name) => env(name) ?? (name === "WT_INJECT_TIMEOUT_S" ? "60" : undefined),
    kills: ["runtime.timeout-default"],
  },
  {
    id: "needs-url",
    breaks: "transport.base-url",
    what: "crashes without WT_INJECT_URL",
    env: (env) => (name) => {
      const value = env(name);
      if (name === "WT_INJECT_URL" && value === undefined) throw new Error("no WT_INJECT_URL");
      return value;
    },
    kills: ["runtime.url-default"],
  },
  {
    id: "keeps-last-slash",
    breaks: "transport.base-url",
    what: "appends routes to a base URL that ends in a slash",
    send: (request, { settings }) => ({
      ...request,
      url: settings.env("WT_INJECT_URL")?.endsWith("/") === true
        ? request.url.replace("/wt/", "//wt/")
        : request.url,
    }),
    kills: ["runtime.url-slash"],
  },
  {
    id: "drops-base-path",
    breaks: "transport.base-url",
    what: "drops the path of the base URL",
    send: (request) => {
      const url = new URL(request.url);
      return { ...request, url: url.origin + url.pathname.replace(/^.*(?=\/wt\/)/, "") };
    },
    kills: ["runtime.url-path"],
  },
  {
    id: "obeys-proxy",
    breaks: "runtime.config",
    what: "sends its requests to the proxy that the environment names",
    transport: (next, { settings }) =>
      settings.env("http_proxy") === undefined ? next : throughProxy,
    kills: ["runtime.no-proxy"],
  },
];
