import type { Settings } from "@hermes/config";
import type { Model } from "@hermes/models";
import type { Tool } from "@hermes/registry";
import { withCommands } from "../hints.ts";
import { lazy } from "../lazy.ts";
import { placeOfConversation } from "../models/auxiliary-model.ts";
import { keyOf, makeModelsOf, noModel } from "../models/chosen-model.ts";
import { chainOf } from "../models/model-chain.ts";
import { withinTime } from "../models/within-time.ts";
import type { RuntimeParts } from "../runtime-parts.ts";
import { type MixedModel, mixtureTool } from "./mixture-tool.ts";

type NamedModelSettings = Settings["mixture_of_agents"]["reference_models"][number];

/** The tool with the models of the settings; each counts for the session that asks it. */
export function sessionMixture(parts: RuntimeParts): Tool {
  const { reference_models, aggregator_model, timeout } = parts.options.loaded.settings.mixture_of_agents;
  const limit = { limitMs: timeout * 1_000, what: "mixture_of_agents" };
  const mixed = (name: string, make: () => Promise<Model>): MixedModel => {
    const made = lazy(async () => withinTime(await make(), limit));
    return {
      name,
      of: async (sessionId) => {
        const [meter, model] = await Promise.all([parts.meters.of(sessionId), made()]);
        return meter.metered(model, "mixture_of_agents");
      },
    };
  };
  const named = (entry: NamedModelSettings): MixedModel => mixed(entry.model, () => makeNamed(entry, parts));
  return mixtureTool({
    references: reference_models.map(named),
    aggregator:
      aggregator_model === undefined
        ? mixed("the model of the conversation", async () => chainOf(parts, await parts.models()))
        : named(aggregator_model),
  });
}

/** @throws {HermesError} `RUNTIME_NO_MODEL` when it can't be used. */
async function makeNamed(entry: NamedModelSettings, parts: RuntimeParts): Promise<Model> {
  const { options, credentials } = parts;
  const [{ chooseAuxiliary }, place] = await Promise.all([
    import("@hermes/models"),
    placeOfConversation(parts),
  ]);
  const block = { ...entry, api_key: keyOf(entry, place.env) };
  const choice = withCommands(await chooseAuxiliary("reference", { reference: block }, place));
  if (choice?.ok === false) throw noModel(choice.reason, choice.hint);
  const { settings, home } = options.loaded;
  const [made] = await makeModelsOf(choice === undefined ? [] : [choice], { settings, home, credentials });
  if (made !== undefined) return made.model;
  throw noModel(`${entry.model} is switched off: its provider is none.`, "Name a provider, or leave it out.");
}
