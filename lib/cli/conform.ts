/**
 * `wt-inject conform`: one run, or a look at what one would do.
 *
 * @module
 */
import { conform, dryRun, listChecks, rejudge } from "../conform/run.ts";
import type { Profile } from "../contract/profile.ts";
import type { Report } from "../contract/report.ts";
import { EXIT } from "../contract/result.ts";
import { UsageError } from "../contract/usage.ts";
import type { Arguments } from "./arguments.ts";
import { refuseContradictions, profileWithFlags, selectionOptions, waitMs } from "./conform_options.ts";
import { checkList, planList } from "./conform_lists.ts";
import type { Io } from "./io.ts";
import { loadProfile } from "./profile_file.ts";
import { type Progress, progressOn } from "./progress.ts";
import { commandLine } from "./quote.ts";
import { Outputs } from "./conform_outputs.ts";
