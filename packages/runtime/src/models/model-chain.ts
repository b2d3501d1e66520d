import type { Model } from "@hermes/models";
import type { RuntimeContext } from "../runtime-context.ts";
import type { NamedModel } from "./chosen-model.ts";

/** One model of all. */
export async function chainOf(
  { options: { loaded, flags } }: Pick<RuntimeContext, "options">,
  models: readonly [NamedModel, ...NamedModel[]],
): Promise<Model> {
  const [first, ...others] = models;
  if (others.length === 0) return first.model;
  const [{ withFallback }, { storedCoolDowns }] = await Promise.all([
    import("@hermes/models"),
    import("./stored-cool-downs.ts"),
  ]);
  return withFallback([first.model, ...others.map(({ model }) => model)], {
    nameOf: (model) => models.find((each) => each.model === model)?.name ?? model.id,
    coolDowns: flags?.keepNothing === true ? undefined : storedCoolDowns(loaded.home),
  });
}
