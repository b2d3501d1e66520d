/** Texts spoken, and recordings written down. */
export { createSpeaker, speechProviders } from "./create-speaker.ts";
export type {
  CreateSpeakerOptions,
  SpeakOptions,
  Speaker,
  SpeechProvider,
  Spoken,
} from "./create-speaker.ts";
export type { Audio, MakeSpeechOptions, SpeechMaker } from "./speakers/speech-maker.ts";
export { createTextToSpeechTool } from "./text-to-speech-tool.ts";
export type { TextToSpeechToolOptions } from "./text-to-speech-tool.ts";
export { createTranscriber, transcriptionProviders } from "./create-transcriber.ts";
export type {
  CreateTranscriberOptions,
  Transcriber,
  Transcription,
  TranscriptionProvider,
} from "./create-transcriber.ts";
export type { MakeTranscriptOptions, TranscriptionMaker } from "./transcribers/transcription-maker.ts";
