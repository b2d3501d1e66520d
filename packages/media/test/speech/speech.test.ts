import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testContext } from "@hermes/registry/testing";
import { needs } from "@hermes/tooling/prerequisites";
import { expect, onTestFinished, test } from "vitest";
import { createSpeaker, createTextToSpeechTool, createTranscriber } from "../../src/speech/index.ts";

const path = process.env["PATH"];
const { signal } = new AbortController();

async function serve(
  answer: (body: string, request: IncomingMessage, response: ServerResponse) => void,
): Promise<string> {
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("latin1").on("data", (part: string) => (body += part));
    request.on("end", () => answer(Buffer.from(body, "latin1").toString("utf8"), request, response));
  }).listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, "listening");
  // The address of a server that listens on a port.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), "speech-test-"));
  onTestFinished(async () => await rm(made, { recursive: true, force: true }));
  return made;
}

test.for(["Good morning.", "-v is an option", "早上好，世界", "صباح الخير"])(
  "espeak-ng speaks %j",
  async (text, context) => {
    needs(context, "espeak-ng");
    const speaker = createSpeaker({ env: { PATH: path } });

    const { bytes, provider } = await speaker.speak(text, { signal });

    expect(provider).toBe("espeak");
    expect(bytes.toString("latin1", 0, 4)).toBe("RIFF");
    expect(bytes.length).toBeGreaterThan(10_000);
  },
);

test("a chat with voice messages gets Ogg, and the tag that sends it as one", async (test) => {
  needs(test, "espeak-ng", "ffmpeg");
  const kept: Buffer[] = [];
  const tool = createTextToSpeechTool({
    speaker: createSpeaker({ env: { PATH: path } }),
    save: async ({ bytes, extension }) => {
      kept.push(bytes);
      return `/sounds/a.${extension}`;
    },
  });
  const context = { ...testContext(), origin: { platform: "telegram", entryPoint: "chat" } };

  expect(await tool.execute({ text: "**Hello**" }, context)).toEqual({
    success: true,
    file_path: "/sounds/a.ogg",
    media_tag: "[[audio_as_voice]]\nMEDIA:/sounds/a.ogg",
    provider: "espeak",
    voice_compatible: true,
  });
  expect(kept[0]?.toString("latin1", 0, 4)).toBe("OggS");
});

test("a text over the limit of OpenAI is cut at a sentence, and the result says so", async () => {
  const asked: { input: string; voice: string; model: string }[] = [];
  const baseUrl = await serve((body, { headers }, response) => {
    expect(headers.authorization).toBe("Bearer of-voice");
    asked.push(JSON.parse(body));
    response.end("sound");
  });
  const env = { VOICE_TOOLS_OPENAI_KEY: "of-voice", OPENAI_API_KEY: "other" };
  const tool = createTextToSpeechTool({
    speaker: createSpeaker({ env, provider: "openai", baseUrl }),
    save: async () => "/sounds/a.mp3",
  });

  const result = await tool.execute({ text: "A sentence of words. ".repeat(300) }, testContext());

  expect(asked[0]).toMatchObject({ model: "gpt-4o-mini-tts", voice: "alloy" });
  expect(asked[0]?.input).toMatch(/words\.$/);
  expect(asked[0]?.input.length).toBeLessThanOrEqual(4_096);
  expect(result).toMatchObject({ success: true, cut: expect.stringContaining("are left out") });
});

test("ElevenLabs is asked with its key, and its sound is given as MP3", async () => {
  const baseUrl = await serve((body, { url, headers }, response) => {
    expect(url).toBe("/text-to-speech/21m00Tcm4TlvDq8ikWAM");
    expect(headers["xi-api-key"]).toBe("k");
    expect(JSON.parse(body)).toEqual({ text: "Hello", model_id: "eleven_multilingual_v2" });
    response.end("sound");
  });

  const spoken = await createSpeaker({ env: { ELEVENLABS_API_KEY: "k" }, baseUrl }).speak("# Hello", {
    signal,
  });

  expect(spoken).toEqual({
    ...{ bytes: Buffer.from("sound"), extension: "mp3", provider: "elevenlabs" },
    ...{ spokenChars: 5, leftOutChars: 0 },
  });
});

test("what a service refuses is an error with its words", async () => {
  const baseUrl = await serve((_, request, response) => {
    expect(request.url).toBe("/text-to-speech/voice%2Fx");
    expect(request.headers["xi-api-key"]).toBe("k");
    response.writeHead(401).end("no such key");
  });
  const env = { ELEVENLABS_API_KEY: "k" };
  const speaker = createSpeaker({ env, baseUrl, voice: "voice/x" });

  await expect(speaker.speak("Hello", { signal })).rejects.toMatchObject({
    code: "SPEECH_SERVICE_FAILED",
    message: "ElevenLabs answered 401: no such key.",
    hint: "Check its key.",
  });
});

test("a service that does not answer ends at the time limit, and at once when it is aborted", async () => {
  const abort = new AbortController();
  const baseUrl = await serve(() => abort.abort(new Error("enough")));
  const env = { OPENAI_API_KEY: "k" };
  const aborted = createSpeaker({ env, baseUrl }).speak("Hello", { signal: abort.signal });
  await expect(aborted).rejects.toThrow("enough");

  const slow = createSpeaker({ env, baseUrl, timeoutMs: 50 }).speak("Hello", { signal });
  await expect(slow).rejects.toThrow("did not answer within 0.05 s");
});

test("without a program or a key nothing is spoken, and it is said what to do", async () => {
  await expect(createSpeaker({ env: {} }).speak("Hello", { signal })).rejects.toMatchObject({
    code: "SPEECH_NO_PROVIDER",
  });
});

test.for([
  ["openai", { OPENAI_API_KEY: "k" }, "whisper-1"],
  ["groq", { GROQ_API_KEY: "k" }, "whisper-large-v3-turbo"],
] as const)("a recording is transcribed by %s", async ([provider, env, model]) => {
  const recording = join(await folder(), "voice.oga");
  await writeFile(recording, "sound");
  const baseUrl = await serve((body, _, response) => {
    expect(body).toContain(model);
    expect(body).toContain('filename="voice.ogg"');
    response.end(JSON.stringify({ text: " Good morning. " }));
  });

  const found = await createTranscriber({ env, baseUrl }).transcribe(recording, { signal });

  expect(found).toEqual({ success: true, transcript: "Good morning.", provider });
});

test("a command transcribes, with the file as one argument whatever it is called", async () => {
  const place = await folder();
  const [program, recording] = [join(place, "listen"), join(place, "a $(b) c.wav")];
  await writeFile(program, '#!/bin/sh\nprintf "%s heard" "$1"\n');
  await chmod(program, 0o755);
  await writeFile(recording, "sound");
  const transcriber = createTranscriber({ env: { PATH: path }, command: [program, "{input}"] });

  expect(await transcriber.transcribe(recording, { signal })).toEqual({
    success: true,
    transcript: `${recording} heard`,
    provider: "command",
  });
});

test("whisper is asked for a text file in a folder of its own, which is gone afterwards", async () => {
  const place = await folder();
  const recording = join(place, "--help.me.ogg");
  // Its published options, and its file beside others.
  const program = `#!/bin/sh
[ "$*" = "--model tiny --output_format txt --output_dir $6 -- ${recording}" ] || exit 2
echo "$6" > "${place}/folder"
echo " Good morning." > "$6/--help.me.txt"
`;
  await writeFile(join(place, "whisper"), program, { mode: 0o755 });
  await writeFile(recording, "sound");
  const transcriber = createTranscriber({ env: { PATH: `${place}:${path}` }, model: "tiny" });

  expect(await transcriber.transcribe(recording, { signal })).toEqual({
    ...{ success: true, transcript: "Good morning.", provider: "local" },
  });
  const used = (await readFile(join(place, "folder"), "utf8")).trim();
  expect(existsSync(used)).toBe(false);
});

test("what can't be transcribed is told as data", async () => {
  const place = await folder();
  const recording = join(place, "a.wav");
  await writeFile(recording, "sound");
  const baseUrl = await serve((_, __, response) => response.end("<html>"));
  const transcriber = createTranscriber({ env: { OPENAI_API_KEY: "k" }, baseUrl });
  const at = async (name: string) => await transcriber.transcribe(join(place, name), { signal });

  expect(await at("a.wav")).toMatchObject({
    success: false,
    error: expect.stringContaining("no transcript"),
  });
  expect(await at("a.txt")).toMatchObject({ success: false, error: expect.stringContaining('"txt"') });
  expect(await at("none.wav")).toMatchObject({ success: false, error: expect.stringContaining("ENOENT") });
  expect(await createTranscriber({ env: {} }).transcribe(recording, { signal })).toMatchObject({
    success: false,
    error: "Nothing here can transcribe.",
  });
});

test("what was said for hours is cut, and the transcript says so", async () => {
  const recording = join(await folder(), "a.wav");
  await writeFile(recording, "sound");
  const baseUrl = await serve((_, __, response) =>
    response.end(JSON.stringify({ text: "And so on. ".repeat(50_000) })),
  );

  const found = await createTranscriber({ env: { GROQ_API_KEY: "k" }, baseUrl }).transcribe(recording, {
    signal,
  });

  expect(found).toMatchObject({ success: true });
  const words = found.success ? found.transcript : "";
  expect(words).toMatch(/so on\. \[\d+ characters more were said, and are left out here\]$/);
  expect(words.length).toBeLessThan(50_100);
});

test("a command that hangs is ended when it is aborted, and at the time limit", async () => {
  const recording = join(await folder(), "a.wav");
  await writeFile(recording, "sound");
  const options = { env: { PATH: path }, command: ["sleep", "60"] };
  const transcriber = createTranscriber(options);
  const abort = new AbortController();
  expect(
    await createTranscriber({ ...options, timeoutMs: 50 }).transcribe(recording, { signal }),
  ).toMatchObject({ success: false, error: "sleep failed: it took longer than 0.05 s." });

  const running = transcriber.transcribe(recording, { signal: abort.signal });
  setImmediate(() => abort.abort(new Error("enough")));

  await expect(running).rejects.toThrow("enough");
});
