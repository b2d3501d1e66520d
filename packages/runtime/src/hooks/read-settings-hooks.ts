import type { ReadHooks } from "@hermes/plugins/hooks";
import type { RuntimeParts } from "../runtime-parts.ts";

/** The hooks that the settings name, none where what others wrote stays unused. Their names are for the model too, without secrets. */
export async function readSettingsHooks({
  env,
  homedir,
  options,
  redactor,
}: Pick<RuntimeParts, "env" | "homedir" | "options" | "redactor">): Promise<ReadHooks> {
  const [{ readHooks }, { isSafeMode }, redact] = await Promise.all([
    import("@hermes/plugins/hooks"),
    import("@hermes/config"),
    redactor(),
  ]);
  if (isSafeMode(env)) return { hooks: [], problems: [] };
  const { hooks, problems } = readHooks(options.loaded.settings.hooks, { homedir });
  return { hooks: hooks.map((hook) => ({ ...hook, name: redact(hook.name) })), problems };
}
