import type { TextSurface } from "./text-surface.ts";

/** One kind of order that a text may hold, in all the ways in which it is built. */
export interface OrderRule {
  readonly id: string;
  /** What the passage does, after "This passage". */
  readonly reason: string;
  /** See `OrderPattern`. */
  readonly patterns: readonly string[];
  /** The surfaces on which it counts. @default all */
  readonly only?: readonly TextSurface[] | undefined;
  /** Manuals speak so, too: in texts for people, the sentence must speak of an agent or of keys. @default false */
  readonly addressed?: boolean | undefined;
  /** "Never do this" is good advice. @default true */
  readonly negatable?: boolean | undefined;
  /** Whether the parts of the order may stand in two sentences, one after the other. @default false */
  readonly wide?: boolean | undefined;
}

/** Texts that an agent goes by. */
export const obeyed: readonly TextSurface[] = ["memory", "cron-prompt", "skill", "context-file"];

/** Texts that are written for people. */
export const forPeople: ReadonlySet<TextSurface> = new Set(["context-file", "web-page", "email", "skill"]);

/** Texts that an agent only reads. */
export const foreign: readonly TextSurface[] = [
  "web-page",
  "email",
  "tool-result",
  "tool-description",
  "imported-text",
  "dm",
];
