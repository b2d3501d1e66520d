import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { answers, calls, inStore, personWhoTalked, returns, says, storeOf } from "./support/filled-person.ts";
import { hermes, newPerson, type Fixture } from "./support/hermes.ts";

const dayMs = 86_400_000;
const idsOf = (person: Fixture): Promise<readonly string[]> =>
  inStore(person, ({ sessions }) => sessions.list({ limit: Infinity }).map(({ id }) => id));

function oldAndNew(): Promise<Fixture> {
  return personWhoTalked([
    { id: "new", title: "New talk", messages: [says("now"), answers("Yes.")] },
    { id: "old", title: "Old talk", at: Date.now() - 100 * dayMs, messages: [says("then"), answers("Yes.")] },
    {
      id: "older",
      title: "Older talk",
      platform: "telegram",
      at: Date.now() - 200 * dayMs,
      messages: [says("before")],
    },
  ]);
}

test.each([[["delete", "new"]], [["prune", "--older-than", "90d"]]])(
  "sessions %j asks, and is refused where nobody can answer",
  async (args) => {
    const person = await oldAndNew();

    const outcome = await hermes(person, ["sessions", ...args]);

    expect(outcome).toMatchObject({ code: 1, stdout: "" });
    expect(outcome.stderr).toContain("--yes");
    expect(await idsOf(person)).toHaveLength(3);
  },
);

test("sessions delete --yes deletes what is named, and nothing when one of them is not there", async () => {
  const person = await oldAndNew();

  expect(await hermes(person, ["sessions", "delete", "new", "nobody", "--yes"])).toMatchObject({ code: 1 });
  expect(await idsOf(person)).toHaveLength(3);
  const { stdout } = await hermes(person, ["sessions", "delete", "new", "Old talk", "--yes"]);

  expect(stdout).toBe("Deleted 2 conversations, 4 messages.\n");
  expect(await idsOf(person)).toEqual(["older"]);
});

test("sessions prune says what it would delete, and deletes that", async () => {
  const person = await oldAndNew();
  const prune = (...args: string[]) => hermes(person, ["sessions", "prune", "--older-than", ...args]);

  const dry = await prune("90d", "--dry-run");
  const telegram = await prune("3mo", "--platform", "telegram", "--yes", "--json");
  const rest = await prune("12w", "--yes");

  expect(dry.stdout).toMatch(/^older .*Older talk\nold .*Old talk\n2 conversations, 3 messages\./);
  expect(JSON.parse(telegram.stdout)).toMatchObject({ deleted: [{ id: "older" }] });
  expect(rest.stdout).toBe("Deleted 1 conversation, 2 messages.\n");
  expect(await idsOf(person)).toEqual(["new"]);
});

test("insights sums the last days by model, tool, platform, weekday and hour", async () => {
  const person = await personWhoTalked([
    { id: "a", messages: [says("x"), calls("terminal", {}), returns("terminal", "{}"), answers("y")] },
    { id: "b", platform: "telegram", messages: [says("x"), answers("y")] },
    { id: "old", at: Date.now() - 50 * dayMs, messages: [says("x"), answers("y")] },
  ]);

  const { stdout } = await hermes(person, ["insights", "--json"]);
  const wide = JSON.parse((await hermes(person, ["insights", "--days", "100", "--json"])).stdout);

  const insights = JSON.parse(stdout);
  expect(insights).toMatchObject({
    sessions: 2,
    messages: 6,
    calls: 3,
    tokens: { input: 3_000, output: 600 },
    callsWithoutPrice: 0,
    models: [{ key: "scripted", calls: 3 }],
    tools: [{ key: "terminal", calls: 1 }],
    platforms: [
      { key: "cli", calls: 2 },
      { key: "telegram", calls: 1 },
    ],
    longest: [{ id: "a" }, { id: "b" }],
  });
  expect(insights.costUsd).toBeCloseTo(0.03);
  for (const by of ["weekdays", "hours"])
    expect(insights[by].reduce((sum: number, { calls: count }: { calls: number }) => sum + count, 0)).toBe(3);
  expect(wide).toMatchObject({ sessions: 3, calls: 4 });
});

test("charts are drawn with blocks, or with ASCII where the locale has no others", async () => {
  const person = await oldAndNew();
  const blocks = await hermes(person, ["insights"]);
  const plain = await hermes(person, ["insights"], { env: { LC_ALL: "C" } });

  expect(blocks.stdout).toMatch(/^scripted {2}█+ /m);
  expect(plain.stdout).toMatch(/^scripted {2}#+ /m);
  // oxlint-disable-next-line no-control-regex -- ASCII begins there
  expect(plain.stdout).toMatch(/^[\x00-\x7f]*$/);
});

test("sessions stats says how much is kept", async () => {
  const person = await oldAndNew();

  const { stdout } = await hermes(person, ["sessions", "stats", "--json"]);

  expect(JSON.parse(stdout)).toMatchObject({
    path: storeOf(person),
    sessions: 3,
    messages: 5,
    usage: { calls: 2 },
  });
  expect((await hermes(person, ["sessions", "stats"])).stdout).toContain("telegram");
});

test("a backup goes where it is told, replaces nothing unless told to, and is private", async () => {
  const person = await oldAndNew();
  const file = join(person.project, "copy.db");

  const first = await hermes(person, ["backup", "copy.db"]);
  const second = await hermes(person, ["backup", "copy.db"]);
  const forced = await hermes(person, ["backup", "copy.db", "--force", "--json"]);

  expect(first).toMatchObject({ code: 0, stdout: expect.stringContaining(file) });
  expect(second).toMatchObject({ code: 1, stderr: expect.stringContaining("--force") });
  expect(JSON.parse(forced.stdout)).toMatchObject({ path: file, sessions: 3, messages: 5 });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(person.project)).toEqual(["copy.db"]);
});

test("restore brings back what was backed up, and keeps what was there", async () => {
  const person = await oldAndNew();
  await hermes(person, ["backup"]);
  const [{ path = "" } = {}] = JSON.parse((await hermes(person, ["restore", "--json"])).stdout) as {
    path?: string;
  }[];
  await hermes(person, ["sessions", "delete", "old", "--yes"]);

  expect(await hermes(person, ["restore", path])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("--yes"),
  });
  expect(await idsOf(person)).toHaveLength(2);
  const { code, stdout } = await hermes(person, ["restore", path, "--yes"]);

  expect(code).toBe(0);
  expect(stdout).toContain(`${storeOf(person)}.replaced-1`);
  expect(await idsOf(person)).toEqual(["new", "old", "older"]);
});

test("restore works where the store is damaged, and changes nothing for a file that is no backup", async () => {
  const person = await oldAndNew();
  await hermes(person, ["backup", "copy.db"]);
  writeFileSync(storeOf(person), "no database at all, ".repeat(500));
  writeFileSync(join(person.project, "notes.txt"), "x".repeat(500));

  expect(await hermes(person, ["restore", "notes.txt", "--yes"])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("is not a database"),
  });
  expect(await hermes(person, ["restore", "copy.db", "--yes"])).toMatchObject({ code: 0 });

  expect(await idsOf(person)).toHaveLength(3);
});

test("redact takes a secret out of everything that Hermes keeps, and says where it is left", async () => {
  const secret = 'sk-"live"-8f3a';
  const person = await personWhoTalked([
    {
      id: "a",
      messages: [
        says(`The key is ${secret}.`),
        calls("terminal", { command: `echo ${secret}` }),
        answers("Done."),
      ],
    },
  ]);
  await hermes(person, ["backup"]);
  await hermes(person, [
    "restore",
    join(person.home, "backups", readdirSync(join(person.home, "backups"))[0] ?? ""),
    "--yes",
  ]);
  mkdirSync(join(person.home, "results", "a"), { recursive: true });
  writeFileSync(join(person.home, "results", "a", "1.json"), JSON.stringify({ output: secret }));
  const twoLines = (key: string): string => JSON.stringify({ text: `use\n${key}` });
  writeFileSync(join(person.home, "history"), `use ${secret}\n${twoLines(secret)}\n`);
  mkdirSync(join(person.home, "pastes"));
  writeFileSync(join(person.home, "pastes", "1.txt"), `first\n${secret}\n`);
  writeFileSync(join(person.home, ".env"), `KEY=${secret}\n`);

  const outcome = await hermes(person, ["redact", "--yes", "--json"], { input: `${secret}\n` });

  expect(outcome.code).toBe(1);
  expect(JSON.parse(outcome.stdout)).toMatchObject({
    rows: 2,
    files: 1,
    history: true,
    left: [".env"],
    unread: [],
  });
  expect(outcome.stdout + outcome.stderr).not.toContain("live");
  const holding = readdirSync(person.home, { recursive: true, encoding: "utf8" }).filter((name) => {
    const path = join(person.home, name);
    return statSync(path).isFile() && /live.{1,3}-8f3a/.test(readFileSync(path, "latin1"));
  });
  expect(holding).toEqual([".env"]);
  expect(readFileSync(join(person.home, "history"), "utf8")).toBe(
    `use [redacted]\n${twoLines("[redacted]")}\n`,
  );
  expect(readFileSync(join(person.home, "pastes", "1.txt"), "utf8")).toBe("first\n[redacted]\n");
  expect(await inStore(person, (state) => state.search("redacted").sessions)).toHaveLength(1);
});

test("redact says where it looked when the secret was nowhere, and takes no argument for one", async () => {
  const person = await oldAndNew();

  const nowhere = await hermes(person, ["sessions", "redact", "--yes"], { input: "sk-unknown" });
  const argument = await hermes(person, ["redact", "sk-secret", "--yes"], { input: "x" });

  expect(nowhere).toMatchObject({ code: 0, stderr: "" });
  expect(nowhere.stdout).toContain("It was in no conversation.");
  expect(argument.code).toBe(2);
});

test.each([
  ["", 2, "No secret was given"],
  ["abc", 1, "less than 4 characters"],
])("redact of %j ends with %i", async (input, code, words) => {
  const person = await oldAndNew();

  const outcome = await hermes(person, ["redact", "--yes"], { input });

  expect(outcome).toMatchObject({ code, stdout: "" });
  expect(outcome.stderr).toContain(words);
});

test("a piped secret alone does not confirm the redaction", async () => {
  const person = await personWhoTalked([{ id: "a", messages: [says("The key is sk-live.")] }]);

  expect(await hermes(person, ["redact"], { input: "sk-live" })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("--yes"),
  });
  expect(await inStore(person, (state) => state.search("live").sessions)).toHaveLength(1);
});

test("nothing but the backup folder is made in a home that held no store", async () => {
  const person = newPerson();

  await hermes(person, ["restore"]);

  expect(existsSync(join(person.home, "backups"))).toBe(false);
});
