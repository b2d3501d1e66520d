import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { AgentEvent } from "@hermes/agent-loop";
import { findProfileJail } from "@hermes/jail";
import { scripted } from "@hermes/models";
import type { Message, ToolCallPart } from "@hermes/models";
import { testContext } from "@hermes/registry/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { homeSpeaker, homeTranscriber } from "../src/index.ts";
import type { Runtime } from "../src/index.ts";
import { requestOf, runtimeIn } from "./support/scripted-runtime.ts";
import { temporaryPlace } from "./support/temporary-place.ts";
import type { TemporaryPlace } from "./support/temporary-place.ts";

const source = join(import.meta.dirname, "plugins", "every-provider");
/** In a jail where this machine has one. */
const isHeld = await hasJail();

async function hasJail(): Promise<boolean> {
  const { jail } = await findProfileJail();
  jail?.close();
  return jail !== undefined;
}

/** A home with the plug-in, which each test has a copy of: an installation starts a process. */
let installed: TemporaryPlace;

beforeAll(async () => {
  installed = await temporaryPlace();
  await using runtime = await runtimeIn(installed);
  const plugins = await runtime.plugins();
  const { digest } = await plugins.look(source);
  await plugins.install(source, { digest, source, isHeld }, { signal: AbortSignal.timeout(60_000) });
}, 90_000);

afterAll(async () => await installed[Symbol.asyncDispose]());

async function placeWith(config: string): Promise<TemporaryPlace> {
  const place = await temporaryPlace();
  await cp(installed.home, place.home, { recursive: true });
  await writeFile(join(place.home, "config.yaml"), config);
  return place;
}

async function eventsOf(events: AsyncIterable<AgentEvent>): Promise<readonly AgentEvent[]> {
  const all: AgentEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

async function eventsOfTurn(runtime: Runtime, words: string): Promise<readonly AgentEvent[]> {
  await using session = await runtime.openSession();
  return await eventsOf(session.agent.run(words));
}

async function callOf(
  runtime: Runtime,
  name: string,
  args: object,
): Promise<Readonly<Record<string, unknown>>> {
  const tools = await runtime.tools();
  const { content } = await tools.dispatch(name, args, testContext());
  return JSON.parse(content);
}

test("a model of a plug-in calls a tool, answers with its result, and costs nothing that is known", async () => {
  await using place = await placeWith("model: {provider: parrot}\n");
  await using runtime = await runtimeIn(place);

  const events = await eventsOfTurn(
    runtime,
    'use todo {"todos":[{"id":"1","content":"tea","status":"pending"}]}',
  );

  const end = events.at(-1);
  expect(end).toMatchObject({ type: "turn-end", reason: "answered", rounds: 2 });
  expect(end).toMatchObject({
    text: expect.stringMatching(/^It gave: .*tea/),
    usage: { inputTokens: 14, outputTokens: 6 },
  });
  expect(end).not.toHaveProperty("usage.costUsd");
  expect(runtime.warnings).toEqual([]);
});

test("a stream of a plug-in that breaks is tried once more, and then another model answers", async () => {
  const fallback = "fallback_providers: [{provider: parrot, model: green}]";
  await using place = await placeWith("model: {provider: parrot}\n");
  await using alone = await runtimeIn(place);
  const broken = await eventsOfTurn(alone, "break");
  const unfinished = await eventsOfTurn(alone, "endless");
  const noise = await eventsOfTurn(alone, "rubbish");
  await using other = await placeWith(`model: {provider: parrot}\n${fallback}\n`);
  await using chain = await runtimeIn(other);
  const switched = await eventsOfTurn(chain, "break");

  const restarts = (events: readonly AgentEvent[]) =>
    events.filter(({ type }) => type === "text-restart").length;
  expect([broken, unfinished, noise].map(restarts)).toEqual([1, 1, 0]);
  expect(broken.at(-1)).toMatchObject({
    ...{ type: "turn-end", reason: "model-error" },
    error: {
      message: expect.stringContaining("the line is dead"),
      hint: expect.stringContaining('The plug-in "every-provider" gives this model'),
    },
  });
  expect(unfinished.at(-1)).toMatchObject({
    error: { message: expect.stringContaining("without `finish`") },
  });
  expect(noise.at(-1)).toMatchObject({ error: { code: "MODEL_BAD_REQUEST" } });
  expect(switched.at(-1)).toMatchObject({ reason: "answered", text: "You said: break" });
});

test("models of plug-ins are listed, found as PROVIDER/ID, chosen for a session, and take part in side tasks", async () => {
  await using place = await placeWith(
    "model: {provider: parrot}\nauxiliary: {title: {provider: parrot, model: green}}\n",
  );
  await using runtime = await runtimeIn(place);
  await using session = await runtime.openSession();
  const models = await runtime.models();

  const listed = await models.list({ offline: true });
  const green = await models.find("parrot/green");
  const used = await models.choose(session.id, green);
  const title = await runtime.auxiliaryModel("title");
  const misspelt = models.find("parrot/gren", { provider: "parrot" });

  expect(listed.slice(0, 2).map(({ provider, model, isChosen }) => [provider, model, isChosen])).toEqual([
    ["parrot", "grey", true],
    ["parrot", "green", false],
  ]);
  expect(used).toMatchObject({ model: "green", provider: "parrot", contextWindow: 8_000 });
  expect(title).toMatchObject({ id: "green", provider: "parrot" });
  await expect(misspelt).rejects.toMatchObject({ code: "RUNTIME_UNKNOWN_MODEL" });
  expect(await runtime.modelStatus()).toMatchObject([{ model: "grey", baseUrl: "plug-in every-provider" }]);
});

test("the memory of a plug-in recalls with each turn and is told of it, and the doctor asks it", async () => {
  const model = scripted([{ text: "Tea it is." }]);
  await using place = await placeWith("memory: {provider: elephant}\n");
  await using runtime = await runtimeIn(place, { model });

  const [used] = await (await runtime.plugins()).used();
  // Who answers too late is not waited for: its process is there before the turn.
  await used?.running.describe({ signal: AbortSignal.timeout(60_000) });

  await eventsOfTurn(runtime, "What do I drink?");
  const found = await runtime.diagnose();

  expect(JSON.stringify(requestOf(model, 0).messages)).toContain("The person likes tea.");
  const turns = await readFile(join(place.home, "plugin-data", "every-provider", "turns.txt"), "utf8");
  expect(turns).toBe("What do I drink? -> Tea it is.\n");
  expect(found).toContainEqual({ name: "external memory", status: "ok", message: "elephant answers" });
});

test("web_search asks the search of a plug-in that is named, without its markup", async () => {
  await using place = await placeWith("web: {search_backend: library}\n");
  await using runtime = await runtimeIn(place);

  const found = await callOf(runtime, "web_search", { query: "tea", limit: 2 });

  expect(found).toMatchObject({ success: true });
  expect(JSON.stringify(found)).toContain('"title":"tea 0"');
  expect(JSON.stringify(found)).toContain("https://library.example/1");
});

test("a plug-in speaks and transcribes, for the tool and for a home", async () => {
  await using place = await placeWith("tts: {provider: beeper}\nstt: {provider: listener}\n");
  await using runtime = await runtimeIn(place);
  const loaded = await place.settings();
  const plugins = async () => await (await runtime.plugins()).used();
  const { signal } = new AbortController();

  const { file_path: path } = await callOf(runtime, "text_to_speech", { text: "Good *morning*" });
  const speaker = await homeSpeaker(loaded, plugins);
  const transcribe = await homeTranscriber(loaded, plugins);

  expect(await readFile(String(path), "utf8")).toBe("RIFF Good morning");
  expect(speaker.missing).toBeUndefined();
  expect(await transcribe?.({ path: String(path) }, { signal })).toBe("wav: RIFF Good morning");
});

const said = (text: string): Message => ({ role: "user", content: [{ type: "text", text }] });
const call: ToolCallPart = { type: "tool-call", id: "c1", name: "todo", arguments: "{}" };
const yes: Message = {
  role: "assistant",
  content: [{ type: "text", text: "Yes." }],
  finishReason: "stop",
};
const history: readonly Message[] = [
  said("tea and ".repeat(900)),
  { role: "assistant", content: [call], finishReason: "tool-calls" },
  {
    ...{ role: "tool", callId: "c1", name: "todo", content: "{}" },
    provenance: [{ source: "web", name: "tea.example" }],
  },
  ...[yes, said("And milk?"), yes, said("Sugar?"), yes],
];

async function compressed(
  runtime: Runtime,
  focus?: string,
): Promise<{ readonly events: readonly AgentEvent[]; readonly messages: readonly Message[] }> {
  await using session = await runtime.openSession({ messages: history });
  const events = await eventsOf(session.agent.compress({ focus }));
  return { events, messages: session.agent.messages };
}

const accountant = scripted(
  ({ system }) => ({ text: system.startsWith("You write the account") ? "Tea." : "nothing" }),
  { contextWindow: 128_000 },
);

test("a context engine shortens a conversation, and what it was told by others stays theirs", async () => {
  await using place = await placeWith("compression: {engine: scissors}\n");
  await using runtime = await runtimeIn(place, { model: accountant });

  const { events, messages } = await compressed(runtime);

  expect(events.map(({ type }) => type)).toEqual(["compression-start", "compression"]);
  expect(messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
  expect(messages[0]).toMatchObject({
    content: [{ text: expect.stringContaining("Earlier things were said.") }],
    provenance: [{ source: "web", name: "tea.example" }],
  });
  expect(messages[1]).toEqual(history.at(-1));
});

test("a history of an engine that can't go on is warned of, and the usual way is taken", async () => {
  await using place = await placeWith("compression: {engine: rubbish}\n");
  await using runtime = await runtimeIn(place, { model: accountant });
  const problems = {
    "begins late": "it does not begin with a message of the user",
    "loses a result": "the call new lost its result",
    "loses the last result": "the call new lost its result",
    "loses a call": "the result of new has no call before it",
    "repeats a call": "the call new is there twice",
    "is longer": "it is not shorter",
    "is empty": "Too small",
    "is no list": "Invalid input",
    "has another role": "Invalid",
    "has a part of a provider": "Invalid",
    throws: "It cut itself.",
  };

  const found = new Map<string, readonly AgentEvent[]>();
  for (const focus of Object.keys(problems)) {
    // oxlint-disable-next-line no-await-in-loop -- one process makes them all
    found.set(focus, (await compressed(runtime, focus)).events);
  }

  const warnings = [...found].map(([focus, events]) => [
    focus,
    events.flatMap((event) => (event.type === "warning" ? [event.message] : [])).join(" "),
  ]);
  expect(Object.fromEntries(warnings)).toEqual(
    Object.fromEntries(
      Object.entries(problems).map(([focus, problem]) => [focus, expect.stringContaining(problem)]),
    ),
  );
  expect([...found.values()].map((events) => events.at(-1)?.type)).toEqual(
    Object.keys(problems).map(() => "compression"),
  );
  expect((await compressed(runtime, "nothing of it")).messages).toEqual(history);
});

test("a name that nobody provides is told with the way to plug-ins", async () => {
  const config = [
    "model: {provider: pigeon}\nmemory: {provider: goldfish}\nweb: {search_backend: cellar}",
    "tts: {provider: gong}\nstt: {provider: wall}\ncompression: {engine: axe}\n",
  ].join("\n");
  await using place = await placeWith(config);
  await using runtime = await runtimeIn(place);
  const loaded = await place.settings();
  const { signal } = new AbortController();

  const [status] = await runtime.modelStatus();
  const found = await runtime.diagnose();
  const memory = found.find(({ name }) => name === "external memory");
  const chosen = found.filter(({ name, status: of }) => name === "plugins" && of === "warning");
  const search = await callOf(runtime, "web_search", { query: "tea" });
  const speech = await callOf(runtime, "text_to_speech", { text: "Hello" });
  const transcribe = await homeTranscriber(loaded);

  expect(status).toMatchObject({ reason: 'There is no provider named "pigeon".' });
  expect(chosen.map(({ message }) => message.split(",")[0])).toEqual([
    'web.search_backend is "cellar"',
    'tts.provider is "gong"',
    'stt.provider is "wall"',
    'compression.engine is "axe"',
  ]);
  const told = [status, memory, search, speech, ...chosen].map((each) => JSON.stringify(each));
  for (const each of told) expect(each).toContain("hermes plugins list");
  expect(told[2]).toContain("cellar");
  await expect(transcribe?.({ path: join(place.home, "a.ogg") }, { signal })).rejects.toThrow(
    "hermes plugins list",
  );
});
