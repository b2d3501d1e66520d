import type { GivenProvider } from "@hermes/models";
import type { WorkspacePlugins } from "../workspace-plugins.ts";
import { pluginModel } from "./plugin-model.ts";
import { usedNow } from "./used-now.ts";

/** The providers of models that plug-ins give. Starts none of them. */
export function modelProviders(plugins: WorkspacePlugins): readonly GivenProvider[] {
  return plugins.used.flatMap((plugin) =>
    Object.entries(plugin.description.models).flatMap(
      ([
        id,
        {
          label,
          models: [first, ...others],
        },
      ]) => {
        if (first === undefined) return [];
        const models = [first, ...others] as const;
        return [
          {
            ...{ id, label, models, place: `plug-in ${plugin.manifest.name}` },
            create: (name, overrides) => {
              const model = models.find((each) => each.id === name) ?? first;
              return pluginModel(usedNow(plugins, "models", id) ?? plugin, {
                provider: id,
                model,
                overrides,
              });
            },
          } satisfies GivenProvider,
        ];
      },
    ),
  );
}
