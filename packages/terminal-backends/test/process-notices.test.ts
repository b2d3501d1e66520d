import { describe, expect, test, vi } from "vitest";
import { startProcess, taskId, untilValue } from "./background-process.ts";
import { openTools } from "./open-tools.ts";
import type { OpenTools } from "./open-tools.ts";

describe.concurrent("notices", () => {
  const textsOf = (place: OpenTools) => place.processes.notices(taskId).map(({ text }) => text);

  test("the end of a process is reported once, with its exit code and last output", async () => {
    await using place = await openTools();
    await startProcess(place, "sleep 0.3; echo done; exit 4", { notify_on_complete: true });
    const texts = await untilValue(
      () => textsOf(place),
      (found) => found.length > 0,
    );

    expect(texts).toEqual([
      "Process p1, notice 1: `sleep 0.3; echo done; exit 4` has ended, exit code 4.\n| done",
    ]);
    await place.processes.delivered(taskId, ["p1.1"]);
    expect(textsOf(place)).toEqual([]);
  });

  test("an end that the model has seen is not reported again", async () => {
    await using place = await openTools();
    const waited = await startProcess(place, "sleep 0.3", { notify_on_complete: true });
    await place.call("process", { action: "wait", session_id: waited });
    const killed = await startProcess(place, "sleep 30", { notify_on_complete: true });
    await place.call("process", { action: "kill", session_id: killed });
    await place.call("terminal", { command: "exit 3", background: true, notify_on_complete: true });

    expect(textsOf(place)).toEqual([]);
  });

  test("a line is recognised although it comes in pieces, and matches in between are one notice", async () => {
    await using place = await openTools();
    await startProcess(place, "printf 'rea'; sleep 0.3; printf 'dy now\\nother\\nready again\\n'; sleep 30", {
      watch_patterns: ["ready"],
    });

    await untilValue(
      () => place.processes.notices(taskId),
      ([notice]) => notice?.text.endsWith("was watched for.\n| ready now\n| ready again") === true,
    );
  });

  test("what comes after a notice was handed out is a notice of its own", async () => {
    await using place = await openTools();
    const id = await startProcess(place, "echo hit 1; read x; echo hit 2; sleep 30", {
      watch_patterns: ["hit"],
    });
    await untilValue(
      () => textsOf(place),
      (found) => found.length === 1,
    );
    await place.call("process", { action: "submit", session_id: id });
    const texts = await untilValue(
      () => textsOf(place),
      (found) => found.length === 2,
    );

    expect(texts).toEqual([
      expect.stringMatching(/\| hit 1$/),
      expect.stringMatching(/notice 2.*\n\| hit 2$/),
    ]);
  });

  test("a flood of matches is one short notice", async () => {
    await using place = await openTools();
    const id = await startProcess(place, "sleep 0.3; seq 1 5000 | sed 's/^/hit /'", {
      watch_patterns: ["hit"],
    });
    await place.call("process", { action: "wait", session_id: id });
    const [text = "", ...others] = textsOf(place);

    expect(others).toEqual([]);
    expect(text).toMatch(/\| hit 20\n\(and 4980 more such lines\)$/);
  });
});

// The clock is everybody's, so this one is alone.
describe("notices by the clock", () => {
  test("a process is reported at intervals until it ends, and only the newest note is kept", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      let now = 1_000_000;
      await using place = await openTools({ now: () => now });
      const textsOf = () => place.processes.notices(taskId).map(({ text }) => text);
      const pass = (seconds: number) => {
        now += seconds * 1_000;
        vi.advanceTimersByTime(seconds * 1_000);
      };
      expect(
        await place.call("terminal", { command: "true", background: true, check_interval: 29 }),
      ).toHaveProperty("error", expect.stringContaining("check_interval"));
      const id = await startProcess(place, "read -r x; echo $x; read -r x", { check_interval: 30 });

      pass(29);
      const early = textsOf();
      pass(1);
      await place.call("process", { action: "submit", session_id: id, data: "halfway" });
      pass(30);
      const unread = place.processes.notices(taskId);
      await place.processes.delivered(
        taskId,
        unread.map((notice) => notice.id),
      );
      pass(60);
      const later = textsOf();
      await place.call("process", { action: "submit", session_id: id });
      await place.call("process", { action: "wait", session_id: id });
      pass(60);

      expect(early).toEqual([]);
      expect(unread.map(({ text }) => text)).toEqual([
        expect.stringMatching(/^Process p1, notice 2: .* still runs after 60 s\.\n\| halfway$/),
      ]);
      expect(later).toHaveLength(1);
      expect(later[0]).toMatch(/notice 4: .* still runs after 120 s\./);
      expect(textsOf()).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });
});
