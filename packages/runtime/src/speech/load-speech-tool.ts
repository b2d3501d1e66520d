import type { Settings } from "@hermes/config";
import type { Permissions } from "@hermes/permissions";
import type { Environment, Tool } from "@hermes/registry";
import { toolError } from "@hermes/registry";
import type { Backend } from "@hermes/terminal-backends";
import { keepInCache } from "../keep-in-cache.ts";
import { speakerOfPlugin } from "./speech-of-plugins.ts";
import type { PluginsForSpeech } from "./speech-of-plugins.ts";

export interface SpeechParts {
  /** Of Hermes. */
  readonly home: string;
  readonly settings: Settings["tts"];
  readonly env: Environment;
  readonly plugins: PluginsForSpeech;
}

export interface SpeechPlaces {
  readonly backend: () => Promise<Backend>;
  readonly permissions: () => Promise<Pick<Permissions, "pathPolicy">>;
}

/** A sound without a path comes into the cache from which files may be sent; others are written as `write_file` would. */
export async function loadSpeechTool(
  { home, settings, env, plugins }: SpeechParts,
  { backend, permissions }: SpeechPlaces,
): Promise<readonly Tool[]> {
  const { createSpeaker, createTextToSpeechTool } = await import("@hermes/media/speech");
  const { provider, voice, model, base_url: baseUrl } = settings;
  const speaker = createSpeaker({
    ...{ env, provider, voice, model, baseUrl },
    ...(await speakerOfPlugin(settings, plugins)),
  });
  const tool = createTextToSpeechTool({
    speaker,
    async save({ bytes, extension, path }, context) {
      if (path === undefined)
        return await keepInCache(bytes, { home, folder: "audio", prefix: "audio", extension });
      const place = await backend();
      const { taskId, signal } = context;
      const absolute = await place.resolve(path, { taskId });
      const { pathPolicy } = await permissions();
      const verdict = await pathPolicy.check({ path: absolute, access: "write", context });
      if (!verdict.ok) return toolError(`${path} may not be written: ${verdict.reason}`);
      await place.writeFile(absolute, bytes, { taskId, signal });
      return absolute;
    },
  });
  return [tool];
}
