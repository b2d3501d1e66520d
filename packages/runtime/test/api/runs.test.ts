import { scripted } from "@hermes/models";
import { expect, test, vi } from "vitest";
import { temporaryPlace } from "../support/temporary-place.ts";
import { all, eventsOf, jsonOf, serveApi, wordsOf } from "./support.ts";
import type { Json, ServedHome } from "./support.ts";

async function start(served: ServedHome, body: object, token?: string): Promise<Json> {
  return await jsonOf(served.send("/api/runs", body, { token }));
}

async function turn(served: ServedHome, started: Json, token?: string) {
  const events = await all(
    eventsOf(served, started.sessionId, { cursor: started.cursor, ...(token && { token }) }),
  );
  return { events, text: wordsOf(events), end: events.at(-1)?.event };
}

const waiting = { timeout: 20_000, interval: 25 };
async function noneRuns(served: ServedHome): Promise<void> {
  await vi.waitFor(async () => expect((await jsonOf(served.get("/api/runs"))).items).toEqual([]), waiting);
}

const command = { name: "terminal", arguments: { command: "git push --force" } };

test("nothing of a session is opened before the first words", async () => {
  await using place = await temporaryPlace();
  const model = scripted([{ text: "Hello." }]);
  await using served = await serveApi(place, { model });

  await served.get("/health");
  const before = await served.runtime.existingStore();
  const { text, end } = await turn(served, await start(served, { input: "Hi" }));

  expect(before).toBeUndefined();
  expect(text).toBe("Hello.");
  expect(end).toMatchObject({ type: "turn-end", reason: "answered" });
});

test("a session goes on with what was said in it, also when it was closed meanwhile", async () => {
  await using place = await temporaryPlace();
  const model = scripted([{ text: "Hello." }, { text: "Again." }, { text: "Still here." }]);
  let sessionId = "";
  {
    await using served = await serveApi(place, { model });
    ({ sessionId } = await start(served, { input: "One" }));
    await turn(served, { sessionId });
    await turn(served, await start(served, { sessionId, input: "Two" }));
  }
  await using served = await serveApi(place, { model });

  const { text } = await turn(served, await start(served, { sessionId, input: "Three" }));

  expect(text).toBe("Still here.");
  const said = model.requests[2]?.messages.map(({ role }) => role);
  expect(said).toEqual(["user", "assistant", "user", "assistant", "user"]);
  expect(await jsonOf(served.get(`/api/sessions/${sessionId}`))).toMatchObject({
    platform: "api",
    userId: "owner",
    messageCount: 6,
  });
});

test("an id that nobody has names a new session", async () => {
  await using place = await temporaryPlace();
  await using served = await serveApi(place, { model: scripted([{ text: "Hello." }]) });

  const started = await start(served, { sessionId: "mine-1", input: "Hi" });
  await turn(served, started);

  expect(started.sessionId).toBe("mine-1");
  expect((await jsonOf(served.get("/api/sessions"))).items.map(({ id }: Json) => id)).toEqual(["mine-1"]);
});

test("words that come while a turn runs are refused, or wait for its end", async () => {
  await using place = await temporaryPlace();
  const gate = Promise.withResolvers<void>();
  const model = scripted([
    async () => {
      await gate.promise;
      return { text: "First." };
    },
    { text: "Second." },
  ]);
  await using served = await serveApi(place, { model });
  const first = await start(served, { input: "One" });

  const refused = await served.send("/api/runs", { sessionId: first.sessionId, input: "No" });
  const queued = start(served, { sessionId: first.sessionId, input: "Two", whenBusy: "queue" });
  gate.resolve();

  expect([refused.status, (await jsonOf(refused)).error.code]).toEqual([409, "SESSION_BUSY"]);
  expect((await turn(served, await queued)).text).toBe("Second.");
});

test("words handed to a turn that makes no further call are said after it, whoever reads", async () => {
  await using place = await temporaryPlace();
  const gate = Promise.withResolvers<void>();
  const model = scripted([
    async () => {
      await gate.promise;
      return { text: "First." };
    },
    { text: "Second." },
    { text: "Third." },
  ]);
  await using served = await serveApi(place, { model });
  const { sessionId } = await start(served, { input: "One" });

  for (const input of ["Faster", "and shorter"])
    expect(await start(served, { sessionId, input, whenBusy: "steer" })).toEqual({ sessionId });
  const queued = start(served, { sessionId, input: "Two", whenBusy: "queue" });
  gate.resolve();
  await queued;
  await vi.waitFor(() => expect(model.requests).toHaveLength(3), waiting);
  await noneRuns(served);

  const told = model.requests[2]?.messages
    .filter(({ role }) => role === "user")
    .map(({ content }) => content);
  expect(told).toHaveLength(3);
  expect(told).toContainEqual([expect.objectContaining({ text: "Faster\nand shorter" })]);
  expect(served.warnings).toEqual([]);
});

test("words handed to a turn that is stopped are not said", async () => {
  await using place = await temporaryPlace();
  const model = scripted([{ chunks: ["One "], hang: true }, { text: "Never." }]);
  await using served = await serveApi(place, { model });
  const started = await start(served, { input: "Count" });
  const { sessionId } = started;
  await start(served, { sessionId, input: "Faster", whenBusy: "steer" });

  await served.send(`/api/sessions/${sessionId}/stop`, {});
  const { end } = await turn(served, started);
  await noneRuns(served);

  expect(end).toMatchObject({ type: "turn-end", reason: "interrupted" });
  expect(model.requests).toHaveLength(1);
});

test("a question about permission waits within the turn until somebody answers it", async () => {
  await using place = await temporaryPlace();
  const model = scripted([{ calls: [command] }, { text: "Done." }]);
  await using served = await serveApi(place, { model });
  const started = await start(served, { input: "Clean up" });
  const events = turn(served, started);

  const [asked] = await vi.waitFor(async () => {
    const { items } = await jsonOf(served.get("/api/approvals?status=open"));
    expect(items).toHaveLength(1);
    return items;
  }, waiting);
  const answered = await jsonOf(served.send(`/api/approvals/${asked.id}/answer`, { decision: "deny" }));
  const { end, text } = await events;

  expect(asked.summary).toBe("git push --force");
  expect(answered).toMatchObject({ status: "answered", approved: false });
  expect([text, end.reason]).toEqual(["Done.", "answered"]);
  const again = await served.send(`/api/approvals/${asked.id}/answer`, { decision: "once" });
  expect(again.status).toBe(409);
});

test("a question of the agent is told to the readers, and the first answer holds", async () => {
  await using place = await temporaryPlace();
  const question = { question: "Which one?", choices: ["red", "blue"] };
  const model = scripted([{ calls: [{ name: "clarify", arguments: question }] }, { text: "Thanks." }]);
  await using served = await serveApi(place, { model });
  const started = await start(served, { input: "Paint it" });
  const seen: Json[] = [];

  for await (const { event } of eventsOf(served, started.sessionId, { cursor: started.cursor })) {
    seen.push(event);
    if (event.type !== "question") continue;
    const answer = async () =>
      (await served.send(`/api/questions/${event.question.id}/answer`, { answer: "blue" })).status;
    expect([await answer(), await answer()]).toEqual([200, 404]);
  }

  expect(seen.map(({ type }) => type)).toEqual(expect.arrayContaining(["question", "question-end"]));
  expect(JSON.stringify(model.requests[1]?.messages)).toContain("blue");
});

test("a user speaks in sessions of its own alone, and sees nothing of others", async () => {
  await using place = await temporaryPlace();
  await using served = await serveApi(place, { model: scripted(() => ({ text: "Hello." })) });
  const { user, other, reader } = served.tokens;
  const own = await start(served, { input: "Mine" }, user);
  await turn(served, own, user);
  const owners = await start(served, { input: "The owner's" });
  await turn(served, owners);

  const status = async (path: string, token: string): Promise<number> =>
    (await served.get(path, token)).status;
  const path = `/api/sessions/${own.sessionId}`;

  expect([await status(path, user), await status(path, other), await status(path, reader)]).toEqual([
    200, 404, 200,
  ]);
  expect(await status(`/api/sessions/${owners.sessionId}`, user)).toBe(404);
  const refused = await served.send(
    "/api/runs",
    { sessionId: owners.sessionId, input: "Hi" },
    { token: user },
  );
  expect(refused.status).toBe(404);
  const listed = await jsonOf(served.get("/api/sessions", user));
  expect(listed.items.map(({ id }: Json) => id)).toEqual([own.sessionId]);
  expect((await served.send("/api/runs", { input: "Hi" }, { token: reader })).status).toBe(403);
  expect(await status("/api/settings", user)).toBe(403);
});

test("a user's session has nothing of what the owner's memory holds", async () => {
  await using place = await temporaryPlace();
  const model = scripted(() => ({ text: "Hello." }));
  await using served = await serveApi(place, { model });
  await served.send("/api/memory", { target: "memory", content: "The safe is behind the painting." });
  await turn(served, await start(served, { input: "Hi" }));
  const { user } = served.tokens;

  await turn(served, await start(served, { input: "Hi" }, user), user);

  expect(model.requests[0]?.system).toContain("behind the painting");
  expect(model.requests[1]?.system).not.toContain("behind the painting");
  expect(model.requests[0]?.tools?.map(({ name }) => name)).toContain("terminal");
  expect(model.requests[1]?.tools?.map(({ name }) => name).toSorted()).toEqual([
    "clarify",
    "todo",
    "tool_call",
    "tool_search",
    "web_extract",
    "web_search",
  ]);
});

test("stopping the server interrupts what runs: the reader gets the end, and the words stay", async () => {
  await using place = await temporaryPlace();
  const served = await serveApi(place, { model: scripted([{ text: "Half an answer", hang: true }]) });
  const started = await start(served, { input: "Tell me" });
  const seen: Json[] = [];

  for await (const { event } of eventsOf(served, started.sessionId, { cursor: started.cursor })) {
    seen.push(event);
    if (event.type === "text-delta" && wordsOf(seen.map((each) => ({ event: each }))) === "Half an answer")
      void served[Symbol.asyncDispose]();
  }

  expect(seen.at(-1)).toMatchObject({ type: "turn-end", reason: "interrupted" });
  await served[Symbol.asyncDispose]();
  await using again = await serveApi(place, { model: scripted([]) });
  const { messages } = await jsonOf(again.get(`/api/sessions/${started.sessionId}/messages`));
  expect(JSON.stringify(messages)).toContain("Half an answer");
});

test("a session that another process has open is busy", async () => {
  await using place = await temporaryPlace();
  const model = scripted(() => ({ text: "Hello." }));
  await using one = await serveApi(place, { model });
  await using other = await serveApi(place, { model });
  const started = await start(one, { input: "Hi" });
  await turn(one, started);

  const refused = await other.send("/api/runs", { sessionId: started.sessionId, input: "And now?" });

  expect([refused.status, (await jsonOf(refused)).error.code]).toEqual([409, "SESSION_BUSY"]);
});

test("a reader at one process sees a turn that another one runs", async () => {
  await using place = await temporaryPlace();
  const gate = Promise.withResolvers<void>();
  const model = scripted([
    async () => {
      await gate.promise;
      return { text: "Word by word by word." };
    },
  ]);
  await using one = await serveApi(place, { model });
  await using other = await serveApi(place, { model });
  const started = await start(one, { sessionId: "shared", input: "Hi" });

  const read = all(eventsOf(other, "shared"));
  gate.resolve();

  const events = await read;
  expect(wordsOf(events)).toBe("Word by word by word.");
  expect(events.at(-1)?.event).toMatchObject({ type: "turn-end" });
  await turn(one, started);
});
