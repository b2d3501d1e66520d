import { busyModes, defineSlashCommand } from "../slash-command.ts";
import type { BusyMode, SlashCommand } from "../slash-command.ts";

const sentences: Readonly<Record<BusyMode, string>> = {
  steer: "a message while the model works is passed on with the next tool result",
  queue: "a message while the model works waits for the end of the answer",
  interrupt: "a message while the model works interrupts it and is answered at once",
};

export const busyCommand: SlashCommand = defineSlashCommand({
  name: "busy",
  kind: "configuration",
  hint: "[way]",
  completes: busyModes,
  summary: "Show what a message does while the model works, or switch.",
  whileBusy: true,
  run({ rest, controls }) {
    const typed = rest.trim().toLowerCase();
    const chosen = busyModes.find((mode) => mode === typed);
    if (typed !== "" && chosen === undefined)
      return { lines: [`There is no way "${typed}"; there is ${busyModes.join(", ")}.`] };
    if (chosen !== undefined) controls.busyMode = chosen;
    const mode = controls.busyMode;
    return { lines: [`busy ${mode}: ${sentences[mode]}`], data: { mode } };
  },
});
