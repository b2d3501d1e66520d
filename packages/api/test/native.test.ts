import { scripted } from "@hermes/agent-loop";
import type { ScriptedFunction } from "@hermes/models";
import { apiSchemas, runEvent } from "@hermes/client/contract";
import type { ApiCallName, ApiCalls } from "@hermes/client/contract";
import { expect, test } from "vitest";
import { readEvents, serve } from "./support/serve.ts";
import type { Served } from "./support/serve.ts";

/** An answer, read by the schema of its call. */
async function read<Name extends ApiCallName>(
  name: Name,
  response: Response,
): Promise<ApiCalls[Name]["response"]> {
  expect(response.status).toBe(200);
  return apiSchemas[name].response.parse(await response.json());
}

/** Says something, and reads its turn to the end. */
async function say(served: Served, body: object, as: "owner" | "user" | "other" = "owner"): Promise<string> {
  const { sessionId, cursor = "" } = await read("startRun", await served.post("/api/runs", body, { as }));
  const events = await served.get(`/api/sessions/${sessionId}/events?cursor=${cursor}`, { as });
  for await (const { data } of readEvents(events)) runEvent.parse(JSON.parse(data));
  return sessionId;
}

const removes: ScriptedFunction = ({ messages }) =>
  messages.at(-1)?.role === "tool"
    ? { text: `Done: ${JSON.stringify(messages.at(-1)?.content)}` }
    : { text: "I delete it.", calls: [{ name: "remove", arguments: { path: "/a" } }] };

test("sessions are listed, read, named, searched, copied, exported and deleted", async () => {
  await using served = await serve(scripted(() => ({ text: "A pangolin." })));
  const one = await say(served, { input: "Name an animal." });
  const two = await say(served, { input: "And another." });

  const page = await read("listSessions", await served.get("/api/sessions?limit=1"));
  const renamed = await read(
    "renameSession",
    await served.post(`/api/sessions/${one}`, { title: "Animals" }, { method: "PATCH" }),
  );
  const found = await read("searchSessions", await served.get("/api/sessions/search?q=pangolin"));
  const messages = await read("listMessages", await served.get(`/api/sessions/${one}/messages?limit=1`));
  const before = messages.messages[0]?.id ?? 0;
  const earlier = await read(
    "listMessages",
    await served.get(`/api/sessions/${one}/messages?before=${before}`),
  );
  const copy = await read("forkSession", await served.post(`/api/sessions/${one}/fork`, { before: 1 }));
  const exported = await read("exportSession", await served.get(`/api/sessions/${one}/export`));
  await read("deleteSession", await served.get(`/api/sessions/${two}`, { method: "DELETE" }));

  expect(page).toMatchObject({ items: [{ id: two, userId: "me", platform: "api" }], more: true });
  expect(renamed.title).toBe("Animals");
  expect(found.items.map(({ session }) => session.id)).toContain(one);
  expect(messages).toMatchObject({ messages: [{ message: { role: "assistant" } }], earlier: 1, later: 0 });
  expect(earlier.messages.map(({ message }) => message["role"])).toEqual(["user"]);
  expect(copy).toMatchObject({ parentId: one, messageCount: 1 });
  expect(exported.text).toContain("A pangolin.");
  expect((await served.get(`/api/sessions/${two}`)).status).toBe(404);
});

test("a user sees and changes its own sessions alone, whatever it knows of others", async () => {
  await using served = await serve(scripted(() => ({ text: "Yes." })));
  const mine = await say(served, { input: "One" });
  const hers = await say(served, { input: "Two", sessionId: "hers" }, "user");

  const listed = await read("listSessions", await served.get("/api/sessions", { as: "user" }));
  const found = await read("searchSessions", await served.get("/api/sessions/search?q=One", { as: "user" }));
  const refused = await Promise.all([
    served.get(`/api/sessions/${mine}`, { as: "user" }),
    served.get(`/api/sessions/${mine}/messages`, { as: "user" }),
    served.get(`/api/sessions/${mine}/events`, { as: "user" }),
    served.get(`/api/sessions/${mine}/export`, { as: "user" }),
    served.post(`/api/sessions/${mine}/fork`, {}, { as: "user" }),
    served.post(`/api/sessions/${mine}/stop`, {}, { as: "user" }),
    served.post(`/api/sessions/${mine}/steer`, { text: "x" }, { as: "user" }),
    served.get(`/api/sessions/${mine}`, { as: "user", method: "DELETE" }),
    served.post("/api/runs", { sessionId: mine, input: "x" }, { as: "user" }),
    served.post("/api/runs", { sessionId: hers, input: "x" }, { as: "other" }),
    served.get(`/api/usage?sessionId=${mine}`, { as: "user" }),
    served.post(
      "/v1/chat/completions",
      { messages: [{ role: "user", content: "x" }] },
      { as: "user", headers: { "x-hermes-session-id": mine } },
    ),
  ]);

  expect(listed.items.map(({ id }) => id)).toEqual([hers]);
  expect(found.items).toEqual([]);
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 404));
  expect((await served.get(`/api/sessions/${hers}`)).status).toBe(200);
});

test("a question about permission is answered over HTTP, and the turn goes on", async () => {
  await using served = await serve(scripted(removes));
  const run = await read("startRun", await served.post("/api/runs", { input: "Delete /a" }, { as: "user" }));
  const events = await served.get(`/api/sessions/${run.sessionId}/events?cursor=${run.cursor ?? ""}`, {
    as: "user",
  });
  const types: string[] = [];
  let text = "";

  for await (const { data } of readEvents(events)) {
    const event = runEvent.parse(JSON.parse(data));
    types.push(event.type);
    if (event.type === "turn-end") ({ text } = event);
    if (event.type !== "approval-request") continue;
    const path = `/api/approvals/${event.request.id}`;
    const listed = await read(
      "listApprovals",
      await served.get("/api/approvals?status=open", { as: "user" }),
    );
    expect(listed.items.map(({ id }) => id)).toEqual([event.request.id]);
    expect((await read("listApprovals", await served.get("/api/approvals", { as: "other" }))).items).toEqual(
      [],
    );
    expect((await served.get(path, { as: "other" })).status).toBe(404);
    const always = await served.post(`${path}/answer`, { decision: "always" }, { as: "user" });
    expect(always.status).toBe(403);
    const given = await served.post(`${path}/answer`, { decision: "once" }, { as: "user" });
    expect(await read("answerApproval", given)).toMatchObject({
      status: "answered",
      approved: true,
      actor: "api:anna",
    });
    expect((await served.post(`${path}/answer`, { decision: "deny" })).status).toBe(409);
  }

  expect(types).toContain("approval-end");
  expect(text).toContain("removed");
});

test("what the model asks the person is answered over HTTP", async () => {
  const model = scripted(({ messages }) =>
    messages.at(-1)?.role === "tool"
      ? { text: `So ${String(messages.at(-1)?.content)}` }
      : { calls: [{ name: "clarify", arguments: { question: "Which?", choices: ["red", "blue"] } }] },
  );
  await using served = await serve(model);
  const run = await read("startRun", await served.post("/api/runs", { input: "Paint" }));
  const events = await served.get(`/api/sessions/${run.sessionId}/events?cursor=${run.cursor ?? ""}`);
  let text = "";

  for await (const { data } of readEvents(events)) {
    const event = runEvent.parse(JSON.parse(data));
    if (event.type === "turn-end") ({ text } = event);
    if (event.type !== "question") continue;
    expect((await read("listQuestions", await served.get("/api/questions"))).items).toEqual([event.question]);
    expect((await read("listQuestions", await served.get("/api/questions", { as: "user" }))).items).toEqual(
      [],
    );
    const path = `/api/questions/${event.question.id}/answer`;
    expect((await served.post(path, { answer: "red" }, { as: "user" })).status).toBe(404);
    await read("answerQuestion", await served.post(path, { answer: "red" }));
    expect((await served.post(path, { answer: "blue" })).status).toBe(404);
  }

  expect(text).toContain("red");
});

test("words that come while a turn runs are refused, queued, steered, or take its place", async () => {
  const model = scripted([{ text: "Begun", hang: true }, { text: "Instead." }]);
  await using served = await serve(model);
  await read("startRun", await served.post("/api/runs", { input: "Go", sessionId: "s" }));

  const refused = await served.post("/api/runs", { input: "More", sessionId: "s" });
  const steered = await read(
    "startRun",
    await served.post("/api/runs", { input: "Faster", sessionId: "s", whenBusy: "steer" }),
  );
  const running = await read("listRuns", await served.get("/api/runs"));
  await say(served, { input: "Something else", sessionId: "s", whenBusy: "interrupt" });

  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({ error: { code: "SESSION_BUSY" } });
  expect(steered).toEqual({ sessionId: "s" });
  expect(running.items.map(({ sessionId }) => sessionId)).toEqual(["s"]);
  expect(model.requests[1]?.messages.at(-1)?.content).toMatchObject([{ text: "Something else" }]);
});

test("a turn is stopped, and goes on without new words", async () => {
  const model = scripted([{ text: "Begun", hang: true }, { text: " and done." }]);
  await using served = await serve(model);
  await read("startRun", await served.post("/api/runs", { input: "Go", sessionId: "s" }));

  const stopped = await read("stopRun", await served.post("/api/sessions/s/stop", {}));
  const again = await read("stopRun", await served.post("/api/sessions/s/stop", {}));
  await say(served, { sessionId: "s" });

  expect([stopped.stopped, again.stopped]).toEqual([true, false]);
  const end = await served.home.sessions.get("s");
  expect(end?.endReason).toBe("answered");
});

test("a stream stays for the turns to come where that is asked for", async () => {
  await using served = await serve(scripted(({ messages }) => ({ text: `Answer ${messages.length}.` })));
  await say(served, { input: "One", sessionId: "s" });

  const events = await served.get("/api/sessions/s/events?stay=true");
  const texts: string[] = [];
  for await (const { data } of readEvents(events)) {
    const event = runEvent.parse(JSON.parse(data));
    if (event.type !== "turn-end") continue;
    texts.push(event.text);
    if (texts.length === 2) break;
    await say(served, { input: "Two", sessionId: "s" });
  }

  expect(texts).toEqual(["Answer 1.", "Answer 3."]);
});

test("why a turn failed is told to owners, and its code to everybody", async () => {
  const model = scripted(() => ({ error: new Error("connect ECONNREFUSED 10.1.2.3") }));
  await using served = await serve(model);
  const texts: string[] = [];
  for (const as of ["owner", "user"] as const) {
    const run = await read("startRun", await served.post("/api/runs", { input: "Go" }, { as }));
    const events = await served.get(`/api/sessions/${run.sessionId}/events?cursor=${run.cursor ?? ""}`, {
      as,
    });
    texts.push(await events.text());
  }

  expect(texts[0]).toContain("10.1.2.3");
  expect(texts[1]).not.toContain("10.1.2.3");
  expect(texts[1]).toContain('"reason":"model-error"');
});

test("what was saved before a compression is told to owners alone", async () => {
  await using served = await serve(scripted(() => ({ text: "Yes." })));
  const sessionId = await say(served, { input: "Go" }, "user");
  served.home.runs.follow = async function* () {
    const tokens = { before: 9_000, after: 1_000 };
    const event = { type: "compression", before: 40, after: 8, tokens, saved: ["Lives in Kiel."] } as const;
    yield await Promise.resolve({ cursor: "1.1", event });
  };
  const texts: string[] = [];
  for (const as of ["owner", "user"] as const)
    texts.push(await (await served.get(`/api/sessions/${sessionId}/events`, { as })).text());

  expect(texts[0]).toContain("Lives in Kiel.");
  expect(texts[1]).not.toContain("Lives in Kiel.");
  expect(texts[1]).toContain('"before":9000');
});

test.each([
  [{ input: 5 }, "input"],
  [{ input: "" }, "input"],
  [{}, "words"],
  [{ input: "x", whenBusy: "perhaps" }, "whenBusy"],
  [{ input: "x", session: "s" }, "session"],
  [{ input: "x", sessionId: "../x" }, "sessionId"],
  [{ input: [{ type: "image", mediaType: "image/png", url: "file:///etc/passwd" }] }, "input"],
  [{ input: [{ type: "image", mediaType: "image/png", url: "http://169.254.169.254/" }] }, "input"],
  [[], "expected"],
  ["x", "expected"],
  [null, "expected"],
])("a run of %j is refused with a word about what is wrong", async (body, word) => {
  await using served = await serve(scripted(() => ({ text: "Yes." })));

  const got = await served.post("/api/runs", body);
  const { error } = (await got.json()) as {
    readonly error: { readonly code: string; readonly message: string };
  };

  expect(got.status).toBe(400);
  expect(error.code).toBe("API_BAD_REQUEST");
  expect(error.message).toContain(word);
});

test.each([
  "/api/sessions?limit=0",
  "/api/sessions?limit=x",
  "/api/sessions?size=1",
  "/api/sessions/search",
  "/api/sessions/s/events?cursor=%0a",
])("%s is refused", async (path) => {
  await using served = await serve(scripted(() => ({ text: "Yes." })));

  expect((await served.get(path)).status).toBe(400);
});

test("what a home has not got is said to be not here", async () => {
  await using served = await serve(
    scripted(() => ({ text: "Yes." })),
    { home: { jobs: undefined } },
  );

  const got = await served.get("/api/jobs");

  expect(got.status).toBe(501);
  expect(await got.json()).toMatchObject({ error: { code: "API_NOT_HERE" } });
});

test("the metrics count what was asked and who was kept out, for whoever may see the home", async () => {
  await using served = await serve(scripted(() => ({ text: "Yes." })));
  await served.get("/api/sessions/nothing");
  await fetch(`${served.url}/api/sessions`);

  const text = await (await served.get("/metrics", { as: "read-only" })).text();

  expect(text).toContain('hermes_api_requests_total{route="/api/sessions/{id}",status="404"} 1');
  expect(text).toContain('hermes_api_refused_total{code="API_NO_TOKEN"} 1');
  expect(text).toMatch(/hermes_api_request_duration_seconds_count \d+/);
  expect((await served.get("/metrics", { as: "user" })).status).toBe(403);
});
