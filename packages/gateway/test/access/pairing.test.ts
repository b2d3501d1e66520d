import { mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { adoptApproved } from "../../src/access/pairing/adopt-approved.ts";
import { codeAlphabet, createCode } from "../../src/access/pairing/pairing-code.ts";
import type { Pairing } from "../../src/access/pairing/pairing.ts";
import { messageOf, openWorld } from "./access-world.ts";

const hour = 3_600_000;

async function codeFor(pairing: Pairing, userId: string): Promise<string> {
  const asked = await pairing.ask({ platform: "telegram", userId });
  if (asked.type !== "code") throw new Error(asked.type);
  return asked.code;
}

test("a stranger is let in by the code, as small letters with blanks too, and is a user until they are made an owner", async () => {
  await using world = openWorld();
  const { pairing, access } = world;
  const from = (userId: string) => messageOf({ sender: { userId, name: "Bea", isBot: false } });
  const decision = await access.decide(from("7"));
  const [code = ""] = /[A-Z2-9]{8}/.exec(decision.type === "answered" ? decision.text : "") ?? [];

  const approved = await pairing.approve("telegram", ` ${code.slice(0, 4)}-${code.slice(4)} `.toLowerCase(), {
    tier: "user",
  });

  expect(approved).toMatchObject({ type: "approved", user: { userId: "7", name: "Bea", tier: "user" } });
  expect(await access.decide(from("7"))).toEqual({ type: "allowed", tier: "user" });
  await pairing.approve("telegram", await codeFor(pairing, "8"), { tier: "owner" });
  expect(await access.decide(from("8"))).toEqual({ type: "allowed", tier: "owner" });
  expect(await pairing.approved()).toHaveLength(2);
  expect(await pairing.revoke("telegram", "8")).toBe(true);
  expect(await pairing.revoke("telegram", "8")).toBe(false);
  expect(await access.decide(from("8"))).toMatchObject({ type: "ignored", reason: "pairing-asked" });
});

test("a code is of one platform, for an hour, and works once", async () => {
  await using world = openWorld();
  const { pairing, clock } = world;
  const code = await codeFor(pairing, "7");

  expect(await pairing.approve("discord", code, { tier: "user" })).toMatchObject({ type: "wrong" });
  clock.now += hour;
  expect(await pairing.pending()).toEqual([]);
  expect(await pairing.approve("telegram", code, { tier: "user" })).toMatchObject({ type: "wrong" });
  const again = await codeFor(pairing, "7");
  clock.now += hour - 1;
  expect(await pairing.approve("telegram", again, { tier: "user" })).toMatchObject({ type: "approved" });
  expect(await pairing.approve("telegram", again, { tier: "user" })).toMatchObject({ type: "wrong" });
});

test("a clock that is set back makes no old code work, and none of the future", async () => {
  await using world = openWorld();
  const { pairing, clock } = world;
  const code = await codeFor(pairing, "7");

  clock.now -= 2 * hour;
  expect(await pairing.approve("telegram", code, { tier: "owner" })).toMatchObject({ type: "wrong" });
  expect(await pairing.ask({ platform: "telegram", userId: "7" })).toMatchObject({ type: "code" });
});

test("three codes of a platform wait at most, and each person is answered every ten minutes", async () => {
  await using world = openWorld();
  const { pairing, clock } = world;

  for (const userId of ["1", "2", "3"]) await codeFor(pairing, userId);

  expect(await pairing.ask({ platform: "telegram", userId: "4" })).toEqual({ type: "full" });
  expect(await pairing.ask({ platform: "telegram", userId: "4" })).toEqual({ type: "too-soon" });
  expect(await pairing.ask({ platform: "discord", userId: "4" })).toMatchObject({ type: "code" });
  clock.now += 599_999;
  expect(await pairing.ask({ platform: "telegram", userId: "1" })).toEqual({ type: "too-soon" });
  clock.now += 1;
  // The old code gives way to the new one, and takes no other place.
  expect(await pairing.ask({ platform: "telegram", userId: "1" })).toMatchObject({ type: "code" });
  expect(await pairing.pending()).toHaveLength(4);
  expect(await pairing.clearPending("telegram")).toBe(3);
  expect(await pairing.clearPending()).toBe(1);
  expect(await pairing.pending()).toEqual([]);
});

test("after five wrong codes nothing is approved for an hour, a right one neither, also after a restart", async () => {
  await using world = openWorld();
  const code = await codeFor(world.pairing, "7");

  const tries = [];
  for (const wrong of ["A", "B", "C", "D"])
    tries.push(await world.pairing.approve("telegram", wrong, { tier: "user" }));
  const { pairing } = await world.again();
  const last = await pairing.approve("telegram", "E", { tier: "user" });

  expect(tries.map((each) => each.type === "wrong" && each.triesLeft)).toEqual([4, 3, 2, 1]);
  expect(last).toEqual({ type: "locked", untilMs: world.clock.now + hour });
  expect(await pairing.approve("telegram", code, { tier: "user" })).toMatchObject({ type: "locked" });
  expect(await pairing.ask({ platform: "telegram", userId: "9" })).toEqual({ type: "locked" });
  expect(await pairing.tierOf("telegram", "7")).toBeUndefined();
  world.clock.now += hour;
  expect(await pairing.approve("telegram", await codeFor(pairing, "7"), { tier: "user" })).toMatchObject({
    type: "approved",
  });
});

const guesses = process.env["HERMES_TEST_LONG"] === "1" ? 1_000_000 : 20_000;

test(
  "who guesses codes gets five tries an hour, and nobody in",
  async () => {
    await using world = openWorld();
    const { pairing, clock } = world;
    const codes = new Set<string>();
    let tries = 0;

    for (let guess = 0; guess < guesses; guess++) {
      // The clock goes on only as fast as a guesser on the other side of a network.
      clock.now += 1_000;
      if (guess % 600 === 0) {
        const asked = await pairing.ask({ platform: "telegram", userId: `user-${guess}` });
        if (asked.type === "code") codes.add(asked.code);
      }
      let code = createCode();
      while (codes.has(code)) code = createCode();
      const answer = await pairing.approve("telegram", code, { tier: "owner" });
      expect(answer.type).not.toBe("approved");
      if (answer.type === "wrong") tries += 1;
    }

    const hours = (guesses * 1_000) / hour;
    expect(tries).toBeLessThanOrEqual(5 * (hours + 1));
    expect(await pairing.approved()).toEqual([]);
  },
  guesses / 2,
);

test("of a hundred that approve one code at once, in two processes, one does", async () => {
  await using world = openWorld();
  const code = await codeFor(world.pairing, "7");

  const all = await Promise.all(
    Array.from({ length: 100 }, async () => await world.pairing.approve("telegram", code, { tier: "user" })),
  );

  expect(all.filter(({ type }) => type === "approved")).toHaveLength(1);
});

test("codes are drawn evenly from letters and figures that nobody confuses", () => {
  expect(codeAlphabet).toMatch(/^[A-HJ-NP-Z2-9]{32}$/);
  const counts = new Map<string, number>();
  for (const letter of Array.from({ length: 4_000 }, createCode).join(""))
    counts.set(letter, (counts.get(letter) ?? 0) + 1);

  // 1000 of each are expected; ten standard deviations are about 310.
  expect([...counts.keys()].toSorted().join("")).toBe([...codeAlphabet].toSorted().join(""));
  for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(310);
});

test("a code is nowhere in the store or in the log", async () => {
  await using world = openWorld();
  const code = await codeFor(world.pairing, "7");
  await world.state[Symbol.asyncDispose]();

  for (const name of await readdir(world.folder)) {
    if (name === "chats") continue;
    expect((await readFile(join(world.folder, name))).includes(code)).toBe(false);
  }
  expect(world.logged.join("\n")).not.toContain(code);
});

test("whom the Python Hermes has approved is taken over once, as a user, and stays out once revoked", async () => {
  await using world = openWorld();
  const { pairing, folder } = world;
  const place = join(folder, "platforms", "pairing");
  await mkdir(place, { recursive: true });
  const user = { user_name: "Ann", approved_at: 1_700_000_000.5 };
  await writeFile(join(place, "telegram-approved.json"), JSON.stringify({ "42": user }));
  await writeFile(join(place, "discord-approved.json"), "{ broken");
  await writeFile(join(place, "telegram-pending.json"), JSON.stringify({ x: {} }));
  const warned: string[] = [];
  const adopt = async () =>
    await adoptApproved(pairing, { home: folder, warn: (message) => warned.push(message) });

  expect(await adopt()).toEqual({ telegram: 1 });
  expect(await pairing.approved()).toEqual([
    { platform: "telegram", userId: "42", name: "Ann", tier: "user", approvedAt: 1_700_000_000_500 },
  ]);
  expect(warned).toEqual([expect.stringContaining("discord-approved.json was not taken over")]);
  await pairing.revoke("telegram", "42");
  expect(await adopt()).toEqual({});
  expect(await pairing.tierOf("telegram", "42")).toBeUndefined();
});
