import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fromAiSdk, fromAnthropicMessages, fromChatCompletions } from "../src/convert/index.ts";
import type { Message } from "../src/index.ts";
import { capturing, modelsUnderTest } from "./support/models.ts";
import { runs } from "./support/runs.ts";

const words = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 8 })
  .filter((text) => text.trim() !== "");

/** Conversations as a loop makes them. */
const conversation = fc
  .array(
    fc.record({
      ask: words,
      say: fc.option(words, { nil: undefined }),
      calls: fc.array(fc.tuple(fc.jsonValue(), fc.boolean()), { maxLength: 2 }),
      answer: words,
    }),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .map((turns) => {
    let count = 0;
    return turns.flatMap(({ ask, say, calls, answer }): Message[] => {
      const ids = calls.map(() => `call_${count++}`);
      const messages: Message[] = [{ role: "user", content: [{ type: "text", text: ask }] }];
      if (ids.length > 0)
        messages.push({
          role: "assistant",
          content: [
            ...(say === undefined ? [] : [{ type: "text", text: say } as const]),
            ...ids.map(
              (id, at) => ({ type: "tool-call", id, name: "look", arguments: `{"at":${at}}` }) as const,
            ),
          ],
          finishReason: "tool-calls",
        });
      for (const [at, id] of ids.entries())
        messages.push({
          role: "tool",
          callId: id,
          name: "look",
          content: JSON.stringify(calls[at]?.[0]),
        });
      messages.push({ role: "assistant", content: [{ type: "text", text: answer }], finishReason: "stop" });
      return messages;
    });
  });

describe("what our own requests say comes back as it was", () => {
  test.each([
    ["chat", fromChatCompletions],
    ["messages", fromAnthropicMessages],
  ] as const)("from %s", async (name, convert) => {
    const under = modelsUnderTest.find((model) => model.name === name);
    if (under === undefined) throw new Error(`No model under test is called ${name}.`);
    const { body } = capturing(under);

    await fc.assert(
      fc.asyncProperty(conversation, async (messages) => {
        const asked: Message[] = [...messages, { role: "user", content: [{ type: "text", text: "end" }] }];
        const sent = JSON.parse(await body({ system: "Be brief.", tools: [], messages: asked }));

        const converted = convert(sent.messages);

        expect(converted.messages).toEqual(asked);
        expect(converted.left).toEqual([]);
        if (name === "chat") expect(converted.system).toBe("Be brief.");
      }),
      runs(500),
    );
  });
});

test("whatever is given is converted or refused, and never something else", () => {
  const message = fc.record(
    {
      role: fc.constantFrom<unknown>("user", "assistant", "system", "tool", 1),
      content: fc.oneof(fc.string(), fc.array(fc.jsonValue()), fc.jsonValue()),
      parts: fc.array(fc.jsonValue()),
      tool_call_id: fc.string(),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(
      fc.constantFrom(fromChatCompletions, fromAnthropicMessages, fromAiSdk),
      fc.array(message),
      (convert, messages) => {
        try {
          convert(messages);
        } catch (error) {
          expect(error).toMatchObject({ code: "MODEL_MESSAGES_INVALID" });
        }
      },
    ),
    runs(300),
  );
});
