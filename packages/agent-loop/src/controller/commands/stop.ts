import { defineSlashCommand } from "../slash-command.ts";
import type { SlashCommand } from "../slash-command.ts";

export const stopCommand: SlashCommand = defineSlashCommand({
  name: "stop",
  summary: "Interrupt the answer under way and forget what waits.",
  whileBusy: true,
  run({ controls }) {
    const forgotten = controls.clearQueue();
    const stopped = controls.stop();
    if (!stopped && forgotten === 0) return { lines: ["Nothing is running."] };
    return {
      lines:
        forgotten === 0
          ? []
          : [`${forgotten} waiting ${forgotten === 1 ? "message" : "messages"} forgotten.`],
    };
  },
});
