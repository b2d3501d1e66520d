import type { Recall } from "@hermes/agent-loop";
import type { ExternalMemory, MemoryProvider } from "@hermes/memory/provider";
import { HermesError } from "@hermes/registry";
import type { Provenance } from "@hermes/registry";
import { homeRedactor } from "../permissions/home-redactor.ts";
import { builtinMemory, pluginsGiveMore } from "../plugins/builtin-names.ts";
import type { RuntimeParts } from "../runtime-parts.ts";

/** The memory that the settings name, started. One that can't be had is a warning, and the session does without. */
export async function openExternalMemory(
  parts: Pick<RuntimeParts, "options" | "env" | "warn" | "credentials" | "plugins">,
  sessionId: string,
): Promise<ExternalMemory | undefined> {
  const { options, env, warn, credentials } = parts;
  try {
    const [provider, { attachMemory }] = await Promise.all([
      chosenProvider(parts),
      import("@hermes/memory/provider"),
    ]);
    return attachMemory({
      provider,
      session: { sessionId, home: options.loaded.home, platform: options.platform },
      redactor: async () => await homeRedactor({ env, settings: options.loaded.settings, credentials }),
      onWarning: warn,
    });
  } catch (error) {
    if (!HermesError.is(error)) throw error;
    warn([error.message, error.hint ?? ""].join(" ").trim());
    return undefined;
  }
}

/** @throws {HermesError} `MEMORY_PROVIDER_UNKNOWN`, `MEMORY_PROVIDER_MISSING`, `MEMORY_PROVIDER_KEY`. */
export async function chosenProvider({
  options,
  env,
  plugins,
}: Pick<RuntimeParts, "options" | "env" | "plugins">): Promise<MemoryProvider> {
  const { provider, honcho } = options.loaded.settings.memory;
  const name = provider.trim();
  if (name !== builtinMemory) {
    const [{ pluginMemory }, { usedNow }] = await Promise.all([
      import("../plugins/providers/plugin-memory.ts"),
      import("../plugins/providers/used-now.ts"),
    ]);
    const used = usedNow(await plugins(), "memory", name);
    if (used === undefined) throw noSuchMemory(provider);
    return pluginMemory(used, name);
  }
  const { honchoMemory } = await import("@hermes/memory/honcho");
  return await honchoMemory({
    apiKey: env["HONCHO_API_KEY"],
    baseUrl: honcho.base_url,
    workspace: honcho.workspace,
    person: honcho.peer,
    assistant: honcho.assistant,
  });
}

function noSuchMemory(name: string): HermesError {
  return new HermesError(`There is no external memory "${name}".`, {
    code: "MEMORY_PROVIDER_UNKNOWN",
    hint: `Set memory.provider to ${builtinMemory} or none. ${pluginsGiveMore}`,
  });
}

/** Whoever keeps it may have heard it from anybody. */
export function sourceOf({ name }: ExternalMemory): readonly Provenance[] {
  return [{ source: "memory", name }];
}

/** An external memory as the loop asks it. */
export function recallOf(memory: ExternalMemory): Recall {
  return {
    before: ({ text, signal }) => memory.before({ text, signal }),
    after: ({ text, answer }) => memory.after({ text, answer }),
    filter: () => memory.filter(),
    provenance: sourceOf(memory),
  };
}
