import type { PermissionOption, RequestPermissionRequest } from "@agentclientprotocol/sdk";
import { approvalChoices } from "@hermes/agent-loop/controller";
import type { ApprovalAnswer, ApprovalRequest, Approver } from "@hermes/registry";
import type { Editor } from "./editor.ts";

export interface AskPermissionOptions {
  readonly editor: Editor;
  readonly sessionId: () => string;
  /** False while the session is being opened: until then the editor does not know it. */
  readonly isOpen: () => boolean;
  /** Shows the call with what it would change, before anything is asked. @returns How the editor knows it. */
  readonly show: (
    request: ApprovalRequest,
    options: { readonly signal: AbortSignal },
  ) => Promise<RequestPermissionRequest["toolCall"]>;
  /** Told what came of it. */
  readonly answered: (request: ApprovalRequest, isApproved: boolean) => Promise<void>;
}

/** Asks by the editor. It waits as long as the person needs; an editor that is gone, or can't ask, is a no. */
export function askPermission(options: AskPermissionOptions): Approver {
  const { editor, sessionId, isOpen, show, answered } = options;
  /** What the person does not want to be asked again in this session. */
  const refused = new Set<string>();
  const ask = async (request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalAnswer> => {
    const toolCall = await show(request, { signal });
    const { outcome } = await editor.client.request(
      "session/request_permission",
      { sessionId: sessionId(), toolCall, options: optionsOf(request) },
      { cancellationSignal: signal, stopWaitingOnCancel: true },
    );
    if (outcome.outcome !== "selected") return { approved: false, reason: "The person did not answer." };
    if (outcome.optionId === "never") refused.add(keyOf(request));
    return answerOf(outcome.optionId);
  };
  return async (request, { signal }) => {
    signal.throwIfAborted();
    // Nobody has said no to it: it is asked elsewhere, or another time.
    if (!isOpen()) return { pending: true };
    if (refused.has(keyOf(request)))
      return { approved: false, reason: "The person said no, also for later." };
    let answer: ApprovalAnswer;
    try {
      answer = await ask(request, signal);
    } catch (error) {
      signal.throwIfAborted();
      const why = error instanceof Error ? error.message : String(error);
      answer = { approved: false, reason: `The editor could not ask: ${why}` };
    }
    signal.throwIfAborted();
    // An editor that is gone need not be told.
    await answered(request, answer.approved).catch(() => undefined);
    return answer;
  };
}

const kinds = {
  once: "allow_once",
  session: "allow_always",
  always: "allow_always",
  no: "reject_once",
} as const;

function optionsOf(request: ApprovalRequest): PermissionOption[] {
  const names = {
    once: "Allow once",
    session: "Allow in this session",
    always: `Always allow: ${request.rule ?? ""}`,
    no: "Reject",
  } as const;
  const offered = approvalChoices(request).flatMap(({ id }): readonly PermissionOption[] =>
    isOffered(id) ? [{ optionId: id, name: names[id], kind: kinds[id] }] : [],
  );
  return [...offered, { optionId: "never", name: "Reject in this session", kind: "reject_always" }];
}

function isOffered(id: string): id is keyof typeof kinds {
  return Object.hasOwn(kinds, id);
}

/** Only a clear yes is one. */
function answerOf(optionId: string): ApprovalAnswer {
  if (optionId === "once" || optionId === "session" || optionId === "always")
    return { approved: true, scope: optionId, actor: "acp" };
  return { approved: false, reason: "The person said no.", actor: "acp" };
}

function keyOf({ tool, action, summary, diff = "" }: ApprovalRequest): string {
  return JSON.stringify([tool, action, summary, diff]);
}
