import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { z } from "zod";
import { openStore, temporaryFolder } from "../support.ts";

const isLong = process.env["HERMES_TEST_LONG"] === "1";
export const sizes: Readonly<
  Record<"messages" | "chats" | "everyMs" | "maxKills" | "overMs" | "settleMs", number>
> = isLong
  ? { messages: 1_000, chats: 40, everyMs: 2_500, maxKills: 1_000, overMs: 40_000, settleMs: 120_000 }
  : { messages: 60, chats: 10, everyMs: 500, maxKills: 1, overMs: 1_000, settleMs: 40_000 };
export const timeoutMs: number = isLong ? 300_000 : 60_000;

/** What happens to a message that the bot sends: the last of them arrived, and nobody says so. */
export type SendFault = "none" | "rate-limit" | "bad-gateway" | "accept-then-drop";

/** A messenger and its people. What it delivers again, and in which order, is its own affair. */
export interface FarSide {
  /** The program with the gateway, and what it is given behind the path of the store. */
  readonly program: URL;
  readonly args: readonly string[];
  /** Name of the platform. */
  readonly platform: string;
  /** The chat with a person, as the adapter gives it. */
  chatId(chat: number): string;
  /** Says a text in the chat of a person; it is unique. */
  say(chat: number, text: string): void;
  /** What the bot said, in order, with what it said twice. */
  arrived(): readonly { readonly chat: number; readonly text: string }[];
  /** How many sends were left without an answer so far. */
  unanswered(): number;
  /** Texts that nobody can deliver any more, given those that were kept. Absent: there are none. */
  lost?(kept: ReadonlySet<string>): readonly string[];
  /** Whether it delivers each chat in the order in which it was said, whatever breaks. @default false */
  readonly keepsOrder?: boolean;
}

export interface FaultDraw {
  /** From 0 to 1. */
  readonly random: () => number;
  /** Asked at each send: a fifth of them go wrong. */
  readonly fault: () => SendFault;
  /** How many of them arrived without an answer. */
  readonly dropped: () => number;
}

/** The same faults for a seed, so that a failure comes again. */
export function drawFaults(seed: number): FaultDraw {
  let dropped = 0;
  const random = numbers(seed);
  return {
    random,
    dropped: () => dropped,
    fault() {
      const draw = random();
      if (draw < 0.1) return "rate-limit";
      if (draw < 0.15) return "bad-gateway";
      if (draw >= 0.2) return "none";
      dropped += 1;
      return "accept-then-drop";
    },
  };
}

const textSchema = z.object({ text: z.string() });

function numberOf(answer: string): number {
  return Number(/\d+/.exec(answer)?.[0]);
}

function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Says messages while the gateway is killed again and again: each is told to the model once, and answered once, in order. */
export async function sayThousand(far: FarSide, { random }: Pick<FaultDraw, "random">): Promise<void> {
  const { messages, chats, everyMs, maxKills, overMs, settleMs } = sizes;
  const path = `${temporaryFolder()}/state.db`;
  const { store, state } = openStore(path);
  let kills = 0;
  let isOver = false;
  let child: ChildProcess | undefined;

  const keepRunning = async (): Promise<void> => {
    while (!isOver) {
      const args = ["--conditions=@hermes/source", fileURLToPath(far.program), path, ...far.args];
      const run = spawn(process.execPath, args, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
      child = run;
      const ended = once(run, "exit");
      await Promise.race([once(run, "message"), ended]);
      const timer = setTimeout(
        () => {
          if (kills < maxKills) kills += Number(run.kill("SIGKILL"));
        },
        everyMs * (0.6 + random()),
      );
      await ended;
      clearTimeout(timer);
    }
  };
  const running = keepRunning();
  const pause = async (ms: number): Promise<void> => await new Promise((resolve) => setTimeout(resolve, ms));
  for (let index = 0; index < messages; index += 1) {
    // However fast the machine is, the first kill comes in between.
    while (kills === 0 && index > messages / 2) await pause(5);
    far.say(index % chats, `message ${index}`);
    await pause(overMs / messages);
  }
  const kept = (): ReadonlySet<string> =>
    new Set(
      state
        .read((tables) => tables.all("SELECT message FROM gateway_inbox WHERE platform = ?", far.platform))
        .map((row) => textSchema.parse(JSON.parse(String(row["message"]))).text),
    );
  const isAllKept = (): boolean => {
    const texts = kept();
    return texts.size + (far.lost?.(texts).length ?? 0) >= messages;
  };
  const isBusy = async (): Promise<boolean> => {
    const [inbox, outbox] = [await store.inbox.counts(far.platform), await store.outbox.counts(far.platform)];
    return inbox.waiting + inbox.claimed + outbox.queued > 0;
  };
  // What has not settled by then is missing below.
  const givenUpAt = Date.now() + settleMs;
  while ((!isAllKept() || (await isBusy())) && Date.now() < givenUpAt) await pause(50);
  isOver = true;
  child?.kill("SIGKILL");
  await running;

  const arrived = far.arrived().filter(({ text }) => text.startsWith("Answer to"));
  const answers = arrived.map(({ text }) => text);
  const lost = new Set(far.lost?.(kept()));
  const said = Array.from({ length: messages }, (_, index) => `message ${index}`).filter(
    (text) => !lost.has(text),
  );
  const expected = said.map((text) => `Answer to ${text}.`);
  const { uncertain, failed } = await store.outbox.counts(far.platform);
  const unsure = new Set<string>();
  for (let chat = 0; chat < chats; chat += 1)
    for (const row of await store.outbox.unsettled({ platform: far.platform, chatId: far.chatId(chat) }))
      unsure.add(row.text);
  const told = state
    .read((tables) => tables.all("SELECT text FROM messages WHERE role = 'user'"))
    .map((row) => String(row["text"]))
    .filter((text) => text.startsWith("message "));

  expect(kills).toBeGreaterThan(isLong ? 4 : 0);
  // Each message was told to the model once.
  expect(told.toSorted()).toEqual(said.toSorted());
  // No answer is there twice, and one that is not there is known to be uncertain.
  expect(new Set(answers).size).toBe(answers.length);
  expect(expected.filter((text) => !answers.includes(text) && !unsure.has(text))).toEqual([]);
  expect(failed).toBe(0);
  expect(uncertain).toBeLessThanOrEqual(far.unanswered() + kills * 8);
  for (let chat = 0; chat < chats; chat += 1) {
    const seen = arrived.filter((each) => each.chat === chat).map(({ text }) => text);
    const inOrder = told
      .filter((text) => Number(text.slice(8)) % chats === chat)
      .map((text) => `Answer to ${text}.`);
    expect(seen).toEqual(inOrder.filter((text) => seen.includes(text)));
    if (far.keepsOrder === true)
      expect(inOrder).toEqual(inOrder.toSorted((one, other) => numberOf(one) - numberOf(other)));
  }
}
