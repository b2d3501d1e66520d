import type { ToolError, ValueWithImages, ValueWithShown, UntrustedValue } from "./tool-result.ts";
import type { Tool, toolTypes } from "./tool.ts";

/** A tool whose name, arguments and results are known to the compiler; where they need not be, it is a `Tool`. */
export interface TypedTool<Name extends string = string, Input = unknown, Output = unknown> extends Tool {
  readonly name: Name;
  readonly [toolTypes]?: {
    readonly call: { readonly name: Name; readonly input?: Input };
    readonly result: { readonly name: Name; readonly output?: Output };
  };
}

/**
 * What a tool gives back, as JSON holds it: without its failures, without what is for people or for the eyes alone, dates as text.
 *
 * @param Returned What `execute` returns.
 */
export type ToolOutput<Returned> = unknown extends Returned ? unknown : AsJson<Plain<Awaited<Returned>>>;

type Plain<Value> = Value extends ToolError
  ? never
  : Value extends ValueWithImages<infer Inner> | ValueWithShown<infer Inner> | UntrustedValue<infer Inner>
    ? Plain<Inner>
    : Value extends undefined | void
      ? { readonly ok: true }
      : Value;

/** A value after it was written as JSON and read again. */
export type AsJson<Value> = unknown extends Value
  ? unknown
  : Value extends string | number | boolean | null
    ? Value
    : Value extends { toJSON(): infer Json }
      ? AsJson<Json>
      : Value extends readonly unknown[]
        ? { [Index in keyof Value]: AsJson<Value[Index]> }
        : Value extends (...args: never) => unknown
          ? never
          : Value extends object
            ? { [Key in keyof Value & (string | number)]: AsJson<Value[Key]> }
            : Value extends undefined
              ? undefined
              : never;
