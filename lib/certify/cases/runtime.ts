/**
 * What the built-in runtime `http_inject` is held to besides, and no other driver is.
 *
 * @module
 */
import type { DriverCase } from "../case.ts";
import { accepted, table } from "./build.ts";

/** Cases for `--runtime http_inject` alone. */
export const runtimeCases: readonly DriverCase[] = table({
  family: "good",
  clause: "runtime.config",
  mend: "Take WT_INJECT_URL and WT_INJECT_TIMEOUT_S, with their defaults, and nothing else.",
  side: "R",
  proof: "server",
}, [
  {
    id: "runtime.timeout",
    title: "WT_INJECT_TIMEOUT_S is sent as timeout_s",
    timeoutS: 2.5,
    script: {},
    expect: { ...accepted(), request: ["timeout"] },
  },
  {
    id: "runtime.timeout-default",
    title: "without WT_INJECT_TIMEOUT_S, timeout_s is 120",
    settings: { timeout: "default" },
    script: {},
    expect: { ...accepted(), request: ["timeout"] },
  },
  {
    id: "runtime.url-default",
    clause: "transport.base-url",
    title: "without WT_INJECT_URL, the endpoint is http://127.0.0.1:8647",
    mend: "Without WT_INJECT_URL, go to http://127.0.0.1:8647.",
    settings: { url: "default" },
    script: {},
    expect: accepted(),
  },
  {
    id: "runtime.url-slash",
    clause: "transport.base-url",
    level: "SHOULD",
    title: "WT_INJECT_URL with a slash at its end",
    mend: "Cut the slash at the base URL's end before a route is appended.",
    settings: { url: { append: "/" } },
    script: {},
    expect: accepted(),
  },
  {
    id: "runtime.url-path",
    clause: "transport.base-url",
    level: "SHOULD",
    title: "WT_INJECT_URL with a path before the routes",
    mend: "Keep the base URL's path, and append the routes to it.",
    settings: { url: { append: "/bench" } },
    script: {},
    expect: accepted(),
  },
  {
    id: "runtime.no-proxy",
    level: "SHOULD",
    title: "http_proxy in the environment: the endpoint is asked directly",
    mend: "Take no proxy from the environment: the base URL says where the endpoint is.",
    settings: { proxy: true },
    script: {},
    expect: { ...accepted(), request: ["direct"] },
  },
]);
