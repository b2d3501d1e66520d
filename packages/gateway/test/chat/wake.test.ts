import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { Agent, noteText, scripted, z } from "@hermes/agent-loop";
import { defineTool } from "@hermes/registry";
import { expect, test, vi } from "vitest";
import type { ChatSessions } from "../../src/index.ts";
import { openStore, startGateway, temporaryFolder } from "../support.ts";

const waiting = { timeout: 5_000, interval: 10 };
const key = "agent:main:scripted:dm:chat";

test("what the program asks for is a turn in the session of the chat, as a note and no command", async () => {
  const model = scripted([{ text: "Hello." }, { text: "The build is red." }]);
  const { gateway, chat, state, store } = await startGateway({ model });
  await chat.say("hi");
  await chat.until(() => chat.texts().includes("Hello."));
  const { sessionId, lastActiveAt } = (await store.chats.get(key)) ?? {};

  expect(await gateway.wake({ chat: key, key: "1", text: "/stop and look" })).toBe("kept");

  await chat.until(() => chat.texts().includes("The build is red."));
  const messages = state.sessions.get(sessionId ?? "") && state.journal.load(sessionId ?? "");
  expect(JSON.stringify(messages)).toContain(JSON.stringify(noteText("/stop and look")).slice(1, -1));
  expect(await gateway.woken({ chat: key, key: "1" })).toBe("done");
  expect(await store.chats.get(key)).toMatchObject({ sessionId, lastActiveAt });
});

test("an answer that nothing needs the person is never seen, not even while it streams", async () => {
  const long = `HEARTBEAT_OK ${"*".repeat(60)}`;
  const look = { text: "Let me look at the build before I say anything.", calls: [{ name: "look" }] };
  const model = scripted([{ text: "Hello." }, { text: long }, look, { text: "HEARTBEAT_OK" }]);
  const { gateway, chat } = await startGateway({ model, chats: { streaming: true, progress: "all" } });
  await chat.say("hi");
  await chat.until(() => chat.texts().includes("Hello."));
  const typed = chat.typed;

  for (const each of ["1", "2"]) {
    await gateway.wake({ chat: key, key: each, text: "Look." });
    await vi.waitFor(async () => expect(await gateway.woken({ chat: key, key: each })).toBe("done"), waiting);
  }

  expect(model.requests).toHaveLength(4);
  expect(chat.texts()).toEqual(["Hello."]);
  expect(chat.typed).toBe(typed);
});

test.each([
  ["HEARTBEAT_OK\n\nThe build is red.", "The build is red."],
  ["The build is red.\n\n**HEARTBEAT_OK**", "The build is red."],
  ["I don't say HEARTBEAT_OK: it is red.", "I don't say HEARTBEAT_OK: it is red."],
])("the token at the start or end of an answer is not sent: %j", async (answer, sent) => {
  const { gateway, chat } = await startGateway({ model: scripted([{ text: "Hello." }, { text: answer }]) });
  await chat.say("hi");
  await chat.until(() => chat.texts().includes("Hello."));

  await gateway.wake({ chat: key, key: "1", text: "Look." });

  await chat.until(() => chat.texts().length > 1);
  expect(chat.texts()).toEqual(["Hello.", sent]);
});

test("the same request twice is one turn, and another one that waits takes its place", async () => {
  const gate = Promise.withResolvers<void>();
  const model = scripted(async (_, index) => {
    if (index === 0) await gate.promise;
    return { text: `Answer ${index}.` };
  });
  const { gateway, chat } = await startGateway({ model });
  await chat.say("hi");
  await vi.waitFor(() => expect(model.requests).toHaveLength(1), waiting);

  const asked = [];
  for (const each of ["1", "1", "2"])
    asked.push(await gateway.wake({ chat: key, key: each, text: `Look ${each}.` }));
  gate.resolve();
  await chat.until(() => chat.texts().includes("Answer 1."));

  expect(asked).toEqual(["kept", "kept", "merged"]);
  expect(await gateway.wake({ chat: key, key: "1", text: "Look again." })).toBe("kept");
  await chat.say("and?");
  await chat.until(() => chat.texts().includes("Answer 2."));
  expect(model.requests).toHaveLength(3);
});

test("what a person says meanwhile is answered by itself, and shown that it is", async () => {
  const gate = Promise.withResolvers<void>();
  const model = scripted(async (_, index) => {
    if (index === 1) await gate.promise;
    return { text: ["Hello.", "HEARTBEAT_OK", "Here I am."][index] ?? "" };
  });
  const { gateway, chat } = await startGateway({ model });
  await chat.say("hi");
  await chat.until(() => chat.texts().includes("Hello."));

  await gateway.wake({ chat: key, key: "1", text: "Look." });
  await vi.waitFor(() => expect(model.requests).toHaveLength(2), waiting);
  await chat.say("are you there?");
  gate.resolve();

  await chat.until(() => chat.texts().includes("Here I am."));
  expect(chat.texts()).toEqual(["Hello.", "Here I am."]);
});

test("a failure is told once a day, and where nobody has spoken there is no turn", async () => {
  let now = Date.UTC(2027, 0, 5, 12);
  const model = scripted((_, index) => {
    if (index === 0) return { text: "Hello." };
    throw new Error("The model is away.");
  });
  const { gateway, chat } = await startGateway({ model, now: () => now });
  await chat.say("hi");
  await chat.until(() => chat.texts().includes("Hello."));

  for (const each of ["1", "2"]) {
    await gateway.wake({ chat: key, key: each, text: "Look." });
    await vi.waitFor(
      async () => expect(await gateway.woken({ chat: key, key: each })).toBe("failed"),
      waiting,
    );
  }
  await vi.waitFor(() => expect(chat.texts()).toHaveLength(2), waiting);
  now += 86_400_000;
  await gateway.wake({ chat: key, key: "3", text: "Look." });

  await vi.waitFor(() => expect(chat.texts()).toHaveLength(3), waiting);
  expect(await gateway.wake({ chat: "agent:main:scripted:dm:none", key: "1", text: "Look." })).toBe(
    "no-chat",
  );
});

test("a process that is killed in it is followed by one that goes on in silence", async () => {
  const path = join(temporaryFolder(), "state.db");
  const child = fork(join(import.meta.dirname, "waking-process.ts"), [path, key], {
    execArgv: ["--conditions=@hermes/source"],
  });
  await once(child, "message");
  child.kill("SIGKILL");
  await once(child, "exit");

  const model = scripted([{ text: "HEARTBEAT_OK" }, { text: "Over." }]);
  const { gateway, chat } = await startGateway({ model, over: path });
  await vi.waitFor(async () => expect(await gateway.woken({ chat: key, key: "1" })).toBe("done"), waiting);
  expect(await gateway.wake({ chat: key, key: "1", text: "Look at the build." })).toBe("kept");
  await chat.say("bye");
  await chat.until(() => chat.texts().includes("Over."));

  expect(chat.texts()).toEqual(["Over."]);
  expect(chat.typed).toBe(1);
  const notes = JSON.stringify(model.requests[0]?.messages).match(/Look at the build/gu);
  expect(notes).toHaveLength(1);
}, 30_000);

test("while a question to the person is open it is put off, and the question stays", async () => {
  const remove = defineTool({
    ...{ name: "remove", toolset: "test", description: "Removes.", input: z.object({}) },
    needsApproval: true,
    execute: async () => "removed",
  });
  const model = scripted([{ calls: [{ name: "remove" }] }, { text: "Never." }]);
  const { state, store } = openStore();
  const sessions: ChatSessions = {
    async open({ resume, origin }) {
      const agent = new Agent({
        ...{ model, tools: [remove], journal: state.journal, origin, sessionId: resume },
        ...{ approvals: state.approvals, approver: async () => ({ pending: true }) },
      });
      await agent.open();
      const resumed = resume !== undefined;
      return {
        ...{ id: agent.sessionId, agent, resumed, backgroundJobs: 0 },
        [Symbol.asyncDispose]: async () => await agent.close(),
      };
    },
  };
  const { gateway, chat } = await startGateway({ model, over: { state, store }, sessions });
  await chat.say("hi");
  await vi.waitFor(() => expect(state.approvals.list({ status: "open" })).toHaveLength(1), waiting);

  await gateway.wake({ chat: key, key: "1", text: "Look." });

  await vi.waitFor(async () => expect(await gateway.woken({ chat: key, key: "1" })).toBe("put-off"), waiting);
  expect(state.approvals.list({ status: "open" })).toHaveLength(1);
  expect(model.requests).toHaveLength(1);
});
