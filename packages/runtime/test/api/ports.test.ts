import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { scripted } from "@hermes/models";
import { expect, test } from "vitest";
import type { ApiChoice } from "../../src/index.ts";
import { temporaryPlace } from "../support/temporary-place.ts";
import { jsonOf, say, serveApi } from "./support.ts";
import type { Json } from "./support.ts";

test("a session is listed, searched, paged, named, copied, exported and deleted", async () => {
  await using place = await temporaryPlace();
  await using served = await serveApi(place, { model: scripted(() => ({ text: "The wombat digs." })) });
  const id = await say(served, "What digs?");
  await say(served, "And then?", id);
  const path = `/api/sessions/${id}`;
  const page = async (query: string) => await jsonOf(served.get(`${path}/messages?${query}`));

  const newest = await page("limit=1");
  const before = await page(`limit=2&before=${newest.messages[0].id}`);
  const after = await page(`limit=5&after=${before.messages[0].id}`);
  expect(newest).toMatchObject({ earlier: 3, later: 0 });
  expect([before.messages.length, before.earlier, before.later]).toEqual([2, 1, 1]);
  expect(after.messages.map((each: Json) => each.id)).toEqual([before.messages[1].id, newest.messages[0].id]);

  const found = await jsonOf(served.get("/api/sessions/search?q=wombat"));
  expect(found.items[0].session.id).toBe(id);
  const named = await jsonOf(served.send(path, { title: "Digging" }, { method: "PATCH" }));
  expect(named.title).toBe("Digging");
  const copy = await jsonOf(served.send(`${path}/fork`, { before: 2 }));
  expect(copy).toMatchObject({ parentId: id, messageCount: 2, platform: "api", userId: "owner" });
  expect((await jsonOf(served.get(`${path}/export`))).text).toContain("The wombat digs.");
  const asJson = JSON.parse((await jsonOf(served.get(`${path}/export?format=json`))).text);
  expect(asJson.messages).toHaveLength(4);
  expect((await served.send(path, undefined, { method: "DELETE" })).status).toBe(200);
  expect((await served.get(path)).status).toBe(404);
});

test("a session in which a turn runs is not deleted", async () => {
  await using place = await temporaryPlace();
  await using served = await serveApi(place, { model: scripted([{ text: "On and on", hang: true }]) });
  const { sessionId } = await jsonOf(served.send("/api/runs", { input: "Go" }));

  const refused = await served.send(`/api/sessions/${sessionId}`, undefined, { method: "DELETE" });
  const stopped = await jsonOf(served.send(`/api/sessions/${sessionId}/stop`, {}));

  expect(refused.status).toBe(409);
  expect(stopped).toEqual({ stopped: true });
  expect((await jsonOf(served.get("/api/runs"))).items).toEqual([]);
});

test("sessions of requests that bring their history are not listed", async () => {
  await using place = await temporaryPlace();
  const model = scripted(() => ({ text: "Yes." }));
  await using served = await serveApi(place, { model });
  const messages = [
    { role: "user", content: "My name is Ann." },
    { role: "assistant", content: "Hello Ann." },
    { role: "user", content: "Do you know my name?" },
  ];

  const answer = await jsonOf(served.send("/v1/chat/completions", { model: "hermes", messages }));

  expect(answer.choices[0].message.content).toBe("Yes.");
  expect(model.requests[0]?.messages).toHaveLength(3);
  expect((await jsonOf(served.get("/api/sessions"))).items).toEqual([]);
});

test("a tool of the client is called, and the session goes on with what it gave", async () => {
  await using place = await temporaryPlace();
  const call = { name: "get_weather", arguments: { city: "Oslo" } };
  const model = scripted([{ calls: [call] }, { text: "It rains in Oslo." }]);
  await using served = await serveApi(place, { model });
  const fn = { name: "get_weather", description: "The weather.", parameters: { type: "object" } };
  const tools = [{ type: "function", function: fn }];
  const asked = [{ role: "user", content: "Weather?" }];

  const first = await jsonOf(
    served.send("/v1/chat/completions", { model: "hermes", messages: asked, tools }),
  );
  const { message, finish_reason } = first.choices[0];
  const result = { role: "tool", tool_call_id: message.tool_calls[0].id, content: '{"sky":"rain"}' };
  const messages = [...asked, message, result];
  const second = await jsonOf(served.send("/v1/chat/completions", { model: "hermes", messages, tools }));

  expect(finish_reason).toBe("tool_calls");
  expect(message.tool_calls[0].function.name).toBe("get_weather");
  expect(second.choices[0].message.content).toBe("It rains in Oslo.");
  expect(JSON.stringify(model.requests[1]?.messages)).toContain("rain");
  expect(model.requests[0]?.tools?.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["get_weather", "terminal"]),
  );
});

test("the same with responses that are kept, over a restart", async () => {
  await using place = await temporaryPlace();
  const call = { name: "get_weather", arguments: { city: "Oslo" } };
  const model = scripted([{ calls: [call] }, { text: "It rains." }]);
  const tools = [{ type: "function", name: "get_weather", parameters: { type: "object" } }];
  let first: Json;
  {
    await using served = await serveApi(place, { model });
    first = await jsonOf(served.send("/v1/responses", { model: "hermes", input: "Weather?", tools }));
  }
  await using served = await serveApi(place, { model });
  const { call_id } = first.output.find((item: Json) => item.type === "function_call");

  const second = await jsonOf(
    served.send("/v1/responses", {
      ...{ model: "hermes", tools, previous_response_id: first.id },
      input: [{ type: "function_call_output", call_id, output: "rain" }],
    }),
  );

  expect(second.output.at(-1).content[0].text).toBe("It rains.");
  expect((await jsonOf(served.get(`/v1/responses/${second.id}`))).status).toBe("completed");
});

test("a tool of the client with the name of one of ours is refused", async () => {
  await using place = await temporaryPlace();
  await using served = await serveApi(place, { model: scripted([]) });
  const tools = [{ type: "function", function: { name: "terminal", parameters: { type: "object" } } }];
  const messages = [{ role: "user", content: "Hi" }];

  const refused = await served.send("/v1/chat/completions", { model: "hermes", messages, tools });

  expect(refused.status).toBe(400);
  expect((await jsonOf(refused)).error.message).toContain("terminal");
});

test("memory is written in the person's name, with a receipt, and taken back", async () => {
  await using place = await temporaryPlace();
  await using served = await serveApi(place, { model: scripted([]) });

  const written = await jsonOf(served.send("/api/memory", { target: "user", content: "Likes tea." }));
  const read = await jsonOf(served.get("/api/memory/user"));
  const full = await served.send("/api/memory", { target: "user", content: "x".repeat(9_000) });
  const reverted = await jsonOf(served.send(`/api/memory/changes/${written.changeId}/revert`, {}));

  expect(read.entries).toMatchObject([{ entry: "Likes tea.", by: "person", changeId: written.changeId }]);
  expect([full.status, (await jsonOf(full)).error.code]).toEqual([422, "MEMORY_REFUSED"]);
  expect(reverted.change).toBe("reverted");
  expect((await jsonOf(served.get("/api/memory/user"))).entries).toEqual([]);
});

test("a job is made, changed, paused, asked for and removed", async () => {
  await using place = await temporaryPlace();
  await using served = await serveApi(place, { model: scripted([]) });

  const made = await jsonOf(
    served.send("/api/jobs", { name: "news", schedule: "every 2h", prompt: "News?" }),
  );
  const path = `/api/jobs/${made.id}`;
  const edited = await jsonOf(served.send(path, { prompt: "Any news?" }, { method: "PATCH" }));
  const paused = await jsonOf(served.send(`${path}/pause`, {}));
  const run = await jsonOf(served.send(`${path}/run`, {}));
  const bad = await served.send("/api/jobs", { name: "x", schedule: "whenever", prompt: "?" });

  expect(made).toMatchObject({ name: "news", state: "active", madeBy: "person" });
  expect([edited.prompt, paused.state, run.state]).toEqual(["Any news?", "paused", "waiting"]);
  expect([bad.status, (await jsonOf(bad)).error.code]).toEqual([422, "CRON_SCHEDULE"]);
  expect((await served.send(path, undefined, { method: "DELETE" })).status).toBe(200);
  expect((await jsonOf(served.get("/api/jobs"))).items).toEqual([]);
});

test("settings are listed without secrets, checked before they are written, and taken back", async () => {
  await using place = await temporaryPlace();
  await using served = await serveApi(place, { model: scripted([]) }, {});
  const put = async (key: string, value: unknown) =>
    await served.send(`/api/settings/${key}`, { value }, { method: "PUT" });

  const set = await jsonOf(put("agent.max_turns", 7));
  await put("model.api_key", "sk-secret-0123456789");
  const bad = await put("agent.max_turns", "many");
  const unknown = await put("agent.no_such", 1);
  const listed = await jsonOf(served.get("/api/settings"));

  expect(set).toMatchObject({ key: "agent.max_turns", value: 7, isSet: true });
  expect([bad.status, unknown.status]).toEqual([422, 422]);
  expect(JSON.stringify(listed)).not.toContain("sk-secret");
  expect(listed.items.find(({ key }: Json) => key === "model.api_key")).toMatchObject({
    isSet: true,
    isSecret: true,
  });
  const config = join(place.home, "config.yaml");
  expect(await readFile(config, "utf8")).toContain("max_turns: 7");
  await served.send("/api/settings/agent.max_turns", undefined, { method: "DELETE" });
  expect(await readFile(config, "utf8")).not.toContain("max_turns");
});

test("rules are added, explained and removed, and the mode is switched", async () => {
  await using place = await temporaryPlace();
  await using served = await serveApi(place, { model: scripted([]) });
  const rule = { effect: "deny", rule: "terminal(git push*)" };
  const explain = async () => await jsonOf(served.send("/api/permissions/explain", { command: "git push" }));

  await served.send("/api/permissions/rules", rule);
  const denied = await explain();
  await served.send("/api/permissions/mode", { mode: "plan" }, { method: "PUT" });
  const now = await jsonOf(served.get("/api/permissions"));
  const bad = await served.send("/api/permissions/mode", { mode: "wild" }, { method: "PUT" });
  const removed = await served.send("/api/permissions/rules", rule, { method: "DELETE" });

  expect(denied).toMatchObject({ verdict: "deny", rule: "terminal(git push*)" });
  expect([now.mode, now.rules.length]).toEqual(["plan", 1]);
  expect([bad.status, removed.status]).toEqual([422, 200]);
  expect((await jsonOf(served.get("/api/permissions"))).rules).toEqual([]);
});

test("skills, models, usage, processes and the gateway are told", async () => {
  await using place = await temporaryPlace();
  const info = { state: "running", platforms: [{ name: "telegram", state: "up" }] } as const;
  const gateway: ApiChoice["gateway"] = {
    info: async () => await Promise.resolve(info),
    log: async () => await Promise.resolve(["It starts."]),
    pairings: async () => await Promise.resolve({ pending: [], approved: [] }),
    approve: async () => await Promise.resolve(),
    revoke: async () => await Promise.resolve(false),
  };
  await using served = await serveApi(place, { model: scripted(() => ({ text: "Hello." })) }, { gateway });
  await say(served, "Hi");

  const models = await jsonOf(served.get("/api/models"));
  expect(models.items).toMatchObject([{ model: "scripted", isChosen: true }]);
  expect((await jsonOf(served.get("/api/usage"))).calls).toBe(1);
  expect((await jsonOf(served.get("/api/processes"))).items).toEqual([]);
  expect((await jsonOf(served.get("/api/skills"))).items).toEqual([]);
  expect(await jsonOf(served.get("/api/gateway"))).toMatchObject(info);
  expect((await jsonOf(served.get("/api/gateway/log"))).lines).toEqual(["It starts."]);
});

test("tokens of others are kept as hashes, for the owner alone, and count from the next start on", async () => {
  await using place = await temporaryPlace();
  const file = (name: string): string => join(place.home, "credentials", name);
  let removed = "";
  {
    await using served = await serveApi(place, { model: scripted([]) });
    const tokens = await served.runtime.apiTokens();
    expect((await served.get("/api/whoami", served.tokens.user)).status).toBe(200);
    await expect(tokens.add("user", "owner")).rejects.toMatchObject({ code: "API_TOKEN_TAKEN" });
    await expect(tokens.add("../x", "owner")).rejects.toMatchObject({ code: "API_TOKEN_NAME" });
    expect(await readFile(file("api-tokens.json"), "utf8")).not.toContain(served.tokens.user);
    removed = served.tokens.user;
    expect([await tokens.remove("user"), await tokens.remove("user")]).toEqual([true, false]);
  }
  await using served = await serveApi(place, { model: scripted([]) });

  expect((await served.get("/api/whoami", removed)).status).toBe(401);
  const modes = await Promise.all(
    ["api-token", "api-tokens.json"].map(async (name) => (await stat(file(name))).mode),
  );
  expect(modes.map((mode) => mode & 0o777)).toEqual([0o600, 0o600]);
});

test("an answer that reaches the length which the client has named ends there", async () => {
  await using place = await temporaryPlace();
  const model = scripted(() => ({ text: "Once upon a time", finishReason: "length" }));
  await using served = await serveApi(place, { model });
  const messages = [{ role: "user", content: "Tell me a story." }];

  const answer = await jsonOf(
    served.send("/v1/chat/completions", { model: "hermes", messages, max_tokens: 4 }),
  );

  expect(answer.choices[0]).toMatchObject({
    finish_reason: "length",
    message: { content: "Once upon a time" },
  });
  expect(model.requests.map(({ maxOutputTokens }) => maxOutputTokens)).toEqual([4]);
});
