import { readFile, stat, writeFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { scripted } from "@hermes/models";
import { startScriptedServer } from "@hermes/models/testing";
import type { ScriptedServer } from "@hermes/models/testing";
import { openState } from "@hermes/state";
import { expect, test } from "vitest";
import { z } from "zod";
import { expectGrowing, messagesOf } from "./support/growing-requests.ts";
import { callingModel, requestOf, resultsIn, runtimeIn } from "./support/scripted-runtime.ts";
import { temporaryPlace } from "./support/temporary-place.ts";

const protocols = [
  {
    name: "Chat Completions",
    env: (server: ScriptedServer) => ({ OPENAI_API_KEY: "sk-test-FAKE", OPENAI_BASE_URL: server.openaiUrl }),
  },
  {
    name: "Messages",
    env: (server: ScriptedServer) => ({ ANTHROPIC_API_KEY: "sk-ant-FAKE", ANTHROPIC_BASE_URL: server.url }),
  },
];

for (const { name, env: keys } of protocols) {
  test(`a conversation over ${name} runs commands, writes files and is stored`, async () => {
    await using place = await temporaryPlace();
    await using server = await startScriptedServer({
      script: [
        { text: "I look.", calls: [{ name: "terminal", arguments: { command: "echo $((6 * 7)) && pwd" } }] },
        { calls: [{ name: "write_file", arguments: { path: "answer.txt", content: "42\n" } }] },
        { text: "It is 42." },
      ],
    });
    const env = { ...place.env, ...keys(server) };
    const flags = { model: "scripted" };

    await using runtime = await runtimeIn(place, { env, flags });
    await using session = await runtime.openSession();
    const answer = await session.agent.chat("What is six times seven?");

    expect(answer).toBe("It is 42.");
    expect(runtime.warnings).toEqual([]);
    expect(messagesOf(server.requests[1] ?? server.requests[0]!).join()).toContain(`42\\\\n${place.project}`); // recorded
    expect(await readFile(join(place.project, "answer.txt"), "utf8")).toBe("42\n");
    await using state = openState({ path: join(place.home, "hermes.db") });
    expect(state.messages(session.id)).toHaveLength(6);
    expect(await runtime.listSessions()).toMatchObject([
      { id: session.id, title: "What is six times seven?", platform: "cli", cwd: place.project },
    ]);
  });

  test(`a conversation over ${name} goes on after a restart with the same bytes in front`, async () => {
    await using place = await temporaryPlace();
    await writeFile(join(place.project, "AGENTS.md"), "First rules.");
    await using server = await startScriptedServer({
      script: [
        {
          calls: [
            { name: "memory", arguments: { action: "add", target: "user", content: "Is called Ada." } },
          ],
        },
        { text: "Noted." },
        {
          calls: [
            { name: "todo", arguments: { todos: [{ id: "1", content: "Go on", status: "in_progress" }] } },
          ],
        },
        { text: "Going on." },
      ],
    });
    const options = { env: { ...place.env, ...keys(server) }, flags: { model: "scripted" } };
    const say = async (text: string, resume?: string): Promise<string> => {
      await using runtime = await runtimeIn(place, options);
      await using session = await runtime.openSession({ resume });
      await session.agent.chat(text);
      expect(session.resumed).toBe(resume !== undefined);
      return session.id;
    };

    const id = await say("I am Ada.");
    await writeFile(join(place.project, "AGENTS.md"), "Other rules.");
    await mkdir(place.home, { recursive: true });
    await writeFile(join(place.home, "SOUL.md"), "I am another one.");
    expect(await say("Go on.", "latest")).toBe(id);

    expect(server.requests).toHaveLength(4);
    expectGrowing(server.requests);
    const [last] = messagesOf(server.requests[3]!).slice(-3); // four were counted
    expect(messagesOf(server.requests[3]!).join()).toContain("I am Ada."); // four were counted
    expect(last).toContain("Go on.");
  });
}

test("a home that can't be made is an error that says what to do", async () => {
  await using place = await temporaryPlace();
  await writeFile(join(place.root, "file"), "");
  const loaded = await place.settings({ HERMES_HOME: join(place.root, "file", "home") });
  await using runtime = await runtimeIn(place, { loaded, model: scripted([]) });

  await expect(runtime.openSession()).rejects.toMatchObject({
    code: "RUNTIME_NO_HOME",
    hint: expect.any(String),
  });
});

test("without any model a session says how to get one", async () => {
  await using place = await temporaryPlace();
  await using runtime = await runtimeIn(place, { flags: { provider: "openrouter" } });

  await expect(runtime.openSession()).rejects.toMatchObject({
    code: "RUNTIME_NO_MODEL",
    hint: expect.stringContaining("OPENROUTER_API_KEY"),
  });
});

test("the home and the store are made for their owner alone", async () => {
  await using place = await temporaryPlace();
  await using runtime = await runtimeIn(place, { model: scripted([]) });
  await using _ = await runtime.openSession();

  expect((await stat(place.home)).mode & 0o777).toBe(0o700);
});

test("the number of rounds comes from the flag, else from the settings", async () => {
  await using place = await temporaryPlace();
  const rounds = async (maxTurns: number | undefined, env = place.env): Promise<number> => {
    const model = scripted(({ toolChoice }, index) =>
      toolChoice === "none"
        ? { text: "Enough." }
        : { calls: [{ name: "terminal", arguments: { command: `echo ${index}` } }] },
    );
    await using runtime = await runtimeIn(place, { model, env, flags: { maxTurns } });
    await using session = await runtime.openSession();
    await session.agent.chat("Go.");
    return model.requests.length;
  };

  expect(await rounds(2)).toBe(3);
  expect(await rounds(undefined, { ...place.env, HERMES_MAX_ITERATIONS: "1" })).toBe(2);
});

test("a result too large for the conversation is kept where read_file and search find it", async () => {
  await using place = await temporaryPlace();
  const lines = Array.from({ length: 1_000 }, (_, index) => `line ${index} ${"x".repeat(200)}`);
  await writeFile(join(place.project, "big.txt"), `${lines.join("\n")}\n`);
  const model = scripted([
    { calls: [{ name: "search", arguments: { pattern: "line", limit: 500, context: 2 } }] },
    ({ messages }) => {
      const [first = ""] = messages.flatMap((message) => (message.role === "tool" ? [message.content] : []));
      const { path, how_to_read } = JSON.parse(first).spilled;
      const [, offset] = /offset: (\d+)/.exec(how_to_read) ?? [];
      return {
        calls: [
          { name: "search", arguments: { pattern: '"text": "line 321 ', path } },
          { name: "read_file", arguments: { path, offset: Number(offset) } },
        ],
      };
    },
    { text: "Done." },
  ]);
  await using runtime = await runtimeIn(place, { model });
  await using session = await runtime.openSession();
  await session.agent.chat("Read it.");

  const [first, found, page] = resultsIn(model);
  expect(first).toMatchObject({
    spilled: { path: expect.stringContaining(join(place.home, "results", session.id)) },
  });
  expect(found).toMatchObject({ total: 1 });
  // The page is cut by its own limit, not spilled again.
  expect(page).toMatchObject({ truncated: true, hint: expect.stringContaining("continue with offset: ") });
  expect(JSON.stringify(page).length).toBeLessThanOrEqual(16_000);
});

test("a long output enters the conversation in part, is read on to its last line, and a script gets it whole", async () => {
  await using place = await temporaryPlace();
  const lines = Array.from({ length: 20_000 }, (_, index) => `row ${index + 1}`);
  await writeFile(join(place.project, "big.txt"), lines.join("\n"));
  const read: string[] = [];
  const model = scripted(({ messages }, index) => {
    const last = messages.findLast((message) => message.role === "tool");
    if (last === undefined)
      return { calls: [{ name: "terminal", arguments: { command: "cat big.txt; exit 3" } }] };
    const result = JSON.parse(last.content);
    if (last.name === "execute_code") return { text: "Done." };
    const page: string = result.content ?? "";
    read.push(...page.split("\n").map((line) => line.slice(line.indexOf("|") + 1)));
    const { path } = JSON.parse(messages.find((message) => message.role === "tool")?.content ?? "{}").spilled;
    const [, next] = /offset: (\d+)/.exec(result.hint ?? result.spilled?.how_to_read ?? "") ?? [];
    if (next !== undefined && index < 40)
      return { calls: [{ name: "read_file", arguments: { path, offset: Number(next) } }] };
    const code = `from hermes_tools import read_file, terminal
print(len(read_file("big.txt", limit=2000)["content"]) > 20_000, len(terminal("cat big.txt")["output"]))`;
    return { calls: [{ name: "execute_code", arguments: { code } }] };
  });
  // All of it stays: what is compared is what was read.
  await using runtime = await runtimeIn(place, { model, flags: { yolo: true }, compressor: null });
  await using session = await runtime.openSession();
  await session.agent.chat("Run it.");

  const [output, ...others] = resultsIn(model);
  const {
    output: shown,
    exit_code: code,
    spilled,
  } = z
    .object({ output: z.string(), exit_code: z.number(), spilled: z.object({ path: z.string() }) })
    .parse(output);
  expect(JSON.stringify(output).length).toBeLessThanOrEqual(16_000);
  expect(code).toBe(3);
  expect(await readFile(spilled.path, "utf8")).toContain(lines.join("\n"));
  const head = shown.slice(0, shown.indexOf("[…")).trimEnd().split("\n");
  // What was shown and what was read on are the whole, without a gap and without a page that was spilled again.
  expect([...head, ...read.slice(1)].slice(0, lines.length)).toEqual(lines);
  expect(others.filter((each) => "spilled" in each)).toEqual([]);
  expect(others.at(-1)).toMatchObject({ output: `True ${lines.join("\n").length}\n` });
});

test("closing a session ends what it started, and disposing the runtime closes the store", async () => {
  await using place = await temporaryPlace();
  const model = callingModel({ name: "terminal", arguments: { command: "sleep 300", background: true } });
  const runtime = await runtimeIn(place, { model });
  const session = await runtime.openSession();
  await session.agent.chat("Start it.");
  const pid = Number(resultsIn(model)[0]?.["pid"]);
  expect(isAlive(pid)).toBe(true);

  await session[Symbol.asyncDispose]();
  expect(isAlive(pid)).toBe(false);
  await runtime[Symbol.asyncDispose]();
  await expect(session.agent.chat("Still there?")).rejects.toMatchObject({ code: "AGENT_CLOSED" });
});

test("disposing the runtime closes sessions that are still open", async () => {
  await using place = await temporaryPlace();
  const model = callingModel({ name: "terminal", arguments: { command: "sleep 300", background: true } });
  const runtime = await runtimeIn(place, { model });
  const session = await runtime.openSession();
  await session.agent.chat("Start it.");

  await runtime[Symbol.asyncDispose]();

  expect(isAlive(Number(resultsIn(model)[0]?.["pid"]))).toBe(false);
  await expect(session.agent.chat("Still there?")).rejects.toMatchObject({ code: "AGENT_CLOSED" });
});

test("what was said in one conversation is found in the next, and the one under way is not", async () => {
  await using place = await temporaryPlace();
  const query = { name: "session_search", arguments: { query: "heron" } };
  const second = callingModel(query);
  for (const [model, text] of [
    [scripted([{ text: "Noted." }]), "The grey heron stood in the reeds."],
    [second, "Where did I see the heron?"],
  ] as const) {
    await using runtime = await runtimeIn(place, { model });
    await using session = await runtime.openSession();
    await session.agent.chat(text);
  }

  const found = JSON.stringify(resultsIn(second));
  expect(found).toContain("in the reeds");
  expect(found).not.toContain("Where did I see");
});

test("memory is a snapshot: what is saved is in the prompt of the next conversation", async () => {
  await using place = await temporaryPlace();
  const talk = async (model: ReturnType<typeof scripted>, flags = {}): Promise<string> => {
    await using runtime = await runtimeIn(place, { model, flags });
    await using session = await runtime.openSession();
    await session.agent.chat("Hello");
    expect(new Set(model.requests.map(({ system }) => system)).size).toBe(1);
    return requestOf(model, 0).system;
  };

  const saving = await talk(
    callingModel({ name: "memory", arguments: { action: "add", target: "user", content: "Is called Ada." } }),
  );
  const after = await talk(scripted([{ text: "Hello Ada." }]));
  const without = await talk(scripted([{ text: "Hello." }]), { skipMemory: true });

  expect(saving).not.toContain("Is called Ada.");
  expect(after).toContain("Is called Ada.");
  expect(without).not.toContain("Is called Ada.");
});

test("the environment names system, folder, repository, shell and day, but no time", async () => {
  await using place = await temporaryPlace();
  await mkdir(join(place.project, ".git"));
  const model = scripted([{ text: "Yes." }]);
  await using runtime = await runtimeIn(place, { model, env: { ...place.env, SHELL: "/bin/zsh" } });
  await using session = await runtime.openSession();
  await session.agent.chat("Hello");

  const { system } = requestOf(model, 0);
  const environment = system.slice(system.indexOf("# Environment"));
  expect(environment).toContain(
    `Working directory: ${place.project}\nGit repository: yes\nShell: /bin/zsh\n`,
  );
  expect(environment).toMatch(/Date when this session started: \d{4}-\d\d-\d\d\n\nSession: chat on cli$/);
  expect(environment).not.toMatch(/\d\d:\d\d/);
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
