import { openAiKey } from "../open-ai-key.ts";
import { requestSpeech } from "./request-speech.ts";
import type { SpeechMaker } from "./speech-maker.ts";

/** @see https://platform.openai.com/docs/api-reference/audio/createSpeech */
export const openai: SpeechMaker = {
  asksService: true,
  missing: (env) =>
    openAiKey(env) === "" ? "VOICE_TOOLS_OPENAI_KEY and OPENAI_API_KEY are not set." : undefined,
  maxChars: () => 4_096,
  async make(text, { env, voice = "alloy", model = "gpt-4o-mini-tts", voiceMessage, ...options }) {
    const bytes = await requestSpeech(`${options.baseUrl ?? "https://api.openai.com/v1"}/audio/speech`, {
      ...{ ...options, name: "OpenAI", headers: { authorization: `Bearer ${openAiKey(env)}` } },
      body: { model, voice, input: text, response_format: voiceMessage ? "opus" : "mp3" },
    });
    return { bytes, extension: voiceMessage ? "ogg" : "mp3" };
  },
};
