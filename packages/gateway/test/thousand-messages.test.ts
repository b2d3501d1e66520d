import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import type { Socket } from "node:net";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import type { InboundMessage, OutboundMessage, SendOutcome } from "../src/index.ts";
import { openStore, temporaryFolder } from "./support.ts";

const isLong = process.env["HERMES_TEST_LONG"] === "1";
const { messages, chats, everyMs, maxKills, overMs } = isLong
  ? { messages: 1_000, chats: 40, everyMs: 2_500, maxKills: 1_000, overMs: 40_000 }
  : { messages: 100, chats: 10, everyMs: 700, maxKills: 2, overMs: 2_000 };

/** The same numbers for a seed, so that a failure comes again. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The messenger and its people. It knows what arrived, delivers until it hears that a message was kept, and fails at will. */
async function farPlatform(random: () => number) {
  const arrived: OutboundMessage[] = [];
  const open = new Map<number, InboundMessage>();
  const counts = { ambiguous: 0, pending: 0, given: 0 };
  let socket: Socket | undefined;
  let [given, hello]: ((() => void) | undefined)[] = [];

  const deliver = (update: number): void => {
    const message = open.get(update);
    if (message === undefined) return;
    const line = `${JSON.stringify({ update, message })}\n`;
    socket?.write(line);
    // Delivered twice, now and then.
    if (random() < 0.05) socket?.write(line);
  };

  function outcomeOf(message: OutboundMessage): SendOutcome {
    const draw = random();
    if (draw < 0.1) return { status: "retry", reason: "Too many requests.", afterMs: 20 };
    if (draw < 0.15) return { status: "retry", reason: "Bad gateway." };
    arrived.push(message);
    if (draw < 0.2) {
      counts.ambiguous += 1;
      return { status: "uncertain", reason: "The connection was closed." };
    }
    return { status: "sent", messageId: String(arrived.length) };
  }

  const server = createServer((connected) => {
    socket = connected;
    // What arrived and was not answered when the gateway died.
    let pending = 0;
    connected.on("close", () => (counts.pending += pending));
    connected.on("error", () => undefined);
    const lines = createInterface({ input: connected });
    lines.on("error", () => undefined);
    lines.on("line", (line) => {
      const said: { hello?: true; kept?: number; send?: number; message?: OutboundMessage } =
        JSON.parse(line);
      if (said.hello === true) {
        hello?.();
        for (const update of open.keys()) deliver(update);
      }
      if (said.kept !== undefined) {
        open.delete(said.kept);
        if (open.size === 0) given?.();
      }
      if (said.send === undefined || said.message === undefined) return;
      pending += 1;
      const outcome = outcomeOf(said.message);
      setTimeout(
        () => {
          connected.write(`${JSON.stringify({ answer: said.send, outcome })}\n`, () => (pending -= 1));
        },
        Math.floor(random() * 5),
      );
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  return {
    port: typeof address === "object" ? (address?.port ?? 0) : 0,
    arrived,
    counts,
    say(message: InboundMessage) {
      const update = counts.given++;
      open.set(update, message);
      // Delivered out of order, now and then.
      if (random() < 0.05) setTimeout(() => deliver(update), 30);
      else deliver(update);
    },
    connected: async () => await new Promise<void>((resolve) => (hello = resolve)),
    allKept: async () => {
      if (open.size > 0) await new Promise<void>((resolve) => (given = resolve));
    },
  };
}

function messageOf(index: number): InboundMessage {
  return {
    at: { platform: "far", chatId: `chat${index % chats}` },
    ...{ messageId: `m${index}`, updateId: `u${index}`, chatKind: "dm", text: `message ${index}` },
    sender: { userId: `person${index % chats}`, isBot: false },
    ...{ sentAt: Date.now(), isAddressed: true, files: [] },
  };
}

test(
  "messages with 20 % faults and kills are each answered once, in order",
  async () => {
    const random = numbers(7);
    const far = await farPlatform(random);
    const path = `${temporaryFolder()}/state.db`;
    const { store, state } = openStore(path);
    const program = fileURLToPath(new URL("thousand/gateway-process.ts", import.meta.url));
    let kills = 0;
    let isOver = false;
    let child: ChildProcess | undefined;

    const keepRunning = async (): Promise<void> => {
      while (!isOver) {
        const run = spawn(
          process.execPath,
          ["--conditions=@hermes/source", program, path, String(far.port)],
          {
            stdio: ["ignore", "inherit", "inherit"],
          },
        );
        child = run;
        const ended = once(run, "exit");
        await Promise.race([far.connected(), ended]);
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
    for (let index = 0; index < messages; index += 1) {
      far.say(messageOf(index));
      await new Promise((resolve) => setTimeout(resolve, overMs / messages));
    }
    await far.allKept();
    const busy = async (): Promise<boolean> => {
      const [inbox, outbox] = [await store.inbox.counts("far"), await store.outbox.counts("far")];
      return inbox.waiting + inbox.claimed + outbox.queued > 0;
    };
    while (await busy()) await new Promise((resolve) => setTimeout(resolve, 50));
    isOver = true;
    child?.kill("SIGKILL");
    await running;

    const answers = far.arrived.map(({ text }) => text).filter((text) => text.startsWith("Answer to"));
    const expected = Array.from({ length: messages }, (_, index) => `Answer to message ${index}.`);
    const { uncertain, failed } = await store.outbox.counts("far");
    const unsure = new Set<string>();
    for (let chat = 0; chat < chats; chat += 1)
      for (const row of await store.outbox.unsettled({ platform: "far", chatId: `chat${chat}` }))
        unsure.add(row.text);
    const told = state
      .read((tables) => tables.all("SELECT text FROM messages WHERE role = 'user'"))
      .map((row) => String(row["text"]))
      .filter((text) => text.startsWith("message "));

    expect(kills).toBeGreaterThan(isLong ? 8 : 0);
    // Each message was told to the model once.
    expect(told.toSorted()).toEqual(expected.map((_, index) => `message ${index}`).toSorted());
    // No answer is there twice, and one that is not there is known to be uncertain.
    expect(new Set(answers).size).toBe(answers.length);
    expect(expected.filter((text) => !answers.includes(text) && !unsure.has(text))).toEqual([]);
    expect(failed).toBe(0);
    expect(uncertain).toBeLessThanOrEqual(far.counts.ambiguous + far.counts.pending + kills * 8);
    for (let chat = 0; chat < chats; chat += 1) {
      const seen = far.arrived
        .filter(({ to, text }) => to.chatId === `chat${chat}` && text.startsWith("Answer to"))
        .map(({ text }) => text);
      const inOrder = told
        .filter((text) => Number(text.slice(8)) % chats === chat)
        .map((text) => `Answer to ${text}.`);
      expect(seen).toEqual(inOrder.filter((text) => seen.includes(text)));
    }
  },
  isLong ? 300_000 : 60_000,
);
