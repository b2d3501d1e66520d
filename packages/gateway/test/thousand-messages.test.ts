import { once } from "node:events";
import { createServer } from "node:net";
import type { Socket } from "node:net";
import { createInterface } from "node:readline";
import { onTestFinished, test } from "vitest";
import type { InboundMessage, OutboundMessage, SendOutcome } from "../src/index.ts";
import { drawFaults, sayThousand, timeoutMs } from "./thousand/run.ts";
import type { FarSide, FaultDraw } from "./thousand/run.ts";

/** It knows what arrived, and delivers until it hears that a message was kept. */
async function openFar({ random, fault, dropped }: FaultDraw): Promise<FarSide> {
  const arrived: OutboundMessage[] = [];
  const open = new Map<number, InboundMessage>();
  /** What arrived and was not answered when the gateway died. */
  let cutOff = 0;
  let given = 0;
  let socket: Socket | undefined;

  const deliver = (update: number): void => {
    const message = open.get(update);
    if (message === undefined) return;
    const line = `${JSON.stringify({ update, message })}\n`;
    socket?.write(line);
    // Delivered twice, now and then.
    if (random() < 0.05) socket?.write(line);
  };

  function outcomeOf(message: OutboundMessage): SendOutcome {
    const drawn = fault();
    if (drawn === "rate-limit") return { status: "retry", reason: "Too many requests.", afterMs: 20 };
    if (drawn === "bad-gateway") return { status: "retry", reason: "Bad gateway." };
    arrived.push(message);
    return drawn === "accept-then-drop"
      ? { status: "uncertain", reason: "The connection was closed." }
      : { status: "sent", messageId: String(arrived.length) };
  }

  const server = createServer((connected) => {
    socket = connected;
    let pending = 0;
    connected.on("close", () => (cutOff += pending));
    connected.on("error", () => undefined);
    const lines = createInterface({ input: connected });
    lines.on("error", () => undefined);
    lines.on("line", (line) => {
      const said: { hello?: true; kept?: number; send?: number; message?: OutboundMessage } =
        JSON.parse(line);
      if (said.hello === true) for (const update of open.keys()) deliver(update);
      if (said.kept !== undefined) open.delete(said.kept);
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
    program: new URL("thousand/far-process.ts", import.meta.url),
    args: [String(typeof address === "object" ? address?.port : 0)],
    platform: "far",
    chatId: (chat) => `chat${chat}`,
    arrived: () => arrived.map(({ to, text }) => ({ chat: Number(to.chatId.slice(4)), text })),
    unanswered: () => dropped() + cutOff,
    say(chat, text) {
      const update = given++;
      open.set(update, {
        at: { platform: "far", chatId: `chat${chat}` },
        ...{ messageId: `m${update}`, updateId: `u${update}`, chatKind: "dm", text },
        sender: { userId: `person${chat}`, isBot: false },
        ...{ sentAt: Date.now(), isAddressed: true, files: [] },
      });
      // Delivered out of order, now and then.
      if (random() < 0.05) setTimeout(() => deliver(update), 30);
      else deliver(update);
    },
  };
}

test(
  "messages with 20 % faults and kills are each answered once, in order",
  async () => {
    const faults = drawFaults(7);
    await sayThousand(await openFar(faults), faults);
  },
  timeoutMs,
);
