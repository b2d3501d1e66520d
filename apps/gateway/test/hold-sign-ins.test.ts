import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { ownerOf } from "@hermes/agent-loop";
import { builtinPlatforms, defaultChatSettings } from "@hermes/gateway";
import { expect, onTestFinished, test } from "vitest";
import { holdSignIns } from "../src/hold-sign-ins.ts";
import type { Served } from "../src/served-platforms.ts";

function telegram(token: string): Served {
  const platform = builtinPlatforms().find(({ name }) => name === "telegram");
  if (platform === undefined) throw new Error("There is no Telegram.");
  return { platform, settings: { token }, chats: defaultChatSettings };
}

test("a bot that the gateway of another profile serves is not served, and is told; one that it left, or died with, is", async () => {
  const root = mkdtempSync(join(tmpdir(), "hermes-bots-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const folder = join(root, "gateway", "bots");
  const first = await holdSignIns(root, [telegram("1:secret")]);
  const [file = ""] = readdirSync(folder);
  const text = readFileSync(join(folder, file), "utf8");
  // As if another process had it: the one that started this one.
  writeFileSync(join(folder, file), JSON.stringify({ ...ownerOf(process.ppid), since: 1 }));

  const second = await holdSignIns(join(root, "profiles", "work"), [
    telegram("1:secret"),
    telegram("2:other"),
  ]);
  writeFileSync(join(folder, file), JSON.stringify({ host: hostname(), pid: 2 ** 22 + 1, since: 1 }));
  const after = await holdSignIns(join(root, "profiles", "work"), [telegram("1:secret")]);
  await second.giveBack();
  await after.giveBack();
  await first.giveBack();

  expect(first.problems).toEqual([]);
  expect(text).not.toContain("secret");
  expect(second.served.map(({ settings }) => settings)).toEqual([{ token: "2:other" }]);
  expect(second.problems).toMatchObject([
    { name: "telegram", hint: expect.stringContaining("hermes gateway setup") },
  ]);
  expect(after.problems).toEqual([]);
  expect(readdirSync(folder)).toEqual([]);
});
