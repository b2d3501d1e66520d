import type {
  LearningInfo,
  MemoryChange,
  MemoryContents,
  MemoryTarget,
  MemoryWrite,
  MemoryWritten,
} from "@hermes/client/contract";

/** The notes across sessions with their receipts, and the learnings. What is written here is the person's own word. */
export interface MemoryPort {
  read(target: MemoryTarget): Promise<MemoryContents>;
  /**
   * @throws {HermesError} `MEMORY_REFUSED` with the reason where nothing was changed (full, not found, ambiguous, must not become
   * memory); `MEMORY_LOCKED`.
   */
  write(change: MemoryWrite, options: { readonly signal: AbortSignal }): Promise<MemoryWritten>;
  /** The oldest first. */
  changes(target: MemoryTarget): Promise<readonly MemoryChange[]>;
  /** Takes a change back. @throws as `write` does. */
  revert(changeId: string, options: { readonly signal: AbortSignal }): Promise<MemoryWritten>;
  /** The last made first. */
  learnings(options: { readonly limit: number }): Promise<readonly LearningInfo[]>;
  removeLearning(id: number): Promise<void>;
}
