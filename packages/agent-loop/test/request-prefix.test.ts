import type { Message, Model } from "@hermes/models";
import { scripted } from "@hermes/models";
import { expect, test } from "vitest";
import { Agent, memoryJournal } from "../src/index.ts";
import type { AgentOptions, RequestPrefix, SessionJournal, StoredSession } from "../src/index.ts";
import { echoTool, modelOf, script, spyJournal } from "./support.ts";

/** Each turn is taken by an object of its own, as after a start of the program. */
async function turnsOf(
  turns: readonly Partial<AgentOptions>[],
  reread: (stored: StoredSession) => StoredSession = (stored) => stored,
): Promise<readonly RequestPrefix[]> {
  const inner = memoryJournal();
  const spied = spyJournal();
  const journal: SessionJournal = {
    ...inner,
    append(sessionId, entry, token) {
      spied.entries.push(entry);
      return inner.append(sessionId, entry, token);
    },
    async load(sessionId) {
      const stored = await inner.load(sessionId);
      return stored && reread(stored);
    },
  };
  for (const options of turns) {
    const model = script([{ calls: [{ name: "echo", arguments: { text: "a" } }] }, { text: "ok" }]);
    await new Agent({ model, tools: [echoTool()], journal, sessionId: "s1", ...options }).chat("go");
  }
  return spied.entries.flatMap((entry) => (entry.type === "message" ? (entry.prefix ?? []) : []));
}

const changes = (prefixes: readonly RequestPrefix[]): readonly string[] =>
  prefixes.map(({ change }) => change);

test("a conversation only goes on, also in the next process", async () => {
  const prefixes = await turnsOf([{}, {}]);

  expect(changes(prefixes)).toEqual(["first", "none", "none", "none"]);
  expect(prefixes.map(({ kept, added }) => [kept, added.length / 11])).toEqual([
    [0, 1],
    [1, 2],
    [3, 2],
    [5, 2],
  ]);
});

function like(changed: Partial<Model>): Model {
  const model = script([{ text: "ok" }]);
  return { ...modelOf((request, options) => model.stream(request, options)), ...changed };
}

test.each([
  ["model", { id: "one" }, { id: "other" }],
  ["provider", { provider: "one" }, { provider: "other", id: "other" }],
  ["settings", { cacheTtlMs: 300_000 }, { cacheTtlMs: 3_600_000 }],
] as const)("another %s is named", async (change, one, other) => {
  const prefixes = await turnsOf([{ model: like(one) }, { model: like(other) }]);

  expect(changes(prefixes)).toEqual(["first", change]);
});

test("another effort counts as another setting", async () => {
  const prefixes = await turnsOf([{ model: like({}) }, { model: like({}), reasoningEffort: "high" }]);

  expect(changes(prefixes)).toEqual(["first", "settings"]);
});

test("the order of fields and what is not sent make no difference", async () => {
  const turned = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(turned)
      : typeof value === "object" && value !== null
        ? Object.fromEntries(
            Object.entries(value)
              .toReversed()
              .map(([key, each]) => [key, turned(each)]),
          )
        : value;
  const noted = (message: Message): Message => ({ ...message, provenance: [{ source: "web" }] });

  const prefixes = await turnsOf([{}, {}], (stored) => ({
    ...stored,
    messages: stored.messages.map((message) => noted(turned(message) as Message)),
  }));

  expect(changes(prefixes)).toEqual(["first", "none", "none", "none"]);
});

test("a message that was changed meanwhile is named by its place", async () => {
  const prefixes = await turnsOf([{}, {}], (stored) => ({
    ...stored,
    messages: stored.messages.map((message) =>
      message.role === "tool" ? { ...message, content: "[redacted]" } : message,
    ),
  }));

  expect(prefixes[2]).toMatchObject({ change: "message", message: 3, kept: 2 });
  expect(prefixes[3]?.change).toBe("none");
});

test.each(["in the same process", "when the process ends before the next request"])(
  "a shortened history is named as such %s",
  async (when) => {
    const memory = memoryJournal();
    const prefixes: RequestPrefix[] = [];
    const journal: SessionJournal = {
      ...memory,
      append(sessionId, entry, token) {
        if (entry.type === "message" && entry.prefix !== undefined) prefixes.push(entry.prefix);
        return memory.append(sessionId, entry, token);
      },
    };
    const compressor: AgentOptions["compressor"] = {
      compress: async ({ messages, reason }) => (reason === "manual" ? messages.slice(-1) : undefined),
    };
    const model = scripted(() => ({ text: "ok" }));
    const open = (): Agent => new Agent({ model, journal, compressor, sessionId: "s1" });
    const first = open();
    await first.chat("one");
    for await (const _ of first.compress());

    await (when === "in the same process" ? first : open()).chat("two");

    expect(changes(prefixes)).toEqual(["first", "compression"]);
  },
);
