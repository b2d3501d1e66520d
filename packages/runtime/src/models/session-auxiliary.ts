import type { Model } from "@hermes/models";
import type { RuntimeParts } from "../runtime-parts.ts";

/**
 * The model of a side task, whose use counts for the session, outside of one for the day alone; undefined where the settings name none.
 */
export type SessionAuxiliary = (task: string, sessionId: string | undefined) => Promise<Model | undefined>;

export function sessionAuxiliary(parts: RuntimeParts): SessionAuxiliary {
  return async (task, sessionId) => {
    const { makeAuxiliaryModel } = await import("./auxiliary-model.ts");
    const model = await makeAuxiliaryModel(task, parts);
    return model && (await parts.meters.of(sessionId)).metered(model, task);
  };
}
