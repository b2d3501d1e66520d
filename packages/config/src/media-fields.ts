import { choice, flag, names, recordKey, seconds, text } from "./field.ts";
import type { FieldsOf } from "./fields-of.ts";
import type { Settings } from "./settings.ts";

/** What speaks, what transcribes, and how a person is recorded. */
// oxfmt-ignore
export const speechFields: FieldsOf<Pick<Settings, "tts" | "stt" | "voice">> = {
  tts: {
    provider: text("What speaks texts: espeak, openai, elevenlabs, or the name of a plug-in's voice; auto: espeak-ng where it is installed, else the first that there is a key for.", "auto"),
    voice: text("Voice that speaks, as the provider names it. Without it, one for the script of the text, alloy, or Rachel."),
    model: text("Model that speaks. Without it, gpt-4o-mini-tts or eleven_multilingual_v2."),
    base_url: text("Address of the service that speaks, in place of its own."),
  },
  stt: {
    enabled: flag("Write down what is said in voice messages.", true),
    provider: text("What transcribes: command, local, openai, groq, or the name that a plug-in gives; auto: the command where one is given, whisper where it is installed, else the first that there is a key for.", "auto"),
    model: text("Model that transcribes. Without it, base, whisper-1 or whisper-large-v3-turbo."),
    base_url: text("Address of the service that transcribes, in place of its own."),
    command: names("A program and its arguments that transcribes; {input} stands for the recording. It runs without a shell.", []),
  },
  voice: {
    auto_tts: flag("Speak answers to voice messages in chats, beside their text. /voice chooses for one chat.", false),
    record_key: recordKey("ctrl+b"),
    record_command: names("A program and its arguments that records until it gets SIGINT; {output} stands for the WAV file. Without it, arecord, rec or ffmpeg, whichever is installed.", []),
    max_recording_seconds: seconds("Seconds that a recording in the terminal may take. More than 700 are taken as 700.", 120),
  },
};

// oxfmt-ignore
export const pictureFields: FieldsOf<Pick<Settings, "image_gen">> = {
  image_gen: {
    provider: choice(["auto", "fal", "openai"], "Which service makes pictures. auto: the one that image_gen.model is of; without a model, FAL where FAL_KEY is set, else OpenAI.", "auto"),
    model: text("Name of its model. Without one, fal-ai/flux-2/klein/9b or gpt-image-1."),
    base_url: text("Its address, for a proxy or a service that speaks like it."),
  },
};
