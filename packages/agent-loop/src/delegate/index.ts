/** Children: sessions that work for another one, and are never lost. */
export { ChildTasks } from "./child-tasks.ts";
export type { ChildLimits, ChildReply, ChildTasksOptions, StartChild } from "./child-tasks.ts";
export { activityLine } from "./child-run.ts";
export type { ChildActivity, ChildRun, ChildWords } from "./child-run.ts";
export type {
  ChildBeginning,
  ChildFilter,
  ChildRecords,
  ChildSession,
  ChildSessions,
} from "./child-ports.ts";
export { childNoticeId } from "./child-record.ts";
export type {
  ChildEnd,
  ChildEndState,
  ChildRecord,
  ChildResult,
  ChildState,
  ChildTask,
} from "./child-record.ts";
export { delegateControlTool } from "./control-tool.ts";
export { delegateTool } from "./delegate-tool.ts";
export type { ChildrenOf, DelegateToolOptions } from "./delegate-tool.ts";
export { memoryChildRecords } from "./memory-child-records.ts";
export { reportTool } from "./report-tool.ts";
export type { ChildReport } from "./report-tool.ts";
export { settleOrphans } from "./settle-orphans.ts";
export type { SettleOrphansOptions } from "./settle-orphans.ts";
