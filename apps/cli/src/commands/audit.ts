import { loadSettings } from "@hermes/config";
import { openRuntime } from "../chat/open-runtime.ts";
import { exitCodes, type Host } from "../host.ts";
import { localTime } from "../render/local-time.ts";
import { table } from "../render/table.ts";
import { visibleText } from "../render/visible-text.ts";
import { printJson, printRemark } from "../render/print.ts";

export interface AuditFlags {
  /** Milliseconds since 1970. */
  readonly since?: number | undefined;
  readonly tool?: string | undefined;
  readonly decision?: "allowed" | "denied" | undefined;
  readonly session?: string | undefined;
  readonly limit: number;
  readonly json?: boolean | undefined;
}

/** `hermes audit`: decisions, the newest first. */
export async function audit(
  { since, tool, decision, session, limit, json }: AuditFlags,
  host: Host,
): Promise<number> {
  const loaded = await loadSettings({ env: host.env });
  const onWarning = (message: string) => {
    printRemark(host, message);
  };
  await using runtime = openRuntime(host, { loaded, onWarning });
  const store = await runtime.existingStore();
  const sessionId = session === undefined ? undefined : (store?.sessions.resolveId(session) ?? session);
  const entries = store?.audit.list({ from: since, tool, decision, sessionId, limit }) ?? [];
  if (json) printJson(host, entries);
  else if (entries.length === 0) host.stdout.write("Nothing was decided yet.\n");
  else {
    const rows = entries.map((entry) => [
      localTime(entry.at),
      entry.decision,
      entry.tool,
      visibleText(entry.decidedBy),
      visibleText(entry.request),
    ]);
    for (const line of table(rows, host.stdout.columns)) host.stdout.write(`${line}\n`);
  }
  return exitCodes.ok;
}
