import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { onTestFinished, test } from "vitest";
import { openTelegramServer } from "../src/testing/index.ts";
import { openMatrixServer } from "./platforms/matrix/matrix-server.ts";
import { account, ada } from "./platforms/signal/signal-place.ts";
import { openSignalServer } from "./platforms/signal/signal-server.ts";
import { textOf } from "./platforms/whatsapp/whatsapp-place.ts";
import { WhatsAppServer } from "./platforms/whatsapp/whatsapp-server.ts";
import { drawFaults, sayThousand, sizes, timeoutMs } from "./thousand/run.ts";
import type { FarSide, FaultDraw, SendFault } from "./thousand/run.ts";

const isLong = process.env["HERMES_TEST_LONG"] === "1";

/** A second of waiting would keep all chats waiting. */
const retryMs = 20;

const gateway = (name: string, settings: object, ...more: readonly string[]) => ({
  platform: name,
  program: new URL("thousand/platform-process.ts", import.meta.url),
  args: [new URL(`thousand/${name}-platform.ts`, import.meta.url).href, JSON.stringify(settings), ...more],
});

/** The person of a chat has this number behind a prefix. */
const people = Array.from({ length: sizes.chats }, (_, chat) => 1_000_000 + chat);
const chatOf = (id: string | number): number => people.indexOf(Number(String(id).slice(-7)));

/** Counts what the bot can't know to have arrived: lost answers, and errors of a server that may come before or after. */
function countUnanswered(draw: FaultDraw): { readonly fault: () => SendFault; readonly count: () => number } {
  let count = 0;
  return {
    count: () => count,
    fault() {
      const fault = draw.fault();
      count += Number(fault === "accept-then-drop" || fault === "bad-gateway");
      return fault;
    },
  };
}

async function openTelegramFar(draw: FaultDraw): Promise<FarSide> {
  const server = await openTelegramServer();
  onTestFinished(async () => await server.close());
  const faults = countUnanswered(draw);
  server.faults.draw = (method) => {
    if (method !== "sendMessage") return undefined;
    const kind = faults.fault();
    if (kind === "rate-limit") return { kind, retryAfterS: retryMs / 1_000 };
    if (kind === "bad-gateway") return { kind: "answer", code: 502, description: "Bad Gateway" };
    return kind === "none" ? undefined : { kind };
  };
  return {
    ...gateway("telegram", { token: server.token, api_root: server.root }),
    chatId: (chat) => String(people[chat]),
    say: (chat, text) => void server.say({ id: people[chat] ?? 0, first_name: `Person ${chat}` }, text),
    arrived: () => server.world.said.map(({ chatId, text }) => ({ chat: chatOf(chatId), text })),
    unanswered: faults.count,
    keepsOrder: true,
  };
}

async function openMatrixFar(draw: FaultDraw): Promise<FarSide> {
  const server = await openMatrixServer();
  onTestFinished(async () => await server.close());
  const { world, bot } = server;
  const personOf = (chat: number): string => `@p${people[chat]}:localhost`;
  const rooms = people.map((_, chat) => world.createRoom(personOf(chat), [bot]));
  server.drawFault = (kind) => {
    if (kind !== "send") return undefined;
    const fault = draw.fault();
    if (fault === "rate-limit") return { kind: fault, retryAfterMs: retryMs };
    if (fault === "bad-gateway") return { kind: "status", status: 502 };
    return fault === "none" ? undefined : { kind: fault };
  };
  // What is said before the first sync is the past of a room, which nobody answers.
  const early: (() => void)[] = [];
  const unwatch = setInterval(() => {
    if ((server.asked.get("sync") ?? 0) > 1) for (const say of early.splice(0)) say();
  }, 10);
  onTestFinished(() => clearInterval(unwatch));
  return {
    ...gateway("matrix", { homeserver: server.root, access_token: server.token }),
    chatId: (chat) => rooms[chat] ?? "",
    say(chat, text) {
      const say = (): void =>
        void world.add(rooms[chat] ?? "", personOf(chat), "m.room.message", {
          msgtype: "m.text",
          body: text,
        });
      if (early.length > 0 || (server.asked.get("sync") ?? 0) < 2) early.push(say);
      else say();
    },
    arrived: () =>
      world.events
        .filter(({ sender, type }) => sender === bot && type === "m.room.message")
        .map((event) => ({ chat: rooms.indexOf(event.room_id), text: String(event.content["body"]) })),
    // A transaction makes a second try safe.
    unanswered: () => 0,
    keepsOrder: true,
  };
}

/** The daemon keeps nothing: what it told a gateway that died before it kept it is lost, and nothing else is. */
async function openSignalFar(draw: FaultDraw): Promise<FarSide> {
  const server = await openSignalServer({ account });
  onTestFinished(async () => await server.close());
  const faults = countUnanswered(draw);
  const numberOf = (chat: number): string => `+49${people[chat]}`;
  server.world.drawFault = (method) => {
    if (method !== "send") return undefined;
    const kind = faults.fault();
    if (kind === "rate-limit") {
      const results = [
        { recipientAddress: {}, type: "RATE_LIMIT_FAILURE", retryAfterSeconds: retryMs / 1_000 },
      ];
      const data = { response: { timestamp: 1, results } };
      return { kind: "error", code: -5, message: "Failed to send message due to rate limiting", data };
    }
    if (kind === "bad-gateway") return { kind: "http", status: 502 };
    return kind === "none" ? undefined : { kind: "drop-after" };
  };
  const textIn = (event: string): string => /"message":"([^"]*)"/.exec(event)?.[1] ?? "";
  return {
    ...gateway("signal", { http_url: server.url, account }),
    chatId: numberOf,
    say(chat, message) {
      const timestamp = server.timestamp();
      const sourceUuid = ada.sourceUuid.slice(0, -7) + String(people[chat]);
      const [source, sourceNumber] = [numberOf(chat), numberOf(chat)];
      server.receive({
        ...ada,
        source,
        sourceNumber,
        sourceUuid,
        timestamp,
        dataMessage: { timestamp, message },
      });
    },
    arrived: () => server.world.sent.map(({ to, text }) => ({ chat: chatOf(to), text })),
    unanswered: faults.count,
    keepsOrder: true,
    // In each stream, what comes behind the last that was kept.
    lost: (kept) =>
      server.inbox.told
        .filter(({ isOpen }) => !isOpen)
        .flatMap(({ events }) => {
          const texts = events.map(textIn);
          return texts.slice(texts.findLastIndex((text) => kept.has(text)) + 1);
        }),
  };
}

async function openWhatsAppFar(draw: FaultDraw): Promise<FarSide> {
  const server = await new WhatsAppServer().listen();
  onTestFinished(async () => await server.close());
  const faults = countUnanswered(draw);
  const port = await freePort();
  server.callback = `http://127.0.0.1:${port}/whatsapp/webhook`;
  server.drawFault = () => {
    const kind = faults.fault();
    if (kind === "rate-limit")
      return { kind: "error", code: 130_429, status: 429, retryAfterS: retryMs / 1_000 };
    if (kind === "bad-gateway") return { kind: "page", status: 502 };
    return kind === "none" ? undefined : { kind };
  };
  const settings = {
    phone_number_id: server.phoneNumberId,
    ...{ access_token: server.token, app_secret: server.appSecret, api_root: server.root },
  };
  return {
    ...gateway("whatsapp", settings, String(port)),
    chatId: (chat) => `1650${people[chat]}`,
    say: (chat, body) => void server.say(`1650${people[chat]}`, { type: "text", text: { body } }),
    arrived: () => server.sent.map(({ to, message }) => ({ chat: chatOf(to), text: textOf(message) })),
    unanswered: faults.count,
    keepsOrder: true,
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // Bound to a host and a port, it is no pipe.
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

// Each takes its time: with HERMES_TEST_LONG=1 alone.
test.runIf(isLong).each([
  { name: "Telegram", open: openTelegramFar },
  { name: "Signal", open: openSignalFar },
  { name: "Matrix", open: openMatrixFar },
  { name: "WhatsApp", open: openWhatsAppFar },
])(
  "messages of $name with 20 % faults and kills are each answered once, in order",
  async ({ open }) => await run(open),
  timeoutMs,
);

async function run(open: (draw: FaultDraw) => Promise<FarSide>): Promise<void> {
  const faults = drawFaults(7);
  await sayThousand(await open(faults), faults);
}
