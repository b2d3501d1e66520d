import { appendFileSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { hermes, newPerson, outcomeOf, startHermes } from "./support/hermes.ts";
import type { Fixture } from "./support/hermes.ts";
import { personWithModel } from "./support/scripted-person.ts";

function entry(at: number, level: string, message: string, fields: object = {}): string {
  return `${JSON.stringify({ at: new Date(at).toISOString(), level, message, ...fields })}\n`;
}

function logOf(person: Fixture, name: string): string {
  mkdirSync(join(person.home, "logs"), { recursive: true });
  return join(person.home, "logs", `${name}.log`);
}

test("a turn that fails is in the log of the agent with its session and code, and without its key", async () => {
  const key = "sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD";
  const person = await personWithModel([{ status: 400, body: { error: { message: `Bad key ${key}` } } }], {
    config: `  api_key: ${key}\n`,
  });

  await hermes(person, ["-q", "Hi"]);
  const outcome = await hermes(person, ["logs", "errors", "--json"]);

  const [line = "{}"] = outcome.stdout.split("\n");
  expect(JSON.parse(line)).toMatchObject({
    level: "error",
    message: "A turn ended early: model-error.",
    part: "chat",
    session: expect.stringMatching(/^\d{8}-/),
    code: expect.stringMatching(/./),
  });
  const path = logOf(person, "agent");
  expect(readFileSync(path, "utf8")).not.toContain(key);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("hermes logs shows the last lines, from older parts too, by level and time", async () => {
  const person = newPerson();
  const now = Date.now();
  writeFileSync(`${logOf(person, "agent")}.1`, entry(now - 7_200_000, "error", "old", { code: "X" }));
  writeFileSync(logOf(person, "agent"), entry(now - 60_000, "warn", "new \u001b[31mred") + "no JSON\n");
  writeFileSync(logOf(person, "gateway"), entry(now - 30_000, "info", "up") + entry(now, "error", "down"));

  const all = await hermes(person, ["logs"]);
  const last = await hermes(person, ["logs", "-n", "1", "--level", "error"]);
  const recent = await hermes(person, ["logs", "errors", "--since", "1h"]);
  const list = await hermes(person, ["logs", "list", "--json"]);
  const wrong = await hermes(person, ["logs", "agnet"]);

  expect(all.stdout).toMatch(/^\S+Z error old {2}code=X\n\S+Z warn {2}new red\nno JSON\n$/);
  expect(last.stdout).toContain("old");
  expect(recent.stdout).toMatch(/warn {2}new red\n.*error down\n$/);
  expect(JSON.parse(list.stdout)).toMatchObject([{ name: "agent" }, { name: "gateway" }]);
  expect(wrong).toMatchObject({ code: 2, stdout: "" });
});

test("hermes logs -f goes on when the file is put away, and ends cleanly at Ctrl-C", async () => {
  const person = newPerson();
  const path = logOf(person, "agent");
  writeFileSync(path, entry(Date.now(), "warn", "first"));
  const child = startHermes(person, ["logs", "-f"]);
  let text = "";
  child.stdout?.on("data", (piece: Buffer) => (text += piece.toString()));
  const outcome = outcomeOf(child);
  await vi.waitFor(() => expect(text).toContain("first"), 20_000);

  appendFileSync(path, entry(Date.now(), "warn", "second"));
  renameSync(path, `${path}.1`);
  writeFileSync(path, entry(Date.now(), "warn", "third"));
  await vi.waitFor(() => expect(text).toMatch(/second[\s\S]*third/), 20_000);
  child.kill("SIGINT");

  expect(await outcome).toMatchObject({ code: 0, stderr: "" });
  expect(text.match(/second/g)).toHaveLength(1);
});
