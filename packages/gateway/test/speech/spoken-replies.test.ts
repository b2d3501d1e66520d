import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { scripted } from "@hermes/agent-loop";
import { expect, test, vi } from "vitest";
import { createSpokenReplies } from "../../src/index.ts";
import type { InboundFile, OutboundMessage, SpokenReplies, VoiceMode } from "../../src/index.ts";
import { scriptedPlatform } from "../../src/testing/index.ts";
import { openStore, startGateway, temporaryFolder } from "../support.ts";
import type { TestGateway, TestGatewayOptions } from "../support.ts";

const voice: InboundFile = { kind: "voice", reference: "r" };
const waiting = { timeout: 20_000, interval: 20 };

interface Speaking extends TestGateway {
  /** What was spoken, in order. */
  readonly spoken: readonly string[];
  readonly logged: readonly string[];
  /** Every try to send. */
  readonly tries: readonly OutboundMessage[];
}

/** A gateway that speaks with a voice of the test. */
async function speaking(
  {
    mode = "voice_only",
    ...more
  }: Partial<Omit<SpokenReplies, "speak">> & { readonly mode?: VoiceMode } = {},
  speak: (text: string, signal: AbortSignal) => Promise<Uint8Array> = async () => Buffer.from("OggS sound"),
  options: Partial<TestGatewayOptions> = {},
): Promise<Speaking> {
  const [spoken, logged, tries]: [string[], string[], OutboundMessage[]] = [[], [], []];
  const spokenReplies = createSpokenReplies({
    ...{ cache: temporaryFolder(), mode, ...more },
    async speak(text, { signal }) {
      spoken.push(text);
      return { bytes: await speak(text, signal), extension: "ogg" };
    },
  });
  const gateway = await startGateway({
    model: scripted((_, index) => ({ text: `Answer ${index}.` })),
    chat: scriptedPlatform({ fault: (message) => void tries.push(message) }),
    log: (_, message, fields) => logged.push(`${message} ${JSON.stringify(fields)}`),
    ...{ spokenReplies, ...options },
  });
  return { ...gateway, spoken, logged, tries };
}

test("an answer to a voice message is sent as text, and behind it spoken", async () => {
  const { chat, spoken, tries, gateway } = await speaking();

  await chat.say("", { files: [voice] });
  await chat.until((shown) => shown.length === 2);
  await chat.say("in writing");
  await chat.until((shown) => shown.length === 3);
  await gateway.drain();

  expect(chat.shown.map(({ text, file }) => [text, file])).toEqual([
    ["Answer 0.", undefined],
    ["", "reply.ogg"],
    ["Answer 1.", undefined],
  ]);
  expect(spoken).toEqual(["Answer 0."]);
  const { file } = tries[1] ?? {};
  expect(file).toMatchObject({ as: "voice", mimeType: "audio/ogg" });
  expect(readFileSync(file?.path ?? "", "utf8")).toBe("OggS sound");
  expect(statSync(file?.path ?? "").mode & 0o777).toBe(0o600);
});

test("/voice chooses for a chat, also for the next start; a word that it does not know changes nothing", async () => {
  const over = openStore();
  const { chat, spoken, gateway } = await speaking({ mode: "off" }, undefined, { over });
  const answered = async (text: string): Promise<string | undefined> => {
    const before = chat.texts().length;
    await chat.say(text);
    await chat.until(() => chat.texts().length > before);
    return chat.texts()[before];
  };

  await chat.say("", { files: [voice] });
  await chat.until((shown) => shown.length === 1);
  expect(await answered("/voice status")).toContain("Answers are not spoken here.");
  expect(await answered("/voice")).toContain("Answers to voice messages are spoken here, too.");
  expect(await answered("/voice of")).toBe("There is no /voice of; there is on, off, tts, status.");
  expect(await answered("/voice tts")).toContain("All answers are spoken here, too.");
  await gateway.close();
  expect(spoken).toEqual([]);

  const next = await speaking({ mode: "off" }, undefined, { over });
  await next.chat.say("in writing");
  await next.chat.until((shown) => shown.length === 2);
  await next.chat.say("/voice");
  await next.chat.until((shown) => shown.length === 3);
  await next.chat.say("", { files: [voice] });
  await next.chat.until((shown) => shown.length === 4);
  await next.chat.say("elsewhere", { chat: "other" });
  await next.chat.until((shown) => shown.length === 5);
  await next.gateway.drain();

  expect(next.spoken).toHaveLength(1);
});

test("where nothing can speak, /voice says why, and answers are text", async () => {
  const { chat, spoken } = await speaking({ missing: "no program is there." });

  await chat.say("/voice tts");
  await chat.until((shown) => shown.length === 1);
  await chat.say("", { files: [voice] });
  await chat.until((shown) => shown.length === 2);

  expect(chat.texts()).toEqual(["Nothing can be spoken here: no program is there.", "Answer 0."]);
  expect(spoken).toEqual([]);
});

test.for([
  ["fails", async () => Promise.reject(new Error("out of breath")), "out of breath"],
  ["gives no sound", async () => Buffer.from("<html>"), "text/plain"],
  ["gives more than the chat takes", async () => Buffer.from(`OggS${" ".repeat(1_000_000)}`), "1000004"],
] as const)("speech that %s is logged, and harms no text", async ([, speak, why]) => {
  const { chat, logged, store } = await speaking({}, speak);

  await chat.say("", { files: [voice] });
  await chat.say("in writing");
  await chat.until((shown) => shown.length === 2);

  expect(chat.texts()).toEqual(["Answer 0.", "Answer 1."]);
  expect(logged.join("\n")).toContain(why);
  expect(await store.inbox.counts("scripted")).toEqual({ waiting: 0, claimed: 0 });
});

test("what the model has spoken by itself, silence, and a failed turn are not spoken", async () => {
  const spokenByModel = { path: "/a.ogg", name: "a.ogg", mimeType: "audio/ogg", as: "voice" } as const;
  const { chat, spoken } = await speaking({ mode: "all" }, undefined, {
    model: scripted([
      { text: "Mine." },
      { text: "[SILENT]" },
      { error: new Error("no model") },
      { text: "Over." },
    ]),
    presentation: {
      split: async (text) => ({ text, files: text === "Mine." ? [spokenByModel] : [] }),
      chunks: (text) => (text === "" ? [] : [text]),
      isSilent: (text) => text === "[SILENT]",
      partial: (text) => text,
    },
  });

  for (const [text, count] of [
    ["one", 2],
    ["two", 2],
    ["three", 3],
    ["four", 5],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one after another
    await chat.say(text, { files: [voice] });
    // oxlint-disable-next-line no-await-in-loop -- one after another
    await chat.until((shown) => shown.length >= count);
  }

  expect(spoken).toEqual(["Over."]);
});

test("a gateway that is closed waits for no speech", async () => {
  let begun = (): void => undefined;
  const isSpeaking = new Promise<void>((resolve) => (begun = resolve));
  const { chat, gateway, logged } = await speaking({}, async (_, signal) => {
    begun();
    await once(signal, "abort");
    throw signal.reason;
  });

  await chat.say("", { files: [voice] });
  await isSpeaking;
  await gateway.close();

  expect(chat.texts()).toEqual(["Answer 0."]);
  expect(logged).toEqual([]);
});

test.for([
  ["while it is spoken", "speaking", ["Answer."]],
  ["before the answer is settled", "answered", ["Answer.", ""]],
] as const)(
  "a process that is killed %s loses no text, and says nothing twice",
  { timeout: 30_000 },
  async ([, at, texts]) => {
    const path = join(temporaryFolder(), "state.db");
    const child = fork(join(import.meta.dirname, "speaking-process.ts"), [path, at], {
      execArgv: ["--conditions=@hermes/source"],
    });
    await once(child, "message");
    child.kill("SIGKILL");
    await once(child, "exit");

    const next = await speaking({}, undefined, { over: path, model: scripted([]) });
    await vi.waitFor(() => expect(next.chat.texts()).toEqual(texts), waiting);
    await next.gateway.drain();

    expect(next.chat.texts()).toEqual(texts);
    expect(await next.store.inbox.counts("scripted")).toEqual({ waiting: 0, claimed: 0 });
  },
);
