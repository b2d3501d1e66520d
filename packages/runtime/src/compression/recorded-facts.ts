import type { State } from "@hermes/state";
import { storedProcesses } from "../processes/stored-processes.ts";

/** What the store knows of a session besides what was said: what it was allowed, and what runs beside it. */
export async function recordedFacts(
  state: State,
  sessionId: string,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const approvals = state.approvals.list({ sessionId }).flatMap(({ request, answer, status }) => {
    if (answer === undefined) return status === "open" ? [`waits for an answer: ${request.summary}`] : [];
    return [`${answer.approved ? `allowed (${answer.scope})` : "refused"}: ${request.summary}`];
  });
  const records = await storedProcesses(async () => state).load(sessionId);
  const processes = records.map(({ id, command, state: stands, exit }) => {
    const end = exit?.exitCode === undefined || exit.exitCode === null ? "" : ` with ${exit.exitCode}`;
    return `${id}, ${stands}${end}: ${command}`;
  });
  return { approvals, processes };
}
