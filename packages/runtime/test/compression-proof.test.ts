/**
 * Sixty planted items of eight kinds (words, corrections among them, todo items, questions, approvals, files, commands, memory,
 * notices) over five compressions in the real store, with accounts of every quality. After each compression, and when
 * another runtime opens the session, everything is there or one handle away.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  anthropicMessages,
  bedrock,
  gemini,
  ollama,
  openaiChat,
  openaiResponses,
  scripted,
} from "@hermes/models";
import type { Message, Model, ModelRequest, ScriptedAnswer, ScriptedModel } from "@hermes/models";
import {
  startScriptedServer,
  validateChatRequest,
  validateConverseRequest,
  validateGeminiRequest,
  validateMessagesRequest,
  validateOllamaRequest,
  validateResponsesRequest,
} from "@hermes/models/testing";
import { ToolRegistry, allowAll } from "@hermes/registry";
import { sessionSearchTool } from "@hermes/state";
import type { State } from "@hermes/state";
import { describe, expect, test } from "vitest";
import type { AgentEvent } from "@hermes/agent-loop";
import type { OpenSession, OpenSessionOptions } from "../src/index.ts";
import { plantings } from "./support/planted-items.ts";
import type { Planting } from "./support/planted-items.ts";
import { runtimeIn } from "./support/scripted-runtime.ts";
import { temporaryPlace } from "./support/temporary-place.ts";

const accounts: Readonly<Record<string, (index: number) => ScriptedAnswer>> = {
  good: (index) => ({ text: `Up to here ${index} parts are done.` }),
  empty: () => ({ text: " " }),
  garbage: (index) =>
    index % 2 === 0
      ? { text: '\ud800}{\u0000[["todos":[' }
      : { calls: [{ name: "terminal", arguments: { command: "echo ran-0 >> ledger" } }] },
  oversized: () => ({ text: "blah ".repeat(40_000) }),
  failing: () => ({ error: new Error("500") }),
  slow: () => ({ text: "It took long.", delayMs: 20 }),
  hanging: () => ({ hang: true }),
};

describe("sixty planted items over five compressions", () => {
  test.each(["good", "empty", "garbage", "oversized", "failing", "slow"])(
    "all are there or one handle away, also when another runtime opens the session, with accounts that are %s",
    { timeout: 60_000 },
    async (kind) => {
      await using place = await temporaryPlace();
      const talk = new Talk(kind);
      const planted: Planting[] = [];
      const open: OpenSessionOptions = {
        approver: async ({ summary }) =>
          /part-[13]/.test(summary)
            ? { approved: false, reason: "Not that one." }
            : { approved: true, scope: "session" },
        clarifier: async ({ question }) => ({
          answered: true,
          answer: `answer ${/\d/.exec(question)?.[0]}`,
        }),
      };
      let id: string;
      let live: readonly Message[];
      {
        await using runtime = await runtimeIn(place, { model: talk.model });
        await using session = await runtime.openSession(open);
        const store = await runtime.store();
        for (const planting of plantings) {
          planted.push(planting);
          await plant(session, talk, planting, store);
          const before = store.messages(session.id).filter(({ fromCompression }) => !fromCompression);

          if (kind === "slow") await interrupt(session, talk);
          const requests = talk.model.requests.length;
          const events = await eventsOf(session.agent.compress());
          const tried = talk.model.requests.slice(requests).filter(isAccount);
          const again = await eventsOf(session.agent.compress());

          expect(events.filter(({ type }) => type === "compression")).toHaveLength(1);
          expect(tried.length).toBeLessThanOrEqual(2);
          expect(again.map(({ type }) => type)).toEqual(["warning"]);
          expect(store.messages(session.id).filter(({ fromCompression }) => !fromCompression)).toEqual(
            before,
          );
          await expectKept(session, { planted, store, newest: "And here?" });
        }
        id = session.id;
        live = [...session.agent.messages];
        expect(store.search('"Paint the hall red"').sessions[0]?.hits).toHaveLength(1);
        expect(store.exportSession(id, "jsonl")).not.toContain("What became of it is told below");
        expect(store.sessions.get(id)?.title).toContain("Paint the hall red");
      }

      await using runtime = await runtimeIn(place, { model: talk.model });
      await using session = await runtime.openSession({ ...open, resume: id });
      talk.answers.push({ calls: [{ name: "todo" }] }, { text: "There." });
      await session.agent.chat("What is left?");

      expect(session.agent.messages.slice(0, live.length)).toEqual(live);
      const list = session.agent.messages.findLast(({ role }) => role === "tool");
      expect(JSON.parse(list?.role === "tool" ? list.content : "{}").todos).toEqual([
        ...plantings.map((_, at) => ({ id: `t${at}`, content: `Part ${at}`, status: "completed" })),
        { id: "t5", content: "Part 5", status: "in_progress" },
      ]);
      await expectKept(session, { planted, store: await runtime.store(), newest: "What is left?" });
      const ledger = await readFile(join(place.project, "ledger"), "utf8");
      expect(ledger.trim().split("\n")).toEqual(plantings.map(({ ledgerLine }) => ledgerLine));
      const notes = await readFile(join(place.home, "memories", "USER.md"), "utf8");
      for (const { calls } of plantings) expect(notes).toContain(Object(calls.memory.arguments).content);
      await expectValidOnTheWire(session);
    },
  );
});

/** A model that follows the script, and gives accounts of one kind. */
class Talk {
  readonly answers: ScriptedAnswer[] = [];
  readonly model: ScriptedModel;
  #accounts = 0;
  /** What the person does while an account is written. */
  meanwhile: (() => void) | undefined;

  constructor(kind: string) {
    this.model = scripted(
      (request) => {
        if (isAccount(request)) {
          this.meanwhile?.();
          return accounts[this.meanwhile === undefined ? kind : "hanging"]?.(this.#accounts++) ?? {};
        }
        const savesFacts = JSON.stringify(request.messages.at(-1)).includes("is about to be shortened");
        return savesFacts ? { text: "nothing" } : (this.answers.shift() ?? { text: "Yes." });
      },
      { contextWindow: 200_000 },
    );
  }
}

function isAccount({ system }: ModelRequest): boolean {
  return system.startsWith("You write the account");
}

async function plant(session: OpenSession, talk: Talk, planting: Planting, store: State): Promise<void> {
  const { said, meanwhile, calls, notice, picture } = planting;
  const { agent } = session;
  await agent.chat(said[0]);
  talk.answers.push({ error: new Error("No answer.") });
  await eventsOf(agent.run(said[1]));
  await agent.chat(said[2]);
  store.journal.notices.record(session.id, { id: notice, source: "test", text: notice, at: Date.now() });
  talk.answers.push(
    { calls: [calls.write, calls.question] },
    { calls: [calls.read, calls.todo] },
    { calls: [calls.patch, calls.memory] },
    { calls: [calls.command, calls.process] },
    { calls: [calls.approval] },
    { text: "Part of it is done." },
  );
  let hasSaid = false;
  for await (const event of agent.run("Do the next part.")) {
    if (event.type !== "tool-call-start" || hasSaid) continue;
    hasSaid = agent.steer(meanwhile);
  }
  await agent.chat("What do you see here?");
  await eventsOf(
    agent.run([
      { type: "text", text: "And here?" },
      { type: "image", mediaType: "image/png", data: picture },
    ]),
  );
}

/** The person stops a compression whose account takes too long. */
async function interrupt(session: OpenSession, talk: Talk): Promise<void> {
  const before = [...session.agent.messages];
  const controller = new AbortController();
  talk.meanwhile = () => controller.abort();
  await eventsOf(session.agent.compress({ signal: controller.signal }));
  talk.meanwhile = undefined;
  expect(session.agent.messages).toEqual(before);
}

async function eventsOf(events: AsyncIterable<AgentEvent>): Promise<AgentEvent[]> {
  const all: AgentEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

/** Everything that was planted is in the live history, or behind a handle that it names. */
async function expectKept(
  { id, agent }: OpenSession,
  {
    planted,
    newest,
    store,
  }: { readonly planted: readonly Planting[]; readonly newest: string; readonly store: State },
): Promise<void> {
  const live = agent.messages.flatMap((message) => [...textsOf(message)]);
  const [summary] = agent.messages;
  const [, handle = ""] =
    /session_search\(recall: "([\d-]+)"\) gives/.exec(
      summary === undefined ? "" : textsOf(summary).join("\n"),
    ) ?? [];
  const behind = await recallAll(store, id, handle);
  const exact = new Set([...live, ...behind]);
  const steered = planted.map(({ meanwhile }) => `The user says while you work: ${meanwhile}`);
  const said = planted.flatMap((each) => each.said);

  expect(said.filter((words) => !exact.has(words))).toEqual([]);
  expect(steered.filter((note) => !exact.has(note))).toEqual([]);
  const all = [...exact].join("\n");
  expect(planted.flatMap(({ facts }) => facts).filter((fact) => !all.includes(fact))).toEqual([]);
  // Facts of the record need no handle, and neither do short words.
  const shown = live.join("\n");
  for (const { calls, said: words, meanwhile } of planted) {
    for (const each of [calls.write, calls.command, calls.approval]) {
      const { path, command } = Object(each.arguments);
      expect(shown).toContain(path ?? command);
    }
    for (const text of [...words, meanwhile])
      if (text.length < 400 && !text.startsWith("[Note from Hermes")) expect(shown).toContain(text);
  }
  if (planted.length > 1) expect(shown).toContain("refused: git push --force origin part-1");
  const words = agent.messages.filter(
    (message) => message.role === "user" && !textsOf(message)[0]?.startsWith("[Note from Hermes: Process"),
  );
  expect(words.at(-1)).toMatchObject({
    content: [{ text: newest }, ...(newest === "And here?" ? [{}] : [])],
  });
  // What a model wrote of it is never among the person's words.
  const own = words.flatMap((message) => (message.role === "user" ? message.content : []));
  expect(JSON.stringify(own)).not.toMatch(/Up to here|blah blah|It took long/);
}

function textsOf(message: Message): readonly string[] {
  if (message.role === "tool") return [message.content, ...(message.notes ?? [])];
  const parts = message.content.flatMap((part) =>
    part.type === "text" ? [part.text] : part.type === "tool-call" ? [part.arguments] : [],
  );
  return message.role === "user" ? [...parts, ...(message.notes ?? [])] : parts;
}

/** Every text behind a handle, put together from as many answers of the tool as it takes. */
async function recallAll(store: State, sessionId: string, handle: string): Promise<readonly string[]> {
  const registry = new ToolRegistry({ guard: allowAll });
  registry.register(sessionSearchTool(store));
  const texts = new Map<string, string>();
  let next: string | undefined = handle;
  for (let pages = 0; next !== undefined; pages++) {
    expect(pages).toBeLessThan(100);
    const origin = { platform: "cli", entryPoint: "cli" } as const;
    const context = { taskId: "t", sessionId, callId: "c", signal: new AbortController().signal, origin };
    // oxlint-disable-next-line no-await-in-loop -- one page names the next
    const { content, isError } = await registry.dispatch("session_search", { recall: next }, context);
    expect([isError, content.length < 16_000]).toEqual([false, true]);
    const page: Page = JSON.parse(content);
    for (const { message_id, text, notes = [], calls = [] } of page.messages)
      for (const [index, part] of [text, ...notes, ...calls.map((call) => call.arguments)].entries())
        texts.set(`${message_id} ${index}`, (texts.get(`${message_id} ${index}`) ?? "") + part);
    next = /"([^"]+)"/.exec(page.read_on ?? "")?.[1];
  }
  return [...texts.values()];
}

interface Page {
  readonly messages: readonly {
    readonly message_id: number;
    readonly text: string;
    readonly notes?: readonly string[];
    readonly calls?: readonly { readonly arguments: string }[];
  }[];
  readonly read_on?: string;
}

/** Every protocol takes the history as it is. */
async function expectValidOnTheWire({ agent }: OpenSession): Promise<void> {
  await using server = await startScriptedServer({ script: () => ({ text: "Fine." }) });
  const at = { model: "m", apiKey: "k" };
  const models: readonly Model[] = [
    openaiChat({ ...at, baseUrl: server.openaiUrl }),
    openaiResponses({ ...at, baseUrl: server.openaiUrl }),
    anthropicMessages({ ...at, baseUrl: server.url }),
    gemini({ ...at, baseUrl: server.url }),
    ollama({ ...at, baseUrl: server.url }),
    bedrock({ ...at, baseUrl: server.url, region: "us-east-1" }),
  ];
  const { system = "", tools = [] } = agent.head ?? {};
  for (const model of models)
    for await (const _ of model.stream(
      { system, tools, messages: agent.messages },
      { signal: new AbortController().signal },
    ));
  const validate: Readonly<Record<string, (body: unknown) => readonly string[]>> = {
    chat: validateChatRequest,
    responses: validateResponsesRequest,
    messages: validateMessagesRequest,
    gemini: validateGeminiRequest,
    ollama: validateOllamaRequest,
    converse: validateConverseRequest,
  };
  expect(server.requests).toHaveLength(models.length);
  expect(
    server.requests.flatMap(({ protocol, body }) => validate[protocol]?.(body) ?? [`Unknown: ${protocol}`]),
  ).toEqual([]);
}
