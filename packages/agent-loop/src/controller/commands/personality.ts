import { defineSlashCommand } from "../slash-command.ts";
import type { SlashCommand } from "../slash-command.ts";

export const personalityCommand: SlashCommand = defineSlashCommand({
  name: "personality",
  kind: "configuration",
  hint: "[name]",
  completes: "personalities",
  summary: "Show how the agent speaks, or switch: none for as usual, --keep for good.",
  async run({ rest, session, ports }) {
    const { personalities } = ports;
    if (personalities === undefined) return { lines: ["Personalities can't be chosen here."] };
    const words = rest.trim().split(/\s+/);
    const keep = words.includes("--keep");
    const unknown = words.find((word) => word.startsWith("-") && word !== "--keep");
    if (unknown !== undefined) return { lines: [`/personality does not know ${unknown}; it knows --keep.`] };
    const wanted = words.filter((word) => word !== "--keep").join(" ");
    if (wanted === "" && keep) return { lines: ["Name the personality: /personality NAME --keep."] };
    if (wanted === "" || wanted === "list") {
      const [all, current] = await Promise.all([personalities.list(), personalities.current(session.id)]);
      return {
        lines: [
          ...all.map(({ name, summary }) => `${name === current ? "*" : " "} ${name}: ${summary}`),
          `Now: ${current ?? "none"}. Switch with /personality NAME; none for as usual.`,
        ],
        data: { current, personalities: all },
      };
    }
    const { name, notes = [] } = await personalities.choose(session.id, wanted, { keep });
    const lines = [`Personality from your next message on: ${name ?? "none"}.`, ...notes];
    return { lines, data: { current: name } };
  },
});
