import { expect } from "vitest";
import { scripted } from "@hermes/models";
import type { Message, ScriptedAnswer, ScriptedModel, UserMessage } from "@hermes/models";
import { assertStablePrefix } from "@hermes/models/testing";
import { z } from "zod";
import { createCompressor } from "../src/compression/index.ts";
import type { CompressorOptions } from "../src/compression/index.ts";
import { Agent, createClarifyTool, createTodoList, createTodoTool, defineTool } from "../src/index.ts";
import type { AgentEvent, TodoList, Tool } from "../src/index.ts";
import { echoTool, expectValid, spyJournal } from "./support.ts";
import type { SpyJournal } from "./support.ts";

export const contextWindow = 8_000;
export const long = (seed: string, chars = 2_400): string =>
  `${seed} `.repeat(Math.ceil(chars / (seed.length + 1)));

/** Reads and writes files by their self-description; the text of a file is made of its name. */
export const read: Tool = defineTool({
  name: "read",
  toolset: "test",
  description: "Reads.",
  input: z.object({ path: z.string(), offset: z.number().default(1) }),
  action: { name: "file.read", summary: "read", readOnly: true },
  argument: ({ path }) => ({ kind: "path", paths: [{ path, access: "read" }] }),
  execute: async ({ path }) => ({ text: long(path) }),
});
export const write: Tool = defineTool({
  name: "write",
  toolset: "test",
  description: "Writes.",
  input: z.object({ path: z.string() }),
  action: { name: "file.write", summary: "write" },
  argument: ({ path }) => ({ kind: "path", paths: [{ path, access: "write" }] }),
  execute: async ({ path }) => ({ written: path }),
});
export const run: Tool = defineTool({
  name: "run",
  toolset: "test",
  description: "Runs.",
  input: z.object({ command: z.string() }),
  action: { name: "terminal.run", summary: "run" },
  argument: ({ command }) => ({ kind: "command", text: command }),
  execute: async ({ command }) => ({ output: long(`out of ${command}`, 900) }),
});

export interface TalkOptions {
  readonly compressor?: CompressorOptions;
  readonly journal?: SpyJournal;
  readonly tools?: readonly Tool[];
  readonly window?: number;
  /** What the model answers; asked for an account it answers with `account`. */
  readonly answers: ScriptedAnswer[];
  readonly account?: (request: string, index: number) => ScriptedAnswer;
}

export interface Talk {
  readonly agent: Agent;
  readonly model: ScriptedModel;
  readonly journal: SpyJournal;
  readonly todo: TodoList;
  /** What models were asked for accounts. */
  readonly asked: readonly string[];
}

/** A conversation whose window is small. Every request must extend the one before it, except after a compression. */
export function talk({
  compressor = {},
  journal = spyJournal(),
  tools,
  answers,
  account,
  window,
}: TalkOptions): Talk {
  let accounts = 0;
  const asked: string[] = [];
  const model = scripted(
    (request) => {
      if (!isAccount(request)) return answers.shift() ?? { text: "Done." };
      const text = JSON.stringify(request.messages);
      asked.push(text);
      return account?.(text, accounts++) ?? { text: `Account ${++accounts}.` };
    },
    { contextWindow: window ?? contextWindow },
  );
  const todo = createTodoList();
  const all = tools ?? [
    ...[read, write, run, echoTool(), createTodoTool(todo)],
    createClarifyTool(async ({ question }) => ({ answered: true, answer: `Answer to ${question}` })),
  ];
  const agent = new Agent({
    ...{ model, tools: all, journal, sessionId: "s1", todo, prompt: "Be brief." },
    maxRounds: 400,
    compressor: createCompressor({ timeoutMs: 2_000, ...compressor }),
  });
  return { agent, model, journal, todo, asked };
}

export function isAccount({ system }: { readonly system: string }): boolean {
  return system.startsWith("You write the account");
}

/** Fails where a request neither extends the last one nor begins with the history of a compression. */
export function expectEpochs(model: ScriptedModel, journal: SpyJournal): void {
  const epochs = journal.entries.flatMap((entry) => (entry.type === "compression" ? [entry.messages] : []));
  let epoch: ScriptedModel["requests"][number][] = [];
  for (const request of model.requests.filter((each) => !isAccount(each))) {
    expectValid(request.messages);
    const begins = epochs.find((messages) => same(request.messages.slice(0, messages.length), messages));
    if (begins !== undefined) {
      epochs.splice(0, epochs.indexOf(begins) + 1);
      epoch = [];
    }
    assertStablePrefix([...epoch, request].slice(-2));
    epoch.push(request);
  }
  expect(epochs).toEqual([]);
}

export function same(one: readonly Message[], other: readonly Message[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export function compressions(journal: SpyJournal): (readonly Message[])[] {
  return journal.entries.flatMap((entry) => (entry.type === "compression" ? [[...entry.messages]] : []));
}

export function warningsIn(events: readonly AgentEvent[]): string[] {
  return events.flatMap((event) => (event.type === "warning" ? [event.code] : []));
}

/** Everything that a message shows. */
export function shown(message: Message | undefined): string {
  if (message === undefined) return "";
  const parts =
    message.role === "tool"
      ? [message.content]
      : message.content.map((part) => ("text" in part ? part.text : ""));
  return [...parts, ...(message.role === "assistant" ? [] : (message.notes ?? []))].join("\n");
}

export type Archive = NonNullable<CompressorOptions["archive"]> & {
  readonly original: (id: number) => Message | undefined;
};

/** Numbers everything that was ever said, as a store does. */
export function archiveOf(journal: SpyJournal): Archive {
  const originals = (): Message[] =>
    journal.entries.flatMap((entry) => (entry.type === "message" ? [entry.message] : []));
  return {
    tool: "echo",
    argument: "recall",
    original: (id) => originals()[id - 1],
    async liveIds() {
      const all = originals();
      const place = journal.entries.findLastIndex(({ type }) => type === "compression");
      const last = journal.entries[place];
      const after = journal.entries
        .slice(place + 1)
        .flatMap((entry) => (entry.type === "message" ? [entry.message] : []));
      return [...(last?.type === "compression" ? last.messages : []), ...after].map((message) => {
        const id = all.findIndex((each) =>
          message.role === "tool"
            ? each.role === "tool" && each.callId === message.callId
            : same([each], [message]),
        );
        return {
          role: message.role,
          ...(message.role === "tool" ? { callId: message.callId } : {}),
          ...(id < 0 ? {} : { id: id + 1 }),
        };
      });
    },
  };
}

/** Whether some handle of the summary, a number or a range, leads to the words. */
export function isOneHandleAway(summary: string, words: string, { original }: Archive): boolean {
  const handles = [
    ...summary.matchAll(/(?:recall: "|message )(\d+)(?:-(\d+))?(?:"| of the record)|\[Message (\d+)/g),
  ];
  return handles.some(([, from = "", to = from, single = ""]) => {
    const [first, last] = single === "" ? [Number(from), Number(to)] : [Number(single), Number(single)];
    for (let id = first; id <= last; id++) if (shown(original(id)).includes(words)) return true;
    return false;
  });
}

export function user(text: string): UserMessage {
  return { role: "user", content: [{ type: "text", text }] };
}

export function answer(text: string): Message {
  return { role: "assistant", content: [{ type: "text", text }], finishReason: "stop" };
}

export async function journalWith(messages: readonly Message[]): Promise<SpyJournal> {
  const journal = spyJournal();
  const head = { id: "s1", system: "Be brief.", tools: [], model: "m", platform: "library", startedAt: 0 };
  await journal.create(head);
  for (const message of messages) await journal.append("s1", { type: "message", message, at: 0 });
  return journal;
}
