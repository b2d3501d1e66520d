import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { newSession, openEditor, say } from "./support/acp-editor.ts";
import { startEverything } from "./support/mcp.ts";
import { installed, writePlugin } from "./support/plugins.ts";
import { personWithModel } from "./support/scripted-person.ts";

const waiting = { timeout: 30_000, interval: 20 };
const limits = { timeout: 60_000 };

/** Runs until it is let go. */
const longCommand = "touch begun; until [ -e let-go ]; do sleep 0.05; done";

test("what is said while a turn runs rides on its next step, and ends with it", limits, async () => {
  const person = await personWithModel([
    { calls: [{ id: "c1", name: "terminal", arguments: { command: longCommand } }] },
    { text: "Blue and green." },
  ]);
  const editor = await openEditor(person);
  const id = await newSession(editor, person.project);

  const first = say(editor, id, "Paint it");
  await vi.waitFor(() => expect(existsSync(join(person.project, "begun"))).toBe(true), waiting);
  const second = say(editor, id, "in blue");
  expect(await say(editor, id, "/steer and in green")).toBe("end_turn");
  writeFileSync(join(person.project, "let-go"), "");

  expect(await Promise.all([first, second])).toEqual(["end_turn", "end_turn"]);
  expect(person.server.requests).toHaveLength(2);
  const last = JSON.stringify(person.server.requests.at(-1)?.body);
  expect(last).toContain("in blue");
  expect(last).toContain("and in green");
  await editor.leave();
});

test("a request that is taken back ends the turn, with what waits behind it", limits, async () => {
  const person = await personWithModel([
    { calls: [{ id: "c1", name: "terminal", arguments: { command: longCommand } }] },
    { text: "Here I am." },
  ]);
  const editor = await openEditor(person);
  const sessionId = await newSession(editor, person.project);
  const back = new AbortController();

  const first = editor.agent.request(
    "session/prompt",
    { sessionId, prompt: [{ type: "text", text: "Wait" }] },
    { cancellationSignal: back.signal },
  );
  await vi.waitFor(() => expect(existsSync(join(person.project, "begun"))).toBe(true), waiting);
  const second = say(editor, sessionId, "and then");
  back.abort();

  expect(await first).toEqual({ stopReason: "cancelled" });
  expect(await second).toBe("cancelled");
  expect(await say(editor, sessionId, "Are you there?")).toBe("end_turn");
  await editor.leave();
});

test(
  "the question of a child is asked in the session of its parent, as a call of its own",
  limits,
  async () => {
    const risky = "git push --force 2>&1; echo pushed >> ledger";
    const person = await personWithModel(({ body }) => {
      const said = JSON.stringify(body);
      const isAnswered = said.includes('"role":"tool"');
      if (said.includes("works for another agent"))
        return isAnswered
          ? { text: "Pushed." }
          : { calls: [{ id: "k1", name: "terminal", arguments: { command: risky } }] };
      return isAnswered
        ? { text: "It is pushed." }
        : { calls: [{ id: "c1", name: "delegate_task", arguments: { goal: "Push it." } }] };
    });
    const editor = await openEditor(person);
    const sessionId = await newSession(editor, person.project);

    expect(await say(editor, sessionId, "Have it pushed")).toBe("end_turn");

    expect(editor.asked).toMatchObject([{ sessionId, toolCall: { kind: "execute", status: "pending" } }]);
    const asked = editor.asked[0]?.toolCall.toolCallId ?? "";
    expect(asked).not.toBe("k1");
    expect(editor.of("tool_call").map(({ toolCallId }) => toolCallId)).toEqual(["c1", asked]);
    const ends = editor.of("tool_call_update").filter(({ status }) => status === "completed");
    expect(ends.map(({ toolCallId }) => toolCallId)).toEqual([asked, "c1"]);
    expect(existsSync(join(person.project, "ledger"))).toBe(true);
    await editor.leave();
  },
);

test.each([
  ["http", "streamableHttp"],
  ["sse", "sse"],
] as const)("a server of the editor that is reached by %s gives its tools", limits, async (type, kind) => {
  const person = await personWithModel([
    { calls: [{ id: "c1", name: "mcp_far_echo", arguments: { message: "said by the server" } }] },
    { text: "Heard." },
  ]);
  const url = await startEverything(kind);
  const editor = await openEditor(person);
  const { sessionId } = await editor.agent.request("session/new", {
    cwd: person.project,
    mcpServers: [{ type, name: "far", url, headers: [] }],
  });

  expect(await say(editor, sessionId, "Ask it")).toBe("end_turn");

  const last = editor.of("tool_call_update").at(-1);
  expect(last).toMatchObject({ toolCallId: "c1", status: "completed" });
  expect(JSON.stringify(last)).toContain("said by the server");
  await editor.leave();
});

test("commands of plug-ins are offered, and run without the model", limits, async () => {
  const person = await personWithModel([]);
  await installed(person, writePlugin(person.project, "greeter"));
  const editor = await openEditor(person);
  const id = await newSession(editor, person.project);
  await vi.waitFor(() => expect(editor.of("available_commands_update")).not.toEqual([]), waiting);

  const offered = editor.of("available_commands_update").flatMap((update) => update.availableCommands);
  expect(offered).toContainEqual(expect.objectContaining({ name: "hello", description: "Say hello" }));
  expect(await say(editor, id, "/hello Ada")).toBe("end_turn");
  expect(JSON.stringify(editor.of("agent_message_chunk"))).toContain("Hello Ada!");
  expect(person.server.requests).toEqual([]);
  await editor.leave();
});
