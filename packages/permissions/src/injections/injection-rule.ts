import type { TextSurface } from "./text-surface.ts";

/** One kind of order that a text may hold. */
export interface InjectionRule {
  readonly id: string;
  /** What the passage does, after "This passage". */
  readonly reason: string;
  /** For lower case and plain letters. A text: most runs never scan, and compiling takes time. */
  readonly pattern: string;
  /** Surfaces on which it is normal. @default none */
  readonly except?: readonly TextSurface[] | undefined;
  /** The surfaces on which it alone counts. @default all */
  readonly only?: readonly TextSurface[] | undefined;
  /** "Never do this" is good advice. @default false */
  readonly negatable?: boolean | undefined;
}

/** Puts a rule together from the choices of its pattern. */
export function rule(
  id: string,
  reason: string,
  choices: readonly string[],
  rest: Pick<InjectionRule, "except" | "only" | "negatable"> = {},
): InjectionRule {
  return { id, reason, pattern: choices.join("|"), ...rest };
}
