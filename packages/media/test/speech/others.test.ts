import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createSpeaker, createTranscriber } from "../../src/speech/index.ts";
import type { SpeechMaker, TranscriptionMaker } from "../../src/speech/index.ts";

const { signal } = new AbortController();
const env = { PATH: "" };

test("a voice beside the known ones speaks where it is named, asks a person where its text leaves, and `auto` never takes it", async () => {
  const beeper: SpeechMaker = {
    asksService: true,
    missing: () => undefined,
    maxChars: () => 12,
    make: async (text, { voice }) => ({ bytes: Buffer.from(`${voice}: ${text}`), extension: "wav" }),
  };
  const options = { env, others: { beeper, espeak: beeper }, moreOthers: "Ask for more." };

  const named = createSpeaker({ ...options, provider: "beeper", voice: "low" });
  const spoken = await named.speak("Hello there. And more of it.", { signal });
  const unknown = createSpeaker({ ...options, provider: "gong" });

  expect(named).toMatchObject({ provider: "beeper", asksService: true });
  expect(spoken).toMatchObject({
    provider: "beeper",
    bytes: Buffer.from("low: Hello there."),
    leftOutChars: 15,
  });
  expect(createSpeaker(options).provider).toHaveProperty("missing");
  // Nobody takes the place of a known one.
  expect(createSpeaker({ ...options, provider: "espeak" }).provider).toHaveProperty("missing");
  expect(unknown.provider).toEqual({
    missing: 'there is no "gong"; there are auto, espeak, openai, elevenlabs, beeper. Ask for more.',
  });
  await expect(unknown.speak("Hello", { signal })).rejects.toMatchObject({ code: "SPEECH_NO_PROVIDER" });
});

test("a transcriber beside the known ones writes down where it is named; a name that nobody has is an error with those that there are", async () => {
  const folder = await mkdtemp(join(tmpdir(), "hermes-others-"));
  onTestFinished(async () => await rm(folder, { recursive: true }));
  const path = join(folder, "a.wav");
  await writeFile(path, "sound");
  const listener: TranscriptionMaker = { isThere: () => true, make: async (of) => `heard ${of}` };
  const options = { env, others: { listener }, moreOthers: "Ask for more." };

  const named = createTranscriber({ ...options, provider: "listener" });
  const unknown = createTranscriber({ ...options, provider: "wall" });

  expect(await named.transcribe(path, { signal })).toEqual({
    ...{ success: true, transcript: `heard ${path}`, provider: "listener" },
  });
  expect(createTranscriber(options).provider).toBeUndefined();
  expect(await unknown.transcribe(path, { signal })).toEqual({
    ...{ success: false, error: 'There is no "wall" that transcribes.' },
    hint: "There are auto, command, local, openai, groq, listener. Ask for more.",
  });
});
