import { loadSettings } from "@hermes/config";
import { expect, test } from "vitest";
import { diagnoseGateway } from "../src/index.ts";
import { newPerson, serve } from "./support.ts";
import type { Person } from "./support.ts";

const token = { TELEGRAM_BOT_TOKEN: "123456:for-tests" };

async function linesOf({ env }: Person): Promise<readonly string[]> {
  const found = await diagnoseGateway(await loadSettings({ env }));
  return found.map(({ name, status, message }) => `${name} ${status}: ${message}`);
}

test("where nothing is set up and nothing runs, doctor says nothing of the gateway", async () => {
  expect(await linesOf(newPerson())).toEqual([]);
});

test.each([
  [{}, "telegram ok: Set up. Nobody is named: a stranger is given a code."],
  [{ TELEGRAM_ALLOWED_USERS: "1,2" }, "telegram ok: Set up. Users that may speak: 2 named."],
  [{ TELEGRAM_ALLOWED_USERS: "*" }, "telegram warning: Set up. Everybody may speak, as a guest."],
  [{ GATEWAY_ALLOW_ALL_USERS: "1" }, "telegram warning: Set up. Everybody may speak, as a guest."],
])("with %j doctor says who may speak: %s", async (env, line) => {
  const lines = await linesOf(newPerson({ ...token, ...env }));

  expect(lines).toEqual(["gateway warning: It is not running: nothing is heard.", line]);
});

test("a platform that is switched on without a token is a failure", async () => {
  const person = newPerson();
  person.configure("platforms:\n  telegram:\n    enabled: true\n");

  expect(await linesOf(person)).toContain("telegram failed: It is switched on, and has no access yet.");
});

test("a gateway that runs is named with its process", async () => {
  const person = newPerson();
  const gateway = serve(person);
  await gateway.line("local: ready");

  expect(await linesOf(person)).toEqual([`gateway ok: It runs as process ${process.pid}.`]);
});
