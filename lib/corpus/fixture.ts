/**
 * Fixtures: what the client asks and what the upstream answers, in each dialect, by hand. Data only;
 * no reader and no writer of a dialect has a part in it.
 *
 * @module
 */
import type { JsonValue } from "../contract/json.ts";
import type { Dialect } from "./transcript.ts";

/** A JSON object inside a fixture's document, which knows how its numbers were spelled. */
export type JsonBody = { [key: string]: JsonValue };

/** One thing that an upstream does while it streams. */
export type StreamStep =
  /** One server-sent event: `data:` and this JSON; `event:` and its type where the dialect names events. */
  | { readonly event: JsonBody; readonly name?: string }
  /** Text as it stands: comments, `[DONE]`, odd framing. */
  | { readonly text: string }
  /** Bytes that are no text. */
  | { readonly base64: string }
  /** The head alone, before there is anything to say. */
  | { readonly head: true }
  /** Says no more until the client has seen its first text, or until the gateway closes. */
  | { readonly hold: "first-text" | "gateway-leaves" };

/** A place inside a stream's bytes: after `byte` bytes of the `nth` (default 1) occurrence of a text. */
export interface Cut {
  readonly in: string;
  readonly byte: number;
  readonly nth?: number;
}

/** How bytes between two holds are written: an event a write, all in one, in pieces, or cut at places. */
export type Writes = "events" | "whole" | { readonly bytes: number } | {
  readonly cut: readonly Cut[];
};

/** An upstream's answer. Each of its writes goes out alone. */
export type Answer =
  | {
    readonly status?: number;
    readonly headers?: Readonly<Record<string, string>>;
    /** Sent as JSON, its numbers as they are spelled here. */
    readonly body: JsonValue;
    /** As in a stream, where this is told in one. */
    readonly usage?: "as-written";
  }
  | {
    readonly status?: number;
    readonly headers?: Readonly<Record<string, string>>;
    /** Sent as it stands. */
    readonly text: string;
  }
  | {
    readonly status?: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly stream: readonly StreamStep[];
    /** Default `events`. */
    readonly writes?: Writes;
    /** `chunked` (default), or a body that ends with its connection. */
    readonly framing?: "chunked" | "close";
    /** The message's proper end (default), a FIN without it, or a reset. */
    readonly end?: "whole" | "cut" | "reset";
    /**
     * Chat: no counts come that aren't here, whether the request asks for them or not. Default: a plain
     * stream without any has a chunk of them where `stream_options.include_usage` asks for it.
     */
    readonly usage?: "as-written";
  };

/** One request of the client, and what the upstream answers to each attempt that comes of it. */
export interface FixtureExchange {
  readonly request: Readonly<Partial<Record<Dialect, JsonBody>>>;
  readonly answer: Readonly<Partial<Record<Dialect, Answer>>>;
  /** The conversation that it belongs to, where a variant has several. */
  readonly history?: string;
  /** A text that this request alone carries: tells requests apart that are under way at once. */
  readonly marker?: string;
  /** The client closes its connection: when the upstream has its request, or on its first text. */
  readonly leave?: "sent" | "first-text";
  /** Ids of calls in this request are replaced by those which the client was given for them. */
  readonly replay?: true;
}

/** One reply of an agent's scripted model. */
export interface ScriptedReply {
  readonly text?: string;
  readonly calls?: readonly {
    readonly id: string;
    readonly name: string;
    /** JSON text, or what a model writes instead. */
    readonly arguments: string;
  }[];
  /** Default: `tool_calls` with calls, else `end`. */
  readonly stop?: "end" | "tool_calls" | "length" | "refused";
}

/** What a made-up tool answers, call after call; the last one again and again. Nothing is executed. */
export type ToolAnswer = { readonly value: JsonValue } | { readonly error: string };

/** A user turn for an agent's loop. */
export interface AgentTurn {
  /** The conversation that it belongs to. */
  readonly history: string;
  /** The conversation whose past this one begins with, on its first turn. */
  readonly branch_of?: string;
  readonly user: string;
  readonly model: readonly ScriptedReply[];
}

/** What an agent's loop is given. */
export interface AgentScript {
  readonly system?: string;
  readonly tools: Readonly<Record<string, readonly ToolAnswer[]>>;
  readonly max_steps?: number;
  readonly turns: readonly AgentTurn[];
}

/** One variant of a case. */
export interface Variant {
  /** What it varies, one line. */
  readonly about: string;
  /** For ways through a gateway, in this order. */
  readonly exchanges?: readonly FixtureExchange[];
  /** All exchanges are under way at once; the upstream answers none until all have come. */
  readonly together?: true;
  /** For the agent. */
  readonly agent?: AgentScript;
}

/** A fixture file. */
export interface Fixture {
  readonly variants: Readonly<Record<string, Variant>>;
}
