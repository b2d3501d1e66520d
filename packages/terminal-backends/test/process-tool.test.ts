import { describe, expect, test } from "vitest";
import { ProcessTable, createLocalBackend } from "../src/index.ts";
import { memoryRecords } from "../src/processes/process-record.ts";
import { startProcess, taskId, untilValue } from "./background-process.ts";
import { countProcesses } from "./local-place.ts";
import { openTools } from "./open-tools.ts";
import type { OpenTools } from "./open-tools.ts";

describe.concurrent("input", () => {
  test("a program is written to, answers at once, and reads the end of its input", async () => {
    await using place = await openTools();
    const id = await startProcess(place, "while read -r x; do echo got $x; done; echo end");

    expect(await place.call("process", { action: "submit", session_id: id, data: "a b" })).toMatchObject({
      status: "running",
      output: "got a b\n",
    });
    // The name that it had before.
    await place.call("process", { action: "write", process_id: id, data: "c\nd" });
    await place.call("process", { action: "close", session_id: id });
    expect(await place.call("process", { action: "wait", session_id: id })).toEqual({
      session_id: id,
      status: "exited",
      exit_code: 0,
      output: "got a b\ngot c\nend\n",
    });
  });

  test("input for a program that has ended is refused with its code", async () => {
    await using place = await openTools();
    const id = await startProcess(place, "sleep 0.3");
    await place.call("process", { action: "wait", session_id: id });

    await expect(place.call("process", { action: "write", session_id: id, data: "x" })).rejects.toMatchObject(
      {
        code: "BACKEND_PROCESS_ENDED",
      },
    );
  });

  test("a program that does not read holds nobody up", async () => {
    await using place = await openTools();
    const id = await startProcess(place, "sleep 30");

    expect(
      await place.call("process", { action: "write", session_id: id, data: "x".repeat(2_000_000) }),
    ).toMatchObject({ status: "running" });
  });
});

describe.concurrent("a pseudo terminal", () => {
  const menu = String.raw`
    printf '\033[2J\033[3;5HName:      '; read -r name
    printf '\033[2J\033[1;1HHello %s\033[5;1Hbottom\033[2;1Hsize %s' "$name" "$(stty size)"; sleep 30
  `;

  test("the screen shows what a person would see, and keys reach the program", async () => {
    await using place = await openTools();
    const id = await startProcess(place, menu, { pty: true });
    await untilValue(
      () => place.call("process", { action: "poll", session_id: id }),
      ({ screen }) => screen === "\n\n    Name:",
    );

    expect(await place.call("process", { action: "submit", session_id: id, data: "Ada" })).toEqual({
      session_id: id,
      status: "running",
      screen: "Hello Ada\nsize 30 120\n\n\nbottom",
    });
  });

  test("Ctrl-C interrupts, and the exit follows", async () => {
    await using place = await openTools();
    const id = await startProcess(
      place,
      "trap 'echo caught; exit 5' INT; echo ready; while :; do sleep 0.1; done",
      {
        pty: true,
      },
    );
    await untilValue(
      () => place.call("process", { action: "poll", session_id: id }),
      ({ screen }) => screen === "ready",
    );
    await place.call("process", { action: "write", session_id: id, data: "\u0003" });

    expect(await place.call("process", { action: "wait", session_id: id, timeout: 10 })).toMatchObject({
      status: "exited",
      exit_code: 5,
      screen: expect.stringContaining("caught"),
    });
  });

  test("a program that asks where the cursor is gets its answer", async () => {
    await using place = await openTools();
    const ask = String.raw`stty raw -echo; printf 'abc\033[6n'; dd bs=1 count=6 2>/dev/null | od -c | head -1; sleep 30`;
    const id = await startProcess(place, ask, { pty: true });

    await untilValue(
      () => place.call("process", { action: "poll", session_id: id }),
      ({ screen }) => String(screen).includes("033   [   1   ;   4   R"),
    );
  });
});

describe.concurrent("reading", () => {
  test("a log comes in pages, the last one when none is named", async () => {
    await using place = await openTools();
    const id = await startProcess(place, "seq 1 1000; sleep 30");
    await untilValue(
      () => place.call("process", { action: "log", session_id: id, limit: 2 }),
      ({ total_lines: total }) => total === 1000,
    );

    expect(await place.call("process", { action: "log", session_id: id, limit: 2 })).toMatchObject({
      output: "999\n1000\n",
      showing: "lines 999–1000 of 1000",
    });
    expect(await place.call("process", { action: "log", session_id: id, offset: 1, limit: 3 })).toMatchObject(
      {
        output: "1\n2\n3\n",
      },
    );
    expect(await place.call("process", { action: "log", session_id: id, offset: 1001 })).toMatchObject({
      output: "",
      showing: "lines none of 1000",
    });
  });

  test("waiting stops at its limit and at an interrupt, and the process goes on", async () => {
    await using place = await openTools();
    const id = await startProcess(place, "sleep 30");
    const controller = new AbortController();
    const waiting = place.call("process", { action: "wait", session_id: id }, { signal: controller.signal });
    controller.abort(new Error("stop"));

    await expect(waiting).rejects.toThrow("stop");
    expect(await place.call("process", { action: "wait", session_id: id, timeout: 0.1 })).toMatchObject({
      status: "running",
      waited_seconds: 0.1,
    });
  });

  test("finished processes are forgotten after half an hour, and running ones are not", async () => {
    let now = 0;
    await using place = await openTools({ now: () => now });
    const short = await startProcess(place, "sleep 0.2");
    await startProcess(place, "sleep 30");
    await place.call("process", { action: "wait", session_id: short });
    now = 30 * 60_000;
    expect((await place.processes.list(taskId)).map(({ record }) => record.id)).toEqual(["p1", "p2"]);

    now += 1;
    expect((await place.processes.list(taskId)).map(({ record }) => record.id)).toEqual(["p2"]);
  });

  test("sixty-four may run at once, and no more", async () => {
    await using place = await openTools();
    for (let count = 0; count < 64; count += 1) await place.processes.start("sleep 60", { taskId });

    await expect(place.processes.start("sleep 60", { taskId })).rejects.toMatchObject({
      code: "BACKEND_TOO_MANY_PROCESSES",
    });
    const other = await place.processes.start("true", { taskId: "other" });
    expect((await place.processes.list("other")).map(({ record }) => record.id)).toEqual([other.record.id]);
  });
});

describe.concurrent("after the death of the program", () => {
  test("what was asked to stay is found again: its output, its input, its end", async () => {
    const records = memoryRecords();
    await using place = await openTools({ records });
    const command = "echo hit first; read -r x; echo hit $x; exit 7";
    const id = await startProcess(place, command, {
      keep: true,
      watch_patterns: ["hit"],
      notify_on_complete: true,
    });
    await untilValue(
      () => place.processes.notices(taskId),
      (found) => found.length === 1,
    );
    await place.processes.delivered(taskId, ["p1.1"]);
    await place.backend.dispose();

    const again = new ProcessTable({ backend: reopened(place), records });
    const found = await again.find(taskId, id);
    await found?.write("second\n");
    await found?.ended;

    expect(found?.output()).toBe("hit first\nhit second\n");
    expect(again.notices(taskId).map(({ text }) => text)).toEqual([
      expect.stringMatching(/notice 2: .*watched for\.\n\| hit second$/),
      expect.stringMatching(/notice 3: .*exit code 7\./),
    ]);
  });

  test("it goes on when its conversation ends, and can be ended later", async () => {
    const records = memoryRecords();
    await using place = await openTools({ records });
    const mark = `${process.pid}${Math.floor(Math.random() * 1e9)}`;
    await startProcess(place, `sleep 30.${mark}`, { keep: true });
    for (const tool of place.tools) await tool.cleanup?.(taskId);
    expect(await countProcesses(mark)).toBe(1);

    const again = new ProcessTable({ backend: reopened(place), records });
    await (await again.find(taskId, "p1"))?.kill();
    expect(await countProcesses(mark)).toBe(0);
  });

  test("what is not there any more is reported as lost, once", async () => {
    const records = memoryRecords();
    await using place = await openTools({ records });
    await startProcess(place, "sleep 30");
    const stored = await records.load(taskId);
    await place.backend.dispose();
    // A program that dies stores nothing any more.
    for (const record of stored) await records.save(record);

    const again = new ProcessTable({ backend: reopened(place), records });
    await again.restore(taskId);
    expect(again.notices(taskId).map(({ text }) => text)).toEqual([expect.stringContaining("was lost")]);
    await again.delivered(taskId, ["p1.1"]);

    const third = new ProcessTable({ backend: reopened(place), records });
    await third.restore(taskId);
    expect(third.notices(taskId)).toEqual([]);
    expect((await third.list(taskId)).map(({ record }) => record.state)).toEqual(["lost"]);
  });

  test("a later process with the same id is not taken for it", async () => {
    const records = memoryRecords();
    await using place = await openTools({ records });
    await startProcess(place, "sleep 30");
    const [record] = await records.load(taskId);
    if (record?.handle === undefined || !("pid" in record.handle)) throw new Error("It has no handle.");
    await records.save({ ...record, handle: { pid: record.handle.pid, startedAt: "another time" } });

    const again = new ProcessTable({ backend: reopened(place), records });
    expect((await again.list(taskId)).map(({ record: found }) => found.state)).toEqual(["lost"]);
  });

  test("an orphaned process can be waited for and ended", async () => {
    const records = memoryRecords();
    await using place = await openTools({ records });
    const mark = `${process.pid}${Math.floor(Math.random() * 1e9)}`;
    await startProcess(place, `sleep 30.${mark}; true`);

    const again = new ProcessTable({ backend: reopened(place), records });
    const found = await again.find(taskId, "p1");
    expect(found?.isRunning).toBe(true);
    await found?.kill();
    expect(await countProcesses(mark)).toBe(0);
    expect(found?.record.state).toBe("killed");
  });

  test("a resumed session is notified which processes ended when it was closed", async () => {
    const records = memoryRecords();
    await using place = await openTools({ records });
    await startProcess(place, "sleep 30");
    for (const tool of place.tools) await tool.cleanup?.(taskId);

    const again = new ProcessTable({ backend: reopened(place), records });
    await again.restore(taskId);
    expect(again.notices(taskId).map(({ text }) => text)).toEqual([
      "Process p1, notice 1: `sleep 30` was ended when the conversation was closed.",
    ]);
  });
});

function reopened({ folder, tmpDir }: OpenTools) {
  return createLocalBackend({ cwd: folder, env: process.env, tmpDir });
}
