import { loadSettings } from "@hermes/config";
import type { SessionSummary } from "@hermes/runtime";
import { openRuntime } from "../chat/open-runtime.ts";
import { exitCodes, type Host } from "../host.ts";
import { countOf } from "../render/count-of.ts";
import { table } from "../render/table.ts";

export interface ListSessionsOptions {
  readonly json?: boolean | undefined;
  readonly limit: number;
}

/** `hermes sessions list`: the newest conversations, newest first. */
export async function listSessions({ json, limit }: ListSessionsOptions, host: Host): Promise<number> {
  const loaded = await loadSettings({ env: host.env });
  await using runtime = openRuntime(host, {
    loaded,
    onWarning: (message) => host.stderr.write(`${message}\n`),
  });
  const sessions = await runtime.listSessions({ limit });
  if (json) host.stdout.write(`${JSON.stringify(sessions, null, 2)}\n`);
  else if (sessions.length === 0) host.stdout.write("No conversations yet. Start one with: hermes\n");
  else for (const line of table(sessions.map(row), host.stdout.columns)) host.stdout.write(`${line}\n`);
  return exitCodes.ok;
}

function row(session: SessionSummary): readonly string[] {
  return [session.id, localTime(session.lastActiveAt), countOf(session.messageCount), session.title];
}

/** `2026-03-01 14:05`, in the time zone of the machine. */
function localTime(at: number): string {
  const date = new Date(at - new Date(at).getTimezoneOffset() * 60_000);
  return date.toISOString().slice(0, 16).replace("T", " ");
}
