import { existsSync, readdirSync, readFileSync, statSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { providers } from "@hermes/models";
import { environmentVariables } from "@hermes/config";
import { hermes, newPerson, outcomeOf, startHermes, type Fixture } from "./support/hermes.ts";

function fileOf({ home }: Fixture, name = "config.yaml"): string {
  return readFileSync(join(home, name), "utf8");
}

test("a setting is written with its type, beside the comments that are there, and says what it was before", async () => {
  const person = newPerson("# mine\nagent:\n  max_turns: 20 # few\n");

  const outcome = await hermes(person, ["config", "set", "agent.max_turns", "60"]);

  expect(outcome).toMatchObject({ code: 0, stderr: "" });
  expect(outcome.stdout).toContain("agent.max_turns: 60 (before: 20)");
  expect(outcome.stdout).toContain(`${join(person.home, "config.yaml")}, line 3`);
  expect(outcome.stdout).toContain("sessions that begin from now on");
  expect(fileOf(person)).toBe("# mine\nagent:\n  max_turns: 60 # few\n");
  expect((await hermes(person, ["config", "get", "agent.max_turns"])).stdout).toBe("60\n");
});

test("a list is given as words, a section as JSON, and a value may begin with a dash", async () => {
  const person = newPerson();

  await hermes(person, ["config", "set", "toolsets", "web,", "file"]);
  await hermes(person, ["config", "set", "models.gpt-5.2", '{"context_length": 5000}']);
  await hermes(person, ["config", "set", "terminal.docker_extra_args", "--cap-add=X", "-v"]);

  expect(fileOf(person)).toBe(
    "toolsets:\n  - web\n  - file\nmodels:\n  gpt-5.2:\n    context_length: 5000\nterminal:\n  docker_extra_args:\n    - --cap-add=X\n    - -v\n",
  );
});

test.each([
  [["max_turns", "3"], 'There is no setting "max_turns". Did you mean "agent.max_turns"?'],
  [["terminal.backend", "dokcer"], 'received "dokcer" (did you mean "docker"?)'],
  [["agent.max_turns"], "A value is missing"],
  [["OPENROUTR_URL", "x"], 'Hermes knows no variable "OPENROUTR_URL".'],
])("hermes config set %j is refused, and nothing is written", async (args, message) => {
  const person = newPerson();

  const { code, stdout, stderr } = await hermes(person, ["config", "set", ...args]);

  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(message);
  expect(existsSync(join(person.home, "config.yaml"))).toBe(false);
});

test("a secret comes from a pipe into .env, and is shown by no command", async () => {
  const person = newPerson("model:\n  api_key: sk-in-file\n");

  const set = await hermes(person, ["config", "set", "OPENROUTER_API_KEY"], { input: "sk-piped-1\n" });
  const shown = [
    set,
    await hermes(person, ["config", "show", "--json"]),
    await hermes(person, ["config", "get", "OPENROUTER_API_KEY"]),
    await hermes(person, ["config", "unset", "model.api_key"]),
  ];

  expect(set.code).toBe(0);
  expect(fileOf(person, ".env")).toBe("OPENROUTER_API_KEY=sk-piped-1\n");
  expect(statSync(join(person.home, ".env")).mode & 0o777).toBe(0o600);
  for (const { stdout, stderr } of shown) expect(stdout + stderr).not.toMatch(/sk-/);
});

test("what a variable overrules is said, by set and by show", async () => {
  const person = newPerson("terminal:\n  timeout: 5\n");
  const env = { TERMINAL_TIMEOUT: "9" };

  const set = await hermes(person, ["config", "set", "terminal.timeout", "7"], { env });
  const show = await hermes(person, ["config", "show", "terminal"], { env });

  expect(set.stderr).toContain("The variable TERMINAL_TIMEOUT is set, and counts in place of it.");
  expect(show.stdout).toMatch(/terminal\.timeout +7 +line 2, but TERMINAL_TIMEOUT counts/);
});

test("a file with wrong values is shown and corrected: one at a time, and no new one gets in", async () => {
  const person = newPerson("agent:\n  max_turns: many # c1\nterminal:\n  backend: dokcer\n");

  const check = await hermes(person, ["config", "check"]);
  expect(check.code).toBe(1);
  expect(check.stdout).toMatch(/line 2: "agent\.max_turns": expected a whole number, received "many"/);
  expect(check.stdout).toMatch(/line 4: .*did you mean "docker"\?/);
  const other = await hermes(person, ["config", "set", "display.notify", "off"]);
  expect(other).toMatchObject({
    code: 0,
    stderr: expect.stringContaining("No session begins until this is right"),
  });
  expect(await hermes(person, ["config", "unset", "terminal.backend"])).toMatchObject({ code: 0 });
  const last = await hermes(person, ["config", "set", "agent.max_turns", "9"]);

  expect(last).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining("(before: many)") });
  expect(fileOf(person)).toBe("agent:\n  max_turns: 9 # c1\ndisplay:\n  notify: off\n");
  expect(await hermes(person, ["config", "check"])).toMatchObject({ code: 0 });
});

test("a file that is no YAML is told of with line and column, and is corrected in the editor", async () => {
  const person = newPerson("agent:\n  max_turns: 5: 6\n");
  const editor = join(person.project, "editor.sh");
  writeFileSync(editor, "#!/bin/sh\nsed -i 's/5: 6/7/' \"$1\"\n", { mode: 0o755 });

  const check = await hermes(person, ["config", "check"]);
  const path = await hermes(person, ["config", "path"]);
  const edit = await hermes(person, ["config", "edit"], { env: { EDITOR: editor } });

  expect(check).toMatchObject({ code: 1, stdout: expect.stringMatching(/line 2, column \d+: /) });
  expect(path.stdout).toBe(`${join(person.home, "config.yaml")}\n`);
  expect(edit).toMatchObject({ code: 0 });
  expect(fileOf(person)).toBe("agent:\n  max_turns: 7\n");
  expect(readdirSync(join(person.home, "drafts"))).toEqual([]);
});

test("what the editor leaves has to fit: else the file stays, and the text is kept aside", async () => {
  const person = newPerson("agent:\n  max_turns: 5\n");
  const editor = join(person.project, "editor.sh");
  writeFileSync(editor, "#!/bin/sh\necho 'agent: {max_turns: no}' > \"$1\"\n", { mode: 0o755 });

  const { code, stderr } = await hermes(person, ["config", "edit"], { env: { EDITOR: editor } });

  expect(code).toBe(1);
  expect(stderr).toContain('line 1: "agent.max_turns": expected a whole number');
  const [, kept = ""] = /Your text is kept: (\S+)\./.exec(stderr) ?? [];
  expect(readFileSync(kept, "utf8")).toBe("agent: {max_turns: no}\n");
  expect(fileOf(person)).toBe("agent:\n  max_turns: 5\n");
});

test("a file of the original is migrated after a yes, with a copy of it as it was", async () => {
  const original =
    "# c1\nagent:\n  reasoning_effort: low # c2\napprovals: {mode: manual}\nbrowser: {engine: auto}\nmodel:\n  api_key: sk-9\n";
  const person = newPerson(original);

  const dry = await hermes(person, ["config", "migrate", "--dry-run"]);
  const asked = await hermes(person, ["config", "migrate"]);
  expect(fileOf(person)).toBe(original);
  const done = await hermes(person, ["config", "migrate", "--yes"]);

  expect(dry.stdout).toContain("agent.reasoning_effort is model.reasoning_effort here.");
  expect(dry.stdout).toContain("browser.engine (line 5)");
  expect(dry.stdout + done.stdout).not.toContain("sk-9");
  expect(asked).toMatchObject({ code: 1, stderr: expect.stringContaining("--yes") });
  expect(done.code).toBe(0);
  expect(fileOf(person)).toBe(
    "# c1\napprovals: {mode: ask}\nbrowser: {engine: auto}\nmodel:\n  api_key: sk-9\n  reasoning_effort: low # c2\n",
  );
  expect(fileOf(person, "config.yaml.before-migration")).toBe(original);
  expect((await hermes(person, ["config", "migrate"])).stdout).toContain("nothing to do");
});

test("sets at the same time lose nothing", async () => {
  const person = newPerson("# c1\n");
  const keys = [
    "agent.max_turns",
    "agent.clarify_timeout",
    "terminal.timeout",
    "memory.memory_char_limit",
    "cron.timeout",
  ];

  const outcomes = await Promise.all(
    keys.map((key, index) => hermes(person, ["config", "set", key, String(index + 11)])),
  );

  expect(outcomes.map(({ code }) => code)).toEqual(keys.map(() => 0));
  const text = fileOf(person);
  for (const value of [11, 12, 13, 14, 15]) expect(text).toContain(`: ${value}\n`);
  expect(text).toContain("# c1");
});

test("a set that is killed in the middle of writing leaves the old file or the new one", async () => {
  const big = Array.from({ length: 2000 }, (_, n) => `# line ${n}\n`).join("");
  const person = newPerson(`${big}agent:\n  max_turns: 5\n`);
  const old = fileOf(person);

  const child = startHermes(person, ["config", "set", "agent.max_turns", "6"]);
  // Whatever appears first in the folder is a part of the writing.
  const watcher = watch(person.home, (_, name) => {
    if (name?.startsWith("config.yaml") || name?.includes(".tmp")) child.kill("SIGKILL");
  });
  await outcomeOf(child);
  watcher.close();

  expect([old, old.replace("max_turns: 5", "max_turns: 6")]).toContain(fileOf(person));
  // The lock of the dead one holds nobody up.
  expect(await hermes(person, ["config", "set", "agent.max_turns", "7"])).toMatchObject({ code: 0 });
  expect(fileOf(person)).toBe(old.replace("max_turns: 5", "max_turns: 7"));
});

test("show names lines, with --all defaults too, and a section that is mistyped gets the nearest one", async () => {
  const person = newPerson("agent:\n  max_turns: 4\n");

  const all = await hermes(person, ["config", "show", "--all", "--json"]);
  const wrong = await hermes(person, ["config", "show", "terminl"]);

  const { settings, defaults } = JSON.parse(all.stdout) as Readonly<
    Record<string, readonly { key: string }[]>
  >; // As documented.
  expect(settings).toContainEqual(expect.objectContaining({ key: "agent.max_turns", value: 4, line: 2 }));
  expect(defaults?.map(({ key }) => key)).toContain("terminal.timeout");
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('Did you mean "terminal"?') });
});

test("every variable of every provider has a row, and its key is a secret", () => {
  const rows = new Map(environmentVariables.map((variable) => [variable.name, variable]));

  for (const {
    keyVariable,
    keyAliases = [],
    tokenVariable,
    baseUrlVariable,
    baseUrlAliases = [],
  } of providers) {
    for (const name of [keyVariable, ...keyAliases, tokenVariable])
      if (name !== undefined) expect([name, rows.get(name)?.secret]).toEqual([name, true]);
    for (const name of [baseUrlVariable, ...baseUrlAliases])
      if (name !== undefined) expect([name, rows.get(name)?.group]).toEqual([name, "provider"]);
  }
});
