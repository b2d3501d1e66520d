import { expect, test } from "vitest";
import { Agent, memoryJournal } from "../src/index.ts";
import type { JournalEntry, SessionJournal, Tool } from "../src/index.ts";
import { collect } from "../src/testing/index.ts";
import { echoTool, endOf, expectValid, script } from "./support.ts";

const echo = (text: string) => ({ name: "effect", arguments: { text } });
const steps = [
  { text: "First one thing.", calls: [echo("a")] },
  { text: "Then two at once.", calls: [echo("b"), echo("c")] },
  { calls: [{ name: "alone", arguments: { text: "d" } }, echo("e")] },
  { text: "All is done." },
];

/** Goes by what the history says, as a model does. */
function worker() {
  return script(({ messages }) => {
    const whole = messages.filter(
      (message) => message.role === "assistant" && message.finishReason !== undefined,
    );
    return steps[whole.length] ?? { text: "Nothing left." };
  });
}

/** Everything the process does after its death fails; what was written before stays. */
function mortal(inner: SessionJournal, diesAt: number): SessionJournal & { written(): number } {
  let entries = 0;
  return {
    create: (head, messages) => inner.create(head, messages),
    load: (sessionId) => inner.load(sessionId),
    append(sessionId: string, entry: JournalEntry) {
      if (entries >= diesAt) throw new Error("dead");
      entries++;
      return inner.append(sessionId, entry);
    },
    written: () => entries,
  };
}

test("wherever the process dies, the resumed session reaches the same end and no call runs twice", async () => {
  const whole = mortal(memoryJournal(), Number.POSITIVE_INFINITY);
  await new Agent({ model: worker(), tools: toolsThat(new Map()), journal: whole }).chat("go");

  for (let diesAt = 1; diesAt < whole.written(); diesAt++) {
    const journal = memoryJournal();
    const effects = new Map<string, number>();
    const tools = toolsThat(effects);
    const first = new Agent({ model: worker(), tools, journal: mortal(journal, diesAt), sessionId: "s1" });
    await expect(collect(first.run("go"))).rejects.toThrow("dead");

    const second = new Agent({ model: worker(), tools, journal, sessionId: "s1" });
    const { resumed } = await second.open();
    expectValid(second.messages);
    const isDone = second.messages.at(-1)?.role === "assistant";
    if (!isDone)
      expect(endOf(await collect(second.continue()))).toMatchObject({
        reason: "answered",
        text: "All is done.",
      });

    expect(resumed).toBe(true);
    expect(second.messages.at(-1)).toMatchObject({ content: [{ type: "text", text: "All is done." }] });
    expect([...effects.values()].every((times) => times === 1)).toBe(true);
    expectValid(second.messages);
  }
});

/** Tools that count how often each call had its effect. */
function toolsThat(effects: Map<string, number>): readonly Tool[] {
  const counting = (name: string, concurrency: Tool["concurrency"]): Tool => ({
    ...echoTool({ concurrency }),
    name,
    execute: async (_value, { callId }) => {
      effects.set(callId, (effects.get(callId) ?? 0) + 1);
      return { done: callId };
    },
  });
  return [counting("effect", "parallel"), counting("alone", "exclusive")];
}
