/** The agent loop: rounds, budget, prompt, events, todo and clarify. */
export { Agent } from "./agent.ts";
export type { SessionOpening } from "./agent.ts";
export type { ContinueOptions, OpenOptions, RunOptions, SteerOptions } from "./run-options.ts";
export type {
  FinishedRound,
  Sampling,
  StepAnswer,
  StepChoice,
  StepContext,
  TurnOptions,
} from "./turn-options.ts";
export type { AgentInput } from "./turn/turn-input.ts";
export { turnEndText } from "./turn/turn-end-text.ts";
export type {
  AgentEvent,
  HeadChanged,
  ToolCallEnd,
  ToolCallStart,
  TurnEnd,
  TurnEndReason,
  UnfinishedWork,
} from "./agent-event.ts";
export type { ParentSession } from "./session/parent-session.ts";
export type { AgentModel, AgentOptions } from "./agent-options.ts";
export type { Clarifier, ClarifyAnswer, ClarifyQuestion } from "./clarify/clarifier.ts";
export { createClarifyTool } from "./clarify/clarify-tool.ts";
export { formatQuestion, howToReply, parseReply } from "./clarify/plain-text.ts";
export type { CompressionInput, CompressionPreparation, Compressor, KnownCall } from "./compressor.ts";
export { isSummary } from "./compression/summary-message.ts";
export { toolHooksOf } from "./hooks/hook-runner.ts";
export type { AgentHooks, HookAnswer, HookContext, HookedPrompt, HookRefusal } from "./hooks/agent-hooks.ts";
export type { AskedRequest, BegunTurn, RequestChange } from "./hooks/held-work.ts";
export { memoryJournal } from "./journal/memory-journal.ts";
export type { LastPrefix, PrefixChange, RequestPrefix } from "./journal/request-prefix.ts";
export type {
  HeadEntry,
  JournalEntry,
  SessionHead,
  SessionJournal,
  StoredSession,
} from "./journal/session-journal.ts";
export type {
  LeaseAnswer,
  LeaseOwner,
  LeaseRequest,
  SessionLease,
  SessionLeases,
} from "./journal/session-lease.ts";
export { buildSystemPrompt } from "./prompt/build-system-prompt.ts";
export type { PromptFacts } from "./prompt/build-system-prompt.ts";
export { defaultGuidance, defaultIdentity } from "./prompt/default-texts.ts";
export type { Notice, NoticeListener, SessionNotices } from "./journal/session-notices.ts";
export type { LiveTools } from "./tools/live-tools.ts";
export { fitLayers } from "./prompt/fit-layers.ts";
export type { FittedLayers, ShortenedLayer } from "./prompt/fit-layers.ts";
export type {
  PromptBudget,
  PromptLayer,
  PromptLayerKind,
  PromptOptions,
  PromptPart,
} from "./prompt/prompt-layer.ts";
export type { Recall, RecalledTurn, RecallInput, TextFilter } from "./recall.ts";
export { SpendMeter } from "./spending/spend-meter.ts";
export type { SpendMeterOptions, Spending } from "./spending/spend-meter.ts";
export type { BudgetWarning } from "./spending/budget-text.ts";
export type { MeteredRequest } from "./spending/metered-request.ts";
export type { UsageOfChildren } from "./spending/usage-of-children.ts";
export { SpendLimitError } from "./spending/spend-limit-error.ts";
export type {
  LedgerCaps,
  LedgerScope,
  SpendAmount,
  SpendCaps,
  SpendLedger,
  SpendRefusal,
  SpendRequest,
  SpendReservation,
  SpendScope,
} from "./spending/spend-ledger.ts";
export { contextUsage } from "./session/context-usage.ts";
export type { ContextPart, ContextUsage, ContextUsageInput } from "./session/context-usage.ts";
export { HeadChangedError } from "./session/changed-head.ts";
export type { OnChangedHead } from "./session/changed-head.ts";
export { createSessionId } from "./session/create-session-id.ts";
export { isGone, ownerOf, processOwner } from "./session/process-owner.ts";
export { SessionBusyError } from "./session/session-busy-error.ts";
export { isNoteToModel, noteText } from "./session/message-parts.ts";
export { resumeHistory } from "./session/resume-history.ts";
export type { ResumedHistory } from "./session/resume-history.ts";
export { createTodoList } from "./todo/todo-list.ts";
export type { TodoCounts, TodoList } from "./todo/todo-list.ts";
export type { TodoChange, TodoItem, TodoStatus } from "./todo/todo-item.ts";
export type { TodoUpdate } from "./todo/apply-changes.ts";
export { createTodoTool } from "./todo/todo-tool.ts";
export type { SpilledResult, SpillStore } from "./tools/fit-result.ts";
export type { CallRemark, CallRemarks } from "./tools/call-remarks.ts";
export type { MentionInput, MentionResult, Mentions } from "./mentions.ts";
export { readDocument } from "./documents/read-document.ts";
export type { DocumentReader } from "./documents/document-reader.ts";
export type { GuardrailOptions } from "./tools/guardrails.ts";

export { HermesError, ToolRegistry, allowAll, defineTool, toolError } from "@hermes/registry";
export { memoryApprovals } from "@hermes/registry/approvals";
export type {
  ApprovalAnswer,
  ApprovalLog,
  ApprovalRequest,
  Approver,
  DataOf,
  DataSchema,
  Guard,
  Tool,
  ToolContext,
  TypedTool,
} from "@hermes/registry";
export { z } from "zod";
export { anthropicMessages, noUsage, openaiChat, openaiResponses, scripted } from "@hermes/models";
export type { Message, Model, ModelEvent, ModelRequest, ToolDefinition, Usage } from "@hermes/models";
