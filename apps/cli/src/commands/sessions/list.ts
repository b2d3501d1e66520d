import { exitCodes, type Host } from "../../host.ts";
import { printJson, printLines } from "../../render/print.ts";
import { sessionLines } from "../../render/session-lines.ts";
import { coloured, createStyle } from "../../render/style.ts";
import { openStore } from "./open-store.ts";

export interface ListOptions {
  readonly json?: boolean | undefined;
  readonly limit: number;
  readonly all?: boolean | undefined;
  /** Also those that are one question without a conversation. */
  readonly oneShots?: boolean | undefined;
  readonly platform?: string | undefined;
  readonly tag?: string | undefined;
  readonly since?: number | undefined;
  readonly until?: number | undefined;
}

/** `hermes sessions list`: the sessions that were active last, the last first. */
export async function listSessions(options: ListOptions, host: Host): Promise<number> {
  await using store = await openStore(host);
  const state = await store.existing();
  const { json, all, platform, tag, since, until } = options;
  const limit = all ? Infinity : options.limit;
  // One more tells whether there are more.
  const filter = {
    platform,
    tag,
    from: since,
    to: until,
    oneShots: all === true || options.oneShots === true,
  };
  const found = state?.sessions.list({ ...filter, limit: limit + 1 }) ?? [];
  const sessions = found.slice(0, limit);
  const filtered = [platform, tag, since, until].some((each) => each !== undefined);
  const style = createStyle(coloured(host.stdout));
  if (json) printJson(host, sessions);
  else if (sessions.length > 0)
    printLines(host, sessionLines(sessions, { columns: host.stdout.columns, style }));
  else if (!filtered && state?.sessions.latest() !== undefined)
    host.stdout.write("No conversations yet, only single questions: hermes sessions list --one-shots\n");
  else
    host.stdout.write(
      filtered ? "No conversation fits.\n" : "No conversations yet. Start one with: hermes\n",
    );
  if (found.length > limit && host.stdout.isTTY)
    host.stderr.write(style.dim("There are more: --limit NUMBER, or --all.\n"));
  return exitCodes.ok;
}
