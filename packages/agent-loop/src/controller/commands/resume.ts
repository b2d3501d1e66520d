import { defineSlashCommand } from "../slash-command.ts";
import type { SlashCommand } from "../slash-command.ts";
import { listSessions } from "./sessions.ts";

export const resumeCommand: SlashCommand = defineSlashCommand({
  name: "resume",
  summary: "Go on with another session: its id, or words of its title.",
  hint: "[name]",
  completes: "sessions",
  run: async (context) => {
    const { rest, session, ports } = context;
    const name = rest.trim();
    if (name === "" || ports.sessions === undefined) return await listSessions(context);
    const id = await ports.sessions.find(name);
    if (id === session.id) return { lines: ["You are in this session already."] };
    return { then: { session: { open: { resume: id } } } };
  },
});
