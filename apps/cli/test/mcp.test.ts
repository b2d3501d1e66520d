import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hermes, newPerson, outcomeOf, startHermes, type Fixture } from "./support/hermes.ts";
import { oddServer, serverCommand, startEverything } from "./support/mcp.ts";

/** Each start of a server in a jail takes about a second; by default those tests run that nothing below proves. */
const isLong = process.env["HERMES_TEST_LONG"] === "1";

/** Adds a server without a question. */
function add(person: Fixture, name: string, ...rest: readonly string[]): ReturnType<typeof hermes> {
  return hermes(person, ["mcp", "add", name, "--yes", ...rest]);
}

const configOf = ({ home }: Fixture): string => readFileSync(join(home, "config.yaml"), "utf8");

test("a server is added, listed, tried, called and removed", async () => {
  const person = newPerson("# mine\n");

  const added = await add(person, "all", "--", ...serverCommand("everything"));
  const list = await hermes(person, ["mcp", "list"]);
  const tried = await hermes(person, ["mcp", "test", "all"]);
  const tools = await hermes(person, ["mcp", "tools", "all", "--json"]);
  const called = await hermes(person, ["mcp", "call", "all", "echo", '{"message":"hi"}']);
  const removed = await hermes(person, ["mcp", "remove", "all"]);
  const empty = await hermes(person, ["mcp", "list", "--json"]);

  expect(added).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Added all to .*config\.yaml\.\nall works: /),
  });
  expect(list.stdout).toMatch(/^all +ok +\d+ +settings +\S+/m);
  expect(tried).toMatchObject({ code: 0, stdout: expect.stringMatching(/protocol +20\d\d-\d\d-\d\d/) });
  expect(tried.stdout).toContain("It wrote on stderr (1 line):\n  Starting default (STDIO) server...\n");
  expect(JSON.parse(tools.stdout)).toContainEqual(
    expect.objectContaining({
      name: "echo",
      modelName: "mcp_all_echo",
      description: "Echoes back the input string",
      inputSchema: expect.objectContaining({ required: ["message"] }),
    }),
  );
  expect(called).toMatchObject({ code: 0, stdout: "Echo: hi\n" });
  expect(removed).toMatchObject({ code: 0, stdout: expect.stringContaining("Removed all from ") });
  expect(JSON.parse(empty.stdout)).toEqual([]);
  expect(configOf(person)).toMatch(/^# mine\n/);
});

test.runIf(isLong)("a server with an address is added and called", async () => {
  const person = newPerson();
  const url = await startEverything();

  const added = await add(person, "far", url);
  const called = await hermes(person, ["mcp", "call", "far", "get-sum", "-"], { input: '{"a":2,"b":3}' });

  expect(added).toMatchObject({ code: 0, stdout: expect.stringContaining("far works: ") });
  expect(called).toMatchObject({ code: 0, stdout: "The sum of 2 and 3 is 5.\n" });
});

test.runIf(isLong)(
  "images of a result become files, none is written over, and --json has the result as MCP writes it",
  async () => {
    const person = newPerson();
    await add(person, "all", "--no-test", "--", ...serverCommand("everything"));

    const first = await hermes(person, ["mcp", "call", "all", "get-tiny-image"]);
    const second = await hermes(person, ["mcp", "call", "all", "get-tiny-image", "--out", "."]);
    const whole = await hermes(person, [
      "mcp",
      "call",
      "all",
      "get-structured-content",
      '{"location":"Chicago"}',
      "--json",
    ]);

    const files = [first, second].map(
      ({ stdout }) => /\[image\/png, \S+ \S+: (\S+)\]/.exec(stdout)?.[1] ?? "",
    );
    expect(new Set(files).size).toBe(2);
    for (const file of files) {
      const data = readFileSync(join(person.project, file));
      expect(data.subarray(1, 4).toString()).toBe("PNG");
    }
    expect(JSON.parse(whole.stdout)).toMatchObject({
      content: [{ type: "text" }],
      structuredContent: { temperature: expect.any(Number) },
      isError: false,
    });
  },
);

test("a secret goes into .env, and the entry names it", async () => {
  const person = newPerson();
  const given = ["--env", "API_TOKEN=s3cr3t-value", "--env", "COLOUR=red"];

  const added = await add(person, "all", "--no-test", ...given, "--", ...oddServer("plain"));
  const list = await hermes(person, ["mcp", "list", "--json"]);
  const env = await hermes(person, ["mcp", "call", "all", "get-env"]);

  expect(added.code).toBe(0);
  expect(configOf(person)).toContain("API_TOKEN: ${MCP_ALL_API_TOKEN}");
  expect(configOf(person)).toContain("COLOUR: red");
  expect(configOf(person) + added.stdout + added.stderr).not.toContain("s3cr3t-value");
  expect(readFileSync(join(person.home, ".env"), "utf8")).toBe("MCP_ALL_API_TOKEN='s3cr3t-value'\n");
  expect(JSON.parse(list.stdout)).toMatchObject([{ name: "all", allowed: true }]);
  expect(env.stdout).toContain('"COLOUR": "red"');
});

function entryOf([command, ...args]: readonly string[]): string {
  return JSON.stringify({ command, args });
}

test.each<[string, readonly string[], number, string]>([
  ["a server that is not there", ["call", "alll", "echo"], 1, 'Did you mean "all"?'],
  ["a tool that is not there", ["call", "all", "ecko"], 2, "Did you mean echo?"],
  ["arguments that are no JSON", ["call", "all", "echo", "{message"], 2, "not JSON"],
  ["arguments that are no object", ["call", "all", "echo", "[1]"], 2, "no object"],
  ["an argument that is missing", ["call", "all", "echo", "{}"], 2, "also needs: message"],
  ["a command that is not there", ["lst"], 2, "Did you mean list?"],
  ["nothing to start", ["add", "new", "--yes"], 2, "command that starts it"],
  ["a command in quotes", ["add", "new", "--yes", "npx -y server"], 2, "words of its own"],
  ["options of the command in front of --", ["add", "new", "npx", "-y", "server"], 2, "stands after --"],
  ["a header for a command", ["add", "new", "--header", "A: b", "--", "node"], 2, "--header"],
  ["a name that none can have", ["add", "a b", "--yes", "--", "node"], 1, "name"],
])("%s is told with the next step", async (_, args, code, said) => {
  const person = newPerson(`mcp_servers:\n  all: ${entryOf(oddServer("plain"))}\n`);

  const outcome = await hermes(person, ["mcp", ...args]);

  expect(outcome).toMatchObject({ code, stdout: "", stderr: expect.stringContaining(said) });
});

test.runIf(isLong)("what the tool says went wrong is its result, and the exit code says so", async () => {
  const person = newPerson(`mcp_servers:\n  all: ${entryOf(serverCommand("everything"))}\n`);

  const failed = await hermes(person, ["mcp", "call", "all", "get-sum", '{"a":"x","b":3}']);

  expect(failed.code).toBe(1);
  expect(failed.stdout + failed.stderr).toMatch(/number/);
});

test("a command that ends at once is told with what it wrote, and stays to be tried again", async () => {
  const person = newPerson();

  const added = await add(person, "gone", "--", ...oddServer("dead"));
  const tried = await hermes(person, ["mcp", "test", "gone", "--json"]);

  expect(added).toMatchObject({ code: 1, stderr: expect.stringContaining("no license found") });
  expect(added.stderr).toContain("hermes mcp remove gone");
  expect(tried.code).toBe(1);
  expect(JSON.parse(tried.stdout)).toMatchObject({
    ok: false,
    stderr: expect.arrayContaining(["no license found"]),
  });
});

test.runIf(isLong)("a program that is not there is named", async () => {
  const person = newPerson();

  const added = await add(person, "gone", "--", "no-such-program-here");

  expect(added).toMatchObject({ code: 1, stderr: expect.stringContaining("no-such-program-here") });
});

test.runIf(isLong)("Ctrl-C ends the waiting for a server that never answers", async () => {
  const person = newPerson(`mcp_servers:\n  mute: ${entryOf(oddServer("silent"))}\n`);

  const child = startHermes(person, ["mcp", "test", "mute"]);
  const ended = outcomeOf(child);
  await new Promise<void>((resolve) => child.stderr?.once("data", () => resolve()));
  child.kill("SIGINT");

  expect(await ended).toMatchObject({ code: 130, stderr: expect.stringContaining("connecting to mute") });
});

test("what a server says does nothing to the terminal", async () => {
  const person = newPerson();

  const added = await add(person, "odd", "--", ...oddServer("hostile"));
  const tools = await hermes(person, ["mcp", "tools", "odd"]);
  const called = await hermes(person, ["mcp", "call", "odd", "look"]);

  for (const { code, stdout, stderr } of [added, tools, called]) {
    expect(code).toBe(0);
    // oxlint-disable-next-line no-control-regex -- these are what must not be there
    expect(stdout + stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]|owned/);
  }
  expect(called.stdout).toBe("seen\n");
});

test("a server of the project is not started before somebody agreed, and not after a no", async () => {
  const person = newPerson();
  const [command, ...args] = oddServer("plain");
  const file = join(person.project, ".mcp.json");
  writeFileSync(file, JSON.stringify({ mcpServers: { team: { command, args } } }));

  const list = await hermes(person, ["mcp", "list"]);
  const refused = await hermes(person, ["mcp", "call", "team", "echo", '{"message":"hi"}']);
  const unasked = await hermes(person, ["mcp", "allow", "team"]);
  const allowed = await hermes(person, ["mcp", "allow", "team", "--yes"]);
  const called = await hermes(person, ["mcp", "call", "team", "echo", '{"message":"hi"}']);
  const denied = await hermes(person, ["mcp", "deny", "team"]);
  const again = await hermes(person, ["mcp", "call", "team", "echo", '{"message":"hi"}']);

  expect(list.stdout).toMatch(/^team +not agreed to +\? +project/m);
  expect(list.stdout).toContain("hermes mcp allow team");
  for (const { code, stderr } of [refused, again]) {
    expect(code).toBe(1);
    expect(stderr).toContain("hermes mcp allow team");
  }
  expect(unasked).toMatchObject({ code: 1, stderr: expect.stringContaining("--yes") });
  expect(allowed).toMatchObject({ code: 0, stdout: "team may be used.\n" });
  expect(called).toMatchObject({ code: 0, stdout: "Echo: hi\n" });
  expect(denied.code).toBe(0);
});

test("--project writes into .mcp.json of the workspace, and all else in it stays", async () => {
  const person = newPerson();
  const file = join(person.project, ".mcp.json");
  writeFileSync(file, JSON.stringify({ inputs: [1], mcpServers: { other: { command: "other" } } }));

  const added = await add(person, "team", "--project", "--", ...oddServer("plain"));
  const written: unknown = JSON.parse(readFileSync(file, "utf8"));
  const removed = await hermes(person, ["mcp", "remove", "team"]);

  expect(added).toMatchObject({ code: 0, stdout: expect.stringContaining("team works: ") });
  expect(written).toMatchObject({
    inputs: [1],
    mcpServers: { other: { command: "other" }, team: { command: process.execPath } },
  });
  expect(removed.code).toBe(0);
  expect(readFileSync(file, "utf8")).not.toContain("team");
});

test("without a yes nothing is written", async () => {
  const person = newPerson();

  const added = await hermes(person, ["mcp", "add", "all", "--", ...serverCommand("everything")]);

  expect(added).toMatchObject({ code: 1, stderr: expect.stringContaining("--yes") });
  expect(existsSync(join(person.home, "config.yaml"))).toBe(false);
});

test("the doctor names servers that can't be used, and starts none", async () => {
  const trace = join(newPerson().project, "started");
  const starts = { command: "touch", args: [trace] };
  const person = newPerson(`mcp_servers:\n  wrong: {args: [a]}\n  off: {command: x, enabled: false}\n`);
  writeFileSync(join(person.project, ".mcp.json"), JSON.stringify({ mcpServers: { team: starts } }));

  const { stdout } = await hermes(person, ["doctor"]);

  expect(stdout).toMatch(/! mcp: wrong .*neither a command nor a url/);
  expect(stdout).toMatch(/! mcp: team .*\n +hermes mcp allow team/);
  expect(existsSync(trace)).toBe(false);
});
