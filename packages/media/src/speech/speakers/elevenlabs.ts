import { requestSpeech } from "./request-speech.ts";
import type { SpeechMaker } from "./speech-maker.ts";

const defaultModel = "eleven_multilingual_v2";
const rachel = "21m00Tcm4TlvDq8ikWAM";
/** By model; others take 5 000. */
const limits: Readonly<Record<string, number>> = {
  eleven_multilingual_v2: 10_000,
  eleven_flash_v2: 30_000,
  eleven_turbo_v2: 30_000,
  eleven_flash_v2_5: 40_000,
  eleven_turbo_v2_5: 40_000,
};

/** @see https://elevenlabs.io/docs/api-reference/text-to-speech/convert */
export const elevenlabs: SpeechMaker = {
  asksService: true,
  missing: (env) => ((env["ELEVENLABS_API_KEY"] ?? "") === "" ? "ELEVENLABS_API_KEY is not set." : undefined),
  maxChars: (model = defaultModel) => limits[model] ?? 5_000,
  async make(text, { env, voice = rachel, model = defaultModel, ...options }) {
    const base = options.baseUrl ?? "https://api.elevenlabs.io/v1";
    const bytes = await requestSpeech(`${base}/text-to-speech/${encodeURIComponent(voice)}`, {
      ...{ ...options, name: "ElevenLabs", headers: { "xi-api-key": env["ELEVENLABS_API_KEY"] ?? "" } },
      body: { text, model_id: model },
    });
    return { bytes, extension: "mp3" };
  },
};
