/** Where a text comes from or goes to: what is normal in one place is an alarm in another. */
export type TextSurface =
  | "memory"
  | "context-file"
  | "skill"
  | "cron-prompt"
  | "web-page"
  | "email"
  | "tool-result"
  | "tool-description"
  | "dm"
  | "imported-text";

/**
 * `note`: worth reading, stops nothing. `ask`: a person looks at it before it is used. `block`: certain enough to be refused
 * without a question.
 */
export type RuleSeverity = "note" | "ask" | "block";

/**
 * One thing to look for, as data. There is one matcher for all rules (`match-rules.ts`).
 *
 * Patterns must be linear in the text: every gap has an upper bound, and no repetition holds another one without a bound.
 */
export interface Rule {
  /** `risk.what`, such as `network.reverse-shell`. Stable: caches, SARIF files and people refer to it. */
  readonly id: string;
  /**
   * `characters`: characters that hide something; looked for in the text as it is.
   * `prose`: sentences for an agent. In code and between quotation marks they are a mention, and only a note.
   * `code`: commands and programs.
   */
  readonly kind: "characters" | "prose" | "code";
  /** How much it weighs; for code, in a program. */
  readonly severity: RuleSeverity;
  /** For code: how much it weighs in a document, where it may be shown as well as meant. @default one step less */
  readonly inDocument?: RuleSeverity | undefined;
  readonly surfaces: readonly TextSurface[];
  /** In lower case. A text that holds none of them can't match: most rules are not even tried on most texts. */
  readonly keywords?: readonly string[] | undefined;
  readonly pattern: RegExp;
  /** What must stand close to the match as well: on its line, or within that many characters to either side. */
  readonly near?: { readonly pattern: RegExp; readonly within: "line" | number } | undefined;
  /** Ordinary where the lines of the match hold this. */
  readonly unless?: RegExp | undefined;
  /** One sentence for the person: what the text does. */
  readonly sentence: string;
}

/** Texts of strangers that an agent reads. */
export const foreignSurfaces: readonly TextSurface[] = [
  "web-page",
  "email",
  "tool-result",
  "dm",
  "imported-text",
];
/** Texts that tell an agent what to do, or what it will believe later. */
export const agentSurfaces: readonly TextSurface[] = [
  "memory",
  "context-file",
  "skill",
  "cron-prompt",
  "tool-description",
];
export const allSurfaces: readonly TextSurface[] = [...agentSurfaces, ...foreignSurfaces];

const order: readonly RuleSeverity[] = ["note", "ask", "block"];

export function moreThan(severity: RuleSeverity): RuleSeverity {
  return order[order.indexOf(severity) + 1] ?? "block";
}

export function lessThan(severity: RuleSeverity): RuleSeverity {
  return order[order.indexOf(severity) - 1] ?? "note";
}
