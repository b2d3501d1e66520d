import { openAiKey } from "../open-ai-key.ts";
import type { TranscriptionMaker } from "./transcription-maker.ts";
import { transcriptionService } from "./transcription-service.ts";

/** OpenAI, and by another address what speaks as it does. */
export const openai: TranscriptionMaker = transcriptionService({
  ...{ name: "OpenAI", base: "https://api.openai.com/v1", model: "whisper-1", keyOf: openAiKey },
});
