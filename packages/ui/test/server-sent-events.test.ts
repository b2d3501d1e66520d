import { expect, test } from "vitest";
import { serverSentEvents, toEventStream } from "../src/index.ts";
import { readEvents } from "./support/sse-client.ts";

async function listOf<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}

test("events are asked for as the client takes them, and none is buffered for a slow one", async () => {
  let made = 0;
  const response = serverSentEvents(async function* () {
    for (; made < 10_000; made++) yield { data: "x" };
  });

  const reader = response.body?.getReader();
  for (let count = 0; count < 5; count++) await reader?.read();

  expect(made).toBeLessThan(10);
  await reader?.cancel();
});

test("a silent source keeps its connection by comments, and loses no event by them", async () => {
  const said = Promise.withResolvers<void>();
  const response = serverSentEvents(
    async function* () {
      await said.promise;
      yield { data: "two\nlines", id: "7" };
    },
    { heartbeatMs: 5 },
  );
  const [watched, read] = response.body?.tee() ?? [];

  const { value } = (await watched?.getReader().read()) ?? {};
  said.resolve();

  expect(new TextDecoder().decode(value)).toBe(": still here\n\n");
  expect(await listOf(readEvents(new Response(read)))).toEqual([{ data: "two\nlines", id: "7" }]);
});

test("a client that goes ends the source, also one that waits", async () => {
  const left = Promise.withResolvers<string>();
  const response = serverSentEvents(
    async function* (signal) {
      yield { data: "1" };
      await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    },
    { onDisconnect: () => left.resolve("left") },
  );
  const reader = response.body?.getReader();
  await reader?.read();
  const waiting = reader?.read();

  await reader?.cancel();

  expect(await left.promise).toBe("left");
  expect((await waiting)?.done).toBe(true);
});

test("events of a follower carry their cursors as ids", async () => {
  const event = { type: "text-delta", text: "Hi" } as const;
  const response = toEventStream(async function* () {
    yield { cursor: "c1", event };
    yield event;
  });

  expect(await listOf(readEvents(response))).toEqual([
    { id: "c1", data: JSON.stringify(event) },
    { data: JSON.stringify(event) },
  ]);
});
