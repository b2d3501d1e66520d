import { AsyncLocalStorage } from "node:async_hooks";
import { chooseIsolation } from "@hermes/jail";
import { defineTool } from "@hermes/registry";
import type { Guard, ToolContext } from "@hermes/registry";
import { testContext } from "@hermes/registry/testing";
import { needs } from "@hermes/tooling/prerequisites";
import { afterEach, expect, test } from "vitest";
import { z } from "zod";
import { callableTools, enforceIsolation, findLanguages, memoryCallJournal } from "../src/index.ts";
import type { CallJournal } from "../src/index.ts";
import { codeSession } from "./support/code-session.ts";
import { expectNothingLeft, leftovers } from "./support/leftovers.ts";
import { echo } from "./support/tools.ts";

afterEach(async () => {
  await expectNothingLeft();
});

const callEverything = `import hermes_tools
print(sorted(name for name in dir(hermes_tools) if callable(getattr(hermes_tools, name)) and name[0].islower() and name not in ("aio", "parallel")))`;

test("the tools that code may call are these", () => {
  expect([...callableTools].sort()).toEqual([
    "browser_back",
    "browser_cdp",
    "browser_click",
    "browser_close",
    "browser_console",
    "browser_dialog",
    "browser_get_images",
    "browser_navigate",
    "browser_press",
    "browser_scroll",
    "browser_snapshot",
    "browser_type",
    "browser_vision",
    "patch",
    "read_file",
    "search",
    "session_search",
    "terminal",
    "web_crawl",
    "web_extract",
    "web_search",
    "write_file",
  ]);
});

test.each(["process", "deno", "jail"] as const)(
  "the guard learns that a script runs without a jail: %s",
  async (level) => {
    const isolation = async () => ({
      jail: { ...(await enforceIsolation("process", { chooseIsolation })).jail, level },
    });
    const session = codeSession({ tools: [], isolation });

    const found = await session.registry.get("execute_code")?.findings?.({ code: "1" }, testContext());

    expect(found?.map(({ id, severity }) => [id, severity])).toEqual(
      level === "process" ? [["code.unjailed", "ask"]] : [],
    );
  },
);

test("a result has a status, output, errors, calls and a duration", async (context) => {
  needs(context, "python3");
  const session = codeSession({ tools: [echo("search")] });

  const { duration_seconds: seconds, ...result } = await session.run({
    code: "from hermes_tools import search\nprint(search('a')['text'])",
  });

  expect(result).toEqual({ status: "success", output: "a\n", errors: "", tool_calls_made: 1 });
  expect(seconds).toEqual(expect.any(Number));
});

test("code may call an argument by another name that its tool knows, in both languages", async (context) => {
  needs(context, "python3");
  const search = defineTool({
    name: "search",
    toolset: "test",
    description: "Searches.",
    input: z.object({ pattern: z.string(), file_glob: z.string().optional() }),
    aliases: { glob: "file_glob" },
    execute: (input) => input,
  });
  const session = codeSession({ tools: [search] });

  const python = await session.run({
    code: "from hermes_tools import search, ToolError\nprint(search('a', glob='*.ts')['file_glob'])\ntry:\n    search('a', gobl='*.ts')\nexcept ToolError as error:\n    print('unknown' in str(error))",
  });
  const script = await session.run({
    language: "javascript",
    code: 'import { search } from "hermes-tools";\nconsole.log((await search({ pattern: "a", glob: "*.ts" })).file_glob);',
  });

  expect([python.output, script.output]).toEqual(["*.ts\nTrue\n", "*.ts\n"]);
});

test("two sessions at once each reach the tools they were offered, and none beyond the list", async (context) => {
  needs(context, "python3");
  const tools = [echo("read_file"), echo("search"), echo("memory"), echo("web_search")];
  const session = codeSession({ tools });
  const one = new Set(["read_file", "memory", "execute_code"]);
  const two = new Set(["search", "web_search", "execute_code"]);

  const [first, second] = await Promise.all([
    session.run({ code: callEverything }, { sessionId: "1", taskId: "1", offered: one }),
    session.run({ code: callEverything }, { sessionId: "2", taskId: "2", offered: two }),
  ]);

  expect([first.output, second.output]).toEqual(["['read_file']\n", "['search', 'web_search']\n"]);
});

test.for([new Set<string>(), new Set(["memory"]), undefined])(
  "a session that offers nothing of the list has no tools at all: %j",
  async (offered, context) => {
    needs(context, "python3");
    const session = codeSession({ tools: [echo("read_file"), echo("memory")] });

    expect(await session.run({ code: callEverything }, { offered })).toMatchObject({ output: "[]\n" });
  },
);

test.for([
  ["memory", "memory is not available in execute_code. Use it as a normal call."],
  ["execute_code", "execute_code is not available in execute_code. Use it as a normal call."],
  ["hidden", 'There is no tool "hidden" here. There are: read_file, search.'],
  ["terminal", 'There is no tool "terminal" here. There are: read_file, search.'],
])("code that asks for %s by its name gets the list of tools", async ([name, words], context) => {
  needs(context, "python3");
  const session = codeSession({
    tools: ["read_file", "search", "memory", "hidden"].map((each) => echo(each)),
  });
  const offered = new Set(["read_file", "search", "memory", "execute_code"]);
  const code = `import hermes_tools
try:
    hermes_tools._call(${JSON.stringify(name)}, {"text": "x"})
except hermes_tools.ToolError as e:
    print(e)`;

  expect(await session.run({ code }, { offered })).toMatchObject({
    output: `${words}\n`,
    tool_calls_made: 0,
  });
});

test("a tool of a server that allows it can be called, and execute_code never, whoever allows it", async (context) => {
  needs(context, "python3");
  const session = codeSession({
    tools: [echo("mcp_notes_find"), echo("mcp_other")],
    allow: (tool) => tool !== "mcp_other",
  });

  expect(await session.run({ code: callEverything })).toMatchObject({ output: "['mcp_notes_find']\n" });
});

const terminal = defineTool({
  name: "terminal",
  toolset: "terminal",
  description: "Runs a command. And more.",
  input: z.object({
    command: z.string(),
    timeout: z.number().optional(),
    background: z.boolean().optional(),
    check_interval: z.number().optional(),
    pty: z.boolean().optional(),
    notify_on_complete: z.boolean().optional(),
    watch_patterns: z.array(z.string()).optional(),
    keep: z.boolean().optional(),
  }),
  execute: (args) => ({ got: Object.keys(args).sort() }),
});

test("commands run in the foreground: what would go on is in no signature, and is dropped where code sends it", async (context) => {
  needs(context, "python3");
  const session = codeSession({ tools: [terminal] });
  const code = `import hermes_tools, inspect
print(list(inspect.signature(hermes_tools.terminal).parameters))
args = {"command": "x", "timeout": 1, "background": True, "check_interval": 1, "pty": True, "notify_on_complete": True, "watch_patterns": ["a"], "keep": True}
print(hermes_tools._call("terminal", args)["got"])`;

  const { output } = await session.run({ code });

  expect(output).toBe("['command', 'timeout']\n['command', 'timeout']\n");
});

test("a call takes the way of every call: guard, hooks, task, words and an id of its own", async (context) => {
  needs(context, "python3");
  const seen: unknown[] = [];
  const note = (where: string, { taskId, callId, userTask, origin }: ToolContext): void =>
    void seen.push([where, taskId, callId, userTask, origin.entryPoint]);
  const session = codeSession({
    tools: [echo("read_file"), echo("search")],
    guard({ tool, args }, context) {
      if (tool.name === "execute_code") return { allow: true };
      note(`guard ${tool.name}`, context);
      return JSON.stringify(args).includes("secret")
        ? { allow: false, reason: "Not that." }
        : { allow: true };
    },
    hooks: [
      {
        name: "audit",
        after({ tool, result }, context) {
          if (tool.name !== "execute_code") note(`after ${tool.name} ${result.content}`, context);
        },
      },
    ],
  });
  const code = `from hermes_tools import read_file, search, ToolError
print(read_file("a")["text"])
try:
    search("secret")
except ToolError as e:
    print(e)`;

  const { output } = await session.run({ code }, { taskId: "task", callId: "outer", userTask: "Find it." });

  expect(output).toBe("a\nNot that.\n");
  expect(seen).toEqual([
    ["guard read_file", "task", "outer.1", "Find it.", "sandbox"],
    ['after read_file {"text":"a"}', "task", "outer.1", "Find it.", "sandbox"],
    ["guard search", "task", "outer.2", "Find it.", "sandbox"],
  ]);
  await session.registry.cleanup("task");
});

test("a script's calls are made in the async context of the call that runs it, also by an interpreter that is older", async (context) => {
  needs(context, "python3");
  const place = new AsyncLocalStorage<string>();
  const seen: unknown[] = [];
  const session = codeSession({
    tools: [echo("search")],
    hooks: [
      {
        name: "places",
        around: async ({ tool }, next, { callId }) => {
          if (tool.name === "search") seen.push(place.getStore());
          return await place.run(callId, next);
        },
      },
    ],
  });
  const code = "from hermes_tools import search\nsearch('a')";

  await session.run({ code, session: "kept" }, { callId: "one" });
  await session.run({ code, session: "kept" }, { callId: "two" });

  expect(seen).toEqual(["one", "two"]);
  await session.registry.cleanup("test-session");
});

test("each call is shown as progress", async (context) => {
  needs(context, "python3");
  const session = codeSession({ tools: [echo("web_extract")] });
  const shown: string[] = [];
  const code = "from hermes_tools import web_extract\nfor n in range(3): web_extract(str(n))";

  await session.run({ code }, { progress: ({ text }) => void shown.push(text) });

  expect(shown).toEqual([1, 2, 3].map((n) => `execute_code ${n}/${n} web_extract`));
});

test("variables of a named session carry over until its conversation is closed", async (context) => {
  needs(context, "python3");
  const session = codeSession({ tools: [] });
  await session.run({ code: "x = 41", session: "notes" });
  expect(await session.run({ code: "print(x + 1)", session: "notes" })).toMatchObject({ output: "42\n" });
  const other = await session.run({ code: "print(x)", session: "notes" }, { sessionId: "another" });
  expect(other).toMatchObject({ status: "error" });

  await session.registry.cleanup("test-session");
  await session.registry.cleanup("another");

  expect(await leftovers()).toEqual([]);
});

test("where there is no python3 the language is JavaScript, and nothing else can be asked for", async () => {
  expect(await findLanguages({ PATH: "/nowhere" })).toEqual(["javascript"]);
  const session = codeSession({ tools: [echo("search")], languages: ["javascript"] });

  const [definition] = (await session.registry.definitions()).filter(({ name }) => name === "execute_code");
  const result = await session.run({
    code: "import { search } from 'hermes-tools'; console.log((await search({ text: 'js' })).text)",
  });

  expect(definition?.parameters).toMatchObject({
    properties: { language: { enum: ["javascript"], default: "javascript" } },
  });
  expect(definition?.description).not.toContain("hermes_tools");
  expect(definition?.description).toContain("search({ text: string, times?: number })");
  expect(result).toMatchObject({ output: "js\n" });
  expect(await session.run({ code: "print(1)", language: "python" })).toHaveProperty("error");
});

test("on Windows the tool is in no definition, and a call says that it does not work there", async () => {
  const session = codeSession({ tools: [], platform: "win32" });

  expect((await session.registry.definitions()).map(({ name }) => name)).not.toContain("execute_code");
  expect(await session.run({ code: "print(1)" })).toMatchObject({
    error: "execute_code does not work on Windows yet.",
  });
});

test("the description names the functions of the session and the level in force, and is the same every time", async () => {
  const session = codeSession({ tools: [echo("web_search"), echo("memory"), terminal], level: "jail" });
  const describe = async (): Promise<string | undefined> =>
    (await session.registry.definitions()).find(({ name }) => name === "execute_code")?.description;

  const first = await describe();

  expect(first).toContain("- web_search(text: str, times: int = ...): Answers with what it was given.\n");
  expect(first).toContain("- terminal(command: str, timeout: float = ...) -> {output, exit_code}\n");
  expect(first).not.toContain("memory");
  expect(first).toContain("in a jail");
  expect(await describe()).toBe(first);
});

test("of tools that few need the description has the names alone, and a script calls them", async (testing) => {
  needs(testing, "python3");
  const rare = { ...echo("browser_click"), rare: true };
  const names = ["browser_back", "browser_press", "browser_type", "web_crawl"];
  const more = names.map((name) => ({ ...rare, name }));
  const session = codeSession({ tools: [echo("search"), rare, ...more] });
  const definitions = await session.registry.definitions();
  const context = testContext({ offered: new Set(["search", "browser_click"]) });

  const result = await session.registry.dispatch(
    "execute_code",
    { code: "from hermes_tools import browser_click\nprint(browser_click('x'))" },
    context,
  );

  expect(definitions.find(({ name }) => name === "execute_code")?.description).toContain(
    "- also browser_*, web_crawl, as tool_search shows them\n",
  );
  expect(JSON.parse(result.content)).toMatchObject({
    status: "success",
    tool_calls_made: 1,
  });
});

test("an aborted call ends the run, and gives what it printed", async (testing) => {
  needs(testing, "python3");
  const stop = new AbortController();
  const session = codeSession({ tools: [echo("search")] });
  const context = testContext({
    signal: stop.signal,
    offered: new Set(["search"]),
    progress: () => stop.abort(new Error("enough")),
  });

  const result = await session.registry.dispatch(
    "execute_code",
    { code: "print('part', flush=True)\nfrom hermes_tools import search\nsearch('a')\nwhile True: pass" },
    context,
  );

  expect(JSON.parse(result.content)).toMatchObject({ status: "interrupted", output: "part\n" });
});

test("a call is written down once it may run, and one that is refused is not", async (context) => {
  needs(context, "python3");
  const order: string[] = [];
  const inner = memoryCallJournal();
  const journal: CallJournal = {
    async open(run) {
      const made = await inner.open(run);
      return {
        ...made,
        async started(call) {
          order.push(`start ${JSON.stringify(call.args)}`);
          await made.started(call);
        },
      };
    },
  };
  const write = defineTool({
    name: "write_file",
    toolset: "file",
    description: "",
    input: z.object({ path: z.string(), content: z.string() }),
    execute: () => ({ ok: true }),
  });
  const guard: Guard = ({ tool, args }) => {
    if (tool.name === "execute_code") return { allow: true };
    order.push("question");
    return JSON.stringify(args).includes("no.txt") ? { allow: false, reason: "No." } : { allow: true };
  };
  await using session = codeSession({ tools: [write], guard, journal });
  const code = `from hermes_tools import write_file, ToolError
write_file("yes.txt", "")
try:
    write_file("no.txt", "")
except ToolError as e:
    print(e)`;

  const { output } = await session.run({ code });

  expect(output).toBe("No.\n");
  expect(order).toEqual(["question", 'start {"path":"yes.txt","content":""}', "question"]);
});
