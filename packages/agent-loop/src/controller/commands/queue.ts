import { defineSlashCommand } from "../slash-command.ts";
import type { SlashCommand } from "../slash-command.ts";

export const queueCommand: SlashCommand = defineSlashCommand({
  name: "queue",
  hint: "[text]",
  summary: "Say something after this answer, or see what waits.",
  whileBusy: true,
  run({ rest, controls }) {
    const text = rest.trim();
    if (text !== "") {
      if (!controls.busy) return { then: { input: text } };
      controls.queue(text);
      return { lines: ["(will be done after this answer)"] };
    }
    const queuedInput = [...controls.queued];
    return {
      lines:
        queuedInput.length === 0
          ? ["Nothing waits."]
          : queuedInput.map((each, index) => `${index + 1}. ${each}`),
      data: queuedInput,
    };
  },
});
