import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { bin, hermes, newPerson } from "./support/hermes.ts";
import { personWithModel } from "./support/scripted-person.ts";
import { hasTerminals, openTestTerminal } from "./support/terminal.ts";

const json = (text: string): unknown => JSON.parse(text);

test("explain says what would be decided and why, runs nothing, and any verdict is a success", async () => {
  const person = newPerson();
  const verdicts: unknown[] = [];
  for (const call of ["touch made.txt", "write_file(/etc/hosts)", "rm -rf ~", 'read_file {"path":"a.txt"}']) {
    const { code, stdout } = await hermes(person, ["permissions", "explain", "--json", call]);
    const { verdict, tool } = json(stdout) as { verdict: string; tool: string };
    verdicts.push([code, verdict, tool]);
  }

  expect(verdicts).toEqual([
    [0, "allow", "terminal"],
    [0, "ask", "write_file"],
    [0, "deny", "terminal"],
    [0, "allow", "read_file"],
  ]);
  expect(existsSync(join(person.project, "made.txt"))).toBe(false);
  expect(existsSync(join(person.home, "hermes.db"))).toBe(false);
});

test("explain for people names verdict, rule and place in the command", async () => {
  const person = newPerson();
  writeFileSync(join(person.home, "permissions.yaml"), "# mine\nterminal(git push*): deny\n");

  const { stdout } = await hermes(person, ["permissions", "explain", "git push --force"]);

  expect(stdout).toMatch(/^deny by rule\n/);
  expect(stdout).toContain('The rule "terminal(git push*)" (permissions.yaml, line 2) forbids it.');
});

test("rules are set, listed and removed, and comments stay", async () => {
  const person = newPerson();
  const file = join(person.home, "permissions.yaml");
  writeFileSync(file, "# mine\nrules:\n  file.read: allow\n");
  const run = (...args: string[]) => hermes(person, ["permissions", ...args]);

  expect((await run("deny", "terminal(git push*)")).code).toBe(0);
  expect((await run("ask", "terminal.*", "--platform", "telegram", "--chat", "42")).code).toBe(0);
  const listed = json((await run("list", "--json")).stdout) as { mode: string; rules: object[] };

  expect(listed.mode).toBe("ask");
  expect(listed.rules).toMatchObject([
    { effect: "allow", rule: "file.read", source: "permissions.yaml, line 3" },
    { effect: "deny", rule: "terminal(git push*)" },
    { effect: "ask", rule: "terminal.*", platform: "telegram", chatId: "42" },
  ]);
  expect((await run("remove", "terminal(git push*)")).code).toBe(0);
  expect((await run("remove", "terminal(git push*)")).code).toBe(1);
  expect(readFileSync(file, "utf8")).toMatch(/^# mine\nrules:\n {2}file.read: allow\n/);
  expect(readFileSync(file, "utf8")).not.toContain("git push");
});

test.each([
  [["deny", "two words"], 2],
  [["deny", "file.wirte"], 1],
  [["ask", "terminal.*", "--chat", "1"], 2],
  [["explain"], 2],
])("permissions %j ends with %i", async (args, code) => {
  const person = newPerson();

  expect((await hermes(person, ["permissions", ...args])).code).toBe(code);
  expect(existsSync(join(person.home, "permissions.yaml"))).toBe(false);
});

test("a broken file is named with its line by list and doctor, and is not changed", async () => {
  const person = newPerson();
  const file = join(person.home, "permissions.yaml");
  writeFileSync(file, "file.read: allow\nfile.write: alow\n");

  const list = await hermes(person, ["permissions", "list"]);
  const doctor = await hermes(person, ["doctor", "--json"]);
  const change = await hermes(person, ["permissions", "deny", "file.read"]);

  expect(list).toMatchObject({ code: 1, stderr: expect.stringContaining("permissions.yaml, line 2") });
  expect(json(doctor.stdout)).toContainEqual(
    expect.objectContaining({ name: "permissions", status: "failed" }),
  );
  expect(change).toMatchObject({ code: 1, stderr: expect.stringContaining("line 2") });
  expect(readFileSync(file, "utf8")).toBe("file.read: allow\nfile.write: alow\n");
});

test("actions prints every name that a rule can use", async () => {
  const { stdout } = await hermes(newPerson(), ["permissions", "actions"]);

  for (const action of [
    "file.read",
    "file.write",
    "terminal.run",
    "terminal.background",
    "memory.write",
    "session.search",
  ])
    expect(stdout).toMatch(new RegExp(`^${action} `, "m"));
});

test("the page of permissions has the actions that the tools of Hermes say they do, and no others", async () => {
  const { stdout } = await hermes(newPerson(), ["permissions", "actions", "--json"]);
  const page = readFileSync(join(import.meta.dirname, "..", "..", "..", "docs", "permissions.md"), "utf8");

  const rows = [...page.matchAll(/^\| `([a-z]+\.[a-z]+)`\s+\| (reads|acts)\s+\| (.+?)\s+\|$/gm)].map((row) =>
    row.slice(1),
  );

  const said = (JSON.parse(stdout) as readonly SaidAction[]).map(({ name, readOnly, summary, tools }) => [
    ...[name, readOnly ? "reads" : "acts"],
    `${summary} (${tools.map((tool) => `\`${tool}\``).join(", ")})`,
  ]);
  expect(rows).toEqual(said);
});

interface SaidAction {
  readonly name: string;
  readonly readOnly: boolean;
  readonly summary: string;
  readonly tools: readonly string[];
}

test("rules and questions may name the kind of chat", async () => {
  const person = newPerson();
  const set = ["permissions", "deny", "terminal.*", "--platform", "telegram", "--chat-kind", "group"];
  const asIn = async (kind: string) => {
    const where = ["--platform", "telegram", "--chat-kind", kind, "--json"];
    const { stdout } = await hermes(person, ["permissions", "explain", "ls", ...where]);
    return (JSON.parse(stdout) as { readonly verdict: string }).verdict;
  };

  expect((await hermes(person, set)).code).toBe(0);
  const listed = await hermes(person, ["permissions", "list"]);

  expect([await asIn("group"), await asIn("dm")]).toEqual(["deny", "allow"]);
  expect(listed.stdout).toMatch(/^deny +terminal\.\* +telegram group /m);
});

test("a rule with a misspelt action is refused; one for a tool that is not installed is written with a note", async () => {
  const person = newPerson();

  const slip = await hermes(person, ["permissions", "deny", "fiel.write"]);
  const foreign = await hermes(person, ["permissions", "deny", "kanban.*"]);
  const listed = await hermes(person, ["permissions", "list"]);

  expect(slip).toMatchObject({ code: 1, stderr: expect.stringContaining('Did you mean "file.write"?') });
  expect(foreign.code).toBe(0);
  expect(listed.stdout).toMatch(/^deny +kanban\.\* .*of no tool that is installed/m);
});

test("the audit shows what was allowed and denied, filtered, without secrets", async () => {
  const person = newPerson();
  const secret = "ghp_Zk3vQ9xT7mB2nL5wR8yC1dF4gH6jK0pS3uXe";
  await hermes(person, ["tools", "call", "read_file", '{"path":"a.txt"}']);
  await hermes(person, [
    "tools",
    "call",
    "terminal",
    JSON.stringify({ command: `cat ~/.ssh/id_rsa; echo ${secret}` }),
  ]);
  const list = async (...args: string[]) =>
    json((await hermes(person, ["audit", "--json", ...args])).stdout) as object[];

  expect(await list()).toMatchObject([
    { tool: "terminal", decision: "denied", decidedBy: "hard limit credentials.read" },
    { tool: "read_file", decision: "allowed", decidedBy: "mode ask" },
  ]);
  expect(await list("--decision", "denied", "--tool", "terminal", "--since", "1d")).toHaveLength(1);
  expect(await list("--limit", "1")).toHaveLength(1);
  expect(await list("--tool", "patch")).toEqual([]);
  expect(JSON.stringify(await list())).not.toContain(secret);
  expect((await hermes(person, ["audit"])).stdout).toMatch(/denied +terminal +hard limit credentials.read/);
});

/** A person who lets the agent run one script, which makes itself a rule by the program of Hermes. */
async function personWithScript(...more: readonly string[]) {
  const run = { calls: [{ name: "terminal", arguments: { command: "sh run.sh" } }] };
  const answers = more.map((text) => ({ text }));
  const person = await personWithModel([run, { text: "Done." }, ...answers]);
  writeFileSync(join(person.home, "permissions.yaml"), "rules:\n  terminal(sh run.sh): allow\n");
  const allow = `'${process.execPath}' '${bin}' permissions allow`;
  writeFileSync(
    join(person.project, "run.sh"),
    `${allow} 'terminal(*)' && '${process.execPath}' '${bin}' permissions seal --yes\n`,
  );
  const rules = async () => {
    const { stdout } = await hermes(person, ["permissions", "list", "--json"]);
    return (json(stdout) as { rules: { rule: string }[] }).rules.map(({ rule }) => rule);
  };
  return { person, rules };
}

test("a rule that the agent wrote by running hermes applies only after the person confirms it", async () => {
  const { person, rules } = await personWithScript();
  const { stderr } = await hermes(person, ["-q", "Go on."]);
  const told = JSON.stringify(person.server.requests[1]?.body);
  const before = await rules();
  const doctor = await hermes(person, ["doctor", "--json"]);
  const shown = await hermes(person, ["permissions", "seal", "--json"]);
  const unanswered = await hermes(person, ["permissions", "seal"]);
  const changed = await hermes(person, ["permissions", "allow", "file.write"]);
  const taken = await hermes(person, ["permissions", "seal", "--yes"]);

  expect(stderr).not.toContain("seal");
  expect(told).toContain("the change counts once its person has said yes");
  expect(told).toContain("A session is open in process");
  expect(before).toEqual(["terminal(sh run.sh)"]);
  expect(doctor.stdout).toContain("permissions.yaml was changed while a session was open");
  expect(shown.code).toBe(1);
  expect(json(shown.stdout)).toMatchObject({
    changes: [
      {
        path: join(person.home, "permissions.yaml"),
        isRefused: false,
        taken: false,
        diff: expect.stringContaining("+  terminal(*): allow"),
      },
    ],
  });
  expect([unanswered.code, changed.code]).toEqual([1, 1]);
  expect(changed.stderr).toContain("hermes permissions seal");
  expect(taken.code).toBe(0);
  expect(await rules()).toEqual(["terminal(sh run.sh)", "terminal(*)"]);
  expect((await hermes(person, ["permissions", "seal"])).code).toBe(0);
});

test("nobody at the terminal is a no, and --mode plan changes nothing", async () => {
  const person = newPerson();
  const call = (args: readonly string[], command: string) =>
    hermes(person, ["tools", "call", ...args, "terminal", JSON.stringify({ command })]);

  expect((await call([], "git push --force")).stdout).toContain("nobody can be asked here");
  expect((await call(["--mode", "plan"], "touch made.txt")).stdout).toContain("The mode is plan");
  expect((await call(["--mode", "plan"], "ls")).code).toBe(0);
  expect((await call(["--mode", "nonsense"], "ls")).code).toBe(2);
  expect(existsSync(join(person.project, "made.txt"))).toBe(false);
});

describe.skipIf(!hasTerminals)("at a terminal (needs `script` of util-linux)", () => {
  test("a question shows why and where; a no with a word of reason reaches the model", async () => {
    const person = await personWithModel([
      { calls: [{ name: "terminal", arguments: { command: "echo ok && git push --force" } }] },
      { text: "Done." },
    ]);
    const terminal = openTestTerminal(person, []);

    await terminal.ready();
    terminal.type("Clean\r");
    await terminal.shows("│ echo ok && git push --force");
    await terminal.shows("^^^^");
    await terminal.shows("! ");
    await terminal.shows("❯ 3. No (n)");
    terminal.type("\u001b[B");
    await terminal.shows("❯ No, and tell it why: ");
    terminal.type("keep it, it is slow to make\r");
    await terminal.shows("Done.");

    expect(JSON.stringify(person.server.requests[1]?.body)).toContain("keep it, it is slow to make");
  });

  test("always is kept in permissions.yaml and not asked again by the next start", async () => {
    const publish = { calls: [{ name: "terminal", arguments: { command: "npm publish" } }] };
    const person = await personWithModel([publish, { text: "One." }, publish, { text: "Two." }]);
    const path = join(person.home, "..", "bin");
    const env = { PATH: `${path}:${person.env["PATH"]}` };
    const { mkdirSync } = await import("node:fs");
    mkdirSync(path);
    writeFileSync(join(path, "npm"), "#!/bin/sh\necho published\n", { mode: 0o755 });
    const terminal = openTestTerminal(person, ["-q", "Publish"], { env });

    await terminal.shows("Yes, always: terminal(npm publish)");
    await terminal.shows("❯ 4. No (n)");
    terminal.type("a");
    await terminal.shows("One.");
    await terminal.exitCode;
    const again = await hermes(person, ["-q", "Publish"], { env });

    expect(readFileSync(join(person.home, "permissions.yaml"), "utf8")).toContain(
      "allow: terminal(npm publish)",
    );
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining("Two.") });
    expect(JSON.stringify(person.server.requests[3]?.body)).toContain("published");
  });

  test("rule changes made by a session are shown as a diff before the next one, and apply once confirmed", async () => {
    const { person, rules } = await personWithScript("Hello.");
    await hermes(person, ["-q", "Go on."]);
    const terminal = openTestTerminal(person, []);

    await terminal.shows(/\d \+ {3}terminal\(\*\): allow/);
    await terminal.shows("It was changed while a session was open, and not by Hermes.");
    await terminal.shows("❯ 3. No (n)");
    terminal.type("y");
    await terminal.ready();

    expect(await rules()).toEqual(["terminal(sh run.sh)", "terminal(*)"]);
  });

  test("/mode switches how questions are handled, and the first words to the model stay as they were", async () => {
    const touch = { calls: [{ name: "terminal", arguments: { command: "touch made.txt" } }] };
    const person = await personWithModel([{ text: "Hello." }, touch, { text: "I may not." }]);
    const terminal = openTestTerminal(person, []);

    await terminal.ready();
    terminal.type("Hi\r");
    await terminal.shows("Hello.");
    await terminal.ready();
    terminal.type("/mode plan\r");
    await terminal.shows("mode plan: Only reads");
    terminal.type("Make it\r");
    await terminal.shows("I may not.");

    const bodies = person.server.requests.map(({ body }) => body as { messages: unknown[]; tools: unknown });
    expect(bodies[1]?.messages.slice(0, bodies[0]?.messages.length)).toEqual(bodies[0]?.messages);
    expect(bodies[1]?.tools).toEqual(bodies[0]?.tools);
    expect(JSON.stringify(bodies[2])).toContain("The mode is plan");
    expect(existsSync(join(person.project, "made.txt"))).toBe(false);
  });
});
