import type { Usage } from "@hermes/models";

/** Knows what the sessions used that work for this one. */
export interface UsageOfChildren {
  /**
   * What the runs used whose end these notices tell, each once; children of theirs included. Undefined: none of them is the end
   * of a run, or it was given before.
   */
  usageOf(noticeIds: readonly string[]): Usage | undefined | Promise<Usage | undefined>;
}
