import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { scripted } from "@hermes/models";
import { startScriptedServer, type ScriptedServer } from "@hermes/models/testing";
import { openState, type SessionRecord } from "@hermes/state";
import { expect, test } from "vitest";
import { runtimeIn } from "../support/scripted-runtime.ts";
import { temporaryPlace, type TemporaryPlace } from "../support/temporary-place.ts";

/** The person's settings name a small model for a task. */
async function auxiliaryModel(place: TemporaryPlace, task: string, server: ScriptedServer): Promise<void> {
  await mkdir(place.home, { recursive: true });
  const lines = ["auxiliary:", `  ${task}:`, `    base_url: ${server.openaiUrl}`, "    model: small", ""];
  await writeFile(join(place.home, "config.yaml"), lines.join("\n"));
}

/** One session from its start to its end. */
async function talk(place: TemporaryPlace, question: string, answer: string): Promise<SessionRecord> {
  let id = "";
  {
    await using runtime = await runtimeIn(place, { model: scripted([{ text: answer }]) });
    await using session = await runtime.openSession();
    await session.agent.chat(question);
    id = session.id;
  }
  return stored(place, id);
}

async function stored(place: TemporaryPlace, id: string): Promise<SessionRecord> {
  await using state = openState({ path: join(place.home, "hermes.db") });
  const record = state.sessions.get(id);
  if (record === undefined) throw new Error(`The session ${id} is not stored.`);
  return record;
}

test.each([
  ["Hi there! Please fix the login in auth.ts. It fails since Monday.", "Please fix the login in auth.ts"],
  ["Hello", "Hello"],
  ["你好！帮我修复数据库连接。谢谢", "帮我修复数据库连接"],
  ["what is\nsix times seven?", "What is six times seven?"],
  ["# Bug report\n\nThe **server** crashes with `ENOENT`.", "The server crashes with ENOENT"],
  ["```\nTypeError: x is undefined\n```\nWhat does this mean?", "What does this mean?"],
  ["```sh\nmake all\n```", "Make all"],
  ["Fix /home/ann/work/shop/src/cart.ts, please!", "Fix cart.ts, please!"],
  ["Read https://www.example.com/a/b/guide?lang=en#top now.", "Read example.com/guide now"],
  ["> We ship on Friday.\n\nIs that still so?", "Is that still so?"],
  ["Python, Go or Rust for a small tool?", "Python, Go or Rust for a small tool?"],
  [`Tell me ${"something ".repeat(20)}`, "Tell me something something something something something…"],
])("without an auxiliary model the title comes from the text: %j", async (question, title) => {
  await using place = await temporaryPlace();

  expect(await talk(place, question, "Yes.")).toMatchObject({ title });
});

test("a title that another conversation has gets a number", async () => {
  await using place = await temporaryPlace();

  const titles = [];
  // oxlint-disable-next-line no-await-in-loop -- one after another
  for (const _ of [1, 2, 3]) titles.push((await talk(place, "What does this do?", "Much.")).title);

  expect(titles).toEqual(["What does this do?", "What does this do? (2)", "What does this do? (3)"]);
});

test("the auxiliary model titles the session after its first answer, and its cost is recorded", async () => {
  await using place = await temporaryPlace();
  await using server = await startScriptedServer({
    script: [{ text: '**Title: "Broken harbour cranes"**' }],
  });
  await auxiliaryModel(place, "title", server);
  await using runtime = await runtimeIn(place, { model: scripted([{ text: "Yes." }, { text: "No." }]) });
  await using session = await runtime.openSession();

  await session.agent.chat("Why do they stand still?");
  const store = await runtime.store();
  await expect.poll(() => store.sessions.get(session.id)?.title).toBe("Broken harbour cranes");
  await session.agent.chat("Really?");

  expect(server.requests).toHaveLength(1);
  expect(store.search("cranes").sessions).toMatchObject([{ aboutMatches: true }]);
  expect(store.usage.sums({ by: "purpose" })).toMatchObject([{ key: "" }, { key: "title", calls: 1 }]);
  expect(runtime.warnings).toEqual([]);
});

test("a slow auxiliary model delays neither the answer nor the end, and a chosen title stays", async () => {
  await using place = await temporaryPlace();
  await using server = await startScriptedServer({ script: () => new Promise(() => undefined) });
  await auxiliaryModel(place, "title", server);
  await using runtime = await runtimeIn(place, { model: scripted([{ text: "Yes." }]) });
  const session = await runtime.openSession();

  expect(await session.agent.chat("Are you there?")).toBe("Yes.");
  await server.received(1);
  const store = await runtime.store();
  store.sessions.setTitle(session.id, "Mine");
  await session[Symbol.asyncDispose]();

  expect(store.sessions.get(session.id)?.title).toBe("Mine");
  expect(runtime.warnings).toEqual([]);
});

test("a failing auxiliary model is reported once, and the title comes from the text", async () => {
  await using place = await temporaryPlace();
  await using server = await startScriptedServer({
    script: () => ({ status: 401, body: '{"error":{"message":"wrong key"}}' }),
  });
  await auxiliaryModel(place, "title", server);
  await using runtime = await runtimeIn(place, { model: scripted([{ text: "Yes." }, { text: "Yes." }]) });
  const store = await runtime.store();
  for (const question of ["Hi! One?", "Hi! Two?"]) {
    const session = await runtime.openSession();
    await session.agent.chat(question);
    await expect.poll(() => store.sessions.get(session.id)?.title).toBe(question.slice(4));
    await session[Symbol.asyncDispose]();
  }

  expect(runtime.warnings).toEqual([expect.stringContaining("The model for the title")]);
});

test("when a session ends, its question, outcome and keywords are stored and found", async () => {
  await using place = await temporaryPlace();

  const { id, summary, keywords } = await talk(
    place,
    "The gateway in src/gateway/retry.ts drops messages when the gateway restarts. Why does the gateway do that?",
    "The queue was kept in memory. I moved the queue to disk and wrote a test; the gateway keeps messages now.",
  );

  expect(summary).toContain("drops messages when the gateway restarts");
  expect(summary).toContain("I moved the queue to disk");
  expect(keywords.slice(0, 5)).toEqual(expect.arrayContaining(["src/gateway/retry.ts", "gateway", "queue"]));
  for (const filler of ["the", "when", "and"]) expect(keywords).not.toContain(filler);
  await using state = openState({ path: join(place.home, "hermes.db") });
  expect(state.search("queue gateway retry.ts").sessions).toMatchObject([
    { session: { id }, aboutMatches: true },
  ]);
});

test.each([
  ["Russian", "Почему база данных теряет соединение после перезапуска? База данных важна для меня.", "база"],
  ["Chinese", "为什么数据库重启以后连接超时？数据库的连接很重要。", "数据"],
  ["Japanese", "データベースの接続がタイムアウトします。データベースを直してください。", "データベース"],
  ["Arabic", "لماذا تفقد قاعدة البيانات الاتصال بعد إعادة التشغيل؟ الاتصال مهم.", "الاتصال"],
  [
    "German",
    "Warum verliert die Datenbank die Verbindung? Die Datenbank ist wichtig und die Verbindung auch.",
    "datenbank",
  ],
])("keywords are found in %s", async (_language, question, word) => {
  await using place = await temporaryPlace();

  const { keywords } = await talk(place, question, "OK.");

  expect(keywords.slice(0, 4)).toContain(word);
});

test("the auxiliary model's summary and keywords are stored where one is configured", async () => {
  await using place = await temporaryPlace();
  await using server = await startScriptedServer({
    script: [
      { text: "The cranes stood still.\nA fuse was replaced.\n\nKeywords: cranes, fuse, **harbour**." },
    ],
  });
  await auxiliaryModel(place, "summary", server);

  expect(await talk(place, "Why?", "A fuse.")).toMatchObject({
    summary: "The cranes stood still. A fuse was replaced.",
    keywords: ["cranes", "fuse", "harbour"],
  });
});

test("a conversation that is closed again after its store says nothing and does nothing", async () => {
  await using place = await temporaryPlace();
  const runtime = await runtimeIn(place, { model: scripted([{ text: "Yes." }]) });
  const session = await runtime.openSession();
  await session.agent.chat("Are you there?");
  await runtime[Symbol.asyncDispose]();

  await session[Symbol.asyncDispose]();

  expect(runtime.warnings).toEqual([]);
  expect((await stored(place, session.id)).summary).toBe("Are you there? → Yes.");
});

test("a session without answers gets no summary, and one whose process died gets it when it is resumed", async () => {
  await using place = await temporaryPlace();
  await using state = openState({ path: join(place.home, "hermes.db") });
  const head = { system: "x", tools: [], model: "m", platform: "cli", cwd: place.project, startedAt: 1 };
  state.journal.create({ ...head, id: "died" });
  state.journal.create({ ...head, id: "silent" });
  const said = (role: "user" | "assistant", text: string) =>
    ({ type: "message", message: { role, content: [{ type: "text", text }] }, at: 2 }) as const;
  for (const id of ["died", "silent"]) state.journal.append(id, said("user", "Where is the lighthouse?"));
  state.journal.append("died", said("assistant", "On the cliff."));

  await using runtime = await runtimeIn(place, { model: scripted([]) });
  for (const resume of ["died", "silent"]) {
    await using session = await runtime.openSession({ resume });
    expect(session.resumed).toBe(true);
  }

  expect(state.sessions.get("died")?.summary).toBe("Where is the lighthouse? → On the cliff.");
  expect(state.sessions.get("silent")?.summary).toBeUndefined();
});
