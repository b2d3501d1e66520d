import { Agent, scripted } from "@hermes/agent-loop";
import type { Message } from "@hermes/agent-loop";
import { expect, test } from "vitest";
import { sessionKey } from "../../src/index.ts";
import type { GatewayStore, InboundMessage } from "../../src/index.ts";
import { openStore, startGateway } from "../support.ts";
import type { TestGateway } from "../support.ts";

const at = { platform: "scripted", chatId: "chat" };
const options = { groupSessionsPerUser: true, threadSessionsPerUser: false };

function message(id: string, text: string): InboundMessage {
  return {
    ...{ at, messageId: id, chatKind: "dm", text, sentAt: Date.now(), isAddressed: true, files: [] },
    sender: { userId: "person", isBot: false },
  };
}

const key = sessionKey(message("", ""), options, "owner");

type Scripted = ReturnType<typeof scripted>;

interface Left {
  /** What the history got of the turn before the process died. */
  readonly told?: readonly Message[] | undefined;
  readonly words?: string | undefined;
  /** Messages that were given to the turn while it ran. */
  readonly steered?: readonly string[] | undefined;
  readonly startedAt?: number | undefined;
  readonly deaths?: number | undefined;
  readonly prepare?: ((store: GatewayStore) => Promise<void>) | undefined;
}

/** A store as a gateway leaves it that was killed in a turn on the message "hello", and the gateway that comes after. */
async function afterDeath(
  left: Left,
  model: Scripted = scripted([{ text: "Here I am." }]),
): Promise<TestGateway & { readonly model: Scripted }> {
  const over = openStore();
  const { state, store } = over;
  const agent = new Agent({ model: scripted([{ text: "Good morning." }]), journal: state.journal });
  await agent.chat("an earlier message");
  await agent.close();
  const position = agent.messages.length;
  for (const each of left.told ?? [])
    state.journal.append(agent.sessionId, { type: "message", message: each, at: 1 });

  const { words = "hello", steered = [], deaths = 0, startedAt = Date.now() } = left;
  const owner = { host: "gone", pid: 1 };
  const acquire = async (): Promise<number> => {
    const answer = await store.owners.acquire("scripted", { owner, now: 0, ttlMs: 1, isGone: () => true });
    return "lease" in answer ? answer.lease.token : 0;
  };
  const fence = { platform: "scripted", token: await acquire() };
  await store.chats.seen({ key, at, kind: "dm", userId: "person", tier: "owner", lastActiveAt: Date.now() });
  await store.chats.setSession(key, agent.sessionId);
  const keep = async (id: string, text: string): Promise<number> => {
    const row = await store.inbox.keep({
      chat: key,
      message: message(id, text),
      tier: "owner",
      receivedAt: Date.now(),
    });
    return row?.id ?? 0;
  };
  const ids = [await keep("m1", words === "" ? "/new" : words)];
  await store.inbox.begin(
    { id: "turn", chat: key, sessionId: agent.sessionId, position, words, startedAt },
    ids,
    fence,
  );
  for (const [index, text] of steered.entries())
    await store.inbox.join("turn", await keep(`s${index}`, text), fence);
  await left.prepare?.(store);
  let token = fence.token;
  for (let death = 0; death < deaths; death += 1) {
    token = await acquire();
    await store.inbox.takeOver("turn", { platform: "scripted", token });
  }
  return { ...(await startGateway({ model, over })), model };
}

const hello: Message = { role: "user", content: [{ type: "text", text: "hello" }] };
const said = (text: string, finishReason?: "stop"): Message => ({
  ...{ role: "assistant", content: [{ type: "text", text }] },
  ...(finishReason === undefined ? {} : { finishReason }),
});
const goesOn = "I was restarted in the middle of this, and go on now.";

test("a message that the session was not told is told it once", async () => {
  const { chat, model } = await afterDeath({});

  await chat.until((shown) => shown.length === 1);

  expect(chat.texts()).toEqual(["Here I am."]);
  expect(model.requests[0]?.messages.filter(({ role }) => role === "user")).toHaveLength(2);
});

test("a turn that was told and not answered goes on, and the person knows", async () => {
  const { chat, model } = await afterDeath({ told: [hello] });

  await chat.until((shown) => shown.length === 2);

  expect(chat.texts()).toEqual([goesOn, "Here I am."]);
  expect(model.requests[0]?.messages.filter(({ role }) => role === "user")).toHaveLength(2);
});

test("an answer that was written and not sent is sent without asking the model", async () => {
  const { chat, model, store } = await afterDeath({ told: [hello, said("The answer.", "stop")] });

  await chat.until((shown) => shown.length === 1);

  expect(chat.texts()).toEqual(["The answer."]);
  expect(model.requests).toHaveLength(0);
  expect(await store.inbox.counts("scripted")).toEqual({ waiting: 0, claimed: 0 });
});

test("an answer of which a part was shown is completed and not said again", async () => {
  const prepare = async (store: GatewayStore): Promise<void> => {
    await store.outbox.put([{ key: "turn:s0:0", to: at, kind: "reply", text: "The ans" }], 1);
  };
  const { chat } = await afterDeath({ told: [hello, said("The answer.", "stop")], prepare });

  await chat.until((shown) => shown.some(({ text }) => text === "The answer."));

  expect(chat.texts()).toEqual(["The answer."]);
});

test("what was shown of an answer that was cut off stays, and the rest comes behind it", async () => {
  const prepare = async (store: GatewayStore): Promise<void> => {
    await store.outbox.put([{ key: "turn:s0:0", to: at, kind: "reply", text: "Once upon" }], 1);
  };
  const { chat } = await afterDeath({ told: [hello, said("Once upon a time")], prepare });

  await chat.until((shown) => shown.length === 3);

  expect(chat.texts()).toEqual(["Once upon a time", goesOn, "Here I am."]);
});

test("of an answer that was cut off before anything of it was shown, the chat gets the beginning, too", async () => {
  const { chat } = await afterDeath({ told: [hello, said("Once upon a time")] });

  await chat.until((shown) => shown.length === 3);

  expect(chat.texts()).toEqual(["Once upon a time", goesOn, "Here I am."]);
});

test("a command is not done again by itself", async () => {
  const { chat, model } = await afterDeath({ words: "" });

  await chat.until((shown) => shown.length === 1);

  expect(chat.texts()).toEqual(["I was restarted while I did “/new”. Send it again if it had no effect."]);
  expect(model.requests).toHaveLength(0);
});

test("words for a turn that died before it had them are said afterwards", async () => {
  const model = scripted((_, index) => ({ text: `Answer ${index}` }));
  const { chat } = await afterDeath({ told: [hello], steered: ["and this"] }, model);

  await chat.until((shown) => shown.length === 3);

  expect(chat.texts()).toEqual([goesOn, "Answer 0", "Answer 1"]);
  expect(JSON.stringify(model.requests[1]?.messages.at(-1))).toContain("and this");
});

test("a turn that was cut off long ago waits for the person", async () => {
  const { chat, model } = await afterDeath({ told: [hello], startedAt: Date.now() - 2 * 3_600_000 });

  await chat.until((shown) => shown.length === 1);
  await chat.say("/continue");
  await chat.until((shown) => shown.length === 2);

  expect(chat.texts()).toEqual([
    "I was interrupted in the middle of this, a while ago. Send /continue, and I go on.",
    "Here I am.",
  ]);
  expect(model.requests).toHaveLength(1);
});

test("a turn in which three processes died is not resumed by itself", async () => {
  const { chat, model } = await afterDeath({ told: [hello], deaths: 2 });

  await chat.until((shown) => shown.length === 1);

  expect(chat.texts()[0]).toContain("interrupted in the middle of this 3 times");
  expect(model.requests).toHaveLength(0);
});
