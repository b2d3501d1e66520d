import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { answers, calls, inStore, personWhoTalked, returns, says } from "./support/filled-person.ts";
import { hermes, newPerson, outcomeOf, startHermes, type Fixture } from "./support/hermes.ts";

function twoTalks(): Promise<Fixture> {
  return personWhoTalked([
    { id: "one", title: "First", at: 1_000, messages: [says("Hello"), answers("Hi.")] },
    {
      id: "../two",
      title: "Second",
      at: 2_000,
      messages: [
        says("List"),
        calls("terminal", { command: "ls" }),
        returns("terminal", '{"output":"a"}'),
        answers("a"),
      ],
    },
  ]);
}

test("an export of all as JSONL comes back whole in another home, and nothing comes twice", async () => {
  const person = await twoTalks();
  const other = newPerson();
  const file = join(other.project, "all.jsonl");

  const { stdout } = await hermes(person, ["sessions", "export", "--all"]);
  writeFileSync(file, stdout);
  const first = await hermes(other, ["sessions", "import", file]);
  const second = await hermes(other, ["sessions", "import", file]);

  expect(first).toMatchObject({ code: 0, stdout: "Imported 6 messages of 2 conversations.\n" });
  expect(second).toMatchObject({ code: 0, stdout: "Nothing new to import.\n" });
  for (const id of ["one", "../two"])
    expect(await inStore(other, (state) => state.messages(id).map(({ message }) => message))).toEqual(
      // oxlint-disable-next-line no-await-in-loop -- one store after the other
      await inStore(person, (state) => state.messages(id).map(({ message }) => message)),
    );
});

test.each([
  ["sharegpt", "sharegpt.jsonl", '"from":"human","value":"Hello"'],
  ["markdown", "md", "## Person\n\nHello"],
  ["jsonl", "jsonl", '"role":"user","content":"Hello"'],
])(
  "an export as %s into a folder is a file per conversation, none of them outside of it",
  async (format, ending, words) => {
    const person = await twoTalks();

    const { code, stdout } = await hermes(person, [
      "sessions",
      "export",
      "--all",
      "--format",
      format,
      "--out",
      "out/",
      "--json",
    ]);

    expect(code).toBe(0);
    const folder = join(person.project, "out");
    expect(readdirSync(person.project)).toEqual(["out"]);
    expect(readdirSync(folder).toSorted()).toEqual([`__two.${ending}`, `one.${ending}`]);
    expect(JSON.parse(stdout)).toEqual({
      sessions: ["one", "../two"],
      files: [join(folder, `one.${ending}`), join(folder, `__two.${ending}`)],
    });
    expect(readFileSync(join(folder, `one.${ending}`), "utf8")).toContain(words);
  },
);

test("an export into a file replaces nothing unless it is told to, and is for its owner alone", async () => {
  const person = await twoTalks();
  const file = join(person.project, "talk.md");
  writeFileSync(file, "precious");
  const args = ["sessions", "export", "one", "--format", "markdown", "--out", "talk.md"];

  expect(await hermes(person, args)).toMatchObject({ code: 1, stderr: expect.stringContaining("--force") });
  expect(readFileSync(file, "utf8")).toBe("precious");
  expect(await hermes(person, [...args, "--force"])).toMatchObject({ code: 0 });

  expect(readFileSync(file, "utf8")).toMatch(/^# First\n/);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(person.project)).toEqual(["talk.md"]);
});

test("an export into a closed pipe ends quietly", async () => {
  const person = await personWhoTalked([{ id: "long", messages: [says("x".repeat(3_000_000))] }]);
  const child = startHermes(person, ["sessions", "export", "--all"]);
  child.stdout?.once("data", () => child.stdout?.destroy());

  expect(await outcomeOf(child)).toMatchObject({ code: 141, stderr: "" });
});

test("an import says what it skipped and why, and goes on", async () => {
  const person = await personWhoTalked([{ id: "taken", messages: [says("mine")] }]);
  const folder = join(person.project, "old");
  mkdirSync(join(folder, "unreadable.jsonl"), { recursive: true });
  writeFileSync(join(folder, "empty.jsonl"), "\n");
  writeFileSync(join(folder, "taken.jsonl"), '{"role":"user","content":"theirs"}\n');
  writeFileSync(join(folder, "talk.jsonl"), '{"role":"user","content":"hello"}\n{"role":"assis');

  for (const args of [
    ["sessions", "import", "old"],
    ["migrate-sessions", "old"],
  ]) {
    // oxlint-disable-next-line no-await-in-loop -- the second brings nothing new
    const { code, stderr } = await hermes(person, args);
    expect(code).toBe(0);
    expect(stderr).toContain("Skipped 3:");
    expect(stderr).toMatch(/empty\.jsonl: nobody said anything/);
    expect(stderr).toMatch(/taken\.jsonl: the id taken belongs to a conversation of another origin/);
    expect(stderr).toMatch(/unreadable\.jsonl: it can't be read \(EISDIR\)/);
  }

  expect(
    await inStore(person, ({ sessions }) =>
      sessions
        .list()
        .map(({ id }) => id)
        .toSorted(),
    ),
  ).toEqual(["taken", "talk"]);
});

test("an import of many says how far it is, on lines where nobody watches", async () => {
  const person = newPerson();
  for (let number = 10; number < 30; number++)
    writeFileSync(join(person.project, `talk-${number}.jsonl`), '{"role":"user","content":"hello"}\n');

  const { stdout, stderr } = await hermes(person, ["sessions", "import", "."]);

  expect(stdout).toBe("Imported 20 messages of 20 conversations.\n");
  expect(stderr).toMatch(/^2 of 20 conversations\n4 of 20[^]*20 of 20 conversations\n$/);
  expect(stderr).not.toMatch(/[\r\u001b]/);
});

test("Ctrl-C stops an import, and the same command goes on", async () => {
  const person = newPerson();
  const count = 3_000;
  for (let number = 0; number < count; number++)
    writeFileSync(join(person.project, `talk-${number}.jsonl`), '{"role":"user","content":"hello"}\n');
  const child = startHermes(person, ["sessions", "import", "."]);
  child.stderr?.once("data", () => child.kill("SIGINT"));

  const stopped = await outcomeOf(child);
  const kept = await inStore(person, ({ sessions }) => sessions.list({ limit: Infinity }).length);
  const { stdout } = await hermes(person, ["sessions", "import", "."]);

  expect(stopped).toMatchObject({ code: 130, stderr: expect.stringContaining("the same command goes on") });
  expect(kept).toBeGreaterThan(0);
  expect(kept).toBeLessThan(count);
  expect(stdout).toBe(`Imported ${count - kept} messages of ${count - kept} conversations.\n`);
});

test.each([
  ["nothing there", "missing", "there is nothing"],
  ["an empty folder", ".", "nothing that could be imported"],
])("an import of %s is refused in plain words", async (_what, path, words) => {
  const outcome = await hermes(newPerson(), ["sessions", "import", path]);

  expect(outcome).toMatchObject({ code: 1, stdout: "" });
  expect(outcome.stderr).toContain(words);
});

test("a home folder of the Python Hermes is imported with all that it holds", async () => {
  const person = newPerson();
  const old = join(person.project, "old-home");
  mkdirSync(join(old, "sessions"), { recursive: true });
  writeFileSync(join(old, "sessions", "20260101_101010_abcdef.jsonl"), '{"role":"user","content":"hello"}\n');

  expect((await hermes(person, ["migrate-sessions", "old-home"])).stdout).toBe(
    "Imported 1 message of 1 conversations.\n".replace("conversations", "conversation"),
  );
  expect(existsSync(join(old, "sessions", "20260101_101010_abcdef.jsonl"))).toBe(true);
});
