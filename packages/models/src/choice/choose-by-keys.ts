import { chooseModel, type ChooseModelOptions } from "./choose-model.ts";
import type { ChosenModel } from "./model-choice.ts";
import { providers } from "./providers.ts";

/** The default model of each provider that there is a key for, in the order of preference. Connects to nothing. */
export async function chooseByKeys(
  options: Pick<ChooseModelOptions, "env" | "keys">,
): Promise<readonly ChosenModel[]> {
  const rows = providers.filter((row) => row.local !== true && row.defaultModel !== undefined);
  const choices = await Promise.all(
    rows.map(({ id, defaultModel }) =>
      chooseModel({ ...options, settings: { provider: id, default: defaultModel } }),
    ),
  );
  const open = choices.filter((choice): choice is ChosenModel => choice.ok && choice.apiKey !== undefined);
  // Of two ways to the same model, the first one.
  const placeOf = ({ baseUrl, model }: ChosenModel): string => `${baseUrl} ${model}`;
  return open.filter(
    (choice, index) => open.findIndex((other) => placeOf(other) === placeOf(choice)) === index,
  );
}
