import type { Model, ModelRequest } from "@hermes/models";
import { ToolRegistry, allowAll } from "@hermes/registry";
import { memoryApprovals } from "@hermes/registry/approvals";
import type { ApprovalLog, Approver, Origin, Tool } from "@hermes/registry";
import type { AgentOptions } from "./agent-options.ts";
import type { Compressor } from "./compressor.ts";
import type { DocumentReader } from "./documents/document-reader.ts";
import { readDocument } from "./documents/read-document.ts";
import type { Mentions } from "./mentions.ts";
import { createShortenedWarning } from "./prompt/shortened-warning.ts";
import type { ShortenedWarning } from "./prompt/shortened-warning.ts";
import type { ParentSession } from "./session/parent-session.ts";
import type { Recall } from "./recall.ts";
import type { UsageOfChildren } from "./spending/usage-of-children.ts";
import { SpendMeter } from "./spending/spend-meter.ts";
import type { TodoList } from "./todo/todo-list.ts";
import type { CallRemarks } from "./tools/call-remarks.ts";
import { askBeforeChanges } from "./tools/ask-before-changes.ts";
import type { SpillStore } from "./tools/fit-result.ts";

/** What an agent is set to, with every default filled in. */
export interface LoopSettings {
  readonly model: Model;
  /** Counts what it is asked. */
  readonly meter: SpendMeter;
  readonly registry: ToolRegistry;
  readonly maxRounds: number;
  readonly maxResultChars: number;
  readonly maxTurnResultChars: number;
  readonly documents: DocumentReader;
  readonly maxMediaBytes: number;
  readonly maxImageBytes: number;
  readonly spill: SpillStore | undefined;
  readonly compressor: Compressor | undefined;
  readonly promptAfterCompression: AgentOptions["promptAfterCompression"];
  readonly shortenedWarning: ShortenedWarning;
  readonly recall: Recall | undefined;
  readonly mentions: Mentions | undefined;
  readonly approver: Approver | undefined;
  readonly approvals: ApprovalLog | undefined;
  readonly todo: TodoList | undefined;
  readonly remarks: readonly CallRemarks[];
  readonly origin: Origin;
  readonly parent: ParentSession | undefined;
  readonly children: UsageOfChildren | undefined;
  readonly maxOutputTokens: number | undefined;
  readonly reasoningEffort: ModelRequest["reasoningEffort"];
}

export function settingsOf(options: AgentOptions, sessionId: string): LoopSettings {
  const { tools = [], maxRounds = 90, maxResultChars = 16_000 } = options;
  const { maxTurnResultChars = 2 * maxResultChars, maxMediaBytes = 20_000_000 } = options;
  return {
    model: options.model,
    meter:
      options.spending !== undefined && "metered" in options.spending
        ? options.spending
        : new SpendMeter({ ...options.spending, sessionId, now: options.now, hooks: options.hooks }),
    registry: isToolList(tools) ? registryOf(tools, options) : tools,
    maxRounds,
    maxResultChars,
    maxTurnResultChars,
    maxMediaBytes,
    maxImageBytes: options.maxImageBytes ?? maxMediaBytes,
    documents: options.documents ?? readDocument,
    spill: options.spill,
    compressor: options.compressor,
    promptAfterCompression: options.promptAfterCompression,
    shortenedWarning: createShortenedWarning(),
    recall: options.recall,
    mentions: options.mentions,
    approver: options.approver,
    approvals: options.approvals,
    todo: options.todo,
    remarks: options.remarks ?? [],
    parent: options.parent,
    children: options.children,
    origin: options.origin ?? { platform: "library", entryPoint: "library" },
    maxOutputTokens: options.maxOutputTokens,
    reasoningEffort: options.reasoningEffort,
  };
}

function registryOf(
  tools: readonly Tool[],
  { approver, approvals, now = Date.now }: AgentOptions,
): ToolRegistry {
  const asks = approver !== undefined || approvals !== undefined;
  const guard = asks ? askBeforeChanges({ log: approvals ?? memoryApprovals(), now }) : allowAll;
  const registry = new ToolRegistry({ guard });
  registry.register(...tools);
  return registry;
}

function isToolList(tools: ToolRegistry | readonly Tool[]): tools is readonly Tool[] {
  return Array.isArray(tools);
}
