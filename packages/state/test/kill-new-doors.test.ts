import { join } from "node:path";
import { Agent } from "@hermes/agent-loop";
import type { Message } from "@hermes/agent-loop";
import { expect, test } from "vitest";
import { openState } from "../src/index.ts";
import { runScript } from "./support/run-script.ts";
import { tempFolder } from "./support/temp-folder.ts";
import { before, person, turns } from "./support/turns-to-die-in.ts";

const long = process.env["HERMES_TEST_LONG"] === "1";

/** Calls without their one result right behind them. */
function unanswered(messages: readonly Message[]): readonly string[] {
  const waiting: string[] = [];
  const wrong: string[] = [];
  for (const message of messages) {
    if (message.role === "tool") {
      if (waiting.shift() !== message.callId) wrong.push(message.callId);
    } else if (waiting.length > 0) wrong.push(...waiting.splice(0));
    if (message.role === "assistant")
      waiting.push(...message.content.flatMap((part) => (part.type === "tool-call" ? [part.id] : [])));
  }
  return [...wrong, ...waiting];
}

test.each(["adopt", "repair"] as const)(
  "a process that is killed at any entry of a turn (%s) leaves a session that goes on, on the new side of the change",
  { timeout: 60_000 },
  async (name) => {
    // The last one of the short run is in the middle: behind the head, or between the try and the repair.
    const places = long ? Array.from({ length: 40 }, (_, index) => index + 1) : [1, 3];
    for (const place of places) {
      const path = join(tempFolder(), "hermes.db");
      {
        await using state = openState({ path });
        const first = new Agent({
          ...before(),
          journal: state.journal,
          sessionId: "s1",
        });
        if (name === "adopt") await first.chat("Begin.");
        await first.close();
      }
      const script = runScript("die-at-entry.ts", path, name, String(place));
      // oxlint-disable-next-line no-await-in-loop -- one process after the other
      const code = await script.ended();
      await using state = openState({ path });
      const again = new Agent({
        ...turns[name](),
        journal: state.journal,
        approvals: state.approvals,
        sessionId: "s1",
      });
      const { resumed } = await again.open();
      expect([resumed, unanswered(again.messages)]).toEqual([true, []]);
      if (name === "adopt") expect(again.head?.system).toBe("You are v2.");
      if (code === 0) return;
      const asks = name === "adopt" ? {} : { output: person };
      const isUnderWay =
        JSON.stringify(again.messages).includes("And now?") && again.messages.at(-1)?.role !== "assistant";
      for await (const event of isUnderWay ? again.continue(asks) : again.run("And now?", asks))
        if (event.type === "turn-end") {
          expect(event.reason).toBe("answered");
          if (name === "repair") expect(event.output).toEqual({ age: 36 });
        }
      expect(unanswered(again.messages)).toEqual([]);
      expect(state.journal.load("s1")?.messages).toEqual(again.messages);
      await again.close();
    }
  },
);
