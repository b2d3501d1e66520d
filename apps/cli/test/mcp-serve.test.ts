import { execFile, spawn } from "node:child_process";
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { bin, hermes, newPerson } from "./support/hermes.ts";
import type { Fixture } from "./support/hermes.ts";
import { personWithModel } from "./support/scripted-person.ts";

const long = process.env["HERMES_TEST_LONG"] === "1";
const mcpModules = new URL("../../../packages/mcp/node_modules/", import.meta.url);

/** Whatever it is: a test looks into it, and fails where it is something else. */
type Json = ReturnType<typeof JSON.parse>;

interface Serving {
  readonly child: ChildProcessWithoutNullStreams;
  /** The first line of standard error. */
  readonly ready: Promise<string>;
  readonly stderr: Promise<string>;
}

function serve(person: Fixture, ...args: readonly string[]): Serving {
  const child = spawn(process.execPath, [bin, "mcp", "serve", ...args], {
    cwd: person.project,
    env: person.env,
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines = createInterface({ input: child.stderr });
  const ready = once(lines, "line").then(([line]) => String(line));
  return { child, ready, stderr: text(child.stderr) };
}

/** Sends requests of the newest revision, one after another, and reads what is on standard output. */
function talk({ child }: Serving): (method: string, params?: object) => Promise<Json> {
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let id = 0;
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1.0.0" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  return async (method, params = {}) => {
    id += 1;
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params: { ...params, _meta } })}\n`);
    const { value } = await lines.next();
    // Every line is a message, so nothing else is printed there.
    const message = JSON.parse(String(value));
    expect(message).toMatchObject({ jsonrpc: "2.0", id });
    return message.result;
  };
}

test("on its pipes it speaks the protocol alone, is ready on standard error, and ends with its client", async () => {
  const serving = serve(newPerson("no_such_setting: 1\n"));
  const ask = talk(serving);

  const { supportedVersions, capabilities } = await ask("server/discover");
  const { content } = await ask("tools/call", { name: "conversations_list", arguments: {} });
  serving.child.stdin.end();
  const [code] = await once(serving.child, "close");

  expect(supportedVersions).toContain("2026-07-28");
  expect(Object.keys(capabilities)).toEqual(expect.arrayContaining(["tools", "resources"]));
  expect(content[0].text).toBe('{"conversations":[]}');
  expect(code).toBe(0);
  const stderr = await serving.stderr;
  expect(stderr).toContain("no_such_setting");
  expect(stderr).toMatch(/^ready stdio$/m);
});

test("it tells what is said in another program meanwhile", async () => {
  const person = await personWithModel([{ text: "Hello." }]);
  const ask = talk(serve(person));
  const call = async (name: string, args: object) =>
    (await ask("tools/call", { name, arguments: args })).structuredContent;
  const { cursor } = await call("events_poll", {});

  const { stdout } = await hermes(person, ["-q", "Hi"]);
  const { events } = await call("events_wait", { after_cursor: cursor });
  const { results } = await call("search", { query: "hello" });

  expect(stdout).toContain("Hello.");
  expect(events.map((each: Json) => each.message.text)).toEqual(["Hi", "Hello."]);
  expect(results[0].conversation.conversation_id).toBe(events[0].conversation_id);
});

test("SIGTERM ends it well, over pipes and over HTTP", { timeout: 30_000 }, async () => {
  const person = newPerson();
  const codes = [];
  for (const args of [[], ["--http"]]) {
    const { child, ready } = serve(person, ...args);
    // oxlint-disable-next-line no-await-in-loop -- one after another
    await ready;
    child.kill("SIGTERM");
    // oxlint-disable-next-line no-await-in-loop
    codes.push((await once(child, "close"))[0]);
  }

  expect(codes).toEqual([0, 0]);
});

test("over HTTP the ready line has the address and a token, and a token of the environment is not printed", async () => {
  const person = newPerson();
  const made = await serve(person, "--http").ready;
  const given = await serve(
    { ...person, env: { ...person.env, HERMES_MCP_TOKEN: "0123456789abcdef-mine" } },
    "--http",
  ).ready;

  const [, url = "", token] = /^ready (http:\/\/127\.0\.0\.1:\d+\/mcp) token ([\w-]{43})$/.exec(made) ?? [];
  expect(given).toMatch(/^ready http:\/\/127\.0\.0\.1:\d+\/mcp$/);
  const status = async (to: string, bearer: string | undefined) =>
    (await fetch(to, { method: "POST", headers: { authorization: `Bearer ${bearer}` }, body: "{}" })).status;
  expect(await status(url, "wrong")).toBe(401);
  expect(await status(url, token)).not.toBe(401);
  expect(await status(given.slice("ready ".length), "0123456789abcdef-mine")).not.toBe(401);
});

test("choices that make no sense together, and a token that can be guessed, are refused", async () => {
  const person = newPerson();

  const outcomes = [
    await hermes(person, ["mcp", "serve", "--port", "1"]),
    await hermes(person, ["mcp", "serve", "--http", "--port", "70000"]),
    await hermes(person, ["mcp", "serve", "--http", "--token", "short"]),
    await hermes(person, ["mcp", "serve", "--http", "--host", "0.0.0.0"]),
    await hermes(person, ["mcp", "serve", "--http", "--host", "0.0.0.0", "--allowed-host", "x", "--no-auth"]),
  ];

  expect(outcomes.map(({ code, stdout }) => [code, stdout])).toEqual([
    [2, ""],
    [2, ""],
    [2, ""],
    [1, ""],
    [1, ""],
  ]);
});

test.runIf(long)(
  "the official client and the inspector see the same tools, and get the same answers",
  async () => {
    const person = newPerson();
    const { Client } = await import(new URL("@modelcontextprotocol/client/dist/index.mjs", mcpModules).href);
    const { StdioClientTransport } = await import(
      new URL("@modelcontextprotocol/client/dist/stdio.mjs", mcpModules).href
    );
    const command = { command: process.execPath, args: [bin, "mcp", "serve"] };
    const answers = [];
    for (const options of [{}, { versionNegotiation: { mode: { pin: "2026-07-28" } } }]) {
      const client = new Client({ name: "test", version: "1.0.0" }, options);
      await client.connect(
        new StdioClientTransport({ ...command, env: person.env, cwd: person.project, stderr: "ignore" }),
      );
      const { tools } = await client.listTools();
      const { structuredContent } = await client.callTool({ name: "channels_list", arguments: {} });
      answers.push([tools.map(({ name }: { name: string }) => name), structuredContent]);
      await client.close();
    }
    const inspector = fileURLToPath(
      new URL("@modelcontextprotocol/inspector/clients/launcher/build/index.js", mcpModules),
    );
    const inspect = async (...args: readonly string[]) => {
      const all = [inspector, "--cli", command.command, ...command.args, ...args];
      const { stdout } = await promisify(execFile)(process.execPath, all, {
        env: person.env,
        cwd: person.project,
      });
      return JSON.parse(stdout);
    };
    const { tools } = await inspect("--method", "tools/list");
    const { structuredContent } = await inspect("--method", "tools/call", "--tool-name", "channels_list");
    answers.push([tools.map(({ name }: { name: string }) => name), structuredContent]);

    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  },
);

/** Those that need no tool, resource or prompt of the suite's own. */
const applicable = {
  "2025-11-25": ["server-initialize", "server-session-lifecycle", "ping", "tools-list", "resources-list"],
  "2026-07-28": ["tools-list", "resources-list", "sep-2164-resource-not-found", "http-header-validation"],
};

test.runIf(long)(
  "scenarios of the conformance suite that need no tools of its own pass",
  { timeout: 120_000 },
  async () => {
    const suite = fileURLToPath(new URL("@modelcontextprotocol/conformance/dist/index.js", mcpModules));
    const ready = await serve(newPerson(), "--http", "--no-auth").ready;
    const url = ready.slice("ready ".length);
    const failed = [];
    for (const [revision, scenarios] of Object.entries(applicable))
      for (const scenario of [...scenarios, "dns-rebinding-protection"]) {
        const args = [suite, "server", "--url", url, "--scenario", scenario, "--spec-version", revision];
        const run = promisify(execFile)(process.execPath, args).catch((error: { stdout: string }) => error);
        // oxlint-disable-next-line no-await-in-loop -- in parallel they fail for reasons of their own
        const { stdout } = await run;
        if (!/Passed: (\d+)\/\1\b/.test(stdout) || /Failed: [1-9]/.test(stdout))
          failed.push([revision, scenario, stdout]);
      }

    expect(failed).toEqual([]);
  },
);
