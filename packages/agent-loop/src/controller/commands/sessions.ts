import type { KeptSession } from "../controller-ports.ts";
import { defineSlashCommand } from "../slash-command.ts";
import type { CommandContext, CommandReply, SlashCommand } from "../slash-command.ts";

const shown = 15;

export const sessionsCommand: SlashCommand = defineSlashCommand({
  name: "sessions",
  summary: "List the sessions that were active last.",
  whileBusy: true,
  run: listSessions,
});

/** The newest sessions, and how to go on with one. */
export async function listSessions({ session, ports }: CommandContext): Promise<CommandReply> {
  if (ports.sessions === undefined) return { lines: ["No sessions are kept here."] };
  const kept = await ports.sessions.list({ limit: shown });
  if (kept.length === 0) return { lines: ["No sessions are kept yet."], data: kept };
  const lines = kept.map((each) => `${each.id === session.id ? "*" : " "} ${lineOf(each)}`);
  return { lines: [...lines, "Go on with one: /resume ID or words of its title"], data: kept };
}

function lineOf({ id, title, messageCount }: KeptSession): string {
  const size = `${messageCount} ${messageCount === 1 ? "message" : "messages"}`;
  return [id, title === "" ? "(no title)" : title, size].join(" · ");
}
