import type { SessionUpdate, ToolCall, ToolCallContent } from "@agentclientprotocol/sdk";
import type { ToolCallEnd, ToolCallStart } from "@hermes/agent-loop";
import { turnEndText } from "@hermes/agent-loop/controller";
import type { ControllerEvent } from "@hermes/agent-loop/controller";
import type { ApprovalRequest } from "@hermes/registry";
import { draftedCall, endedCall, startedCall, titleOf } from "./call-updates.ts";
import { Compactions } from "./compactions.ts";
import { diffContents } from "./diff-contents.ts";
import { fence, fenced } from "./fenced.ts";
import { noticeOf } from "./notice-of.ts";
import { planUpdate } from "./plan-update.ts";
import { toolKindOf } from "./tool-kind.ts";
import { usageUpdate } from "./usage-update.ts";

export interface UpdateWriterOptions {
  /** Where relative paths begin; absolute. */
  readonly folder: string;
  /** In tokens. */
  readonly contextWindow: () => number;
  /** What the editor shows besides messages, calls and plans. */
  readonly shows: { readonly notices: boolean; readonly compaction: boolean };
  readonly newId: () => string;
}

interface KnownCall {
  /** The changes that a person was asked about, and the terminal in which it runs. */
  shown: readonly ToolCallContent[];
  readonly progress: Map<string, string>;
  isStarted: boolean;
}

/** What happens in a session, as updates of version 1 of the protocol. Keeps what it has told, and sends nothing. */
export class UpdateWriter {
  readonly #options: UpdateWriterOptions;
  readonly #calls = new Map<string, KnownCall>();
  readonly #compactions: Compactions;
  #textId: string;
  #thoughtId: string;

  constructor(options: UpdateWriterOptions) {
    this.#options = options;
    this.#compactions = new Compactions(options);
    this.#textId = options.newId();
    this.#thoughtId = options.newId();
  }

  write(event: ControllerEvent): readonly SessionUpdate[] {
    switch (event.type) {
      case "request-start":
        this.#beginMessage();
        return [];
      case "text-delta":
        return this.#said(event.text);
      case "reasoning-delta":
        return this.#thought(event.text);
      case "text-restart":
        return this.#startAnew();
      case "tool-call-delta":
        return this.#drafted(event.callId, event.name);
      case "tool-call-start":
        return this.#started(event);
      case "tool-call-progress":
        return this.#progress(event);
      case "tool-call-end":
        return this.#ended(event);
      case "approval-request":
        return [this.askedAbout(event.request)];
      case "request-end":
        return [usageUpdate(event.usage, this.#options.contextWindow())];
      case "compression-start":
      case "compression":
        return this.#compactions.write(event);
      case "command-reply":
        return this.#reply(event.reply.lines ?? (event.reply.copy === undefined ? [] : [event.reply.copy]));
      case "unknown-command":
        return this.#reply([unknownCommand(event)]);
      case "turn-end": {
        const note = event.reason === "interrupted" ? undefined : turnEndText(event);
        return [...this.#compactions.end(), ...(note === undefined ? [] : this.#reply([`(${note})`]))];
      }
      default:
        return this.#aside(event);
    }
  }

  /** A call that a person is asked about, with what it would change. */
  askedAbout(request: ApprovalRequest): SessionUpdate {
    const known = this.#calls.has(request.callId);
    const question = this.questionOf(request);
    return known
      ? { sessionUpdate: "tool_call_update", ...question }
      : { sessionUpdate: "tool_call", ...question };
  }

  /** The same for the question itself. A call that is not the model's own is known by its question. */
  questionOf(request: ApprovalRequest): ToolCall {
    const { tool, summary, diff } = request;
    const shown = diff === undefined ? [] : diffContents(diff, this.#options.folder);
    const call = this.#calls.get(request.callId);
    if (call !== undefined) call.shown = shown.filter(({ type }) => type === "diff");
    return {
      toolCallId: this.callOf(request),
      title: titleOf(tool, summary),
      name: tool,
      kind: toolKindOf(tool),
      status: "pending",
      content: [...(shown.length === 0 ? [fenced(summary)] : shown), reasonOf(request)],
    };
  }

  /** The id by which an editor knows what a question is about. */
  callOf({ id, callId }: ApprovalRequest): string {
    return this.#calls.has(callId) ? callId : questionId(id);
  }

  /** Ends what was told by its question alone; the model's own calls are ended by their results. */
  answered(request: ApprovalRequest, isApproved: boolean): SessionUpdate {
    const toolCallId = this.callOf(request);
    const status = toolCallId === request.callId ? "in_progress" : isApproved ? "completed" : "failed";
    return { sessionUpdate: "tool_call_update", toolCallId, status };
  }

  #beginMessage(): void {
    this.#textId = this.#options.newId();
    this.#thoughtId = this.#options.newId();
  }

  #said(text: string): readonly SessionUpdate[] {
    if (text === "") return [];
    const content = { type: "text", text } as const;
    return [{ sessionUpdate: "agent_message_chunk", content, messageId: this.#textId }];
  }

  #thought(text: string): readonly SessionUpdate[] {
    if (text === "") return [];
    const content = { type: "text", text } as const;
    return [{ sessionUpdate: "agent_thought_chunk", content, messageId: this.#thoughtId }];
  }

  /** What was said can't be taken back: the answer goes on as another message, and calls that were begun in it have failed. */
  #startAnew(): readonly SessionUpdate[] {
    this.#beginMessage();
    const drafts = [...this.#calls].filter(([, { isStarted }]) => !isStarted);
    return drafts.map(([toolCallId]): SessionUpdate => {
      this.#calls.delete(toolCallId);
      return { sessionUpdate: "tool_call_update", toolCallId, status: "failed" };
    });
  }

  #drafted(callId: string, name: string): readonly SessionUpdate[] {
    if (this.#calls.has(callId)) return [];
    this.#calls.set(callId, { shown: [], progress: new Map(), isStarted: false });
    return [{ sessionUpdate: "tool_call", ...draftedCall(callId, name) }];
  }

  #started(event: ToolCallStart): readonly SessionUpdate[] {
    const known = this.#calls.get(event.callId);
    const call = known ?? { shown: [], progress: new Map<string, string>(), isStarted: true };
    call.isStarted = true;
    this.#calls.set(event.callId, call);
    const started = startedCall(event, this.#options.folder);
    return known === undefined
      ? [{ sessionUpdate: "tool_call", ...started }]
      : [{ sessionUpdate: "tool_call_update", ...started }];
  }

  #progress({
    callId,
    name,
    text,
    lines,
    subject = "",
    terminal,
  }: ControllerEvent & { readonly type: "tool-call-progress" }): readonly SessionUpdate[] {
    const call = this.#calls.get(callId);
    if (call === undefined) return [];
    if (terminal !== undefined) {
      // A script shows what it says itself.
      if (name !== "terminal") return [];
      call.shown = [{ type: "terminal", terminalId: terminal }];
      return [{ sessionUpdate: "tool_call_update", toolCallId: callId, content: [...call.shown] }];
    }
    call.progress.set(subject, lines === undefined ? text : lines.join("\n"));
    const content = fenced([...call.progress.values()].join("\n"));
    return [{ sessionUpdate: "tool_call_update", toolCallId: callId, content: [content] }];
  }

  #ended(event: ToolCallEnd): readonly SessionUpdate[] {
    const { callId, name, content } = event;
    const shownBefore = this.#calls.get(callId)?.shown ?? [];
    this.#calls.delete(callId);
    const plan = event.isError ? undefined : planUpdate(name, content);
    const ended = endedCall(event, { folder: this.#options.folder, shownBefore });
    return [{ sessionUpdate: "tool_call_update", ...ended }, ...(plan === undefined ? [] : [plan])];
  }

  #reply(lines: readonly string[]): readonly SessionUpdate[] {
    this.#beginMessage();
    const updates = this.#said(lines.length > 1 ? fence(lines.join("\n")) : (lines[0] ?? ""));
    this.#beginMessage();
    return updates;
  }

  #aside(event: ControllerEvent): readonly SessionUpdate[] {
    const notice = noticeOf(event);
    if (notice === undefined) return [];
    if (this.#options.shows.notices) return [{ sessionUpdate: "notice", ...notice }];
    return notice.severity === "info" ? [] : this.#thought(`${notice.title}\n`);
  }
}

/** Why it is asked, and what speaks against it. */
function reasonOf({ reason, findings = [] }: ApprovalRequest): ToolCallContent {
  const others = findings.map((finding) => finding.reason).filter((each) => each !== reason);
  const text = [reason, ...new Set(others)].join("\n\n");
  return { type: "content", content: { type: "text", text } };
}

function questionId(approvalId: string): string {
  return `approval-${approvalId}`;
}

function unknownCommand({
  typed,
  near,
  fits,
}: ControllerEvent & { readonly type: "unknown-command" }): string {
  if (fits.length > 0)
    return `Several commands begin with /${typed}: ${fits.map((name) => `/${name}`).join(", ")}.`;
  const hint = near === undefined ? "/help lists those that there are." : `Did you mean /${near}?`;
  return `There is no command /${typed}. ${hint}`;
}
