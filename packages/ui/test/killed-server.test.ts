import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AgentEvent } from "@hermes/agent-loop";
import { openState } from "@hermes/state";
import { expect, test } from "vitest";
import { keyOf, View } from "./support/reader.ts";
import { chatBody, readEvents, words } from "./support/sse-client.ts";
import { startChatServer } from "./support/start-server.ts";

test("a server is killed in the middle of an answer and started again: the client goes on at its cursor, and has what the journal has", async () => {
  const folder = await mkdtemp(join(tmpdir(), "ui-kill-"));
  const path = join(folder, "state.db");
  let server = await startChatServer(path);
  try {
    const posted = await fetch(`${server.url}/api/chat`, chatBody("s", words("Tell me the story.")));
    await posted.body?.cancel();
    const view = new View();
    let cursor: string | undefined;
    const read = async (until: (view: View, event: AgentEvent, count: number) => boolean): Promise<void> => {
      const headers = cursor === undefined ? {} : { "last-event-id": cursor };
      let count = 0;
      for await (const { id, data } of readEvents(
        await fetch(`${server.url}/api/chat/s/events`, { headers }),
      )) {
        const event = JSON.parse(data) as AgentEvent;
        view.take(event);
        cursor = id;
        if (until(view, event, ++count)) return;
      }
    };

    for (const cut of process.env["HERMES_TEST_LONG"] === "1" ? [28, 12, 3] : [28]) {
      // More than the journal has by then: it gets the text four times a second.
      await read((_, __, count) => count === cut);
      await server.kill();
      server = await startChatServer(path, server.port);
      // What is there of the answer that was cut off, and that it was.
      await read((now) => now.ended !== undefined);
      expect(view.ended).toBe("interrupted");
      view.ended = undefined;
      // A page that is loaded now has it too.
      const page = await (await fetch(`${server.url}/api/chat/s/messages`)).json();
      expect(page).toMatchObject({ messages: [{ role: "user" }, { role: "assistant" }], running: false });
      expect(JSON.stringify(page)).toContain("word0 word1 ");
      const again = await fetch(`${server.url}/api/chat`, {
        ...chatBody("s", []),
        body: JSON.stringify({
          id: "s",
          messages: [{ role: "user", parts: [] }],
          trigger: "regenerate-message",
        }),
      });
      expect(again.status).toBe(200);
      await again.body?.cancel();
    }
    await read((now) => now.ended !== undefined);
    await server.kill();

    expect(view.ended).toBe("answered");
    await using state = openState({ path });
    const messages = state.journal.load("s")?.messages ?? [];
    // A reader without a cursor begins behind the person's words.
    expect(["user Tell me the story.", ...view.messages]).toEqual(messages.map(keyOf));
    const told = messages.map((message) => (message.role === "assistant" ? keyOf(message) : "")).join("");
    expect(told.match(/word\d+/g)).toEqual(Array.from({ length: 60 }, (_, index) => `word${index}`));
  } finally {
    await server.kill();
    await rm(folder, { recursive: true, force: true });
  }
}, 30_000);
