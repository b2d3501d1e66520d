import { defineSlashCommand } from "../slash-command.ts";
import type { SlashCommand } from "../slash-command.ts";

export const diffCommand: SlashCommand = defineSlashCommand({
  name: "diff",
  summary: "Show what differs in the working folder from its last commit (git).",
  kind: "info",
  whileBusy: true,
  async run({ session, signal }) {
    if (session.changes === undefined)
      return { lines: ["What changed in the working folder is not known here."] };
    const found = await session.changes({ signal });
    if (!found.ok) return { lines: [`The changes can't be shown: ${found.reason}.`] };
    const { text, missing } = found;
    const lines = text.trim() === "" ? ["Nothing differs from the last commit."] : text.trimEnd().split("\n");
    return { lines: [...lines, ...(missing === undefined ? [] : [missing])], data: { diff: text } };
  },
});
