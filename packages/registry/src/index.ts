/** What a tool is: definitions, toolsets, availability and dispatch. */
export { HermesError } from "./hermes-error.ts";
export type { HermesErrorOptions } from "./hermes-error.ts";
export { allowAll } from "./guard.ts";
export type { Guard, GuardedCall, Verdict } from "./guard.ts";
export type {
  ApprovalAnswer,
  ApprovalRequest,
  Approver,
  Concurrency,
  DescriptionPatch,
  Environment,
  JsonSchema,
  Origin,
  ParsedInput,
  Tool,
  ToolContext,
  ToolImage,
  ToolProgress,
} from "./tool.ts";
