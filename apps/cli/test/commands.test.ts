import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hermes, newPerson } from "./support/hermes.ts";
import { personWithModel } from "./support/scripted-person.ts";

test("tools list names every tool with its toolset", async () => {
  const outcome = await hermes(newPerson(), ["tools", "list"]);

  expect(outcome).toMatchObject({ code: 0, stderr: "" });
  for (const tool of [
    "terminal",
    "read_file",
    "write_file",
    "patch",
    "search",
    "memory",
    "todo",
    "clarify",
  ]) {
    expect(outcome.stdout).toMatch(new RegExp(`^\\S+ +${tool} `, "m"));
  }
  expect(outcome.stdout).toMatch(/^memory +learning +available, found by a search$/m);
});

test("tools list --json gives toolset, tool and availability", async () => {
  const outcome = await hermes(newPerson(), ["tools", "list", "--json"]);

  const tools = JSON.parse(outcome.stdout) as unknown[];
  expect(tools).toContainEqual({ toolset: "terminal", tool: "terminal", available: true, on: true });
  expect(tools).toContainEqual({
    toolset: "memory",
    tool: "learning",
    available: true,
    on: true,
    waits: true,
  });
});

test("tools call runs one tool without a model and prints its result as JSON", async () => {
  const person = newPerson();
  writeFileSync(join(person.project, "note.txt"), "hello\n");

  const outcome = await hermes(person, ["tools", "call", "terminal", '{"command":"cat note.txt"}']);

  expect(outcome).toMatchObject({ code: 0, stderr: "" });
  expect(JSON.parse(outcome.stdout)).toMatchObject({ output: "hello\n", exit_code: 0 });
});

test("tools call reads its arguments from standard input when asked with -", async () => {
  const person = newPerson();
  writeFileSync(join(person.project, "note.txt"), "hello\n");

  const outcome = await hermes(person, ["tools", "call", "read_file", "-"], { input: '{"path":"note.txt"}' });

  expect(outcome.code).toBe(0);
  expect(outcome.stdout).toContain("hello");
});

test("tools call runs a script that calls tools", async () => {
  const person = newPerson();
  writeFileSync(join(person.project, "note.txt"), "hello\n");
  writeFileSync(join(person.home, "config.yaml"), "code_execution:\n  isolation: process\n");
  const code =
    'import { read_file } from "hermes-tools"; console.log((await read_file({ path: "note.txt" })).content)';
  const args = JSON.stringify({ language: "javascript", code });

  const outcome = await hermes(person, ["tools", "call", "--yolo", "execute_code", args]);

  expect(JSON.parse(outcome.stdout)).toMatchObject({ status: "success", tool_calls_made: 1 });
  expect(outcome.stdout).toContain("hello");
});

test.each([
  ["an unknown tool", ["no_such_tool"], "terminal"],
  ["arguments that do not fit", ["read_file", '{"pth":"x"}'], "path"],
  ["what would have to be asked", ["terminal", '{"command":"git push --force"}'], "error"],
])("tools call answers %s with an error and exit code 1", async (_what, args, words) => {
  const outcome = await hermes(newPerson(), ["tools", "call", ...args]);

  expect(outcome.code).toBe(1);
  expect(JSON.parse(outcome.stdout)).toHaveProperty("error");
  expect(outcome.stdout).toContain(words);
});

test("sessions list shows the newest conversation first", async () => {
  const person = await personWithModel([{ text: "One." }, { text: "Two." }]);
  await hermes(person, ["-q", "First question"]);
  await hermes(person, ["-q", "Second question"]);

  const { stdout } = await hermes(person, ["sessions", "list", "--one-shots"]);

  expect(
    stdout
      .trimEnd()
      .split("\n")
      .map((line) => /(First|Second) question/.exec(line)?.[1]),
  ).toEqual(["Second", "First"]);
});

test("sessions list --json --limit gives at most so many", async () => {
  const person = await personWithModel([{ text: "One." }, { text: "Two." }]);
  await hermes(person, ["-q", "First question"]);
  await hermes(person, ["-q", "Second question"]);

  const { stdout } = await hermes(person, ["sessions", "list", "--one-shots", "--json", "--limit", "1"]);

  expect(JSON.parse(stdout)).toMatchObject([{ title: "Second question", messageCount: 2, platform: "cli" }]);
});

test("sessions list without a store says how to begin, and creates nothing", async () => {
  const person = newPerson();

  expect(await hermes(person, ["sessions", "list"])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("hermes"),
  });
  expect(existsSync(join(person.home, "hermes.db"))).toBe(false);
});

test("doctor names a model that answers as fine and exits with 0", async () => {
  const person = await personWithModel([]);

  const outcome = await hermes(person, ["doctor"]);

  expect(outcome.code).toBe(0);
  expect(outcome.stdout).toMatch(/^✓ /m);
});

test("doctor fails on a store with a damaged page, and names the snapshot to go back to", async () => {
  const person = await personWithModel([{ text: "One." }]);
  await hermes(person, ["-q", "First question"]);
  const path = join(person.home, "hermes.db");
  const bytes = readFileSync(path);
  // Pages of the second half, as when a disk loses a block; a closed store has no log.
  writeFileSync(path, bytes.fill(0xa5, Math.floor(bytes.length / 8192) * 4096, bytes.length - 4096));

  const { code, stdout } = await hermes(person, ["doctor"]);

  expect(code).toBe(1);
  expect(stdout).toMatch(/✗ store: .*damaged.*\n.*hermes restore ".*hermes\.db\.snapshots.*\.db"/);
});

test("doctor --json is a list of findings; a broken config.yaml is one of them and fails", async () => {
  const outcome = await hermes(newPerson("model: ["), ["doctor", "--json"]);

  expect(outcome.code).toBe(1);
  expect(JSON.parse(outcome.stdout)).toMatchObject([{ name: "settings", status: "failed" }]);
});

test("the offline tour works with real tools, says that it is a script, and cleans up", async () => {
  const person = newPerson();

  const outcome = await hermes(person, ["tour"], { env: { TMPDIR: person.project } });

  expect(outcome.code).toBe(0);
  expect(readdirSync(person.project)).toEqual([]);
  expect(readdirSync(person.home)).toEqual([]);
  expect(outcome.stdout + outcome.stderr).toMatch(/script/i);
  expect(outcome.stderr).toMatch(/┊ \S+ terminal/);
  expect(outcome.stderr).toMatch(/┊ \S+ write_file/);
  expect(outcome.stderr).toMatch(/┊ \S+ memory/);
}, 15_000);

test("tour --keep leaves the scratch folder and names it", async () => {
  const person = newPerson();

  const outcome = await hermes(person, ["tour", "--yes", "--keep"], { env: { TMPDIR: person.project } });

  const [folder = ""] = readdirSync(person.project);
  expect(outcome.stderr).toContain(join(person.project, folder, "work"));
  expect(existsSync(join(person.project, folder, "work", "greet.sh"))).toBe(true);
}, 15_000);
