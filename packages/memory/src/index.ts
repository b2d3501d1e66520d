/** Small curated notes that an agent keeps between sessions. */
export { openMemory } from "./open-memory.ts";
export type { OpenMemoryOptions } from "./open-memory.ts";
export type {
  LockOptions,
  MemoryContents,
  MemoryOutcome,
  MemoryProblem,
  MemoryReplacement,
  MemoryStore,
  MemoryTarget,
  PromptBlockOptions,
  WriteOptions,
} from "./memory-store.ts";
export type {
  ListedReceipt,
  MemoryAuthor,
  MemoryChange,
  MemoryOrigin,
  MemoryReceipt,
} from "./receipts/receipt.ts";
export { memoryTool } from "./memory-tool.ts";
export { learningTool } from "./learnings/learning-tool.ts";
export type { LearningToolOptions } from "./learnings/learning-tool.ts";
export { learningsBlock } from "./learnings/learnings-block.ts";
export type { LearningsBlockOptions } from "./learnings/learnings-block.ts";
export type { LearningLog, LoggedLearning } from "./learnings/learning-log.ts";
export { createFailureWatch } from "./learnings/watch-failures.ts";
export type { FailureWatch, FailureWatchOptions, SeenFailure } from "./learnings/watch-failures.ts";
