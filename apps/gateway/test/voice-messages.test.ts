import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { openTelegramServer } from "@hermes/gateway/testing";
import type { BotSaid, PersonSays } from "@hermes/gateway/testing";
import { scripted } from "@hermes/models";
import { needs } from "@hermes/tooling/prerequisites";
import { expect, onTestFinished, test, vi } from "vitest";
import { newPerson, serve, waiting } from "./support.ts";

const ada = { id: 4_711, first_name: "Ada" };

/** A service of the shape of OpenAI's that writes down what is sent to it. @returns Its address, and what it was sent. */
async function openTranscription(): Promise<{ readonly url: string; readonly asked: readonly string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("latin1").on("data", (part: string) => (body += part));
    request.on("end", () => {
      asked.push(`${request.url} ${request.headers.authorization} ${body}`);
      response.end(JSON.stringify({ text: "Buy milk." }));
    });
  }).listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, "listening");
  // The address of a server that listens on a port.
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, asked };
}

interface Served {
  say(text: string, options?: PersonSays): void;
  voice(bytes?: Uint8Array): void;
  /** What the bot said, once there is so much of it. */
  said(count: number): Promise<readonly BotSaid[]>;
  /** What the model was told last. */
  told(): string;
}

/** A home whose owner talks to it by Telegram. */
async function served(settings: object, env: Readonly<Record<string, string>> = {}): Promise<Served> {
  const telegram = await openTelegramServer();
  onTestFinished(async () => await telegram.close());
  const person = newPerson(env);
  const { token, root: api_root } = telegram;
  const platforms = { telegram: { token, api_root, owners: [String(ada.id)] }, local: { enabled: false } };
  person.configure(JSON.stringify({ platforms, memory: { save_at_end: false }, ...settings }));
  const model = scripted(() => ({ text: "**Milk** is on your list." }));
  const gateway = serve(person, model);
  await telegram.called("getUpdates", 1);
  onTestFinished(async () => await gateway.stop());
  return {
    say: (text, options) => void telegram.say(ada, text, options),
    voice: (bytes = Buffer.from("OggS what was recorded")) =>
      void telegram.say(ada, "", { file: { kind: "voice", bytes, mimeType: "audio/ogg" } }),
    async said(count) {
      await vi.waitFor(() => expect(telegram.saidIn(ada.id).length).toBeGreaterThanOrEqual(count), waiting);
      return telegram.saidIn(ada.id);
    },
    told: () => JSON.stringify(model.requests.at(-1)?.messages),
  };
}

test("a voice message is written down for the model, and its answer comes as text and as a voice message", async (context) => {
  needs(context, "espeak-ng", "ffmpeg");
  const { url, asked } = await openTranscription();
  const stt = { provider: "openai", base_url: url };
  const chat = await served({ stt, voice: { auto_tts: true } }, { VOICE_TOOLS_OPENAI_KEY: "of-voice" });

  chat.voice();
  const [text, sound] = await chat.said(2);

  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatch(/^\/v1\/audio\/transcriptions Bearer of-voice /);
  expect(asked[0]).toContain("OggS what was recorded");
  expect(chat.told()).toContain("In words: Buy milk.");
  expect(text?.text).toBe("Milk is on your list.");
  expect(sound?.file).toMatchObject({ kind: "voice", mimeType: "audio/ogg" });
  const bytes = Buffer.from(sound?.file?.bytes ?? []);
  expect(bytes.toString("latin1", 0, 4)).toBe("OggS");
  // Some seconds of speech.
  expect(bytes.length).toBeGreaterThan(3_000);
});

test("with nothing that transcribes or speaks, the model and /voice say so, and answers are text", async () => {
  const chat = await served({ voice: { auto_tts: true } }, { PATH: "" });

  chat.voice();
  const [answer] = await chat.said(1);
  expect(chat.told()).toContain("No transcription is configured");
  chat.say("/voice tts");
  const [, refused] = await chat.said(2);

  expect(answer?.text).toBe("Milk is on your list.");
  expect(refused?.text).toContain("Nothing can be spoken here: espeak-ng is not installed");
});

test("a recording of 100 MB is not fetched, and the model tells the person", async () => {
  const { url, asked } = await openTranscription();
  const chat = await served({ stt: { base_url: url } }, { PATH: "", OPENAI_API_KEY: "k" });

  chat.voice(Buffer.alloc(100_000_000));
  await chat.said(1);

  expect(chat.told()).toMatch(/A file \(voice\) came, but could not be read: .*too big\. Tell the person\./);
  expect(asked).toEqual([]);
});
