import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { scripted } from "@hermes/models";
import type { Message } from "@hermes/models";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { propertyRuns } from "../support/property-runs.ts";
import { temporaryPlace } from "../support/temporary-place.ts";
import { all, eventsOf, jsonOf, say, serveApi, wordsOf } from "./support.ts";
import type { Json, ServedHome } from "./support.ts";

const waiting = { timeout: 20_000, interval: 25 };

async function pageOf(served: ServedHome, sessionId: string, query = ""): Promise<Json> {
  return await jsonOf(served.get(`/api/sessions/${sessionId}/messages?${query}`));
}

/** The page, once its last message is of this role. */
async function pageThatEndsWith(served: ServedHome, sessionId: string, role: string): Promise<Json> {
  return await vi.waitFor(async () => {
    const page = await pageOf(served, sessionId);
    expect(page.messages.at(-1)?.message.role).toBe(role);
    return page;
  }, waiting);
}

/** The events behind a cursor, up to the first that fits. */
async function eventsUntil(
  served: ServedHome,
  sessionId: string,
  { cursor, until }: { readonly cursor: string; readonly until: (seen: readonly Json[]) => boolean },
): Promise<readonly Json[]> {
  const seen: Json[] = [];
  for await (const { event } of eventsOf(served, sessionId, { cursor })) {
    seen.push(event);
    if (until(seen)) break;
  }
  return seen;
}

test("behind a page comes nothing that is in it: of a turn that has ended, its end alone", async () => {
  await using place = await temporaryPlace();
  await using served = await serveApi(place, { model: scripted(() => ({ text: "Hello." })) });
  const id = await say(served, "Hi");
  await say(served, "Hi", id);

  const page = await pageOf(served, id);
  const earlier = await pageOf(served, id, `limit=1&before=${page.messages[2].id}`);
  const events = await all(eventsOf(served, id, { cursor: page.cursor }));

  expect(events.map(({ event }) => event.type)).toEqual(["turn-end"]);
  expect([earlier.later, earlier.cursor]).toEqual([2, undefined]);
});

test("behind a page come calls that still run, and the answer that is under way", async () => {
  await using place = await temporaryPlace();
  const command = "until [ -e go ]; do sleep 0.05; done; echo went";
  const model = scripted([
    { calls: [{ name: "terminal", arguments: { command } }] },
    { text: "So far, so good.", hang: true },
  ]);
  await using served = await serveApi(place, { model, flags: { yolo: true } });
  const { sessionId } = await jsonOf(served.send("/api/runs", { input: "Work" }));

  const during = await pageThatEndsWith(served, sessionId, "assistant");
  const ofCall = eventsUntil(served, sessionId, {
    cursor: during.cursor,
    until: (seen) => seen.at(-1).type === "tool-call-end",
  });
  await writeFile(join(place.project, "go"), "");
  const call = await ofCall;
  const behind = await pageThatEndsWith(served, sessionId, "tool");
  const answer = await eventsUntil(served, sessionId, {
    cursor: behind.cursor,
    until: (seen) => wordsOf(seen.map((event) => ({ event }))) === "So far, so good.",
  });
  await served.send(`/api/sessions/${sessionId}/stop`, {});

  expect(call.find(({ type }) => type === "tool-call-start")).toMatchObject({ name: "terminal" });
  expect(call.filter(({ type }) => type === "text-delta" || type === "message")).toMatchObject([
    { message: { role: "tool" } },
  ]);
  expect(answer.filter(({ type }) => type === "message")).toEqual([]);
});

test("a session is copied from before any of its messages; one of another session is none of it", async () => {
  await using place = await temporaryPlace();
  await using served = await serveApi(place, { model: scripted(() => ({ text: "Hello." })) });
  const id = await say(served, "One");
  await say(served, "Two", id);
  const other = await say(served, "Elsewhere");
  const { messages } = await pageOf(served, id);
  const fork = async (beforeMessage: number) =>
    await served.send(`/api/sessions/${id}/fork`, { beforeMessage });

  const copy = await jsonOf(fork(messages[2].id));
  const wrong = await fork((await pageOf(served, other)).messages[0].id);

  expect(copy).toMatchObject({ parentId: id, messageCount: 2 });
  expect([wrong.status, (await jsonOf(wrong)).error.code]).toEqual([404, "API_NOT_FOUND"]);
});

const head = { system: "You help.", tools: [], model: "scripted", platform: "api", userId: "owner" };
/** Words are said again and again: a message is told from its like by its id alone. */
const step = fc.oneof(
  fc.record({ type: fc.constant("say" as const), text: fc.constantFrom("yes", "no") }),
  fc.record({ type: fc.constant("condense" as const), keep: fc.integer({ min: 0, max: 4 }) }),
);

function user(text: string): Message {
  return { role: "user", content: [{ type: "text", text }] };
}

function textsOf(messages: readonly Message[]): readonly string[] {
  return messages.map((message) => JSON.stringify(message.content));
}

test("a copy from before a message has what the model had before it, and is refused where that was condensed", async () => {
  await using place = await temporaryPlace();
  await using served = await serveApi(place, { model: scripted([]) });
  const { journal, messages } = await served.runtime.store();
  let count = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const id = `made-${++count}`;
      journal.create({ ...head, id, startedAt: 1 });
      const said: Message[] = [];
      let live: Message[] = [];
      for (const made of steps) {
        if (made.type === "say") {
          const message = user(made.text);
          said.push(message);
          live.push(message);
          journal.append(id, { type: "message", message, at: 1 });
        } else {
          live = [user(`Summary ${said.length}`), ...(made.keep === 0 ? [] : live.slice(-made.keep))];
          journal.append(id, { type: "compression", messages: live, at: 1 });
        }
      }
      const kept = messages(id).filter(({ fromCompression }) => !fromCompression);
      for (const [index, { id: beforeMessage }] of kept.entries()) {
        const place = live.findIndex((message) => message === said[index]);
        const answer = await served.send(`/api/sessions/${id}/fork`, { beforeMessage });
        const copy = await jsonOf(answer);
        if (place === -1) expect([answer.status, copy.error.code]).toEqual([404, "API_NOT_FOUND"]);
        else expect(textsOf(journal.load(copy.id)?.messages ?? [])).toEqual(textsOf(live.slice(0, place)));
      }
    }),
    propertyRuns(20),
  );
});

test("children of a session are told with their tasks and how they ended", async () => {
  await using place = await temporaryPlace();
  const model = scripted((request) => {
    if (request.system.includes("works for another agent")) return { text: "It is warm." };
    const isFirst = request.messages.every(({ role }) => role === "user");
    const task = { name: "delegate_task", arguments: { goal: "Feel the tea" } };
    return isFirst ? { calls: [task] } : { text: "Warm, it says." };
  });
  await using served = await serveApi(place, { model, flags: { yolo: true } });
  const id = await say(served, "How is the tea?");

  const { items } = await jsonOf(served.get(`/api/sessions/${id}/children`));

  expect(items).toMatchObject([{ task: "Feel the tea", state: "done", callId: expect.any(String) }]);
  expect(items[0].endedAt).toBeGreaterThanOrEqual(items[0].startedAt);
  expect((await jsonOf(served.get("/api/sessions"))).items.map((each: Json) => each.id)).toEqual([id]);
});

test("what fills the window of a session is told in parts", async () => {
  await using place = await temporaryPlace();
  await using served = await serveApi(place, { model: scripted(() => ({ text: "Hello." })) });
  const id = await say(served, "Hi");

  const context = await jsonOf(served.get(`/api/sessions/${id}/context`));

  expect(context).toMatchObject({ model: "scripted", contextWindow: 128_000 });
  const sum = context.parts.reduce((total: number, { tokens }: Json) => total + tokens, 0);
  expect(sum).toBe(context.tokens);
  expect((await served.get("/api/sessions/none/context")).status).toBe(404);
});
