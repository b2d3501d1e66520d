import { nearestEffort, reasoningEfforts } from "@hermes/models";
import type { ReasoningEffort } from "@hermes/models";
import type { ModelInUse } from "../controller-ports.ts";
import { defineSlashCommand } from "../slash-command.ts";
import type { SlashCommand } from "../slash-command.ts";

export const effortCommand: SlashCommand = defineSlashCommand({
  name: "effort",
  aliases: ["reasoning"],
  kind: "configuration",
  hint: "[level]",
  completes: "efforts",
  summary: "Show how hard the model thinks, or set it; show or hide what it thinks.",
  async run({ rest, session, ports: { models } }) {
    const word = rest.trim().toLowerCase();
    if (word === "show")
      return { lines: ["What the model thinks is shown from now on."], display: "show-thinking" };
    if (word === "hide")
      return { lines: ["What the model thinks is hidden from now on."], display: "hide-thinking" };
    if (models === undefined) return { lines: ["The effort can't be set here."] };
    const typed = word === "none" ? "off" : word;
    const wanted = reasoningEfforts.find((effort) => effort === typed);
    if (wanted === undefined && typed !== "" && typed !== "default")
      return { lines: [`There is no effort "${typed}"; there is default, ${reasoningEfforts.join(", ")}.`] };
    const used = typed === "" ? await models.current(session.id) : await models.setEffort(session.id, wanted);
    return { lines: [effortLine(used)], data: used };
  },
});

function effortLine({ model, effort, efforts }: ModelInUse): string {
  const said = `effort ${effort ?? "default: as the provider has it"}`;
  if (efforts === undefined) return said;
  if (efforts.length === 0) return `${said}; ${model} can't be told how hard to think.`;
  const known = `${model} knows ${efforts.join(", ")}`;
  const sent: ReasoningEffort | undefined = effort && nearestEffort(effort, efforts);
  if (effort === undefined || sent === effort) return `${said}; ${known}.`;
  return `${said}, sent as ${sent ?? "nothing"}: ${known}.`;
}
