import { spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { hostname } from "node:os";
import { afterEach, expect, test, vi } from "vitest";
import { Agent, memoryJournal } from "../src/index.ts";
import type { AgentOptions, LeaseOwner, SessionJournal, SessionLease } from "../src/index.ts";
import { collect } from "../src/testing/index.ts";
import { expectValid, parsed, script, toolMessages, toolThat } from "./support.ts";

afterEach(() => void vi.useRealTimers());

function agentOn(journal: SessionJournal, options: Omit<AgentOptions, "journal">): Agent {
  return new Agent({ ...options, journal, sessionId: "s1" });
}

/** A tool whose calls wait until they are let go, with the ids of those that run. */
function slowTool() {
  const [gate, started] = [new EventEmitter(), new EventEmitter()];
  const running = once(started, "running");
  const tool = toolThat("slow", async () => {
    const opened = once(gate, "open");
    started.emit("running");
    await opened;
    return { done: true };
  });
  return { tool, running, letGo: () => gate.emit("open") };
}

const slowTurn = () => script([{ calls: [{ id: "c1", name: "slow" }] }, { text: "Done." }]);

/** Who holds the session; undefined when somebody else could take it. */
async function holderOf(journal: SessionJournal): Promise<SessionLease | undefined> {
  const owner = { host: "elsewhere", pid: 1 };
  const request = { owner, now: Date.now(), ttlMs: 1, isGone: () => false };
  const answer = await journal.leases?.acquire("s1", request);
  return answer !== undefined && "heldBy" in answer ? answer.heldBy : undefined;
}

const textsOf = (agent: Agent): readonly string[] =>
  agent.messages.flatMap(({ content }) =>
    typeof content === "string" ? [] : content.flatMap((part) => (part.type === "text" ? [part.text] : [])),
  );

test("a turn while another agent has one on the same session is refused, and says who holds it", async () => {
  const journal = memoryJournal();
  const slow = slowTool();
  const first = agentOn(journal, { model: slowTurn(), tools: [slow.tool] });
  const answer = first.chat("go");
  await slow.running;

  const second = agentOn(journal, { model: script([]) });
  const error = await second.chat("me too").catch((reason: unknown) => reason);

  expect(error).toMatchObject({
    code: "SESSION_BUSY",
    sessionId: "s1",
    lease: { owner: { host: hostname(), pid: process.pid }, since: expect.any(Number) },
    message: expect.stringContaining(`process ${process.pid} on ${hostname()}`),
  });
  slow.letGo();
  expect(await answer).toBe("Done.");
  expectValid(first.messages);
  expect(await journal.load("s1")).toMatchObject({ messages: first.messages, startedCalls: [] });
});

test("agents that take turns each read what the other wrote before they go on", async () => {
  const journal = memoryJournal();
  const [a, b] = [
    agentOn(journal, { model: script([{ text: "one" }, { text: "three" }]) }),
    agentOn(journal, { model: script([{ text: "two" }, { text: "four" }]) }),
  ];

  for (const [agent, text] of [
    [a, "1"],
    [b, "2"],
    [a, "3"],
    [b, "4"],
  ] as const)
    await agent.chat(text);

  expect(textsOf(b)).toEqual(["1", "one", "2", "two", "3", "three", "4", "four"]);
  expect(textsOf(a)).toEqual(textsOf(b).slice(0, 6));
});

test.each([
  ["a session that was opened", true, false],
  ["an exclusive agent's session", false, true],
])("%s is held between turns, until it is closed", async (_name, open, exclusive) => {
  const journal = memoryJournal();
  const first = agentOn(journal, { model: script([{ text: "one" }]), exclusive });
  if (open) await first.open();
  await first.chat("1");

  const second = agentOn(journal, { model: script([{ text: "two" }]) });
  await expect(second.open()).rejects.toMatchObject({ code: "SESSION_BUSY" });
  await first.close();
  await second.open();
  await second.chat("2");

  expect(textsOf(second)).toEqual(["1", "one", "2", "two"]);
});

test("after a takeover the old holder's writes are refused, its turn fails, and what it had written is kept", async () => {
  const journal = memoryJournal();
  const slow = slowTool();
  const first = agentOn(journal, { model: slowTurn(), tools: [slow.tool] });
  const answer = first.chat("go");
  await slow.running;

  const second = agentOn(journal, { model: script([{ text: "I will look." }]) });
  const opening = await second.open({ takeOver: true });
  slow.letGo();
  await expect(answer).rejects.toMatchObject({ code: "SESSION_LEASE_LOST" });
  await second.chat("And?");

  expect(opening.repairs).toMatchObject([{ callId: "c1", standsFor: "unknown-outcome" }]);
  expect(textsOf(second)).toEqual(["go", "And?", "I will look."]);
  expect((await journal.load("s1"))?.messages).toEqual(second.messages);
  await expect(first.chat("again")).rejects.toMatchObject({ code: "SESSION_BUSY" });
  await second.close();
  const third = agentOn(journal, { model: script([{ text: "Here." }]) });
  await third.chat("?");
  expect(textsOf(third)).toEqual([...textsOf(second), "?", "Here."]);
});

test("a lease is renewed while a turn runs, however long, and lost when it can't be: then the turn ends soon", async () => {
  vi.useFakeTimers();
  const journal = memoryJournal();
  const slow = slowTool();
  let stopped: boolean | undefined;
  const tool = toolThat("slow", async (signal) => {
    signal.addEventListener("abort", () => (stopped = true));
    await slow.tool.execute({}, { signal } as never); // Only its signal is looked at.
  });
  const first = agentOn(journal, { model: slowTurn(), tools: [tool] });
  const turn = collect(first.run("go")).catch((reason: unknown) => reason);
  await slow.running;

  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(await holderOf(journal)).toMatchObject({ owner: { pid: process.pid } });
  await agentOn(journal, { model: script([]) }).open({ takeOver: true });
  expect(stopped).toBeUndefined();
  await vi.advanceTimersByTimeAsync(30_000);

  expect(stopped).toBe(true);
  expect(await turn).toMatchObject({ code: "SESSION_LEASE_LOST" });
});

test("a holder that slept past its lease continues if nobody has taken the session", async () => {
  const journal = memoryJournal();
  let clock = 0;
  const first = agentOn(journal, { model: script([{ text: "one" }, { text: "two" }]), now: () => clock });
  await first.open();
  await first.chat("1");

  clock += 24 * 60 * 60_000;
  await first.chat("2");

  expect(textsOf(first)).toEqual(["1", "one", "2", "two"]);
});

test("clock jumps never give a session two owners", async () => {
  const journal = memoryJournal();
  let clock = 1_000_000;
  const now = () => clock;
  const first = agentOn(journal, { model: script([{ text: "one" }, { text: "two" }]), now });
  await first.open();

  for (const jump of [0, 30_000, 1_000_001]) {
    clock = jump;
    if (jump === 0) await first.chat("1");
    const second = agentOn(journal, { model: script([]), now });
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await expect(second.open()).rejects.toMatchObject({ code: "SESSION_BUSY" });
  }

  await first.chat("2");
  expect(textsOf(first)).toEqual(["1", "one", "2", "two"]);
});

/** A process that has ended. */
async function deadPid(): Promise<number> {
  const child = spawn("true");
  await once(child, "exit");
  return child.pid ?? 0;
}

async function heldBy(owner: LeaseOwner): Promise<SessionJournal> {
  const journal = memoryJournal();
  await agentOn(journal, { model: script([{ text: "one" }]) }).chat("1");
  await journal.leases?.acquire("s1", { owner, now: Date.now(), ttlMs: 60_000, isGone: () => false });
  return journal;
}

/** This process, as agents tell others of it. */
async function ownOwner(): Promise<LeaseOwner> {
  const journal = memoryJournal();
  await using agent = agentOn(journal, { model: script([]) });
  await agent.open();
  const holder = await holderOf(journal);
  if (holder === undefined) throw new Error("Nobody holds the session.");
  return holder.owner;
}

test("the lease of a process that died on this machine is free at once, also when its pid is reused", async () => {
  const own = await ownOwner();
  const dead = { ...own, pid: await deadPid() };
  const reused = { ...own, processStart: own.processStart?.replace(/\d+$/, "1") };

  for (const owner of [dead, { host: hostname(), pid: dead.pid }, reused]) {
    const agent = agentOn(await heldBy(owner), { model: script([]) });
    expect(await agent.open()).toMatchObject({ resumed: true, repairs: [] });
  }
});

test("the lease of a live or unknown owner is kept until it expires", async () => {
  const own = await ownOwner();
  const pid = await deadPid();
  const otherScope = own.processStart?.replace(/^[^/]*/, "another-boot");

  for (const owner of [
    own,
    { host: "another-machine", pid },
    ...(otherScope === undefined ? [] : [{ ...own, pid, processStart: otherScope }]),
  ]) {
    const agent = agentOn(await heldBy(owner), { model: script([]) });
    await expect(agent.open()).rejects.toMatchObject({ code: "SESSION_BUSY", lease: { owner } });
  }
});

test("of two agents that start a turn at once one has the session, and its history is whole", async () => {
  const journal = memoryJournal();
  const ran: string[] = [];
  const working = (name: string): Agent =>
    agentOn(journal, {
      model: script([{ calls: [{ name: "work" }] }, { text: "Done." }]),
      tools: [toolThat("work", () => (ran.push(name), { by: name }))],
    });
  await using begun = working("nobody");
  await begun.open();
  await begun.close();

  const ends = await Promise.allSettled(["a", "b"].map((name) => working(name).chat("work")));

  expect(ends.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(ends).toContainEqual({
    status: "rejected",
    reason: expect.objectContaining({ code: "SESSION_BUSY" }),
  });
  const { messages = [], startedCalls } = (await journal.load("s1")) ?? {};
  expectValid(messages);
  expect([ran.length, toolMessages(messages).length, startedCalls]).toEqual([1, 1, []]);
});

test("a journal without leases allows any writer", async () => {
  const { leases: _, ...journal } = memoryJournal();
  const slow = slowTool();
  const first = agentOn(journal, { model: slowTurn(), tools: [slow.tool] });
  const answer = first.chat("go");
  await slow.running;

  await agentOn(journal, { model: script([{ text: "Hello." }]) }).chat("me too");
  slow.letGo();

  expect(await answer).toBe("Done.");
  const third = agentOn(journal, { model: script([]) });
  await third.open();
  expectValid(third.messages);
  expect(parsed(toolMessages(third.messages)[0])).toEqual({ done: true });
});
