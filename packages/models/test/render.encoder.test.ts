import { expect, test } from "vitest";
import { openaiChat } from "../src/index.ts";
import type { Message, ModelRequest } from "../src/index.ts";
import { startScriptedServer } from "../src/testing/index.ts";
import { capturing, collect, modelsUnderTest, never } from "./support/models.ts";

const user = (text: string): Message => ({ role: "user", content: [{ type: "text", text }] });
const answer = (text: string): Message => ({ role: "assistant", content: [{ type: "text", text }] });
const tools: ModelRequest["tools"] = [];
const request = (...messages: Message[]): ModelRequest => ({ system: "s", tools, messages });

test("each message is serialized once, however long the conversation gets", async () => {
  const counted = { reads: 0 };
  const first: Message = {
    role: "user",
    get content() {
      counted.reads += 1;
      return [{ type: "text", text: "hi" }] as const;
    },
  };
  const model = openaiChat({
    model: "m",
    baseUrl: "http://127.0.0.1:9",
    fetch: async () => new Response(ok),
  });
  const messages: Message[] = [first];
  const readsPerRound: number[] = [];

  for (let round = 0; round < 4; round++) {
    const before = counted.reads;
    await collect(model.stream({ ...request(), messages }, { signal: never }));
    readsPerRound.push(counted.reads - before);
    messages.push(answer(`a${round}`), user(`u${round}`));
  }

  // What estimates the size of a prompt reads too, the same in every round; the renderer reads in the first alone.
  expect(readsPerRound.slice(2)).toEqual([readsPerRound[1], readsPerRound[1]]);
  expect(readsPerRound[0]).toBeGreaterThan(readsPerRound[1] ?? 0);
});

const ok = 'data: {"choices":[{"delta":{"content":"ok"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';

test("a request that is still under way is not changed by the next one of the same conversation", async () => {
  await using server = await startScriptedServer({
    script: (_, index) => (index < 2 ? { chunks: ["a"], stall: "deltas" } : {}),
  });
  const model = openaiChat({ model: "m", baseUrl: server.openaiUrl, retry: { retries: 0 } });
  const history = [user("one"), answer("two"), user("x".repeat(5_000_000))];
  const controller = new AbortController();

  const first = collect(model.stream(request(...history), { signal: controller.signal }));
  const second = collect(
    model.stream(request(...history, answer("four"), user("five")), { signal: controller.signal }),
  );
  await Promise.race([server.received(2), first, second]);
  controller.abort(new Error("seen"));

  await expect(first).rejects.toThrow("seen");
  await expect(second).rejects.toThrow("seen");
  const counts = server.requests.map(({ body }) =>
    Array.isArray(body["messages"]) ? body["messages"].length : 0,
  );
  expect(counts.toSorted()).toEqual([4, 6]);
});

test.each(modelsUnderTest)(
  "$name: conversations in turns, and one that goes back, keep apart",
  async (under) => {
    const { body } = capturing(under);
    const [one, two] = [user("one"), user("two")];
    const fork = answer("fork");

    const requests = [
      request(one),
      request(two),
      request(one, answer("1"), user("more")),
      request(one, fork, user("other")),
      request(two, answer("2"), user("more")),
      { ...request(one), system: "another" },
      request(one),
    ];

    for (const each of requests) expect(await body(each)).toBe(await capturing(under).body(each));
  },
);
