import { defineSlashCommand } from "../slash-command.ts";
import type { SlashCommand } from "../slash-command.ts";

export const steerCommand: SlashCommand = defineSlashCommand({
  name: "steer",
  hint: "<text>",
  summary: "Tell the model something while it works.",
  whileBusy: true,
  run({ rest, controls }) {
    const text = rest.trim();
    if (text === "") return { lines: ["Say what to pass on: /steer use blue."] };
    if (controls.steer(text)) return { lines: ["(will be passed on with the next tool result)"] };
    return { then: { input: text } };
  },
});
