import type { Compressor } from "@hermes/agent-loop";
import type { CompressorOptions } from "@hermes/agent-loop/compression";
import type { Model } from "@hermes/models";
import type { State } from "@hermes/state";
import { lazy } from "../lazy.ts";
import { builtinEngine, pluginsGiveMore } from "../plugins/builtin-names.ts";
import type { RuntimeParts } from "../runtime-parts.ts";

export interface SessionCompressorOptions {
  readonly state: State;
  readonly sessionId: string;
  /** Counts what a model is asked for the session. */
  readonly metered: (model: Model) => Model;
}

/** The compressor of one session: the one that was given, else as the settings have it. Loaded once there is something to leave out. */
export function compressorOf(parts: RuntimeParts, options: SessionCompressorOptions): Compressor | undefined {
  const { compressor } = parts.options;
  if (compressor !== undefined) return compressor ?? undefined;
  const loaded = lazy(() => loadCompressor(parts, options));
  return {
    limit: async (model) => (await loaded()).limit?.(model),
    async compress(input) {
      // The first request of a session is not to wait for it.
      if (input.reason === "threshold" && input.messages.length < 3) return undefined;
      return await (await loaded()).compress(input);
    },
  };
}

async function loadCompressor(
  parts: RuntimeParts,
  { state, sessionId, metered }: SessionCompressorOptions,
): Promise<Compressor> {
  const [{ createCompressor }, { auxiliaryTimeoutMs, isOfConversation, makeAuxiliaryModel }] =
    await Promise.all([import("@hermes/agent-loop/compression"), import("../models/auxiliary-model.ts")]);
  const { settings } = parts.options.loaded;
  const timeoutMs = auxiliaryTimeoutMs("compression", parts);
  const redact = settings.security.redact_secrets ? parts.redactor : undefined;
  const task = settings.auxiliary["compression"];
  return createCompressor({
    enabled: settings.compression.enabled,
    threshold: settings.compression.threshold,
    newest: settings.compression.target_ratio,
    timeoutMs,
    engine: await chosenEngine(parts, { timeoutMs, redact }),
    narrative: task?.provider?.trim() !== "none",
    model: lazy(async () => {
      if (task === undefined) return undefined;
      // Whichever that is by then: it can be changed for a session.
      const isSame = task.provider?.trim() === "main" && isOfConversation(task);
      if (isSame && task.fallback_chain === undefined) return undefined;
      try {
        const model = await makeAuxiliaryModel("compression", parts);
        return model === undefined ? undefined : metered(model);
      } catch (error) {
        // The model of the conversation does it.
        parts.warn(error instanceof Error ? error.message : String(error));
        return undefined;
      }
    }),
    facts: async () => {
      const { recordedFacts } = await import("./recorded-facts.ts");
      return await recordedFacts(state, sessionId);
    },
    archive: { liveIds: (id) => state.liveIds(id), tool: "session_search", argument: "recall" },
    redact,
  });
}

/** That of a plug-in, where the settings name one. */
async function chosenEngine(
  { plugins, options, warn }: RuntimeParts,
  how: { readonly timeoutMs: number; readonly redact: RuntimeParts["redactor"] | undefined },
): Promise<CompressorOptions["engine"]> {
  const name = options.loaded.settings.compression.engine.trim();
  if (["", builtinEngine].includes(name)) return undefined;
  const [{ pluginContextEngine }, { usedNow }] = await Promise.all([
    import("../plugins/providers/plugin-context-engine.ts"),
    import("../plugins/providers/used-now.ts"),
  ]);
  const used = usedNow(await plugins(), "contextEngines", name);
  if (used === undefined) {
    warn(
      `There is no context engine "${name}": conversations are shortened in the usual way. ${pluginsGiveMore}`,
    );
    return undefined;
  }
  return pluginContextEngine(used, name, how);
}
