import fc from "fast-check";
import { expect, test } from "vitest";
import { personWithModel } from "./support/scripted-person.ts";
import { ask, readEvents, shown, startServing } from "./support/serving.ts";
import type { Json } from "./support/serving.ts";

const numRuns = process.env["HERMES_TEST_LONG"] === "1" ? 40 : 3;
const words = Array.from({ length: 60 }, (_, index) => `w${index} `);

test("killed in the middle of an answer and started again, it gives a reader that resumes every word once", async () => {
  await fc.assert(
    fc.asyncProperty(
      // Words that the model has sent at the kill, and how many of them the reader has.
      fc.integer({ min: 1, max: words.length - 1 }),
      fc.nat(),
      async (sent, taken) => {
        const person = await personWithModel(({ body }, index) => {
          const said = lastAnswer(body);
          if (index === 0) return { chunks: words.slice(0, sent), stall: "deltas" };
          return { chunks: words.slice(said.split(" ").filter(Boolean).length) };
        });
        const first = await startServing(person);
        const { port } = new URL(first.url);
        const started = await ask(first.url, "/api/runs", { input: "Count" });
        const had = words.slice(0, taken % sent).join("").length;
        const before = await readEvents(first.url, started.sessionId, {
          cursor: started.cursor,
          until: (events) =>
            events.at(-1).type === "request-start" ? had === 0 : shown(events).length >= had && had > 0,
        });
        await first.end("SIGKILL");

        const second = await startServing(person, ["--port", port]);
        const between = await readEvents(second.url, started.sessionId, { cursor: before.cursor });
        const again = await ask(second.url, "/api/runs", { sessionId: started.sessionId });
        const after = await readEvents(second.url, started.sessionId, { cursor: again.cursor });
        const { messages } = await ask(second.url, `/api/sessions/${started.sessionId}/messages`);
        await second.end("SIGTERM");

        const seen = shown([...before.events, ...between.events]) + shown(after.events);
        expect(between.events.at(-1)).toMatchObject({ type: "turn-end", reason: "interrupted" });
        expect(seen).toBe(words.join(""));
        expect(answersIn(messages)).toBe(words.join(""));
      },
    ),
    { numRuns, ...(numRuns === 3 ? { seed: 11 } : {}), endOnFailure: true },
  );
}, 300_000);

/** What the model has said so far, by what it is sent. */
function lastAnswer(body: Json): string {
  const said = body.messages.filter(({ role }: Json) => role === "assistant");
  return said.map(({ content }: Json) => textOf(content)).join("");
}

function answersIn(messages: readonly Json[]): string {
  return messages
    .map(({ message }) => (message.role === "assistant" ? textOf(message.content) : ""))
    .join("");
}

function textOf(content: Json): string {
  if (typeof content === "string") return content;
  return (content ?? []).map(({ text = "" }: Json) => text).join("");
}
