import { stat, writeFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { scripted } from "@hermes/models";
import { defineTool } from "@hermes/registry";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";
import { z } from "zod";
import { callingModel, requestOf, resultsIn, runtimeIn } from "./support/scripted-runtime.ts";
import { temporaryPlace } from "./support/temporary-place.ts";

const bundledSkills = join(import.meta.dirname, "..", "..", "..", "skills");

/** On a machine without Chromium, too. */
const withBrowser = 'browser: { backend: cdp, cdp_url: "http://127.0.0.1:1" }\n';

test("tools and sessions can be listed without a home, a store or a model", async () => {
  await using place = await temporaryPlace();
  await using runtime = await runtimeIn(place);

  expect((await runtime.tools()).names()).toEqual([
    ...["browser_back", "browser_cdp", "browser_click", "browser_close", "browser_console", "browser_dialog"],
    ...["browser_get_images", "browser_navigate", "browser_press", "browser_scroll", "browser_snapshot"],
    ...["browser_type", "browser_vision"],
    "canvas",
    "clarify",
    "cronjob",
    "delegate_control",
    "delegate_task",
    "execute_code",
    ...["ha_call_service", "ha_get_state", "ha_list_entities", "ha_list_services"],
    "image_generate",
    "learning",
    "list_cronjobs",
    "make_document",
    "memory",
    "patch",
    "process",
    "read_file",
    "remove_cronjob",
    "render_diagram",
    "schedule_cronjob",
    "search",
    "session_search",
    "skill_manage",
    "skill_view",
    "skills_list",
    "terminal",
    "text_to_speech",
    "todo",
    "vision_analyze",
    ...["web_crawl", "web_extract", "web_search"],
    "write_file",
  ]);
  expect(await runtime.listSessions()).toEqual([]);
  await expect(stat(place.home)).rejects.toMatchObject({ code: "ENOENT" });
});

test("every tool of the list is offered to a model on the command line, the rare ones behind a search", async () => {
  await using place = await temporaryPlace();
  await mkdir(place.home, { recursive: true });
  await writeFile(join(place.home, "config.yaml"), withBrowser);
  const model = scripted([{ text: "Yes." }]);
  await using runtime = await runtimeIn(place, { model });
  await using session = await runtime.openSession();
  await session.agent.chat("Hello");

  const rare = [
    ...["canvas", "cronjob", "delegate_control", "learning", "make_document", "render_diagram"],
    ...["skill_manage", "web_crawl", "browser (13)"],
  ];
  const hidden = ["list_cronjobs", "remove_cronjob", "schedule_cronjob"];
  // For want of a key, a program or a model: which of them are there depends on the machine.
  const bound = /^(?:browser|ha)_|^(?:image_generate|text_to_speech|vision_analyze)$/;
  const known = (await runtime.tools()).names().filter((name) => !hidden.includes(name));
  const described = known.filter((name) => !rare.includes(name) && !bound.test(name));
  const { tools } = requestOf(model, 0);
  expect(tools.map(({ name }) => name)).toEqual([...described, "tool_search", "tool_call"]);
  for (const name of rare) expect(tools.at(-2)?.description).toContain(name);
});

test("the first request stays small however many tools there are, and a far one can be called", async () => {
  await using place = await temporaryPlace();
  const far = Array.from({ length: 300 }, (_, index) =>
    defineTool({
      name: `far_${index}`,
      toolset: `far-${index % 60}`,
      description: `Does far thing ${index}. ${"It has much to say about itself. ".repeat(20)}`,
      input: z.object({ n: z.number() }),
      readOnly: true,
      execute: ({ n }) => ({ n, index }),
    }),
  );
  const model = callingModel(
    { name: "tool_search", arguments: { query: "far thing 123" } },
    { name: "tool_call", arguments: { name: "far_123", arguments: { n: 7 } } },
  );
  await using runtime = await runtimeIn(place, { model, tools: far, bundledSkills });
  await using session = await runtime.openSession();
  await session.agent.chat("Hello");

  const { system, tools } = requestOf(model, 0);
  const sent = tools.map((tool) => ({ type: "function", function: tool }));
  expect(encode(system).length + encode(JSON.stringify(sent)).length).toBeLessThanOrEqual(6_000);
  const [found, called] = resultsIn(model);
  expect(found).toMatchObject({ tools: [{ name: "far_123" }, {}, {}, {}, {}] });
  expect(called).toEqual({ n: 7, index: 123 });
});

test("a default conversation leaves room for 250 tokens more in its first request", async () => {
  await using place = await temporaryPlace();
  await mkdir(place.home, { recursive: true });
  await writeFile(join(place.home, "config.yaml"), withBrowser);
  const model = scripted([{ text: "Yes." }]);
  await using runtime = await runtimeIn(place, { model, bundledSkills });
  await using session = await runtime.openSession();
  await session.agent.chat("Hello");

  const { system, tools } = requestOf(model, 0);
  const sent = tools.map((tool) => ({ type: "function", function: tool }));
  expect(encode(system).length + encode(JSON.stringify(sent)).length).toBeLessThanOrEqual(5_750);
});

test("tools bound to a conversation answer an error outside of one", async () => {
  await using place = await temporaryPlace();
  await using runtime = await runtimeIn(place);
  const registry = await runtime.tools();
  const context = {
    taskId: "t",
    sessionId: "s",
    callId: "c",
    signal: new AbortController().signal,
    origin: { platform: "cli", entryPoint: "tools-call" },
  };

  const calls = { todo: {}, memory: { action: "read", target: "user" }, clarify: { question: "Why?" } };
  for (const [tool, args] of Object.entries(calls)) {
    const { content } = await registry.dispatch(tool, args, context);
    expect(JSON.parse(content)).toHaveProperty("error");
  }
});

test("toolsets come from the flag, else from the settings, and an unknown one is an error at once", async () => {
  await using place = await temporaryPlace();
  await mkdir(place.home);
  await writeFile(join(place.home, "config.yaml"), "toolsets: [file, todo]\ndisabled_toolsets: [todo]\n");
  const offered = async (toolsets?: readonly string[]): Promise<readonly string[]> => {
    const model = scripted([{ text: "Yes." }]);
    await using runtime = await runtimeIn(place, { model, flags: { toolsets } });
    await using session = await runtime.openSession();
    await session.agent.chat("Hello");
    return requestOf(model, 0).tools.map(({ name }) => name);
  };

  expect(await offered()).toEqual(["patch", "read_file", "search", "write_file"]);
  expect(await offered(["memory", "todo"])).toEqual(["memory", "tool_search", "tool_call"]);
  await using runtime = await runtimeIn(place, { model: scripted([]), flags: { toolsets: ["flie"] } });
  await expect(runtime.openSession()).rejects.toMatchObject({
    code: "TOOLSET_NOT_FOUND",
    hint: expect.stringMatching(/^Did you mean "file"\? Toolsets with tools: .*file, .*terminal/),
  });
});

test("a toolset that has no tool is warned of, and is an error where no tool remains", async () => {
  await using place = await temporaryPlace();
  const open = async (toolsets: readonly string[]): Promise<readonly string[]> => {
    await using runtime = await runtimeIn(place, { model: scripted([]), flags: { toolsets } });
    await using _ = await runtime.openSession();
    return runtime.warnings;
  };

  expect(await open(["todo", "kanban", "spotify"])).toEqual([
    expect.stringMatching(/^The toolset "kanban" has no tool in this Hermes\. Toolsets with tools: .*todo/),
    expect.stringMatching(/^The toolset "spotify" has no tool/),
  ]);
  expect(await open(["todo"])).toEqual([]);
  await expect(open(["kanban"])).rejects.toMatchObject({
    code: "RUNTIME_NO_TOOLS",
    message: 'No tool remains. The toolset "kanban" has no tool in this Hermes.',
    hint: expect.stringContaining("terminal"),
  });
});

test("of toolsets that nobody has named none is warned of", async () => {
  await using place = await temporaryPlace();
  const flags = { toolsets: ["todo", "browser"], areDefaultToolsets: true };
  await using runtime = await runtimeIn(place, { model: scripted([]), flags });

  await using _ = await runtime.openSession();

  expect(runtime.warnings).toEqual([]);
});

test("commands do not see the keys of the environment or of .env, except those passed through on purpose", async () => {
  await using place = await temporaryPlace();
  await mkdir(place.home);
  await writeFile(join(place.home, ".env"), "OPENAI_API_KEY=from-file\nDEPLOY_TOKEN=on-purpose\n");
  await writeFile(join(place.home, "config.yaml"), "terminal:\n  env_passthrough: [DEPLOY_TOKEN]\n");
  const model = callingModel({ name: "terminal", arguments: { command: "set; env" } });
  await using runtime = await runtimeIn(place, {
    model,
    env: { ...place.env, ANTHROPIC_API_KEY: "from-shell" },
  });
  await using session = await runtime.openSession();
  await session.agent.chat("Show the environment.");

  const output = String(resultsIn(model)[0]?.["output"]);
  expect(output).not.toContain("from-file");
  expect(output).not.toContain("from-shell");
  expect(output).not.toContain("OPENAI_API_KEY");
  expect(output).not.toContain("ANTHROPIC_API_KEY");
  // The command has it; who reads the output has not.
  expect(output).toContain("DEPLOY_TOKEN=[redacted]");
  expect(output).not.toContain("on-purpose");
});

test("with redaction switched off, what a tool gives back stands as it is", async () => {
  await using place = await temporaryPlace();
  await mkdir(place.home);
  await writeFile(join(place.home, ".env"), "DEPLOY_TOKEN=on-purpose\n");
  await writeFile(
    join(place.home, "config.yaml"),
    "terminal:\n  env_passthrough: [DEPLOY_TOKEN]\nsecurity:\n  redact_secrets: false\n",
  );
  const model = callingModel({ name: "terminal", arguments: { command: "set; env" } });
  await using runtime = await runtimeIn(place, { model });
  await using session = await runtime.openSession();
  await session.agent.chat("Show the environment.");

  const output = String(resultsIn(model)[0]?.["output"]);
  expect(output).toContain("on-purpose");
  expect(output).not.toContain("[redacted]");
});

test("settings name another folder to work in", async () => {
  await using place = await temporaryPlace();
  await mkdir(place.home);
  await mkdir(join(place.homedir, "elsewhere"));
  await writeFile(join(place.home, "config.yaml"), "terminal:\n  cwd: ~/elsewhere\n");
  const model = callingModel({ name: "terminal", arguments: { command: "pwd" } });
  await using runtime = await runtimeIn(place, { model });
  await using session = await runtime.openSession();
  await session.agent.chat("Where?");

  expect(resultsIn(model)[0]).toMatchObject({ output: `${join(place.homedir, "elsewhere")}\n` });
});

test("settings say how much of a command and of a file is shown at once", async () => {
  await using place = await temporaryPlace();
  await mkdir(place.home);
  const settings = "tool_output:\n  max_bytes: 100\n  max_lines: 3\n  max_line_length: 5\n";
  await writeFile(join(place.home, "config.yaml"), settings);
  await writeFile(join(place.project, "long.txt"), "a line of text\n".repeat(10));
  const model = callingModel(
    { name: "terminal", arguments: { command: "cat long.txt" } },
    { name: "read_file", arguments: { path: "long.txt" } },
  );
  await using runtime = await runtimeIn(place, { model });
  await using session = await runtime.openSession();
  await session.agent.chat("Read it.");

  const [command, page] = resultsIn(model);
  expect(command).toMatchObject({ truncated: true, output_chars: 150 });
  expect(page).toMatchObject({ total_lines: 10, hint: "[lines 1–3 of 10; continue with offset: 4]" });
  expect(page).toMatchObject({ content: expect.stringMatching(/^1\|a lin/) });
});

test("questions of a model reach the clarifier, and risky commands the approver", async () => {
  await using place = await temporaryPlace();
  const model = callingModel(
    { name: "clarify", arguments: { question: "Which colour?", choices: ["red", "blue"] } },
    { name: "terminal", arguments: { command: "git push --force" } },
  );
  const asked: string[] = [];
  await using runtime = await runtimeIn(place, {
    model,
    clarifier: async ({ question }) => (asked.push(question), { answered: true, answer: "blue" }),
    approver: async ({ summary }) => (asked.push(summary), { approved: false, reason: "Not today." }),
  });
  await using session = await runtime.openSession();
  await session.agent.chat("Go.");

  expect(asked).toEqual(["Which colour?", "git push --force"]);
  expect(resultsIn(model)).toMatchObject([
    { answer: "blue" },
    { error: expect.stringContaining("Not today.") },
  ]);
});

test("an approval for a session ends with it, also when the session goes on", async () => {
  await using place = await temporaryPlace();
  const push = { calls: [{ name: "terminal", arguments: { command: "git push --force" } }] };
  let questions = 0;
  const talk = async (resume: string | undefined) => {
    await using session = await runtime.openSession({ resume });
    await session.agent.chat("Go.");
    return session.id;
  };
  await using runtime = await runtimeIn(place, {
    model: scripted([push, push, { text: "Done." }, push, { text: "Done." }]),
    approver: async () => ((questions += 1), { approved: true, scope: "session" }),
  });

  const id = await talk(undefined);
  const before = questions;
  await talk(id);

  expect([before, questions]).toEqual([1, 2]);
});

test("a run without a person has nobody to ask, whatever the program can", async () => {
  await using place = await temporaryPlace();
  const model = callingModel({ name: "terminal", arguments: { command: "git push --force" } });
  const asked: string[] = [];
  await using runtime = await runtimeIn(place, {
    model,
    flags: { unattended: true },
    approver: async ({ summary }) => (asked.push(summary), { approved: true, scope: "once" }),
  });
  await using session = await runtime.openSession();
  await session.agent.chat("Go.");

  expect(asked).toEqual([]);
  expect(resultsIn(model)).toMatchObject([{ error: expect.stringContaining("nobody can be asked") }]);
});

test("a command that never ends is refused before anybody is asked about it", async () => {
  await using place = await temporaryPlace();
  const command = "git push --force && tail -f log.txt";
  const model = callingModel({ name: "terminal", arguments: { command } });
  const asked: string[] = [];
  await using runtime = await runtimeIn(place, {
    model,
    approver: async ({ summary }) => (asked.push(summary), { approved: true, scope: "once" }),
  });
  await using session = await runtime.openSession();
  await session.agent.chat("Go.");
  const permissions = await runtime.permissions();
  const told = await permissions.explain(command, { tools: await runtime.tools() });

  expect(asked).toEqual([]);
  expect(told).toMatchObject({ verdict: "deny", advice: expect.stringContaining("background: true") });
  expect(resultsIn(model)).toEqual([{ error: `Not done. ${told.reason} ${told.advice}` }]);
});

test("a tool that is not among the chosen toolsets does not run when a model calls it all the same", async () => {
  await using place = await temporaryPlace();
  const model = callingModel({ name: "terminal", arguments: { command: "echo ran > ran.txt" } });
  await using runtime = await runtimeIn(place, { model, flags: { toolsets: ["todo"] } });
  await using session = await runtime.openSession();
  await session.agent.chat("Go.");

  expect(resultsIn(model)).toMatchObject([{ error: expect.stringContaining("terminal") }]);
  await expect(stat(join(place.project, "ran.txt"))).rejects.toMatchObject({ code: "ENOENT" });
});
