/**
 * Pages in a browser: rendered, written to a folder that is gone afterwards, and opened.
 *
 * @module
 */
import type { Report } from "../../lib/contract/report.ts";
import { renderReport } from "../../lib/report/formats.ts";
import { exchange, finding, report, result } from "../report/sample.ts";
import { type Browser, findChromium, type Page, startChromium } from "./chromium.ts";

const found = await findChromium();
if ("reason" in found) console.log(`skipped: ${found.reason}`);

/** A test that needs a browser; ignored, with the reason printed, where there is none. */
export function browserTest(name: string, work: (browser: Browser) => Promise<void>): void {
  Deno.test({
    name,
    ignore: "reason" in found,
    async fn() {
      if ("reason" in found) return;
      await using browser = await startChromium(found.path);
      await work(browser);
    },
  });
}

/** A page of a report, open, and how long it took to load, ms. */
export async function opened(
  browser: Browser,
  one: Report,
  work: (
    page: Page,
    about: { readonly ms: number; readonly bytes: number; readonly url: string },
  ) => Promise<void>,
  { width = 1280, height = 900, script = true, theme = "light" } = {},
): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "wt-inject-page-" });
  try {
    const path = `${folder}/report.html`;
    const text = new TextEncoder().encode(await renderReport("html", one));
    await Deno.writeFile(path, text);
    const page = await browser.page(width, height);
    await page.send("Emulation.setEmulatedMedia", {
      features: [{ name: "prefers-color-scheme", value: theme }],
    });
    if (!script) await page.send("Emulation.setScriptExecutionDisabled", { value: true });
    const url = new URL(`file://${path}`).href;
    const ms = await page.open(url);
    await work(page, { ms, bytes: text.length, url });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** What a page must never do: complain, fail, open a dialog, ask for anything but itself. */
export function misdeeds({ events }: Page, url: string): readonly string[] {
  return events.flatMap(({ method, params }) => {
    switch (method) {
      case "Network.requestWillBeSent": {
        const asked = String((params["request"] as { url: string }).url);
        return asked === url ? [] : [`asked for ${asked}`];
      }
      case "Runtime.exceptionThrown":
      case "Runtime.consoleAPICalled":
      case "Log.entryAdded":
      case "Page.javascriptDialogOpening":
        return [`${method} ${JSON.stringify(params)}`];
      default:
        return [];
    }
  });
}

/** A run with this many exchanges, a tenth of them failures' evidence. */
export function bigReport(count: number): Report {
  const exchanges = Array.from({ length: count }, (_, n) =>
    exchange(`probe/${n}`, {
      raw: { text: `HTTP/1.1 200 OK\r\n\r\n${"x".repeat(1500)}${n}`, size: 1520, truncated: false },
    }));
  const results = Array.from(
    { length: count / 2 },
    (_, n) =>
      n % 5 === 0
        ? result(`check.${n}`, "failed", {
          section: `section ${n % 20}`,
          findings: [finding({ exchanges: [`probe/${n * 2}`, `probe/${n * 2 + 1}`] })],
        })
        : result(`check.${n}`, "passed", { section: `section ${n % 20}` }),
  );
  return report(results, exchanges);
}
