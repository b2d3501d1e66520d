import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openState, type State } from "../src/index.ts";
import { entry, user } from "./support/entries.ts";
import { tempFolder } from "./support/temp-folder.ts";

describe("another import", () => {
  test("of a session that went on both here and there keeps both, and can be repeated", async () => {
    const path = join(tempFolder(), "trip.jsonl");
    transcript(path, "to Rome?", "Yes.");
    await using state = openState({ path: ":memory:" });
    await state.importOriginal(path);
    state.journal.append("trip", entry(user("by train, said here")));

    transcript(path, "to Rome?", "Yes.", "by ship, said there", "Fine.");
    expect(await state.importOriginal(path)).toMatchObject({ sessions: 1, messages: 2, skipped: [] });
    transcript(path, "to Rome?", "Yes.", "by ship, said there", "Fine.", "when?");
    expect(await state.importOriginal(path)).toMatchObject({ sessions: 1, messages: 1 });
    expect(await state.importOriginal(path)).toMatchObject({ sessions: 0, messages: 0 });

    expect(liveTexts(state, "trip")).toEqual(["to Rome?", "Yes.", "by train, said here"]);
    expect(liveTexts(state, "trip-original")).toEqual([
      "to Rome?",
      "Yes.",
      "by ship, said there",
      "Fine.",
      "when?",
    ]);
    // What both have in common is stored once.
    expect(state.messages("trip-original")).toHaveLength(3);
    expect(state.sessions.get("trip-original")).toMatchObject({
      parentId: "trip",
      title: "to Rome? (continued in the original)",
    });
  });

  test("of a source that was rewritten keeps what was there, and takes the new from where they part", async () => {
    const path = join(tempFolder(), "trip.jsonl");
    transcript(path, "to Rome?", "Yes.", "by ship", "No.");
    await using state = openState({ path: ":memory:" });
    await state.importOriginal(path);

    transcript(path, "to Rome?", "Yes.", "on foot");
    await state.importOriginal(path);
    transcript(path, "to Rome?", "Yes.", "by car");
    await state.importOriginal(path);
    expect(await state.importOriginal(path)).toMatchObject({ messages: 0 });

    expect(liveTexts(state, "trip")).toEqual(["to Rome?", "Yes.", "by ship", "No."]);
    expect(liveTexts(state, "trip-original")).toEqual(["to Rome?", "Yes.", "on foot"]);
    expect(liveTexts(state, "trip-original-2")).toEqual(["to Rome?", "Yes.", "by car"]);
  });

  test("that was stopped within a long session goes on there", async () => {
    const path = join(tempFolder(), "long.jsonl");
    const texts = Array.from({ length: 1_000 }, (_, n) => `message ${n}`);
    transcript(path, ...texts);
    await using state = openState({ path: ":memory:" });
    const stop = new AbortController();
    const running = state.importOriginal(path, { signal: stop.signal });
    while (state.messages("long").length === 0) await new Promise((next) => setImmediate(next));
    stop.abort("enough");
    await expect(running).rejects.toBe("enough");
    const before = state.messages("long").length;
    expect(before).toBeLessThan(1_000);

    expect(await state.importOriginal(path)).toMatchObject({ messages: 1_000 - before });

    expect(liveTexts(state, "long")).toEqual(texts);
  });

  test("of what was redacted here does not bring it back", async () => {
    const path = join(tempFolder(), "leak.jsonl");
    transcript(path, "the key is hunter2hunter2", "Noted.");
    await using state = openState({ path: ":memory:" });
    await state.importOriginal(path);
    await state.redact("hunter2hunter2");

    transcript(path, "the key is hunter2hunter2", "Noted.", "thanks");
    expect(await state.importOriginal(path)).toMatchObject({ messages: 1 });

    expect(liveTexts(state, "leak")).toEqual(["the key is [redacted]", "Noted.", "thanks"]);
    expect(state.sessions.list()).toHaveLength(1);
  });

  test("goes on after a name that is given", async () => {
    const folder = tempFolder();
    for (const name of ["a", "b", "c"]) transcript(join(folder, `${name}.jsonl`), `hello ${name}`);
    await using state = openState({ path: ":memory:" });

    await state.importOriginal(folder, { after: join(folder, "a.jsonl") });
    expect(state.sessions.list().map(({ id }) => id)).toEqual(["c", "b"]);
    await state.importOriginal(folder, { after: join(folder, "gone.jsonl") });

    expect(state.sessions.list()).toHaveLength(3);
  });
});

/** What a model gets of a session, in short. */
function liveTexts(state: State, id: string): readonly string[] {
  return (state.journal.load(id)?.messages ?? []).map((message) =>
    message.role === "tool"
      ? message.content
      : message.content.map((part) => ("text" in part ? part.text : "")).join(""),
  );
}

function transcript(path: string, ...texts: readonly string[]): void {
  const lines = texts.map((content, index) =>
    JSON.stringify({ role: index % 2 === 0 ? "user" : "assistant", content }),
  );
  writeFileSync(path, `${lines.join("\n")}\n`);
}
