import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Message, ModelRequest } from "../src/index.ts";
import { brokenHistory, growingHistory, head } from "./support/histories.ts";
import { capturing, modelsUnderTest } from "./support/models.ts";
import { runs } from "./support/runs.ts";

/** What may stand after the last thing that was said: ends of values, a cache marker, settings of the request. */
const onlyEnd = /^(?:,?\{?"?cachePoint":\{"type":"default"\}\})?["}\]]*(?:,"[a-zA-Z_]+":.*)?$/s;

/** Marks move on, and are no part of what a provider keeps. */
function withoutMarks(body: string): string {
  return body.replaceAll(',"cache_control":{"type":"ephemeral"}', "");
}

function commonLength(left: string, right: string): number {
  let at = 0;
  while (at < left.length && left[at] === right[at]) at += 1;
  return at;
}

describe.each(modelsUnderTest)("$name", (under) => {
  test(
    "no history, however broken, makes a request that the provider would refuse",
    { timeout: 240_000 },
    async () => {
      const { body } = capturing(under);

      await fc.assert(
        fc.asyncProperty(head, brokenHistory(under.origin), async (rest, messages) => {
          expect(under.validate(await body({ ...rest, messages }))).toEqual([]);
        }),
        runs(10_000),
      );
    },
  );

  test("the request of a growing history only adds to the one before", { timeout: 240_000 }, async () => {
    const { body } = capturing(under);

    await fc.assert(
      fc.asyncProperty(head, growingHistory(under.origin), async (rest, steps) => {
        const messages: Message[] = [];
        let before: string | undefined;
        for (const step of steps) {
          messages.push(...step);
          const after = withoutMarks(await body({ ...rest, messages: [...messages] }));
          if (before !== undefined) expect(before.slice(commonLength(before, after))).toMatch(onlyEnd);
          before = after;
        }
      }),
      runs(2000),
    );
  });

  test(
    "what is kept from earlier requests gives the bytes of a request made from the start",
    { timeout: 240_000 },
    async () => {
      const kept = capturing(under);

      await fc.assert(
        fc.asyncProperty(head, brokenHistory(under.origin), async (rest, messages) => {
          for (let count = 1; count <= messages.length; count++) {
            const request: ModelRequest = { ...rest, messages: messages.slice(0, count) };
            expect(await kept.body(request)).toBe(await capturing(under).body(request));
          }
        }),
        runs(1000),
      );
    },
  );

  test("every word that was said or returned is in the request", async () => {
    const { body } = capturing(under);

    await fc.assert(
      fc.asyncProperty(head, brokenHistory(under.origin), async (rest, messages) => {
        const said = await body({ ...rest, messages });
        for (const word of wordsOf(messages)) expect(said).toContain(JSON.stringify(word).slice(1, -1));
      }),
      runs(2000),
    );
  });
});

function wordsOf(messages: readonly Message[]): string[] {
  const words: string[] = [];
  for (const message of messages) {
    if (message.role !== "assistant") words.push(...(message.notes ?? []));
    if (message.role === "tool") words.push(message.content);
    else for (const part of message.content) if (part.type === "text") words.push(part.text);
  }
  return words.filter((word) => word.trim() !== "" && !/\p{Surrogate}/u.test(word));
}
