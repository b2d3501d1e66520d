import { defineSlashCommand } from "../slash-command.ts";
import type { SlashCommand } from "../slash-command.ts";
import type { ModelInUse } from "../controller-ports.ts";

export const modelCommand: SlashCommand = defineSlashCommand({
  name: "model",
  kind: "configuration",
  hint: "[name]",
  completes: "models",
  summary: "Show the model, or switch: --provider P from there, --keep for good.",
  async run({ rest, session, ports }) {
    const { models } = ports;
    if (models === undefined) return { lines: ["Models can't be switched here."] };
    const wanted = parseModelWords(rest);
    if ("problem" in wanted) return { lines: [wanted.problem] };
    const { name, provider, keep } = wanted;
    if (name === undefined) {
      const used = await models.current(session.id);
      const list = ports.programCommand?.({ task: "list-models" });
      const see = list === undefined ? "" : `; see ${list}`;
      return { lines: [`${modelLine(used)}. Switch with /model NAME${see}.`], data: used };
    }
    const used = await models.choose(session.id, name, { provider, keep });
    const lines = [`From your next message on: ${modelLine(used)}.`, ...(used.notes ?? [])];
    return { lines, data: used };
  },
});

/** `gpt-5.2 · openai · a window of 400,000 tokens · effort high` */
function modelLine({ model, provider, contextWindow, effort }: ModelInUse): string {
  const window = `a window of ${contextWindow.toLocaleString("en-US")} tokens`;
  return [model, provider, window, ...(effort === undefined ? [] : [`effort ${effort}`])].join(" · ");
}

interface ModelWords {
  readonly name: string | undefined;
  readonly provider: string | undefined;
  readonly keep: boolean;
}

/** `NAME [--provider P] [--keep]`, in any order. */
function parseModelWords(rest: string): ModelWords | { readonly problem: string } {
  const words = rest
    .trim()
    .split(/\s+/)
    .filter((word) => word !== "");
  let found: ModelWords = { name: undefined, provider: undefined, keep: false };
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    const [flag, value] = word.split("=", 2);
    if (word === "--keep") found = { ...found, keep: true };
    else if (flag === "--provider") {
      const provider = value ?? words[++at];
      if (provider === undefined || provider === "")
        return { problem: "--provider needs the name of a provider." };
      found = { ...found, provider };
    } else if (word.startsWith("-"))
      return { problem: `/model does not know ${word}; it knows --provider and --keep.` };
    else if (found.name !== undefined) return { problem: `One model at a time: ${found.name} or ${word}?` };
    else found = { ...found, name: word };
  }
  if (found.name === undefined && (found.keep || found.provider !== undefined))
    return { problem: "Name the model: /model NAME." };
  return found;
}
