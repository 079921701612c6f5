/**
 * The command line of wt-inject. See `wt-inject help`.
 *
 * @module
 */
import { runProcess } from "./lib/cli/process.ts";

if (import.meta.main) await runProcess();
