/**
 * What a target file says: a live gateway, how it is started and reached, and the ways through it.
 *
 * @module
 */
import type { JsonValue } from "../../contract/json.ts";
import type { GatewayPath } from "../paths.ts";

/** A credential of the client's: literal, or kept in a file or an environment variable. One of these. */
export interface Auth {
  /** Default `Authorization`. */
  readonly header?: string;
  /** Before the credential; default `Bearer ` in `Authorization`, nothing elsewhere. */
  readonly prefix?: string;
  readonly value?: string;
  /** Relative to the target file. */
  readonly file?: string;
  readonly env?: string;
}

/** An admission's size: a number, or one with a model of its own. */
export type CapacityOf = number | {
  readonly requests: number;
  readonly model?: string;
};

/** What a way through has of its own, or what all of them have. */
export interface Way {
  /** Sent in place of the fixture's model. */
  readonly model?: string;
  /** What must arrive in its place; absent with `model`: anything. */
  readonly upstream_model?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** null: none, though all others have one. */
  readonly auth?: Auth | null;
  readonly capacity?: CapacityOf;
}

/** One way through. */
export interface PathWay extends Way {
  /** Below the gateway's URL, or a whole URL; default the dialect's own. */
  readonly route?: string;
}

/** How the gateway's process is kept. */
export interface ProcessOf {
  readonly argv: readonly string[];
  /** Relative to the file; default its folder. */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Run to its end before each start. */
  readonly before?: readonly string[];
  /** Default `tcp`. */
  readonly ready?: "tcp" | { readonly get: string; readonly status?: number };
  /** Default 0. */
  readonly settle_s?: number;
  /** Default 1. */
  readonly stop_s?: number;
  /** Default `after-errors`. */
  readonly restart?: "never" | "after-errors" | "always";
  /** Default 5. */
  readonly deaths?: number;
}

/** A target file. */
export interface TargetFile extends Way {
  readonly name: string;
  readonly version?: string;
  readonly about?: string | readonly string[];
  /** Where the gateway listens. */
  readonly gateway: string;
  readonly upstream: {
    /** HOST:PORT. */
    readonly listen: string;
    /** As the gateway reaches it; default `http://` and `listen`. */
    readonly url?: string;
  };
  /** Written into a fresh folder before each start, by relative path. */
  readonly files?: Readonly<Record<string, FileContent>>;
  readonly process?: ProcessOf;
  /** Seconds. */
  readonly patience?: {
    readonly any_s?: number;
    readonly error_s?: number;
    readonly disconnect_s?: number;
    readonly start_s?: number;
  };
  readonly features?: readonly string[];
  readonly retries?: boolean;
  readonly paths: Readonly<Partial<Record<GatewayPath, PathWay>>>;
}

/** A text, its lines, or a value that is written as JSON. */
export type FileContent = string | readonly string[] | { readonly [key: string]: JsonValue };
