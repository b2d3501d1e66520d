import { lazy } from "../lazy.ts";
import type { RuntimeParts } from "../runtime-parts.ts";

/** Whether the settings name any hook. */
export function namesHooks({ options }: Pick<RuntimeParts, "options">): boolean {
  return Object.values(options.loaded.settings.hooks).some((entries) => entries.length > 0);
}

/** A session with the hooks of the settings in front of those that it was given. Loads nothing where there are none. */
export async function withSettingsHooks(parts: RuntimeParts): Promise<RuntimeParts> {
  if (!namesHooks(parts)) return parts;
  const { cwd, warn, options, hooks: openAgreed } = parts;
  const [{ programHooks }, { readSettingsHooks }] = await Promise.all([
    import("@hermes/plugins/hooks"),
    import("./read-settings-hooks.ts"),
  ]);
  const { hooks, problems } = await readSettingsHooks(parts);
  for (const problem of problems) warn(problem);
  const agreed = lazy(openAgreed);
  const made = hooks.map((hook) =>
    programHooks(hook, {
      ...{ cwd: () => cwd, warn },
      run: async (one, run) => await (await agreed()).run(one, { ...run, cwd }),
    }),
  );
  return { ...parts, options: { ...options, hooks: [...made, ...(options.hooks ?? [])] } };
}
