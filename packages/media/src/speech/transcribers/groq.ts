import type { TranscriptionMaker } from "./transcription-maker.ts";
import { transcriptionService } from "./transcription-service.ts";

/** @see https://console.groq.com/docs/speech-to-text */
export const groq: TranscriptionMaker = transcriptionService({
  ...{ name: "Groq", base: "https://api.groq.com/openai/v1", model: "whisper-large-v3-turbo" },
  keyOf: (env) => env["GROQ_API_KEY"] ?? "",
});
