import { once } from "node:events";
import { createServer } from "node:net";
import { loadSettings } from "@hermes/config";
import { scripted } from "@hermes/models";
import { createRuntime } from "@hermes/runtime";
import { expect, onTestFinished, test } from "vitest";
import { callAddresses, callLine } from "../src/call-addresses.ts";
import { gatewayPaths, knownPlatforms, readGatewayState, runGateway, servedPlatforms } from "../src/index.ts";
import { freePort, newPerson, serve } from "./support.ts";
import type { Person } from "./support.ts";

async function served({ env }: Person) {
  const loaded = await loadSettings({ env });
  return { ...loaded, served: servedPlatforms(loaded, "/s", await knownPlatforms(loaded)).served };
}

const secrets = { WEBHOOK_ENABLED: "1", WEBHOOK_SECRET: "s" };

test("what is called is shown at the address of the listener, with how to make that reachable", async () => {
  const person = newPerson({
    ...{ ...secrets, SLACK_BOT_TOKEN: "xoxb-1", SLACK_SIGNING_SECRET: "s", DISCORD_BOT_TOKEN: "d" },
    ...{ WHATSAPP_CLOUD_PHONE_NUMBER_ID: "1", WHATSAPP_CLOUD_ACCESS_TOKEN: "t" },
  });
  const { settings, served: platforms } = await served(person);

  const calls = callAddresses(platforms, settings, "http://127.0.0.1:9/health");

  expect(calls).toEqual({
    slack: {
      addresses: ["events", "interactive", "commands"].map((path) => `http://127.0.0.1:9/slack/${path}`),
      arePublic: false,
    },
    webhook: { addresses: ["http://127.0.0.1:9/webhooks/default"], arePublic: false },
    whatsapp: { addresses: ["http://127.0.0.1:9/whatsapp/webhook"], arePublic: false },
  });
});

test("with gateway.public_url it is that address, and Telegram has one of its own", async () => {
  const person = newPerson({
    ...{ ...secrets, TELEGRAM_BOT_TOKEN: "1:a" },
    ...{ TELEGRAM_WEBHOOK_URL: "https://t.example/telegram", TELEGRAM_WEBHOOK_SECRET: "s" },
  });
  person.configure("gateway:\n  public_url: https://h.example/x/\n");
  const { settings, served: platforms } = await served(person);

  const calls = callAddresses(platforms, settings);

  expect(calls).toEqual({
    telegram: { addresses: ["https://t.example/telegram"], arePublic: true },
    webhook: { addresses: ["https://h.example/x/webhooks/default"], arePublic: true },
  });
  expect(callLine({ addresses: ["https://h"], arePublic: true })).toBe("called at https://h");
});

test("of many addresses five are shown", () => {
  const addresses = Array.from({ length: 7 }, (_, index) => `/${index}`);

  expect(callLine({ addresses, arePublic: true })).toBe("called at /0, /1, /2, /3, /4, 2 more");
});

test("a gateway says where it is called, and its state has it", async () => {
  const person = newPerson({ ...secrets, WEBHOOK_PORT: String(await freePort()) });
  const gateway = serve(person);

  await gateway.line("webhook: called at http://127.0.0.1:");
  await gateway.line("From outside it is reached by a tunnel or a proxy: set gateway.public_url");
  await gateway.stop();

  const state = await readGatewayState(gatewayPaths(person.home).state);
  expect(state?.calls?.["webhook"]?.addresses).toEqual([expect.stringContaining("/webhooks/default")]);
});

test("a port that another program has is an error that names the setting", async () => {
  const port = await freePort();
  const other = createServer().listen(port, "127.0.0.1");
  await once(other, "listening");
  onTestFinished(() => void other.close());
  const { env } = newPerson({ ...secrets, WEBHOOK_PORT: String(port) });
  const stopped = new AbortController().signal;

  const running = runGateway({ env, createRuntime, model: scripted([]), say: () => undefined, stopped });

  await expect(running).rejects.toMatchObject({
    code: "HTTP_CANNOT_LISTEN",
    hint: expect.stringContaining("WEBHOOK_PORT"),
  });
});
