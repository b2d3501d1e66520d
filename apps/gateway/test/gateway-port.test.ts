import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { loadSettings } from "@hermes/config";
import { sqlitePairing } from "@hermes/gateway";
import { createRuntime } from "@hermes/runtime";
import { expect, onTestFinished, test } from "vitest";
import { gatewayMigrations, gatewayPaths, openGatewayPort } from "../src/index.ts";
import { newPerson, serve } from "./support.ts";
import type { Person } from "./support.ts";

/** What a program that runs no gateway itself has of it. */
async function portOf({ env, home }: Person) {
  const loaded = await loadSettings({ env });
  const runtime = createRuntime({
    ...{ loaded, env, cwd: home, platform: "api", migrations: gatewayMigrations },
    housekeepingAfterMs: Number.POSITIVE_INFINITY,
  });
  onTestFinished(async () => await runtime[Symbol.asyncDispose]());
  return { port: openGatewayPort({ runtime, home }), pairing: sqlitePairing(await runtime.store()) };
}

test("a gateway is told as it is, also by a process that does not run it", async () => {
  const person = newPerson();
  const { port } = await portOf(person);
  const before = await port.info();

  const gateway = serve(person);
  await gateway.line("local: ready");
  const during = await port.info();
  await gateway.stop();

  expect(before).toEqual({ state: "stopped", platforms: [] });
  expect(during).toMatchObject({ pid: process.pid });
  expect(["starting", "running"]).toContain(during.state);
  expect(await port.info()).toEqual({ state: "stopped", platforms: [] });
});

test("the end of the log is told in whole lines, without secrets and control characters", async () => {
  const key = `sk-ant-api03-${"Ab3dE6gH9".repeat(10)}`;
  const person = newPerson();
  const { port } = await portOf(person);
  const none = await port.log({ limit: 10 });
  const { log } = gatewayPaths(person.home);
  mkdirSync(dirname(log), { recursive: true });
  writeFileSync(log, "");
  const empty = await port.log({ limit: 10 });

  appendFileSync(log, `${"é".repeat(300_000)}\none\n\n\u001b[31mtwo ${key}\u202e\nthree\n`);

  expect([none, empty]).toEqual([[], []]);
  const lines = await port.log({ limit: 10 });
  expect(lines).toHaveLength(3);
  expect([lines[0], lines[2]]).toEqual(["one", "three"]);
  expect(lines[1]).toMatch(/^\[31mtwo /);
  expect(lines[1]).not.toContain(key);
  expect(lines[1]).not.toContain("\u202e");
  expect(await port.log({ limit: 1 })).toEqual(["three"]);
  appendFileSync(log, "more\n".repeat(600));
  expect(await port.log({ limit: 10_000 })).toHaveLength(500);
});

test("who told the person their code is let in, once, and sent away again", async () => {
  const { port, pairing } = await portOf(newPerson());
  const asked = await pairing.ask({ platform: "telegram", userId: "7", name: "Ann" });
  if (asked.type !== "code") throw new Error(asked.type);
  const pending = await port.pairings();

  await port.approve({ platform: "telegram", code: ` ${asked.code.toLowerCase()} ` });
  const again = port.approve({ platform: "telegram", code: asked.code });

  await expect(again).rejects.toMatchObject({
    code: "PAIRING_REFUSED",
    message: expect.stringMatching(/wrong, used, or older than an hour\. \d+ tries left\.$/),
  });
  expect(pending).toMatchObject({
    pending: [{ platform: "telegram", userId: "7", name: "Ann" }],
    approved: [],
  });
  expect(await port.pairings()).toMatchObject({ pending: [], approved: [{ userId: "7", tier: "user" }] });
  const ann = { platform: "telegram", userId: "7" };
  expect([await port.revoke(ann), await port.revoke(ann)]).toEqual([true, false]);
});

test("who guesses codes is locked out for a while, and told until when", async () => {
  const { port } = await portOf(newPerson());
  const guess = async (): Promise<string> => {
    try {
      await port.approve({ platform: "telegram", code: "WRONG123", owner: true });
      return "let in";
    } catch (error) {
      return String(error);
    }
  };
  const said: string[] = [];
  for (let tries = 0; tries < 10; tries++) said.push(await guess());

  expect(said[0]).toContain("tries left");
  expect(said.at(-1)).toMatch(/locked until \d{4}-\d\d-\d\dT/);
});
