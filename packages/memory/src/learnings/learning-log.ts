/** What went wrong once, and what helped. */
export interface LoggedLearning {
  readonly id: number;
  /** The error, as `errorForm` gives it. */
  readonly pattern: string;
  /** Name of the tool; empty when any. */
  readonly errorType: string;
  readonly fix: string;
  /** The call that failed, as `callForm` gives it, or words about when it happens. */
  readonly context: string;
  readonly tags: readonly string[];
  readonly timesUsed: number;
  readonly timesHelped: number;
}

/** Where learnings are kept. Matched by shape: `state.learnings` of `@hermes/state`. */
export interface LearningLog {
  save(learning: {
    readonly pattern: string;
    readonly errorType: string;
    readonly fix: string;
    readonly context: string;
    readonly tags: readonly string[];
    readonly at: number;
  }): number;
  list(options: { readonly limit: number }): readonly LoggedLearning[];
  search(query: string): readonly LoggedLearning[];
  noteUse(id: number, use: { readonly helped: boolean; readonly at: number }): void;
  /** A use that was counted already turns out to have helped. */
  noteHelp(id: number): void;
  remove(id: number): void;
}

/** The call was right and something else had to change: it is never answered instead of being run. */
export const aroundTheCall = "around-the-call";

/** What was shown three times more often than it helped, and mostly did not, is not shown any more. */
export function isRetired({ timesUsed, timesHelped }: LoggedLearning): boolean {
  return timesUsed - timesHelped >= 3 && timesHelped * 2 < timesUsed;
}
