import { deepEqual, equal, match, ok } from "node:assert/strict";
import type { ContractContext } from "./contract-context.ts";
import { untilRunning } from "./until-running.ts";

const taskId = "task";

/** Output, input, exit, and the ways to stop a command. */
export function commandContract(context: ContractContext): void {
  outputTests(context);
  inputTests(context);
  stopTests(context);
  backgroundChildTests(context);
  enduranceTest(context);
}

function outputTests({ check: test }: ContractContext): void {
  test("a command gives its output and its exit code", async ({ backend, folder }) => {
    const result = await backend.exec("echo hello; exit 3", { taskId });

    equal(result.output, "hello\n");
    equal(result.exitCode, 3);
    deepEqual(
      [result.timedOut, result.interrupted, result.truncated, result.outputChars, result.cwd],
      [false, false, false, 6, folder],
    );
  });

  test("both streams come in the order in which they were written", async ({ backend }) => {
    const { output } = await backend.exec(
      "i=0; while [ $i -lt 600 ]; do echo $i; i=$((i+1)); echo $i >&2; i=$((i+1)); done; sh -c 'echo out; echo err >&2'",
      { taskId },
    );

    equal(output, `${Array.from({ length: 600 }, (_, index) => index).join("\n")}\nout\nerr\n`);
  });

  test("standard error can be opened by its name", async ({ backend }) => {
    const { output } = await backend.exec("echo a > /dev/stderr; echo b > /dev/stdout; echo c >&2", {
      taskId,
    });

    equal(output, "a\nb\nc\n");
  });

  test("characters of several bytes survive the borders of chunks", async ({ backend }) => {
    const { output } = await backend.exec("yes 'aé漢😀' | head -c 1100000", {
      taskId,
      maxOutputChars: 1_000_000,
    });

    equal(output, "aé漢😀\n".repeat(100_000));
  });

  test("bytes that are no text are replaced and the rest stays", async ({ backend }) => {
    const { output } = await backend.exec(String.raw`printf 'a\377\000b\303'`, { taskId });

    equal(output, "a\ufffd\0b\ufffd");
  });

  test("output as it comes is the output that comes back", async ({ backend }) => {
    let seen = "";
    const { output } = await backend.exec("for i in 1 2 3; do echo $i; done", {
      taskId,
      onOutput: (text) => (seen += text),
    });

    equal(seen, output);
  });

  test("ten megabytes of output are cut to the first 40 and the last 60 percent", async ({ backend }) => {
    const result = await backend.exec("echo first; yes '0123456789' | head -c 10000000; echo last", {
      taskId,
    });

    ok(result.output.length <= 50_000 && result.output.length > 49_900);
    match(result.output, /^first\n/);
    match(result.output, /last\n$/);
    equal(result.outputChars, 10_000_011);
    equal(result.truncated, true);
    const cut = result.output.indexOf("[…");
    ok(Math.abs(cut - 20_000) < 10, `cut at ${cut}`);
  });
}

function inputTests({ check: test }: ContractContext): void {
  test("a command reads the given input to its end, and none when none is given", async ({ backend }) => {
    const text = `${"é".repeat(100_000)}end`;
    const { output } = await backend.exec("cat", { taskId, stdin: text, maxOutputChars: 1_000_000 });
    const bytes = await backend.exec("od -An -tx1", { taskId, stdin: Uint8Array.of(0, 255, 10) });
    const none = await backend.exec("cat; echo done", { taskId });

    equal(output, text);
    equal(bytes.output.trim(), "00 ff 0a");
    equal(none.output, "done\n");
  });

  test("input that the command does not read hurts nobody", async ({ backend }) => {
    const result = await backend.exec("true", { taskId, stdin: "x".repeat(1_000_000) });

    equal(result.exitCode, 0);
  });

  test("a command of 300 000 characters runs", async ({ backend }) => {
    const word = "x'\"$".repeat(75_000);
    const { output } = await backend.exec(`cat <<'END' | wc -c\n${word}\nEND`, { taskId });

    equal(Number(output), 300_001);
  });

  test("a command with broken quoting is an error of its own and does no harm", async ({ backend }) => {
    const broken = await backend.exec("echo 'a", { taskId });
    const next = await backend.exec("echo fine", { taskId });

    ok(broken.exitCode !== 0);
    equal(next.output, "fine\n");
  });
}

function stopTests({ check: test, endsDetachedProcesses }: ContractContext): void {
  test("a timeout ends the command and whatever it started, also what ignores TERM", async (place) => {
    const mark = uniqueMark();
    await place.backend.exec("true", { taskId });
    const result = await place.backend.exec(
      `sh -c 'trap "" TERM; sleep 30.${mark}; sleep 31.${mark}' & sleep 32.${mark}; echo never`,
      { taskId, timeoutMs: 300 },
    );

    equal(result.timedOut, true);
    equal(result.interrupted, false);
    equal(result.output, "");
    equal(await place.countProcesses(mark), 0);
  });

  test("a command that handles SIGTERM gets it once, and has time to clean up", async (place) => {
    const { backend } = place;
    const tidy = `n=0; trap 'n=$((n+1)); echo $n >> told' TERM; i=0`;
    // It does not end before it is told, however long that takes on a busy machine.
    const until = "while [ ! -e told ] && [ $i -lt 200 ]; do sleep 0.1; i=$((i+1)); done";
    const work = "i=0; while [ $i -lt 6 ]; do sleep 0.1; i=$((i+1)); done";
    const result = await backend.exec(`${tidy}; { ${until}; ${work}; } 2>/dev/null; echo in order`, {
      taskId,
      timeoutMs: 600,
    });

    equal(result.timedOut, true);
    match(result.output, /in order\n$/);
    equal((await backend.exec("cat told", { taskId })).output, "1\n");
  });

  test("an abort ends the command and keeps what it said", async (place) => {
    const mark = uniqueMark();
    const controller = new AbortController();
    const result = await place.backend.exec(`echo started; sleep 30.${mark}`, {
      taskId,
      signal: controller.signal,
      onOutput: () => controller.abort(),
    });

    equal(result.interrupted, true);
    equal(result.timedOut, false);
    equal(result.output, "started\n");
    equal(await place.countProcesses(mark), 0);
  });

  test("a command that was aborted before it started does not run", async ({ backend }) => {
    const result = await backend.exec("touch ran", { taskId, signal: AbortSignal.abort() });

    equal(result.interrupted, true);
    equal(await backend.stat("ran", { taskId }), undefined);
  });

  test("a command that ends by a signal says which", async ({ backend }) => {
    const result = await backend.exec("kill -9 $$", { taskId });

    deepEqual([result.exitCode, result.signal], [null, "SIGKILL"]);
  });

  if (endsDetachedProcesses) {
    test("a timeout ends processes that left their group", async (place) => {
      const mark = uniqueMark();
      await place.backend.exec("true", { taskId });
      await place.backend.exec(`setsid sleep 30.${mark} & sleep 31.${mark}`, { taskId, timeoutMs: 300 });

      equal(await place.countProcesses(mark), 0);
    });
  }
}

function backgroundChildTests({ check: test }: ContractContext): void {
  test("a child that holds the output open does not hold the call", async (place) => {
    const mark = uniqueMark();
    const result = await place.backend.exec(`sleep 30.${mark} & echo started`, { taskId, timeoutMs: 20_000 });

    equal(result.output, "started\n");
    equal(result.timedOut, false);
    await untilRunning(place, mark, 1);
  });

  test("a child in the background goes on writing after the call without dying of it", async ({
    backend,
  }) => {
    await backend.exec("(while [ ! -e go ]; do sleep 0.01; done; echo a; echo b; touch wrote) & echo", {
      taskId,
    });
    await backend.exec("touch go; while [ ! -e wrote ]; do sleep 0.01; done", { taskId, timeoutMs: 10_000 });

    ok((await backend.stat("wrote", { taskId })) !== undefined);
  });
}

function enduranceTest({ check: test, quickCalls }: ContractContext): void {
  test("many quick calls one after another and at once all answer rightly", async ({ backend }) => {
    for (let call = 0; call < quickCalls / 2; call += 1) {
      const { output } = await backend.exec(`echo ${call}`, { taskId });
      equal(output, `${call}\n`);
    }
    for (let done = 0; done < quickCalls / 2; done += 20) {
      const results = await Promise.all(
        Array.from({ length: Math.min(20, quickCalls / 2) }, (_, index) =>
          backend.exec(`echo ${index}`, { taskId: `task-${index % 4}` }),
        ),
      );
      deepEqual(
        results.map(({ output }) => output),
        results.map((_, index) => `${index}\n`),
      );
    }
  });
}

/** Digits that no other process on the machine has in its command line; usable as a fraction of seconds. */
export function uniqueMark(): string {
  return `${process.pid}${Math.floor(Math.random() * 1e9)}`;
}
