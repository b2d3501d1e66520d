import { defineSlashCommand } from "../slash-command.ts";
import type { SlashCommand } from "../slash-command.ts";

export const modeCommand: SlashCommand = defineSlashCommand({
  name: "mode",
  kind: "configuration",
  hint: "[name]",
  completes: "modes",
  summary: "Show how questions are handled, or switch.",
  whileBusy: true,
  async run({ rest, session, ports }) {
    const { modes } = ports;
    if (modes === undefined) return { lines: ["Modes can't be switched here."] };
    const typed = rest.trim();
    const [known, mode] = await Promise.all([
      modes.list(),
      typed === "" ? modes.current(session.id) : modes.set(session.id, typed),
    ]);
    const found = known.find(({ name }) => name === mode);
    if (found !== undefined) return { lines: [`mode ${found.name}: ${found.summary}`], data: found };
    return {
      lines: [`There is no mode "${typed}"; there is ${known.map(({ name }) => name).join(", ")}.`],
    };
  },
});
