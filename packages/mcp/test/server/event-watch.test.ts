import { createHermesServer } from "../../src/server/index.ts";
import type { ConversationsPort, EventPlace, HermesServerPorts } from "../../src/server/index.ts";
import { Client } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { expect, test } from "vitest";

const unused = async (): Promise<never> => {
  throw new Error("Nobody asks for it here.");
};

/** Events that a test makes, and how often it was looked for them. */
function eventPorts(): HermesServerPorts & { looks: number; happen(): void } {
  let last = 0;
  const conversation = {
    ...{ id: "s1", title: "", platform: "cli", model: "", startedAt: 0, lastActiveAt: 0, messageCount: 0 },
  };
  const ports = {
    looks: 0,
    happen: () => void (last += 1),
    conversations: { get: async () => conversation, list: unused } as unknown as ConversationsPort,
    events: {
      async place(): Promise<EventPlace> {
        ports.looks += 1;
        return { message: last, approval: 0 };
      },
      async after({ message: after }: EventPlace) {
        const events = Array.from({ length: last - after }, (_, index) => ({
          type: "message" as const,
          conversationId: "s1",
          message: {
            ...{ id: after + index + 1, role: "user" as const, text: "Hi", at: 0 },
            ...{ toolCalls: [], attachments: 0, sources: [] },
          },
        }));
        return { events, place: { message: last, approval: 0 } };
      },
    },
    approvals: { listOpen: unused, answer: unused },
    agent: { ask: unused },
    redactor: async () => (text: string) => text,
  };
  return ports;
}

async function clientOf(ports: HermesServerPorts): Promise<Client> {
  const factory = await createHermesServer(ports, { version: "1.0.0" });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await (await factory({ era: "legacy" })).connect(ours);
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(theirs);
  return client;
}

test("one look serves all who wait, and nobody looks while nobody waits", async () => {
  const ports = eventPorts();
  const client = await clientOf(ports);
  const wait = async () =>
    await client.callTool({ name: "events_wait", arguments: { after_cursor: "m0a0", timeout_ms: 10_000 } });

  const waiting = Promise.all(Array.from({ length: 20 }, wait));
  await client.ping();
  ports.happen();
  const answers = await waiting;
  const looks = ports.looks;
  await client.callTool({ name: "events_wait", arguments: { after_cursor: "m0a0" } });

  for (const answer of answers) expect(answer).toMatchObject({ structuredContent: { cursor: "m1a0" } });
  // At once, and after each half a second: not for each of the twenty.
  expect(looks).toBeLessThan(5);
  expect(ports.looks).toBe(looks);
  await client.close();
});
