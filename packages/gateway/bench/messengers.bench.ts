// What the messengers cost, each against a server on loopback that behaves as its vendor describes: how soon Slack is answered, what
// Discord adds to a turn, whether slow strangers delay a webhook, and the memory of the whole program.
import { spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Agent, scripted } from "@hermes/agent-loop";
import { openState } from "@hermes/state";
import { bundle, median, report } from "@hermes/tooling/bench";
import { createGateway, createPresentation, gatewayTables, sqliteGatewayStore } from "../src/index.ts";
import { discord, slack } from "../src/index.ts";
import type { Gateway, Platform } from "../src/index.ts";
import { scriptedPlatform } from "../src/testing/index.ts";
import { openDiscordServer, personOf } from "../test/platforms/discord/discord-server.ts";
import { openMatrixServer } from "../test/platforms/matrix/matrix-server.ts";
import { account } from "../test/platforms/signal/signal-place.ts";
import { openSignalServer } from "../test/platforms/signal/signal-server.ts";
import { SlackServer } from "../test/platforms/slack/slack-server.ts";
import { WhatsAppServer } from "../test/platforms/whatsapp/whatsapp-server.ts";

const folder = mkdtempSync(join(tmpdir(), "hermes-messengers-bench-"));

function quantile(times: readonly number[], part: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await pause(2);
}

/** A gateway over one platform, with a store on disk and a model that answers at once. */
async function serve(name: string, platform: Platform, settings: object): Promise<Gateway> {
  const migrations = [gatewayTables];
  const state = openState({ path: join(folder, `${name}.db`), migrations, fillIndexAtOnce: false });
  const gateway = createGateway({
    store: sqliteGatewayStore(state),
    platforms: [{ platform, settings: platform.settings.parse(settings) }],
    access: {
      decide: async () => ({ type: "allowed", tier: "owner" }),
      grant: async () => ({ approver: null, clarifier: null }),
      mayRun: () => true,
    },
    presentation: createPresentation(),
    limits: { burstMs: 0, closeIdleMs: 3_600_000 },
    sessions: {
      async open({ resume, origin }) {
        const model = scripted(() => ({ text: "Answer." }));
        const session = resume === undefined ? {} : { sessionId: resume };
        const agent = new Agent({ model, journal: state.journal, origin, ...session });
        await agent.open();
        return {
          ...{ id: agent.sessionId, agent, resumed: false, backgroundJobs: 0 },
          [Symbol.asyncDispose]: async () => await agent.close(),
        };
      },
    },
  });
  await gateway.start();
  return gateway;
}

/** Milliseconds from each event of Slack to its acknowledgement, while so many come in a second. */
async function acknowledgements(perSecond: number, seconds: number): Promise<readonly number[]> {
  const server = await SlackServer.open({ retryMs: 60_000 });
  const settings = { bot_token: server.botToken, app_token: server.appToken, api_root: server.apiRoot };
  await using _ = await serve("slack", slack() as Platform, settings);
  const times: number[] = [];
  const count = perSecond * seconds;
  // Acknowledged in the order in which they came.
  const openSince: number[] = [];
  const timer = setInterval(() => {
    const done = openSince.splice(0, openSince.length - server.unacknowledged);
    for (const since of done) times.push(performance.now() - since);
  }, 1);
  const chats = Array.from({ length: 50 }, (__, chat) => `D0${chat}`);
  for (const chat of chats) server.world.conversation(chat);
  const startedAt = performance.now();
  for (let index = 0; index < count; index += 1) {
    const due = startedAt + (index * 1_000) / perSecond - performance.now();
    if (due > 0) await pause(due);
    openSince.push(performance.now());
    server.say({ user: `U0${index % 50}`, channel: `D0${index % 50}`, text: `message ${index}` });
  }
  await until(() => times.length === count);
  clearInterval(timer);
  await server.close();
  return times;
}

/** Milliseconds from a message to its answer, one after another. */
async function turns(count: number, say: (index: number) => void, answers: () => number): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const [before, startedAt] = [answers(), performance.now()];
    say(index);
    await until(() => answers() > before);
    times.push(performance.now() - startedAt);
  }
  return median(times.slice(5));
}

async function turnsOnDiscord(count: number): Promise<number> {
  const server = await openDiscordServer();
  const { world } = server;
  world.dm(personOf(0));
  const settings = { token: world.token, api_root: server.root };
  await using _ = await serve("discord", discord() as Platform, settings);
  const taken = await turns(
    count,
    (index) => void server.sayTo(0, `message ${index}`),
    () => world.posted.length,
  );
  await server.close();
  return taken;
}

async function turnsOnNothing(count: number): Promise<number> {
  let sent = 0;
  const fault = (): undefined => void (sent += 1);
  const chat = scriptedPlatform({ fault });
  await using _ = await serve("scripted", chat.platform, {});
  const say = (index: number): void =>
    void chat.say(`message ${index}`, { chat: "chat", from: "person" }).catch(() => undefined);
  return await turns(count, say, () => sent);
}

interface Whole extends AsyncDisposable {
  readonly port: number;
  /** Megabytes. */
  rss(): number;
}

const secret = "a-secret-of-the-bench-that-is-long";

/** The program itself, bundled as it is published, with these variables. */
async function openWhole(
  name: string,
  program: string,
  env: Readonly<Record<string, string>>,
): Promise<Whole> {
  const home = mkdtempSync(join(folder, `${name}-`));
  const port = await freePort();
  writeFileSync(
    join(home, "config.yaml"),
    JSON.stringify({
      model: { provider: "custom", default: "none", base_url: "http://127.0.0.1:9/v1" },
      gateway: { port },
      platforms: {
        webhook: {
          ...{ enabled: true, secret },
          routes: { bench: { deliver_only: true, url: "http://127.0.0.1:9/", rate_limit: 1_000_000 } },
        },
      },
    }),
  );
  // Some of what is bundled is CommonJS.
  const code = `globalThis.require = process.getBuiltinModule("module").createRequire(${JSON.stringify(program)});
    import(${JSON.stringify(pathToFileURL(program).href)}).then(({ main }) => main(process.env));`;
  const run = spawn(process.execPath, ["--input-type=module", "-e", code], {
    env: { PATH: process.env["PATH"], HOME: home, HERMES_HOME: home, ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  run.stderr.on("data", (part) => (said += String(part)));
  const ended = once(run, "exit");
  const isUp = async (): Promise<boolean> =>
    (await fetch(`http://127.0.0.1:${port}/webhooks`).catch(() => undefined))?.status === 404;
  while (!(await isUp())) {
    if (run.exitCode !== null) throw new Error(`The gateway ended: ${said}`);
    await pause(50);
  }
  return {
    port,
    rss: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${run.pid}/status`, "utf8"))?.[1]) / 1_024,
    async [Symbol.asyncDispose]() {
      run.kill("SIGKILL");
      await ended;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  // Bound to a host and a port, it is no pipe.
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Milliseconds of a signed post, p50. */
async function posts(port: number, count: number): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const body = JSON.stringify({ index, at: Date.now() });
    const signature = `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
    const headers = { "content-type": "application/json", "x-hub-signature-256": signature };
    const startedAt = performance.now();
    const { status } = await fetch(`http://127.0.0.1:${port}/webhooks/bench`, {
      method: "POST",
      headers,
      body,
    });
    if (status !== 202) throw new Error(`A good post is answered with ${status}.`);
    times.push(performance.now() - startedAt);
  }
  return median(times.slice(20));
}

/** Connections that have sent half of their headers. */
async function slowly(port: number, count: number): Promise<readonly Socket[]> {
  return await Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect(port, "127.0.0.1").on("error", () => undefined);
      await once(socket, "connect");
      socket.write("POST /webhooks/bench HTTP/1.1\r\nHost: localhost\r\nX-Slow: ");
      return socket;
    }),
  );
}

const [perSecond, seconds] = [200, 5];
const quiet = await acknowledgements(5, 3);
const busy = await acknowledgements(perSecond, seconds);
for (const [name, part] of [
  ["p50", 0.5],
  ["p99", 0.99],
] as const)
  report({
    figure: `Slack: event to acknowledgement, ${perSecond} events a second, ${name}`,
    ...{ unit: "ms", value: quantile(busy, part), better: "lower", goal: 3_000 },
    floor: { name: "five events a second", value: quantile(quiet, part) },
  });

const onDiscord = await turnsOnDiscord(105);
report({
  figure: "Discord: message to answer, p50",
  ...{ unit: "ms", value: onDiscord, better: "lower" },
  floor: { name: "a platform in the process", value: await turnsOnNothing(105) },
});

const program = await bundle(fileURLToPath(new URL("../../../apps/gateway/src/main.ts", import.meta.url)));
const bare = await openWhole("bare", program, {});
await pause(1_000);
const bareMb = bare.rss();
await posts(bare.port, 100);
const alone = await posts(bare.port, 120);
const sockets = await slowly(bare.port, 500);
const beset = await posts(bare.port, 120);
for (const socket of sockets) socket.destroy();
await bare[Symbol.asyncDispose]();
report({
  figure: "webhook: signed post beside 500 slow connections, p50",
  ...{ unit: "ms", value: beset, better: "lower" },
  floor: { name: "without them", value: alone },
});

const slackServer = await SlackServer.open();
const discordServer = await openDiscordServer();
const signalServer = await openSignalServer({ account });
const matrixServer = await openMatrixServer();
const whatsAppServer = await new WhatsAppServer().listen();
const full = await openWhole("full", program, {
  ...{ SLACK_BOT_TOKEN: slackServer.botToken, SLACK_APP_TOKEN: slackServer.appToken },
  ...{ SLACK_API_ROOT: slackServer.apiRoot, SIGNAL_HTTP_URL: signalServer.url, SIGNAL_ACCOUNT: account },
  ...{ DISCORD_BOT_TOKEN: discordServer.world.token, DISCORD_API_ROOT: discordServer.root },
  ...{ MATRIX_HOMESERVER: matrixServer.root, MATRIX_ACCESS_TOKEN: matrixServer.token },
  WHATSAPP_CLOUD_PHONE_NUMBER_ID: whatsAppServer.phoneNumberId,
  WHATSAPP_CLOUD_ACCESS_TOKEN: whatsAppServer.token,
  WHATSAPP_CLOUD_APP_SECRET: whatsAppServer.appSecret,
  WHATSAPP_CLOUD_VERIFY_TOKEN: secret,
  WHATSAPP_API_ROOT: whatsAppServer.root,
});
await until(
  () =>
    slackServer.connections > 0 &&
    discordServer.gateway.identifies > 0 &&
    signalServer.inbox.told.some(({ isOpen }) => isOpen) &&
    (matrixServer.asked.get("sync") ?? 0) > 1,
);
// Its route is there: it knows no such caller.
while ((await fetch(`http://127.0.0.1:${full.port}/whatsapp/webhook`)).status !== 403) await pause(20);
await pause(1_000);
report({
  figure: "memory of the program with five messengers",
  ...{ unit: "MB", value: full.rss(), better: "lower", goal: 180 },
  floor: { name: "with none", value: bareMb },
});
await full[Symbol.asyncDispose]();
await Promise.all(
  [slackServer, discordServer, signalServer, matrixServer, whatsAppServer].map((each) => each.close()),
);
rmSync(folder, { recursive: true });
