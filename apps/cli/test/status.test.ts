import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hermes, newPerson } from "./support/hermes.ts";
import { personWithModel } from "./support/scripted-person.ts";

test("hermes status tells model, key, place of commands, gateway, schedules and store on one screen", async () => {
  const person = await personWithModel([{ text: "Hello." }], {
    config: "  api_key: sk-secret-of-mine-1234\nbudget:\n  day:\n    max_usd: 5\n",
  });
  await hermes(person, ["-q", "Hi"]);

  const outcome = await hermes(person, ["status"]);

  expect(outcome).toMatchObject({ code: 0, stderr: "" });
  expect(outcome.stdout).toMatch(/^Model +scripted of custom, key: settings \(model\.api_key\) …1234$/m);
  expect(outcome.stdout).toMatch(/^Commands +run on this machine, and nothing holds them/m);
  expect(outcome.stdout).toMatch(/^Gateway +does not run/m);
  expect(outcome.stdout).toMatch(/^Schedules +none$/m);
  expect(outcome.stdout).toMatch(/^Store +1 conversation, /m);
  expect(outcome.stdout).toMatch(/^Today +.*in 1 call of models$/m);
  expect(outcome.stdout).not.toContain("secret-of-mine");
  expect(outcome.stdout.split("\n").length).toBeLessThan(24);
  // The scripted server was asked for the answer alone.
  expect(person.server.requests).toHaveLength(1);
});

test("hermes status --json of a home in which nothing was said writes no store, and fails without a model", async () => {
  const person = newPerson();

  const outcome = await hermes(person, ["status", "--json"], { env: { TELEGRAM_BOT_TOKEN: "1:x" } });

  expect(outcome.code).toBe(1);
  expect(JSON.parse(outcome.stdout)).toMatchObject({
    home: person.home,
    profile: "default",
    gateway: { running: false },
    jobs: { active: 0, firing: "nobody" },
    openSessions: [],
  });
  expect(existsSync(join(person.home, "hermes.db"))).toBe(false);
});

test("hermes status --deep asks the provider, and --all says what each toolset lacks", async () => {
  const person = await personWithModel([], { config: "web:\n  search_backend: exa\n" });
  writeFileSync(join(person.home, ".env"), "");

  const deep = await hermes(person, ["status", "--deep", "--all"]);
  await person.server.close();
  const gone = await hermes(person, ["status", "--deep"]);

  expect(deep.stdout).toContain("its provider answers");
  expect(deep.stdout).toMatch(/^ +file: \d+ of \d+$/m);
  expect(gone.stdout).toContain("its provider does not answer");
});
