import type { Model } from "@hermes/models";
import type { RuntimeParts } from "../runtime-parts.ts";

/** The model that looks at pictures for a session; undefined where the settings name none. */
export function visionModel(parts: RuntimeParts): (sessionId: string) => Promise<Model | undefined> {
  return async (sessionId) => {
    const { makeAuxiliaryModel } = await import("../models/auxiliary-model.ts");
    const model = await makeAuxiliaryModel("vision", parts);
    return model && (await parts.meters.of(sessionId)).metered(model, "vision");
  };
}
