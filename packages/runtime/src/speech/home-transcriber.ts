import type { LoadedSettings } from "@hermes/config";

/**
 * What writes down the voice messages of a home; undefined where the settings switch it off, or where nothing here can.
 * The words come or an error says, for the person, why there are none.
 */
export async function homeTranscriber({
  settings: { stt },
  env,
}: Pick<LoadedSettings, "settings" | "env">): Promise<
  | ((file: { readonly path: string }, options: { readonly signal: AbortSignal }) => Promise<string>)
  | undefined
> {
  if (!stt.enabled) return undefined;
  const { createTranscriber } = await import("@hermes/media/speech");
  const { provider, model, base_url: baseUrl, command } = stt;
  const transcriber = createTranscriber({ env, provider, model, baseUrl, command });
  if (transcriber.provider === undefined) return undefined;
  return async ({ path }, { signal }) => {
    const found = await transcriber.transcribe(path, { signal });
    if (found.success) return found.transcript;
    throw new Error([found.error, found.hint ?? ""].join(" ").trim());
  };
}
