import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { bin, cliFolder, hermes, newPerson } from "./support/hermes.ts";
import { personWithModel } from "./support/scripted-person.ts";

test.each([
  [["chatt"], "Did you mean chat?"],
  [["doctr"], "Did you mean doctor?"],
  [["tools", "lst"], "Did you mean list?"],
  [["--modelx", "x"], "Did you mean --model?"],
  [["chat", "--quary", "x"], "Did you mean --query?"],
  [["sessions", "list", "--jsn"], "Did you mean --json?"],
  [["weather"], 'To ask a question: hermes -q "weather"'],
])("hermes %j says what is near and exits with 2", async (args, advice) => {
  const outcome = await hermes(newPerson(), args);

  expect(outcome).toMatchObject({ code: 2, stdout: "" });
  expect(outcome.stderr).toContain(advice);
});

test.each([
  [["-q", "x", "--output", "xml"], "Allowed choices are text, jsonl"],
  [["-q", "x", "--max-turns", "abc"], "whole number"],
  [["-q", "x", "--max-turns", "0"], "whole number"],
  [["-q", "x", "--toolsets", ","], "at least one toolset"],
  [["sessions", "list", "--limit", "-3"], "whole number"],
  [["-q", "x", "--resume", ""], "--resume needs the id of a conversation"],
  [["-c", "", "-q", "x"], "--continue needs a title, or none at all"],
  [["-q", "x", "-c", "--resume", "abc"], "Choose one of --continue and --resume"],
  [["tools", "call", "terminal", "{broken"], "not JSON"],
  [["tools", "call"], "missing required argument"],
])("hermes %j is a usage error", async (args, words) => {
  const outcome = await hermes(newPerson(), args);

  expect(outcome).toMatchObject({ code: 2, stdout: "" });
  expect(outcome.stderr).toContain(words);
});

test.each([
  [["--help"]],
  [["chat", "--help"]],
  [["tools", "--help"]],
  [["tools", "call", "-h"]],
  [["tour", "--help"]],
])("hermes %j is help on standard output", async (args) => {
  const outcome = await hermes(newPerson(), args);

  expect(outcome).toMatchObject({ code: 0, stderr: "" });
  expect(outcome.stdout).toMatch(/^Usage: hermes/);
});

test("the help of every command that does something shows examples", async () => {
  for (const command of ["", "chat", "tools list", "tools call", "sessions list", "tour", "doctor"]) {
    const { stdout } = await hermes(newPerson(), [...command.split(" ").filter(Boolean), "--help"]);

    expect(stdout).toContain(`Usage: ${`hermes ${command}`.trim()} `);
    expect(stdout).toContain("Examples:\n  $ ");
  }
});

test.each(["--version", "-V", "version"])(
  "hermes %s is one line, and works before anything is built",
  async (flag) => {
    const folder = mkdtempSync(join(tmpdir(), "hermes-unbuilt-"));
    mkdirSync(join(folder, "bin"));
    copyFileSync(bin, join(folder, "bin", "hermes.js"));
    copyFileSync(join(cliFolder, "package.json"), join(folder, "package.json"));

    const output = execFileSync(process.execPath, [join(folder, "bin", "hermes.js"), flag], {
      encoding: "utf8",
    });

    expect(output).toMatch(/^hermes \d+\.\d+\.\d+\n$/);
  },
);

test("on an older Node one line says which version is needed", () => {
  const older = `Object.defineProperty(process, "versions", { value: { node: "20.20.2" } })`;
  const run = () =>
    execFileSync(process.execPath, ["--import", `data:text/javascript,${encodeURIComponent(older)}`, bin], {
      stdio: "pipe",
    });

  expect(run).toThrow(/hermes needs Node 22\.18 or newer; this is Node 20\.20\.2\.\n$/);
});

test("the home folder is created with access for its owner alone", async () => {
  const person = newPerson();
  rmSync(person.home, { recursive: true });

  await hermes(person, ["--help"], { env: { NODE_COMPILE_CACHE: "" } });

  expect(statSync(person.home).mode & 0o777).toBe(0o700);
});

test("help works when the home folder can't be created", async () => {
  expect(await hermes(newPerson(), ["--help"], { env: { HERMES_HOME: "/dev/null/home" } })).toMatchObject({
    code: 0,
    stderr: "",
  });
});

test.skipIf(process.platform !== "linux")("an unwritable home is reported in one line, at once", async () => {
  const person = newPerson();
  const env = {
    HERMES_HOME: "/proc/nope/hermes",
    OPENAI_API_KEY: "sk-test-FAKE",
    OPENAI_BASE_URL: "http://127.0.0.1:9",
  };

  const outcome = await hermes(person, ["-q", "Hello"], { env });

  expect(outcome).toMatchObject({ code: 1, stdout: "" });
  expect(outcome.stderr).toMatch(/^hermes: .*\/proc\/nope.*\n$/);
});

test("in a deleted working folder one line says so", () => {
  const person = newPerson();
  const gone = join(person.project, "gone");
  const run = `mkdir "${gone}" && cd "${gone}" && rmdir "${gone}" && "${process.execPath}" "${bin}" sessions list`;

  expect(() => execFileSync("sh", ["-c", run], { env: { ...person.env }, stdio: "pipe" })).toThrow(
    /hermes: The folder you are in is gone\. Change to another folder and try again\.\n$/,
  );
});

test("a command that is not built says how to build it", async () => {
  const person = newPerson();
  const folder = mkdtempSync(join(tmpdir(), "hermes-unbuilt-"));
  cpSync(dirname(bin), join(folder, "bin"), { recursive: true });
  copyFileSync(join(cliFolder, "package.json"), join(folder, "package.json"));
  const run = () =>
    execFileSync(process.execPath, [join(folder, "bin", "hermes.js"), "chat"], {
      env: { ...person.env },
      stdio: "pipe",
    });

  expect(run).toThrow(/hermes is not built yet: run `npm start`/);
});

test.each([
  ["quoted", ["fix the bug"]],
  ["as words of the shell", ["fix", "the", "bug"]],
  ["behind options", ["--skip-memory", "fix the bug"]],
])("a question is asked without an option, %s", async (_, args) => {
  const person = await personWithModel([{ text: "Fixed." }]);

  const outcome = await hermes(person, args);

  expect(outcome).toMatchObject({ code: 0, stdout: "Fixed.\n" });
  expect(JSON.stringify(person.server.requests[0]?.body)).toContain("fix the bug");
});

test.each([
  [["foo"], /unknown command 'foo'\nTo ask a question: hermes -q "foo"/],
  [["sesions", "list"], /Did you mean sessions\?/],
  [["fix the bug", "-q", "and more"], /Give one question/],
  [[""], /The question is empty/],
  [["help", "sesions"], /Did you mean sessions\?/],
])("%j is refused, with what can be meant", async (args, said) => {
  const { code, stdout, stderr } = await hermes(newPerson(), args);

  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(said);
});

test.each([
  [["help"], ["--help"]],
  [
    ["help", "sessions"],
    ["sessions", "--help"],
  ],
  [
    ["help", "sessions", "search"],
    ["sessions", "search", "--help"],
  ],
])("hermes %j is hermes %j", async (args, same) => {
  const [helped, asked] = await Promise.all([hermes(newPerson(), args), hermes(newPerson(), same)]);

  expect(helped.code).toBe(0);
  expect(helped.stdout).toContain("Usage:");
  expect(helped).toEqual(asked);
});

test("without any model a question says how to get one", async () => {
  const outcome = await hermes(newPerson(), ["-q", "Hello"], { env: noLocalServers });

  expect(outcome).toMatchObject({ code: 1, stdout: "" });
  expect(outcome.stderr.trimEnd().split("\n")).toHaveLength(1);
  expect(outcome.stderr).toMatch(/OPENROUTER_API_KEY|OPENAI_API_KEY/);
  expect(outcome.stderr).toContain("hermes tour");
});

test("an unreachable endpoint is reported in one line with what to do", async () => {
  const person = newPerson("model: { provider: custom, default: m, base_url: 'http://127.0.0.1:9/v1' }\n");

  const outcome = await hermes(person, ["-q", "Hello"]);

  expect(outcome).toMatchObject({ code: 1, stdout: "" });
  expect(lastLine(outcome.stderr)).toMatch(/^hermes: .*127\.0\.0\.1:9/);
});

test.each([
  [401, /key/i],
  [404, /scripted/],
])("an answer of %i is one line with what to do", async (status, words) => {
  const person = await personWithModel([
    { status, body: { error: { message: "no", code: status === 404 ? "model_not_found" : "x" } } },
  ]);

  const outcome = await hermes(person, ["-q", "Hello"]);

  expect(outcome).toMatchObject({ code: 1, stdout: "" });
  expect(outcome.stderr.trimEnd().split("\n")).toHaveLength(1);
  expect(outcome.stderr).toMatch(/^hermes: /);
  expect(outcome.stderr).toMatch(words);
});

test("with jsonl a failure before the turn is an event as well", async () => {
  const outcome = await hermes(newPerson("model: ["), ["-q", "Hello", "--output", "jsonl"]);

  expect(outcome.code).toBe(1);
  expect(JSON.parse(outcome.stdout)).toMatchObject({
    type: "error",
    message: expect.stringContaining("config.yaml"),
  });
});

test("a broken config.yaml is named with file, line and reason, and not touched", async () => {
  const broken = "model:\n  default: x\n provider: [\n";
  const person = newPerson(broken);

  const outcome = await hermes(person, ["-q", "Hello"]);

  expect(outcome).toMatchObject({ code: 1, stdout: "" });
  expect(outcome.stderr.trimEnd().split("\n")).toHaveLength(1);
  expect(outcome.stderr).toMatch(/config\.yaml.*\b(line )?[34]\b/);
  expect(readFileSync(join(person.home, "config.yaml"), "utf8")).toBe(broken);
});

test("an unknown setting is named with the nearest known one, and the answer comes all the same", async () => {
  const person = await personWithModel([{ text: "Hi." }], { config: "agent:\n  max_turn: 3\n" });

  const outcome = await hermes(person, ["-q", "Hello"]);

  expect(outcome).toMatchObject({ code: 0, stdout: "Hi.\n" });
  expect(outcome.stderr).toContain("max_turns");
});

test("a session that does not exist is named", async () => {
  const person = await personWithModel([]);

  const outcome = await hermes(person, ["--resume", "nosuchsession", "-q", "Hello"]);

  expect(outcome).toMatchObject({ code: 1, stdout: "" });
  expect(outcome.stderr).toContain("nosuchsession");
});

test("an unknown toolset is named", async () => {
  const person = await personWithModel([]);

  const outcome = await hermes(person, ["-q", "Hello", "--toolsets", "termnal"]);

  expect(outcome).toMatchObject({ code: 1, stdout: "" });
  expect(outcome.stderr).toContain("termnal");
});

test("jsonl takes its question from a pipe", async () => {
  const person = await personWithModel([{ text: "Hi." }]);

  const outcome = await hermes(person, ["--output", "jsonl"], { input: "Hello" });

  expect(outcome.code).toBe(0);
});

/** Ports of servers that people run, which a developer's machine may well have. */
const noLocalServers = { OLLAMA_HOST: "127.0.0.1:9" };

function lastLine(text: string): string {
  return text.trimEnd().split("\n").at(-1) ?? "";
}

test.skipIf(process.platform === "win32")(
  "where the home can't be written, the folder is named with what to look at",
  async () => {
    const env = { HERMES_HOME: process.platform === "linux" ? "/sys/hermes" : "/hermes" };

    const { code, stderr } = await hermes(newPerson(), ["memory", "add", "The build needs Node 24"], { env });

    expect(code).toBe(1);
    expect(stderr).toMatch(/^hermes: "\/.*hermes.*" can't be made \(E[A-Z]+\)\. \w+/);
  },
);
