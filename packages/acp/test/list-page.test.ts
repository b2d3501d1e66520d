import { client, ndJsonStream } from "@agentclientprotocol/sdk";
import type { ClientContext } from "@agentclientprotocol/sdk";
import { PassThrough, Readable, Writable } from "node:stream";
import { expect, test } from "vitest";
import { serveAcp } from "../src/index.ts";
import type { AcpHome, ListedSession } from "../src/index.ts";

const kept = Array.from({ length: 101 }, (_, index): ListedSession => {
  return {
    id: `session-${index}`,
    folder: index % 2 === 0 ? "/even" : "/odd",
    title: "A title",
    lastActiveAt: index,
  };
});

const home: AcpHome = {
  readiness: async () => ({ ready: false, reason: "No model is chosen." }),
  open: () => Promise.reject(new Error("Nothing is opened here.")),
  list: async ({ folder, offset, limit }) =>
    kept.filter((each) => folder === undefined || each.folder === folder).slice(offset, offset + limit),
  delete: async () => undefined,
};

async function withEditor(work: (agent: ClientContext) => Promise<void>): Promise<void> {
  const [toAgent, toEditor] = [new PassThrough(), new PassThrough()];
  const { signal } = new AbortController();
  const onError = (error: unknown): void => expect.unreachable(String(error));
  const served = serveAcp({ home, version: "1.0.0", input: toAgent, output: toEditor, signal, onError });
  const input = Readable.toWeb(toEditor) as ReadableStream<Uint8Array>;
  await client({ name: "test" }).connectWith(ndJsonStream(Writable.toWeb(toAgent), input), async (agent) => {
    await agent.request("initialize", { protocolVersion: 1 });
    await work(agent);
  });
  toAgent.end();
  await served;
}

test("sessions are listed page by page, and the last page names no other", async () => {
  await withEditor(async (agent) => {
    const first = await agent.request("session/list", {});
    const second = await agent.request("session/list", { cursor: first.nextCursor ?? "" });
    const third = await agent.request("session/list", { cursor: second.nextCursor ?? "" });

    const pages = [first, second, third].map(({ sessions }) => sessions);
    expect(pages.map(({ length }) => length)).toEqual([50, 50, 1]);
    expect(pages.flat().map(({ sessionId }) => sessionId)).toEqual(kept.map(({ id }) => id));
    expect(third).not.toHaveProperty("nextCursor");
  });
});

test("a page is of one folder where one is named, and what names none is refused", async () => {
  await withEditor(async (agent) => {
    const odd = await agent.request("session/list", { cwd: "/odd" });

    expect(odd.sessions).toHaveLength(50);
    expect(odd).not.toHaveProperty("nextCursor");
    expect(odd.sessions[0]).toEqual({
      ...{ sessionId: "session-1", cwd: "/odd", title: "A title", updatedAt: "1970-01-01T00:00:00.001Z" },
    });
    const wrong = { code: -32602 };
    await expect(agent.request("session/list", { cursor: "-1" })).rejects.toMatchObject(wrong);
    await expect(agent.request("session/list", { cwd: "odd" })).rejects.toMatchObject(wrong);
  });
});
