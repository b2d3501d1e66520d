import { userInfo } from "node:os";
import { loadSettings } from "@hermes/config";
import type { Approval } from "@hermes/registry";
import { approvalNotFound, statusAt } from "@hermes/registry/approvals";
import type { Runtime } from "@hermes/runtime";
import { openRuntime } from "../chat/open-runtime.ts";
import { usageError } from "../failure.ts";
import { exitCodes, type Host } from "../host.ts";
import { approvalText } from "../prompt/approval-text.ts";
import { oneLine } from "../render/fit.ts";
import { localTime } from "../render/local-time.ts";
import { coloured, createStyle } from "../render/style.ts";
import { table } from "../render/table.ts";
import { visibleText } from "../render/visible-text.ts";

export interface ListFlags {
  readonly session?: string | undefined;
  readonly all?: boolean | undefined;
  readonly json?: boolean | undefined;
}

export interface AnswerFlags {
  readonly reason?: string | undefined;
  readonly scope?: "once" | "session" | "always" | undefined;
  readonly json?: boolean | undefined;
}

/** `hermes approvals list`. */
export async function listApprovals({ session, all, json }: ListFlags, host: Host): Promise<number> {
  await using runtime = await open(host);
  const store = await runtime.existingStore();
  const sessionId = session === undefined ? undefined : (store?.sessions.resolveId(session) ?? session);
  const now = Date.now();
  const kept = store?.approvals.list({ sessionId, status: all ? undefined : "open" }) ?? [];
  const approvals = kept.filter((approval) => all || statusAt(approval, now) === "open");
  if (json)
    host.stdout.write(
      `${JSON.stringify(
        approvals.map((each) => asJson(each, now)),
        null,
        2,
      )}\n`,
    );
  else if (approvals.length === 0) host.stdout.write("Nothing waits for an answer.\n");
  else {
    const rows = approvals.map((approval) => [
      approval.id,
      localTime(approval.askedAt),
      ...(all ? [statusAt(approval, now)] : []),
      approval.request.sessionId,
      approval.request.action,
      oneLine(visibleText(approval.request.summary)),
    ]);
    for (const line of table(rows, host.stdout.columns)) host.stdout.write(`${line}\n`);
  }
  return exitCodes.ok;
}

/** `hermes approvals show`. */
export async function showApproval(
  id: string,
  { json }: { readonly json?: boolean | undefined },
  host: Host,
): Promise<number> {
  await using runtime = await open(host);
  const approval = (await runtime.existingStore())?.approvals.get(id);
  const now = Date.now();
  if (approval === undefined) throw approvalNotFound(id);
  if (json) host.stdout.write(`${JSON.stringify(asJson(approval, now), null, 2)}\n`);
  else for (const line of linesOf(approval, now, host)) host.stdout.write(`${line}\n`);
  return exitCodes.ok;
}

/** `hermes approvals answer`. */
export async function answerApproval(
  id: string,
  said: "yes" | "no",
  { reason, scope, json }: AnswerFlags,
  host: Host,
): Promise<number> {
  if (said === "yes" && reason !== undefined) throw usageError("--reason is for no.");
  if (said === "no" && scope !== undefined) throw usageError("--scope is for yes.");
  const answer =
    said === "yes"
      ? { approved: true as const, scope: scope ?? ("once" as const) }
      : {
          approved: false as const,
          reason: reason === undefined ? "The person said no." : `The person said no: ${reason}`,
        };
  await using runtime = await open(host);
  const store = await runtime.existingStore();
  const at = Date.now();
  if (store === undefined) throw approvalNotFound(id);
  const approval = store.approvals.answer(id, { answer, actor: `cli:${userName()}`, at });
  if (json) host.stdout.write(`${JSON.stringify(asJson(approval, at), null, 2)}\n`);
  else
    host.stdout.write(
      `Answered: ${said}. If the conversation is not open, this goes on with it: hermes --resume ${approval.request.sessionId}\n`,
    );
  return exitCodes.ok;
}

async function open(host: Host): Promise<Runtime> {
  const loaded = await loadSettings({ env: host.env });
  return openRuntime(host, { loaded, onWarning: (message) => void host.stderr.write(`${message}\n`) });
}

function asJson(approval: Approval, now: number): object {
  return { ...approval, status: statusAt(approval, now) };
}

function linesOf(approval: Approval, now: number, host: Host): readonly string[] {
  const { id, request, askedAt, answer, actor } = approval;
  const columns = Math.min(host.stdout.columns ?? 80, 200);
  const { lines } = approvalText(request, {
    style: createStyle(coloured(host.stdout)),
    columns,
    rows: Infinity,
    whole: true,
  });
  const said =
    answer === undefined ? "" : answer.approved ? `: yes, ${answer.scope}` : `: no. ${answer.reason}`;
  return [
    `${id}  ${request.action}  ${localTime(askedAt)}  ${statusAt(approval, now)}${said}${actor === undefined ? "" : ` (${actor})`}`,
    `conversation ${request.sessionId}${request.expiresAt === undefined ? "" : `, expires ${localTime(request.expiresAt)}`}`,
    `? ${oneLine(visibleText(request.tool))} wants to do this:`,
    ...lines,
    ...(request.rule === undefined ? [] : [`always would keep: ${oneLine(visibleText(request.rule))}`]),
  ];
}

/** Some containers have a user without a name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? "unknown");
  }
}
