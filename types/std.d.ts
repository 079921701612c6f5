// Types for the @std modules that deno.json takes from npm's JavaScript-only build. Only what this
// project uses is declared; with jsr:@std/… in the import map this file can go.

declare module "@std/cli/parse-args" {
  export interface ParseOptions {
    boolean?: boolean | readonly string[];
    string?: readonly string[];
    collect?: readonly string[];
    alias?: Record<string, string | readonly string[]>;
    default?: Record<string, unknown>;
    negatable?: readonly string[];
    stopEarly?: boolean;
    "--"?: boolean;
    unknown?: (arg: string, key?: string, value?: unknown) => unknown;
  }
  export interface Args {
    _: (string | number)[];
    "--"?: string[];
    [name: string]: unknown;
  }
  export function parseArgs(args: readonly string[], options?: ParseOptions): Args;
}

declare module "@std/http/status" {
  export const STATUS_TEXT: Readonly<Record<number, string>>;
  export function isStatus(status: number): boolean;
}

declare module "@std/json/canonicalize" {
  export function canonicalize(value: unknown): string;
}

declare module "@std/yaml/parse" {
  export interface ParseOptions {
    schema?: "core" | "default" | "failsafe" | "json" | "extended";
    allowDuplicateKeys?: boolean;
  }
  export function parse(content: string, options?: ParseOptions): unknown;
  export function parseAll(content: string, options?: ParseOptions): unknown[];
}

declare module "@std/assert" {
  export class AssertionError extends Error {}
  export function assert(expr: unknown, msg?: string): asserts expr;
  export function assertEquals<T>(actual: T, expected: T, msg?: string): void;
  export function assertNotEquals<T>(actual: T, expected: T, msg?: string): void;
  export function assertStrictEquals<T>(actual: unknown, expected: T, msg?: string): void;
  export function assertExists<T>(actual: T, msg?: string): asserts actual is NonNullable<T>;
  export function assertMatch(actual: string, expected: RegExp, msg?: string): void;
  export function assertNotMatch(actual: string, expected: RegExp, msg?: string): void;
  export function assertStringIncludes(actual: string, expected: string, msg?: string): void;
  export function assertArrayIncludes<T>(
    actual: ArrayLike<T>,
    expected: ArrayLike<T>,
    msg?: string,
  ): void;
  export function assertObjectMatch(
    // deno-lint-ignore no-explicit-any
    actual: Record<PropertyKey, any>,
    expected: Record<PropertyKey, unknown>,
    msg?: string,
  ): void;
  export function assertGreater<T>(actual: T, expected: T, msg?: string): void;
  export function assertGreaterOrEqual<T>(actual: T, expected: T, msg?: string): void;
  export function assertLess<T>(actual: T, expected: T, msg?: string): void;
  export function assertLessOrEqual<T>(actual: T, expected: T, msg?: string): void;
  export function assertInstanceOf<T>(
    actual: unknown,
    // deno-lint-ignore no-explicit-any
    expected: abstract new (...args: any[]) => T,
    msg?: string,
  ): asserts actual is T;
  export function assertThrows<E extends Error = Error>(
    fn: () => unknown,
    // deno-lint-ignore no-explicit-any
    ErrorClass?: abstract new (...args: any[]) => E,
    msgIncludes?: string,
  ): E;
  export function assertRejects<E extends Error = Error>(
    fn: () => PromiseLike<unknown>,
    // deno-lint-ignore no-explicit-any
    ErrorClass?: abstract new (...args: any[]) => E,
    msgIncludes?: string,
  ): Promise<E>;
  export function fail(msg?: string): never;
  export function unreachable(): never;
}
