import { resumePicked } from "../../browse/resume-picked.ts";
import { exitCodes, type Host } from "../../host.ts";
import { printLines } from "../../render/print.ts";
import { sessionLines } from "../../render/session-lines.ts";
import { coloured, createStyle } from "../../render/style.ts";
import { chat } from "../chat.ts";
import { openStore } from "./open-store.ts";

/** `hermes sessions browse`: looks through conversations and goes on with one. Into a pipe, the newest with their numbers. */
export async function browseSessions(host: Host): Promise<number> {
  if (host.stdinIsTerminal && host.stderr.isTTY) return await resumePicked({}, host, chat);
  await using store = await openStore(host);
  const sessions = (await store.existing())?.sessions.list({ oneShots: false }) ?? [];
  const { columns } = host.stdout;
  const lines = sessions.map((session, index) => {
    const width = columns === undefined ? undefined : Math.max(20, columns - 5);
    const style = createStyle(coloured(host.stdout));
    const [first = "", ...rest] = sessionLines([session], { columns: width, style });
    return [`${String(index + 1).padStart(3)}. ${first}`, ...rest.map((line) => `     ${line}`)];
  });
  if (lines.length === 0) host.stdout.write("No conversations yet. Start one with: hermes\n");
  else printLines(host, lines.flat());
  return exitCodes.ok;
}
