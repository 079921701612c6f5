/**
 * A headless Chromium, driven over its DevTools protocol: just enough of it to look at a page.
 *
 * @module
 */

/** What came of looking for a browser. */
export type Found = { readonly path: string } | { readonly reason: string };

/** The name under which distributions install it. */
const NAME = "chromium";

/** Asks it for its version; the reason is for a person. */
export async function findChromium(): Promise<Found> {
  try {
    const { code } = await new Deno.Command(NAME, {
      args: ["--version"],
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).output();
    return code === 0 ? { path: NAME } : { reason: `${NAME} --version exits with ${code}` };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return { reason: `${NAME} is not installed` };
    if (error instanceof Deno.errors.NotCapable) return { reason: `${NAME} may not be run` };
    throw error;
  }
}

/** One message of the protocol. */
interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly message: string };
  readonly sessionId?: string;
}

/** A page. */
export interface Page {
  /** Events of the protocol that this page sent, in order. */
  readonly events: readonly { readonly method: string; readonly params: Record<string, unknown> }[];
  send(method: string, params?: Record<string, unknown>): Promise<Record<string, unknown>>;
  /** What an expression comes to; a promise is awaited. Throws what it throws. */
  evaluate<Value>(expression: string): Promise<Value>;
  /** Goes to a URL and waits for its load event; returns how long that took, ms. */
  open(url: string): Promise<number>;
  /** Presses a key, once: `Tab`, `Enter`, `/`. */
  press(key: string): Promise<void>;
  screenshot(path: string, options?: { readonly whole?: boolean }): Promise<void>;
}

/** A running browser. */
export interface Browser extends AsyncDisposable {
  /** A new page of this size, with errors, logs and requests listened to. */
  page(width: number, height: number): Promise<Page>;
}

/** Starts the browser with a profile that is gone when it is. */
export async function startChromium(path: string): Promise<Browser> {
  const profile = await Deno.makeTempDir({ prefix: "wt-inject-browser-" });
  const child = new Deno.Command(path, {
    args: [
      "--headless=new",
      "--no-sandbox",
      "--disable-gpu",
      "--hide-scrollbars",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-default-apps",
      "--disable-sync",
      "--remote-debugging-port=0",
      `--user-data-dir=${profile}`,
      "about:blank",
    ],
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).spawn();
  const { url, drained } = await debuggerUrl(child.stderr);
  const socket = new WebSocket(url);
  await new Promise<void>((resolve, reject) => {
    socket.onopen = () => resolve();
    socket.onerror = () => reject(new Error(`Cannot reach the browser at ${url}`));
  });
  const link = linkOn(socket);
  return {
    async page(width, height) {
      const { targetId } = await link.send("Target.createTarget", { url: "about:blank" });
      const { sessionId } = await link.send("Target.attachToTarget", { targetId, flatten: true });
      return await pageOn(link, String(sessionId), width, height);
    },
    async [Symbol.asyncDispose]() {
      const closed = new Promise<void>((resolve) => socket.onclose = () => resolve());
      await link.send("Browser.close").catch(() => {});
      await closed;
      await Promise.all([child.status, drained]);
      await removed(profile);
    },
  };
}

/** Children of the browser may write into it for a moment after it has ended. */
async function removed(folder: string): Promise<void> {
  for (let tries = 0;; tries++) {
    try {
      return await Deno.remove(folder, { recursive: true });
    } catch (error) {
      if (tries === 20) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** The line on standard error that says where it listens; the rest is read and dropped. */
async function debuggerUrl(
  stderr: ReadableStream<Uint8Array>,
): Promise<{ readonly url: string; readonly drained: Promise<void> }> {
  const reader = stderr.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`The browser ended: ${text.slice(-2000)}`);
    text += value;
    const url = /DevTools listening on (ws:\S+)/.exec(text)?.[1];
    if (url === undefined) continue;
    const drained = (async () => {
      while (!(await reader.read()).done);
    })();
    return { url, drained };
  }
}

interface Link {
  send(
    method: string,
    params?: Record<string, unknown>,
    sessionId?: string,
  ): Promise<Record<string, unknown>>;
  /** Called for each event of a session. */
  listen(sessionId: string, listener: (message: Message) => void): void;
}

function linkOn(socket: WebSocket): Link {
  let last = 0;
  const waiting = new Map<number, (message: Message) => void>();
  const listeners = new Map<string, (message: Message) => void>();
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.id === undefined) listeners.get(message.sessionId ?? "")?.(message);
    else waiting.get(message.id)?.(message);
  };
  return {
    listen: (sessionId, listener) => void listeners.set(sessionId, listener),
    send(method, params = {}, sessionId) {
      const id = ++last;
      const { promise, resolve, reject } = Promise.withResolvers<Record<string, unknown>>();
      waiting.set(id, ({ error, result = {} }) => {
        waiting.delete(id);
        if (error === undefined) resolve(result);
        else reject(new Error(`${method}: ${error.message}`));
      });
      socket.send(JSON.stringify({ id, method, params, ...(sessionId ? { sessionId } : {}) }));
      return promise;
    },
  };
}

async function pageOn(link: Link, session: string, width: number, height: number): Promise<Page> {
  const events: { method: string; params: Record<string, unknown> }[] = [];
  let loaded = Promise.withResolvers<void>();
  link.listen(session, ({ method, params = {} }) => {
    if (method === undefined) return;
    events.push({ method, params });
    if (method === "Page.loadEventFired") loaded.resolve();
  });
  const send: Page["send"] = (method, params) => link.send(method, params, session);
  for (const domain of ["Page", "Runtime", "Log", "Network"]) await send(`${domain}.enable`);
  await send("Emulation.setDeviceMetricsOverride", {
    width,
    height,
    deviceScaleFactor: 1,
    mobile: false,
  });
  return {
    events,
    send,
    async evaluate<Value>(expression: string) {
      const { result, exceptionDetails } = await send("Runtime.evaluate", {
        expression,
        awaitPromise: true,
        returnByValue: true,
      }) as { result: { value: Value }; exceptionDetails?: { text: string } };
      if (exceptionDetails !== undefined) {
        throw new Error(`${expression}: ${exceptionDetails.text}`);
      }
      return result.value;
    },
    async open(url) {
      loaded = Promise.withResolvers<void>();
      const begun = performance.now();
      const { errorText } = await send("Page.navigate", { url });
      if (errorText !== undefined) throw new Error(`Cannot open ${url}: ${errorText}`);
      await loaded.promise;
      return performance.now() - begun;
    },
    async press(key) {
      const text = key.length === 1 ? { text: key } : key === "Enter" ? { text: "\r" } : {};
      const codes: Readonly<Record<string, number>> = { Tab: 9, Enter: 13, Escape: 27 };
      const about = { key, windowsVirtualKeyCode: codes[key] ?? key.toUpperCase().charCodeAt(0) };
      await send("Input.dispatchKeyEvent", { type: "keyDown", ...about, ...text });
      await send("Input.dispatchKeyEvent", { type: "keyUp", ...about });
    },
    async screenshot(path, { whole = false } = {}) {
      const { data } = await send("Page.captureScreenshot", { captureBeyondViewport: whole });
      await Deno.writeFile(path, Uint8Array.from(atob(String(data)), (c) => c.charCodeAt(0)));
    },
  };
}
