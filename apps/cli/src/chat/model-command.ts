import { defineSlashCommand, modelCommand } from "@hermes/agent-loop/controller";
import type { SlashCommand } from "@hermes/agent-loop/controller";
import type { Face } from "./face.ts";
import { oneLine } from "../render/fit.ts";

/** A list is to be read: who wants more types words of the name. */
const mostChoices = 40;

/** `/model` as everywhere; without a name it lets the person choose from a list, where the terminal can draw one. */
export function createModelCommand({ questions }: Pick<Face, "questions">): SlashCommand {
  return defineSlashCommand({
    ...modelCommand,
    async run(context) {
      const { models } = context.ports;
      if (context.rest.trim() !== "" || models === undefined || !questions.drawsLists)
        return await modelCommand.run(context);
      const [used, all] = await Promise.all([models.current(context.session.id), models.list()]);
      const choices = all.slice(0, mostChoices).map(({ model, provider }) => {
        const label = oneLine(`${model} --provider ${provider}`);
        return { id: label, label };
      });
      const inUse = choices.find(({ id }) => id === oneLine(`${used.model} --provider ${used.provider}`));
      const more = all.length > mostChoices ? `; ${all.length - mostChoices} more in hermes model list` : "";
      const question = `Which model? Now: ${used.model} · ${used.provider}${more}`;
      const outcome = await questions.put(
        { question, choices, preset: inUse?.id, ownWords: "another" },
        { signal: context.signal },
      );
      if (outcome.type !== "choice" && outcome.type !== "words") return {};
      const rest = outcome.type === "choice" ? outcome.id : outcome.text;
      return await modelCommand.run({ ...context, rest });
    },
  });
}
