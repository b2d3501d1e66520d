import { chooseIsolation } from "@hermes/jail";
import { enforceIsolation } from "@hermes/sandbox";
import { needs } from "@hermes/tooling/prerequisites";
import { expect, test } from "vitest";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { callingModel, firstRequest, requestOf, resultsIn, runtimeIn } from "../support/scripted-runtime.ts";
import { temporaryPlace } from "../support/temporary-place.ts";
import { scripted } from "@hermes/models";

const script = `from hermes_tools import terminal, write_file, read_file
write_file("a.txt", "secret-free text\\n" * 3)
terminal("mkdir -p sub && cd sub")
print(terminal("pwd")["output"].strip().endswith("sub"), read_file("../a.txt")["total_lines"])`;

test("a script calls the tools of its conversation, and only what it prints comes back", async (context) => {
  needs(context, "python3");
  await using place = await temporaryPlace();
  const model = callingModel({ name: "execute_code", arguments: { code: script } });
  await using runtime = await runtimeIn(place, { model, approver: yes });
  await using session = await runtime.openSession();
  const shown: string[] = [];

  for await (const event of session.agent.run("Go."))
    if (event.type === "tool-call-progress") shown.push(event.text);

  expect(resultsIn(model)).toMatchObject([{ status: "success", output: "True 3\n", tool_calls_made: 4 }]);
  expect(shown).toEqual([
    "execute_code 1/1 write_file",
    "execute_code 2/2 terminal",
    "execute_code 3/3 terminal",
    "execute_code 4/4 read_file",
  ]);
  expect(runtime.warnings).toEqual([]);
});

test("a script does not wait for an answer that comes later: its call is refused, and the question withdrawn", async (context) => {
  needs(context, "python3");
  await using place = await temporaryPlace();
  const code = `from hermes_tools import terminal\nprint(terminal("git push --force"))`;
  const model = callingModel({ name: "execute_code", arguments: { code } });
  await using runtime = await runtimeIn(place, {
    model,
    approver: async ({ tool }) =>
      tool === "execute_code" ? { approved: true, scope: "once" } : { pending: true },
  });
  await using session = await runtime.openSession();

  expect(await session.agent.chat("Go.")).toBe("Done.");

  expect(JSON.stringify(resultsIn(model))).toContain("the answer would come later");
  const asked = (await runtime.store()).approvals.list();
  expect(asked.filter(({ request }) => request.tool === "terminal")).toMatchObject([
    { status: "withdrawn", request: { callId: "call_1.1" } },
  ]);
});

test("each call is in the store and never in the conversation", async (context) => {
  needs(context, "python3");
  await using place = await temporaryPlace();
  const model = callingModel({ name: "execute_code", arguments: { code: script } });
  await using runtime = await runtimeIn(place, { model, approver: yes });
  await using session = await runtime.openSession();

  await session.agent.chat("Go.");

  const store = await runtime.store();
  const rows = store.transaction((tables) =>
    tables.all(
      "SELECT c.call_id, c.tool, c.state, c.is_error FROM sandbox_tool_calls c JOIN sandbox_runs r ON r.id = c.run_id WHERE r.session_id = ?",
      session.id,
    ),
  );
  expect(rows.map((row) => [row["call_id"], row["tool"], row["state"], row["is_error"]])).toEqual(
    ["write_file", "terminal", "terminal", "read_file"].map((tool, index) => [
      `call_1.${index + 1}`,
      tool,
      "finished",
      0,
    ]),
  );
  expect(session.agent.messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "assistant"]);
});

test("with a conversation its scripts' calls are deleted", async (context) => {
  needs(context, "python3");
  await using place = await temporaryPlace();
  const model = callingModel({ name: "execute_code", arguments: { code: script } });
  await using runtime = await runtimeIn(place, { model, approver: yes });
  const store = await runtime.store();
  let id = "";
  {
    await using session = await runtime.openSession();
    ({ id } = session);
    await session.agent.chat("Go.");
  }

  store.sessions.delete(id);

  const left = store.transaction((tables) =>
    tables.all(
      "SELECT (SELECT count(*) FROM sandbox_tool_calls) + (SELECT count(*) FROM sandbox_runs) AS left",
    ),
  );
  expect(left).toEqual([{ left: 0 }]);
});

test("a secret that is taken out of the store is taken out of its scripts' calls", async (context) => {
  needs(context, "python3");
  await using place = await temporaryPlace();
  const secret = 'hunter"2-and-more';
  const code = `from hermes_tools import write_file\nwrite_file("a.txt", ${JSON.stringify(secret)})`;
  const model = callingModel({ name: "execute_code", arguments: { code } });
  await using runtime = await runtimeIn(place, { model, approver: yes });
  await using session = await runtime.openSession();
  await session.agent.chat("Go.");

  await runtime.redact(secret);

  const store = await runtime.store();
  const calls = store.transaction((tables) => tables.all("SELECT call FROM sandbox_tool_calls"));
  expect(calls).toHaveLength(1);
  expect(JSON.stringify(calls)).not.toContain("and-more");
});

test("a conversation without tools on the list gives its scripts none", async (context) => {
  needs(context, "python3");
  await using place = await temporaryPlace();
  const code =
    "import hermes_tools\ntry:\n  hermes_tools._call('terminal', {'command': 'id'})\nexcept hermes_tools.ToolError as e:\n  print(e)";
  const model = callingModel({ name: "execute_code", arguments: { code } });
  await using runtime = await runtimeIn(place, {
    model,
    approver: yes,
    flags: { toolsets: ["code_execution", "todo"] },
  });
  await using session = await runtime.openSession();

  await session.agent.chat("Go.");

  expect(resultsIn(model)).toMatchObject([
    { output: 'There is no tool "terminal" here. There are: none.\n' },
  ]);
  const described = requestOf(model, 0).tools.find(({ name }) => name === "execute_code")?.description;
  expect(described).toContain("No tools can be called in this session.");
});

test.for([
  ["prefer-jail", 0],
  ["process", 1],
] as const)(
  "with the isolation %s a script is asked about as often as it must be",
  async ([isolation, questions], { skip }) => {
    const { jail } = await enforceIsolation(isolation, { chooseIsolation });
    skip(jail.level === "deno", "needs a jail");
    await using place = await temporaryPlace();
    const asked: string[] = [];
    const model = callingModel({ name: "execute_code", arguments: { code: "print('ran')" } });
    const loaded = await place.settings();
    const code_execution = { ...loaded.settings.code_execution, isolation };
    await using runtime = await runtimeIn(place, {
      model,
      loaded: { ...loaded, settings: { ...loaded.settings, code_execution } },
      async approver({ tool, reason }) {
        asked.push(`${tool}: ${reason}`);
        return { approved: false, reason: "The person says no." };
      },
    });
    await using session = await runtime.openSession();

    await session.agent.chat("Go.");

    const expected = jail.level === "jail" ? questions : 1;
    expect(asked).toEqual(
      Array.from(
        { length: expected },
        () => "execute_code: The script would run without a jail around it, and can do what you can.",
      ),
    );
    expect(resultsIn(model)[0]).toHaveProperty(expected === 0 ? "output" : "error");
  },
);

test("the definition of execute_code takes at most 900 tokens with the default tools", async () => {
  await using place = await temporaryPlace();
  const { request } = await firstRequest(place);

  const { description = "" } = request.tools.find(({ name }) => name === "execute_code") ?? {};

  expect(description).toContain("terminal(");
  expect(encode(description).length).toBeLessThanOrEqual(900);
});

test("the definitions of a conversation are the same with each request", async () => {
  await using place = await temporaryPlace();
  const run = { name: "execute_code", arguments: { code: "print(1)" } };
  const model = scripted([{ calls: [run] }, { calls: [run] }, { text: "Done." }]);
  await using runtime = await runtimeIn(place, { model, approver: yes });
  await using session = await runtime.openSession();

  await session.agent.chat("Go.");

  const definitions = model.requests.map(({ tools }) => JSON.stringify(tools));
  expect(new Set(definitions).size).toBe(1);
});

async function yes(): Promise<{ readonly approved: true; readonly scope: "once" }> {
  return { approved: true, scope: "once" };
}
