import { defineSlashCommand, modelCommand } from "@hermes/agent-loop/controller";
import type { SlashCommand } from "@hermes/agent-loop/controller";
import type { Face } from "./face.ts";
import { oneLine } from "../render/fit.ts";

/** A list is to be read: who wants more types words of the name. */
const mostChoices = 40;

/** `/model` as everywhere; without a name it lets the person choose from a list, where the terminal can draw one. */
export function createModelCommand({ choose }: Pick<Face, "choose">): SlashCommand {
  return defineSlashCommand({
    ...modelCommand,
    async run(context) {
      const { models } = context.ports;
      if (context.rest.trim() !== "" || models === undefined || choose === undefined)
        return await modelCommand.run(context);
      const [used, all] = await Promise.all([models.current(context.session.id), models.list()]);
      const names = all
        .slice(0, mostChoices)
        .map(({ model, provider }) => oneLine(`${model} --provider ${provider}`));
      const more = all.length > mostChoices ? `; ${all.length - mostChoices} more in hermes model list` : "";
      const question = `Which model? Now: ${used.model} · ${used.provider}${more}`;
      const outcome = await choose({ question, choices: names, allowFreetext: true }, context);
      return outcome.type === "answer" ? await modelCommand.run({ ...context, rest: outcome.answer }) : {};
    },
  });
}
