import { once } from "node:events";
import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { testContext } from "@hermes/registry/testing";
import { needs } from "@hermes/tooling/prerequisites";
import { expect, onTestFinished, test } from "vitest";
import { homeSpeaker, homeTranscriber } from "../src/index.ts";
import { runtimeIn } from "./support/scripted-runtime.ts";
import { temporaryPlace } from "./support/temporary-place.ts";

const withPrograms = { PATH: process.env["PATH"] ?? "" };

test("espeak-ng speaks into the cache without asking; a path is written only where files may be", async (context) => {
  needs(context, "espeak-ng");
  await using place = await temporaryPlace();
  await using runtime = await runtimeIn(place, { env: { ...place.env, ...withPrograms } });
  const tools = await runtime.tools();
  const speak = async (output?: string) =>
    await tools.dispatch("text_to_speech", { text: "Hello", output_path: output }, testContext());

  // Few conversations need it.
  expect((await tools.offer()).waiting.map(({ name }) => name)).toContain("text_to_speech");
  const kept: { file_path: string; media_tag: string } = JSON.parse((await speak()).content);
  const named = await speak("hello.wav");
  const mistaken = await speak("hello.mp3");
  const refused = await speak(join(place.homedir, ".ssh", "a.wav"));

  expect(dirname(kept.file_path)).toBe(join(place.home, "cache", "audio"));
  expect(kept.media_tag).toBe(`MEDIA:${kept.file_path}`);
  expect((await stat(kept.file_path)).mode & 0o777).toBe(0o600);
  expect(named.isError).toBe(false);
  expect((await readFile(join(place.project, "hello.wav"))).toString("latin1", 0, 4)).toBe("RIFF");
  expect(mistaken).toMatchObject({ isError: true, content: expect.stringContaining(".wav") });
  expect(refused.isError).toBe(true);
});

test("a service, which costs money, is not asked where nobody can agree to it", async () => {
  await using place = await temporaryPlace();
  const env = { ...place.env, PATH: "", OPENAI_API_KEY: "k" };
  await mkdir(place.home, { recursive: true });
  // Nobody answers there.
  await writeFile(
    join(place.home, "config.yaml"),
    "tts: {provider: openai, base_url: 'http://127.0.0.1:9'}\n",
  );
  await using runtime = await runtimeIn(place, { env });
  const tools = await runtime.tools();

  const result = await tools.dispatch("text_to_speech", { text: "Hello" }, testContext());

  expect(result).toMatchObject({ isError: true, notRun: "refused" });
});

test("a home's command writes a recording down; switched off, or with nothing there, nobody does", async () => {
  await using place = await temporaryPlace();
  const env = { ...place.env, ...withPrograms };
  const { signal } = new AbortController();
  await mkdir(place.home, { recursive: true });
  const recording = join(place.home, "a.ogg");
  await writeFile(recording, "sound");
  const transcriberFor = async (yaml: string, of: Readonly<Record<string, string>> = env) => {
    await writeFile(join(place.home, "config.yaml"), yaml);
    return await homeTranscriber({ ...(await place.settings(of)), env: of });
  };

  const transcribe = await transcriberFor('stt: {command: [echo, "heard {input}"]}');

  expect(await transcribe?.({ path: recording }, { signal })).toBe(`heard ${recording}`);
  await expect(transcribe?.({ path: join(place.home, "a.exe") }, { signal })).rejects.toThrow('"exe"');
  expect(await transcriberFor('stt: {enabled: false, command: [echo, "x"]}')).toBeUndefined();
  expect(await transcriberFor("", { ...place.env, PATH: "" })).toBeUndefined();
});

test("a home speaks the beginning of an answer as its settings say, or says why it can't", async () => {
  await using place = await temporaryPlace();
  const { signal } = new AbortController();
  const asked: { input: string; voice: string; response_format: string }[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => {
      asked.push(JSON.parse(body));
      response.end("OggS");
    });
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  // The address of a server that listens on a port.
  const { port } = server.address() as AddressInfo;
  await mkdir(place.home, { recursive: true });
  await writeFile(
    join(place.home, "config.yaml"),
    `tts: {provider: openai, voice: nova, base_url: "http://127.0.0.1:${port}/v1"}\n`,
  );
  const speakerFor = async (env: typeof place.env) =>
    await homeSpeaker({ ...(await place.settings(env)), env });

  const speaker = await speakerFor({ ...place.env, VOICE_TOOLS_OPENAI_KEY: "k" });
  const spoken = await speaker.speak("A sentence of words. ".repeat(300), { signal });

  expect(spoken).toMatchObject({ bytes: Buffer.from("OggS"), extension: "ogg" });
  expect(asked[0]).toMatchObject({ voice: "nova", response_format: "opus" });
  expect(asked[0]?.input.length).toBeLessThanOrEqual(4_000);
  expect(speaker.missing).toBeUndefined();
  expect((await speakerFor(place.env)).missing).toContain("are not set");
});
