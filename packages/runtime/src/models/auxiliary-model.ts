import type { Settings } from "@hermes/config";
import type { ChooseAuxiliaryOptions, Model, ModelChoice } from "@hermes/models";
import { withCommands } from "../hints.ts";
import type { RuntimeContext } from "../runtime-context.ts";
import { chooseEntries, makeModelsOf, noModel } from "./chosen-model.ts";
import { chainOf } from "./model-chain.ts";
import { withinTime } from "./within-time.ts";

export type AuxiliaryParts = Pick<RuntimeContext, "options" | "env" | "credentials" | "givenProviders">;

/** Tasks that ask a model where the settings name one. */
export const auxiliaryTasks = [
  "approval",
  "compression",
  "title",
  "summary",
  "skill_audit",
  "mcp",
  "vision",
  "web_extract",
] as const;

const usualSeconds: Readonly<Record<string, number>> = {
  compression: 120,
  vision: 120,
  skill_audit: 120,
  web_extract: 360,
  summary: 60,
};

/** How long a request of a task may take. */
export function auxiliaryTimeoutMs(task: string, { options }: Pick<AuxiliaryParts, "options">): number {
  return (options.loaded.settings.auxiliary[task]?.timeout ?? usualSeconds[task] ?? 30) * 1_000;
}

/**
 * The model of a side task and those that stand in for it, in their order: `fallback_chain`, and for `auto` whatever else there is
 * a key for. Empty where the settings name none.
 */
export async function chooseAuxiliaryChain(
  task: string,
  parts: AuxiliaryParts,
): Promise<readonly ModelChoice[]> {
  const { auxiliary } = parts.options.loaded.settings;
  const block = auxiliary[task];
  if (block === undefined) return [];
  const { chooseAuxiliary, chooseByKeys } = await import("@hermes/models");
  const place = await placeOfConversation(parts);
  const first = withCommands(await chooseAuxiliary(task, auxiliary, place));
  if (first === undefined) return [];
  if (block.fallback_chain !== undefined)
    return [first, ...(await chooseEntries(block.fallback_chain, place))];
  const isAuto = block.provider?.trim() === "auto" && isOfConversation(block);
  return isAuto ? [first, ...(await chooseByKeys(place))] : [first];
}

/** Whether a task asks the model of the conversation itself. */
export function isOfConversation({ provider = "", model, base_url }: Settings["auxiliary"][string]): boolean {
  return ["main", "auto"].includes(provider.trim()) && !model && !base_url;
}

/** What it takes to choose a model that may be had where the conversation has its own. */
export async function placeOfConversation({
  options,
  env,
  credentials,
  givenProviders: given,
}: AuxiliaryParts): Promise<ChooseAuxiliaryOptions> {
  const { loaded, flags = {} } = options;
  const { model, provider, baseUrl } = flags;
  const keys = await credentials.keys();
  return { env, keys, given, main: loaded.settings.model, flags: { model, provider, baseUrl } };
}

/**
 * The model of a side task: the first of its chain that is well, within the time of the task. Undefined where the settings name
 * none. Not metered.
 *
 * @throws {HermesError} `RUNTIME_NO_MODEL` when none of those that are named can be used.
 */
export async function makeAuxiliaryModel(task: string, parts: AuxiliaryParts): Promise<Model | undefined> {
  const choices = await chooseAuxiliaryChain(task, parts);
  const { credentials, options } = parts;
  const { settings, home } = options.loaded;
  const block = settings.auxiliary[task];
  // A program can give the conversation a model that no setting names.
  const given = block !== undefined && isOfConversation(block) ? options.model : undefined;
  const made = await makeModelsOf(given === undefined ? choices : choices.slice(1), {
    ...{ settings, home, credentials },
  });
  const [first, ...others] =
    given === undefined ? made : [{ model: given, name: `${given.provider}/${given.id}` }, ...made];
  if (first === undefined) {
    const refused = choices.find((choice) => !choice.ok);
    if (refused === undefined) return undefined;
    throw noModel(`The model for ${task} can't be used: ${refused.reason}`, refused.hint);
  }
  const model = await chainOf(parts, [first, ...others]);
  return withinTime(model, { limitMs: auxiliaryTimeoutMs(task, parts), what: `auxiliary.${task}` });
}
