/** What a tool is: definitions, toolsets, availability and dispatch. */
export { HermesError } from "./hermes-error.ts";
export type { HermesErrorOptions } from "./hermes-error.ts";
export type { CallWall, WallProfile } from "./call-wall.ts";
export { invalidArguments } from "./dispatch.ts";
export { allowAll } from "./guard.ts";
export type { Guard, GuardedCall, Verdict } from "./guard.ts";
export type {
  ApprovalAnswer,
  ApprovalDecision,
  ApprovalFinding,
  ApprovalPending,
  ApprovalRequest,
  Approver,
  ApproverOptions,
  StagedChange,
  StagedRun,
} from "./approval.ts";
export type {
  Approval,
  ApprovalFilter,
  ApprovalLog,
  ApprovalStatus,
  GivenAnswer,
  NewApproval,
} from "./approval-log.ts";
export type {
  Availability,
  BeforeCall,
  Concurrency,
  DescriptionPatch,
  Environment,
  FinishedCall,
  JsonSchema,
  Origin,
  ParsedInput,
  PendingCall,
  Tool,
  ToolContext,
  ToolAudience,
  ToolFinding,
  ToolHooks,
  ToolProvenance,
  Transcript,
  ToolProgress,
  ToolTypes,
  toolTypes,
} from "./tool.ts";
export { actionsOf, describeCall, textArgument } from "./call-description.ts";
export type {
  CallArgument,
  CallDescription,
  CommandArgument,
  DescribedTool,
  FileChange,
  KeptAnswer,
  NamedPath,
  PathArgument,
  ReadText,
  TextArgument,
  ToolAction,
  UrlArgument,
} from "./call-description.ts";
export { coerceArguments } from "./coerce-arguments.ts";
export { parseBySchema } from "./parse-by-schema.ts";
export { describeProblems } from "./describe-problems.ts";
export { readerOf } from "./data-schema.ts";
export type {
  DataOf,
  DataReader,
  DataSchema,
  StandardDataSchema,
  StandardSchemaWithJson,
} from "./data-schema.ts";
export { defineTool } from "./define-tool.ts";
export type { ActionChoice, DefineToolOptions } from "./define-tool.ts";
export { defineToolset } from "./toolset.ts";
export type { DefineToolsetOptions, Toolset } from "./toolset.ts";
export { loadTools } from "./load-tools.ts";
export type { ToolLoader } from "./load-tools.ts";
export { nearest } from "./nearest.ts";
export type { ToolSelection } from "./resolve-toolsets.ts";
export { mapTexts } from "./map-texts.ts";
export type { TextChanges } from "./map-texts.ts";
export type { Redact } from "./redact-outcome.ts";
export type { InputOf, ToolInput } from "./tool-input.ts";
export { isToolName } from "./tool-name.ts";
export type { AsJson, ToolOutput, TypedTool } from "./typed-tool.ts";
export { ToolRegistry } from "./tool-registry.ts";
export type {
  DefinitionOptions,
  OfferOptions,
  OfferedTools,
  ToolDefinition,
  ToolRegistryOptions,
  ToolsetReport,
  WaitingTool,
} from "./tool-registry.ts";
export {
  describeSources,
  isOfDescriptions,
  isUntrusted,
  sourceOfDescriptions,
  untrustedSources,
} from "./provenance.ts";
export type { Provenance, ProvenanceSource } from "./provenance.ts";
export { untrustedValue, toolError, withImages, withShown } from "./tool-result.ts";
export type {
  NotRun,
  ShownResult,
  ToolError,
  ToolImage,
  ToolOutcome,
  ToolResult,
  UntrustedValue,
  ValueWithImages,
  ValueWithShown,
} from "./tool-result.ts";
