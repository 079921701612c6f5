/**
 * `--state-probe`: the user's look into the endpoint's own stores, as a command or as a URL.
 *
 * @module
 */
import type { StateProbe } from "../conform/sender.ts";
import { UsageError } from "../contract/usage.ts";
import { once } from "../wire/client.ts";
import { redactUrl } from "../wire/redact.ts";
import type { Arguments } from "./arguments.ts";
import { requireNet, requireRun } from "./permission.ts";
import { commandProbe, SHELL } from "./state_probe_command.ts";
import { urlProbe } from "./state_probe_url.ts";

/** A state probe, and the words that name it on the line that repeats the run. */
export interface GivenProbe {
  readonly probe: StateProbe;
  /** The command line's words, secrets in a URL taken out. */
  readonly words: readonly string[];
}

/**
 * The state probe of a command line, if there is one. What begins with `http://` or `https://` is a
 * URL; anything else is a command.
 *
 * @throws UsageError on a URL that can't be fetched, and where Deno withholds what the probe needs
 */
export async function stateProbeOf(args: Arguments): Promise<GivenProbe | undefined> {
  const given = args.text("state-probe");
  if (given === undefined) return undefined;
  if (!/^https?:\/\//i.test(given)) {
    await requireRun(SHELL, "the state probe");
    return { probe: commandProbe(given), words: args.words };
  }
  const url = URL.parse(given);
  if (url === null) {
    throw new UsageError(
      `Cannot use --state-probe ${given}: it isn't a URL`,
      "Write one in full, or a command.",
    );
  }
  if (url.username !== "" || url.password !== "") {
    throw new UsageError(
      `Cannot use --state-probe with the URL of ${url.host}: it carries a user name or a password`,
      "A report repeats the command line. Give a command that reads them from elsewhere, such " +
        "as curl --netrc.",
    );
  }
  await requireNet(given);
  const shown = redactUrl(given);
  const words = args.words.map((word) =>
    word === given || word === `--state-probe=${given}` ? word.replace(given, () => shown) : word
  );
  return { probe: urlProbe(given, once), words };
}
