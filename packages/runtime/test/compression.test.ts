import { writeFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { AgentEvent } from "@hermes/agent-loop";
import { scripted } from "@hermes/models";
import type { ModelRequest, ScriptedAnswer } from "@hermes/models";
import { openState } from "@hermes/state";
import { expect, test } from "vitest";
import { recordedFacts } from "../src/compression/recorded-facts.ts";
import { processMigrations } from "../src/processes/process-migrations.ts";
import { requestOf, runtimeIn } from "./support/scripted-runtime.ts";
import { temporaryPlace } from "./support/temporary-place.ts";

const words = `Remember the ümlaut 🦊 "quotes"\n\tand tabs. ${"tea and ".repeat(900)}end`;

function isAccount({ system }: ModelRequest): boolean {
  return system.startsWith("You write the account");
}

/** Answers in turn; asked for an account, gives one, and saves no facts. */
function modelThat(answers: ScriptedAnswer[], contextWindow = 128_000) {
  return scripted(
    (request) => {
      if (isAccount(request)) return { text: "They spoke about tea." };
      const savesFacts = JSON.stringify(request.messages.at(-1)).includes("is about to be shortened");
      return savesFacts ? { text: "nothing" } : (answers.shift() ?? { text: "Yes." });
    },
    { contextWindow },
  );
}

async function eventsOf(events: AsyncIterable<AgentEvent>): Promise<AgentEvent[]> {
  const all: AgentEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

test("what was condensed is had again to the letter, by the model and by people; search, title and export know the originals", async () => {
  await using place = await temporaryPlace();
  const answers: ScriptedAnswer[] = [];
  const model = modelThat(answers);
  await using runtime = await runtimeIn(place, { model });
  await using session = await runtime.openSession();
  await session.agent.chat(words);
  await session.agent.chat("And milk?");
  await session.agent.chat("Sugar?");
  const store = await runtime.store();
  const before = store.messages(session.id);
  const events = await eventsOf(session.agent.compress());
  expect(events.at(-1)).toMatchObject({ type: "compression", before: 6, after: expect.any(Number) });

  const [summary] = session.agent.messages;
  const shown = JSON.stringify(summary);
  const [, handle = ""] = /session_search\(recall: \\+"([\d-]+)\\+"\)/.exec(shown) ?? [];
  answers.push({ calls: [{ name: "session_search", arguments: { recall: handle } }] }, { text: "Found." });
  await session.agent.chat("What exactly did I say?");

  const result = session.agent.messages.findLast(({ role }) => role === "tool");
  const recalled = JSON.parse(result?.role === "tool" ? result.content : "{}");
  expect(recalled.messages[0]).toMatchObject({ role: "user", text: words });
  expect(store.originals(session.id, { from: before[0]?.id ?? 0 })[0]?.message).toEqual(before[0]?.message);
  expect(
    store
      .messages(session.id)
      .filter(({ fromCompression }) => !fromCompression)
      .slice(0, 6),
  ).toEqual(before);
  expect(store.exportSession(session.id, "jsonl")).not.toContain("Summary by Hermes");
  expect(store.search('"tea and"', { roles: ["user"] }).sessions[0]?.hits).toHaveLength(1);
  expect(store.search("condensed").sessions).toEqual([]);
  expect(store.sessions.get(session.id)?.title).toContain("Remember");
  const { calls } = store.usage.sums({ by: "purpose" }).find(({ key }) => key === "compression") ?? {
    calls: 0,
  };
  expect(calls).toBe(1);

  // A copy reads the originals too, and a resumed session goes on with the summary.
  const id = session.id;
  const live = [...session.agent.messages];
  await session[Symbol.asyncDispose]();
  await using branch = await runtime.openSession({ resume: id, branch: true });
  answers.push({ calls: [{ name: "session_search", arguments: { recall: handle } }] }, { text: "Found." });
  await branch.agent.chat("And now?");
  expect(JSON.stringify(branch.agent.messages.at(-2))).toContain("and tabs");
  await using again = await runtime.openSession({ resume: id });
  await again.agent.chat("Still there?");
  expect(model.requests.at(-1)?.messages.slice(0, -1)).toEqual(live);
});

test("a conversation that outgrows its window goes on by itself, and knows what the record says", async () => {
  await using place = await temporaryPlace();
  const answers = Array.from({ length: 12 }, (_, step): ScriptedAnswer => ({
    calls: [
      { name: "write_file", arguments: { path: `part-${step}.txt`, content: `text ${step} `.repeat(1_500) } },
    ],
  }));
  const model = modelThat([...answers, { text: "All written." }], 40_000);
  await using runtime = await runtimeIn(place, { model, flags: { yolo: true } });
  await using session = await runtime.openSession();
  const events = await eventsOf(session.agent.run("Write twelve files."));

  expect(events.at(-1)).toMatchObject({ type: "turn-end", reason: "answered" });
  expect(events.filter(({ type }) => type === "compression").length).toBeGreaterThan(0);
  expect(events.filter(({ type }) => type === "warning")).toEqual([]);
  const last = requestOf(model, model.requests.length - 1);
  const text = JSON.stringify(last.messages);
  for (let step = 0; step < 12; step++) expect(text).toContain(`part-${step}.txt`);
  expect(text).toContain("Write twelve files.");
});

test("the settings switch it off, and say from when on and by which model", async () => {
  await using place = await temporaryPlace();
  await mkdir(place.home, { recursive: true });
  const config = (text: string) => writeFile(join(place.home, "config.yaml"), text);
  const sizes = async (): Promise<boolean> => {
    const model = modelThat([], 60_000);
    await using runtime = await runtimeIn(place, { model });
    await using session = await runtime.openSession();
    await session.agent.chat("tea ".repeat(24_000));
    await session.agent.chat("One");
    await session.agent.chat("Two");
    return JSON.stringify(session.agent.messages[0]).includes("Summary by Hermes");
  };

  await config("compression: {threshold: 0.5}\n");
  expect(await sizes()).toBe(true);
  await config("compression: {threshold: 0.5, enabled: false}\n");
  expect(await sizes()).toBe(false);
  // As the Python Hermes has it.
  await config(
    "compression: {summary_model: small, summary_provider: custom, summary_base_url: 'http://127.0.0.1:1/v1'}\n",
  );
  const { settings, warnings } = await place.settings();
  expect(settings.auxiliary["compression"]).toEqual({
    model: "small",
    provider: "custom",
    base_url: "http://127.0.0.1:1/v1",
  });
  expect(warnings).toEqual([]);
  await config(
    "compression: {target_ratio: 0.2, protect_last_n: 20, protect_first_n: 3, summary_provider: auto, summary_model: ''}\n",
  );
  const original = await place.settings();
  expect(original.settings.compression.target_ratio).toBe(0.2);
  expect(original.warnings).toEqual([
    expect.stringContaining("without effect here: compression.protect_last_n, compression.protect_first_n."),
  ]);
});

test("where the account is for the model of the conversation, it is the one that was changed to", async () => {
  await using place = await temporaryPlace();
  await mkdir(place.home, { recursive: true });
  await writeFile(join(place.home, "config.yaml"), "auxiliary: {compression: {provider: main}}\n");
  const [first, second] = [modelThat([]), modelThat([])];
  await using runtime = await runtimeIn(place, { model: first });
  await using session = await runtime.openSession();
  await session.agent.chat(words);
  session.use({ model: second });
  await session.agent.chat("And milk?");
  await session.agent.chat("Sugar?");

  await eventsOf(session.agent.compress());

  expect(first.requests.some(isAccount)).toBe(false);
  expect(second.requests.some(isAccount)).toBe(true);
});

test("approvals and processes of the record are facts", async () => {
  await using state = openState({ path: ":memory:", migrations: [processMigrations] });
  const request = {
    sessionId: "s1",
    callId: "c1",
    tool: "terminal",
    action: "terminal.run",
    reason: "It is risky.",
  };
  for (const id of ["a1", "a2", "a3"])
    state.approvals.open({ request: { ...request, id, summary: `rm -r ${id}` }, digest: id, askedAt: 1 });
  state.approvals.answer("a1", { answer: { approved: true, scope: "session" }, actor: "cli", at: 2 });
  state.approvals.answer("a2", { answer: { approved: false, reason: "no" }, actor: "cli", at: 2 });

  expect((await recordedFacts(state, "s1"))["approvals"]).toEqual([
    "allowed (session): rm -r a1",
    "refused: rm -r a2",
    "waits for an answer: rm -r a3",
  ]);
});
