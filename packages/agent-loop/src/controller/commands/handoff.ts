import { defineSlashCommand } from "../slash-command.ts";
import type { SlashCommand } from "../slash-command.ts";

export const handoffCommand: SlashCommand = defineSlashCommand({
  name: "handoff",
  summary: "Go on in a chat, such as telegram; in a chat: how to go on at a terminal.",
  hint: "[chat]",
  async run({ rest, session, ports }) {
    if (session.agent.messages.length === 0) return { lines: ["Nothing was said yet."] };
    if (ports.handOff === undefined) {
      const resume = ports.programCommand?.({ task: "resume", sessionId: session.id });
      return resume === undefined
        ? { lines: [`To go on elsewhere, open the session ${session.id} there.`] }
        : { lines: ["To go on at a terminal:", `  ${resume}`] };
    }
    const target = rest.trim();
    if (target === "") return { lines: ["Say which chat: /handoff telegram, or /handoff telegram:123."] };
    return { lines: await ports.handOff(session.id, target), then: "leave" };
  },
});
