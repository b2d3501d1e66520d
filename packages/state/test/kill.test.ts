import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { openState, type StoredSession } from "../src/index.ts";
import { runScript } from "./support/run-script.ts";
import { scriptedTurn } from "./support/scripted-turn.ts";
import { tempFolder } from "./support/temp-folder.ts";

const rounds = process.env["HERMES_TEST_LONG"] === "1" ? 40 : 6;
// Every round checks the whole file, which grows with each.
const timeout = rounds * 5_000;

test(
  "a process killed while it writes loses no acknowledged message, and the file stays sound",
  { timeout },
  async () => {
    const path = join(tempFolder(), "hermes.db");

    for (let round = 0; round < rounds; round++) {
      const session = `s${round}`;
      const script = runScript("append-entries.ts", path, session, "100000");
      // Somewhere in the middle of a write, each time after another number of them.
      await script.waitForLines(50 + round * 173);
      await script.kill();

      expect(integrityOf(path)).toBe("ok");
      await using state = openState({ path });
      const texts = (state.journal.load(session)?.messages ?? []).map((message) =>
        message.role === "tool"
          ? ""
          : message.content.map((part) => ("text" in part ? part.text.split(" ")[1] : "")).join(""),
      );
      expect(texts.slice(0, script.lines.length)).toEqual(script.lines);
      // At most the one that was written when the kill came, and not acknowledged any more.
      expect(texts.length).toBeLessThanOrEqual(script.lines.length + 1);
    }
  },
);

describe("a process killed after each step of a turn", () => {
  const steps = scriptedTurn();
  const points = steps.map((step, index) => ({ after: `${index + 1} ${step.type}`, count: index + 1 }));

  test.each(points)("leaves what was under way as it was: $after", async ({ count }) => {
    const path = join(tempFolder(), "hermes.db");
    const script = runScript("append-entries.ts", path, "s1", "turn", String(count));
    await script.waitForLines(count);
    await script.kill();

    expect(script.lines).toHaveLength(count);
    expect(integrityOf(path)).toBe("ok");
    await using state = openState({ path });
    const { messages, partial, startedCalls } = state.journal.load("s1") ?? {};
    expect({ messages, partial, startedCalls }).toEqual(expectedAfter(count));
  });

  /** The same turn, followed by hand. */
  function expectedAfter(count: number): Omit<StoredSession, "head"> {
    const messages = steps.slice(0, count).flatMap((step) => (step.type === "message" ? [step.message] : []));
    const partials: Record<number, string> = { 3: "Reading", 4: "Reading both.", 11: "They are" };
    const started: Record<number, readonly string[]> = { 6: ["c1"], 7: ["c1", "c2"], 8: ["c1"] };
    const text = partials[count];
    return {
      messages,
      partial: text === undefined ? undefined : { text, reasoning: count === 11 ? "hm" : "" },
      startedCalls: started[count] ?? [],
    };
  }
});

function integrityOf(path: string): unknown {
  const database = new Sqlite(path, { readonly: true });
  try {
    return database.pragma("integrity_check", { simple: true });
  } finally {
    database.close();
  }
}
