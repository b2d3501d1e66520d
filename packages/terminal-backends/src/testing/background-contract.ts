import { deepEqual, equal, match, ok } from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import type { BackendProcess } from "../backend.ts";
import type { ContractContext } from "./contract-context.ts";
import { uniqueMark } from "./command-contract.ts";
import { codeOf } from "./shell-state-contract.ts";
import { untilRunning } from "./until-running.ts";

const taskId = "task";

/** Processes that go on by themselves, and their end. */
export function backgroundContract(context: ContractContext): void {
  outputTests(context);
  inputTests(context);
  endTests(context);
}

function outputTests({ check: test }: ContractContext): void {
  test("a process in the background gives its output and its exit", async ({ backend }) => {
    await backend.exec("export A=1; cd /", { taskId });
    const started = await backend.spawn('echo "$A $PWD"; echo err >&2; exit 4', { taskId });

    deepEqual(await started.exited, { exitCode: 4 });
    equal(started.output(), "1 /\nerr\n");
  });

  test("output of a process can be read while it runs, and killing ends all of it", async (place) => {
    const mark = uniqueMark();
    const command = `echo ready; sh -c 'trap "" TERM; sleep 30.${mark}; sleep 31.${mark}'`;
    const started = await place.backend.spawn(command, { taskId });
    await untilOutput(started, /ready/);
    await started.kill();

    equal((await started.exited).exitCode, null);
    equal(await place.countProcesses(mark), 0);
  });

  test("of a long output the newest 200 000 characters are kept", async ({ backend }) => {
    const started = await backend.spawn("yes 0123456789 | head -c 3000000; echo last", { taskId });
    await started.exited;

    equal(started.output().length, 200_000);
    match(started.output(), /last\n$/);
  });

  test("a process in the background leaves the state of its task alone", async ({ backend, folder }) => {
    const started = await backend.spawn("cd /; export A=1", { taskId });
    await started.exited;
    const { output } = await backend.exec('echo "${A-none} $PWD"', { taskId });

    equal(output, `none ${folder}\n`);
  });
}

function inputTests({ check: test }: ContractContext): void {
  test("a process takes input, gives output as it runs, and sees the end of its input", async ({
    backend,
  }) => {
    const started = await backend.spawn('while read -r l; do echo "<$l>"; done; echo end', { taskId });
    let seen = "";
    const stop = started.onOutput((text) => (seen += text));
    await started.write("on");
    await started.write("e\ntwo é😀\n");
    await untilOutput(started, /<two/);
    await started.closeInput();

    deepEqual(await started.exited, { exitCode: 0 });
    stop();
    equal(started.output(), "<one>\n<two é😀>\nend\n");
    equal(seen, started.output());
    equal(await started.write("late").catch(codeOf), "BACKEND_PROCESS_ENDED");
  });

  test("a pseudo terminal is there, or refused in words and nothing runs", async ({ backend }) => {
    const size = { columns: 100, rows: 40 };
    const started = await backend
      .spawn("touch ran; [ -t 0 ] && [ -t 1 ] && echo terminal; cat", { taskId, pty: size })
      .catch(codeOf);
    if (backend.capabilities.pty && typeof started === "object") {
      // What was started is a process.
      const process = started as BackendProcess;
      await untilOutput(process, /terminal/);
      await process.kill();
      equal((await process.exited).exitCode, null);
    } else {
      equal(started, "BACKEND_NO_PTY");
      equal(await backend.stat("ran", { taskId }), undefined);
    }
  });

  test("a process that is to stay is refused in words where none can be found again", async ({ backend }) => {
    if (backend.capabilities.reattach) return;
    const refused = await backend.spawn("touch ran", { taskId, keepAs: "kept" }).catch(codeOf);

    equal(refused, "BACKEND_UNSUPPORTED");
    equal(await backend.stat("ran", { taskId }), undefined);
  });
}

function endTests({ check: test, endsDetachedProcesses }: ContractContext): void {
  test("releasing a task ends its processes and no others", async (place) => {
    const [mine, other] = [uniqueMark(), uniqueMark()];
    await place.backend.spawn(`sleep 30.${mine}`, { taskId });
    await place.backend.exec(`sleep 31.${mine} & echo`, { taskId });
    await place.backend.spawn(`sleep 30.${other}`, { taskId: "other" });
    await untilRunning(place, other, 1);
    await place.backend.exec("true", { taskId: "third" });
    const areBusy = async (): Promise<readonly unknown[]> =>
      await Promise.all([taskId, "other", "third"].map(async (task) => await place.backend.isBusy?.(task)));
    if (place.backend.isBusy !== undefined) deepEqual(await areBusy(), [true, true, false]);
    await place.backend.release(taskId);

    equal(await place.countProcesses(mine), 0);
    equal(await place.countProcesses(other), 1);
    if (place.backend.isBusy !== undefined) deepEqual(await areBusy(), [false, true, false]);
  });

  test("a released task starts afresh", async ({ backend, folder }) => {
    await backend.exec("cd /; export A=1", { taskId });
    await backend.release(taskId);
    const { output } = await backend.exec('echo "${A-none} $PWD"', { taskId });

    equal(output, `none ${folder}\n`);
  });

  test("releasing a task ends the command that it is running", async (place) => {
    const mark = uniqueMark();
    const running = place.backend.exec(`sleep 30.${mark}`, { taskId });
    await untilRunning(place, mark, 1);
    await place.backend.release(taskId);

    equal((await running).exitCode, null);
    equal(await place.countProcesses(mark), 0);
  });

  test("a scratch folder is the task's own and gone after its release", async ({ backend }) => {
    const scratch = await backend.scratch({ taskId });
    await backend.writeFile(`${scratch}/a.txt`, new TextEncoder().encode("a"), { taskId });

    equal(await backend.scratch({ taskId }), scratch);
    ok((await backend.scratch({ taskId: "other" })) !== scratch);
    await backend.release(taskId);
    equal(await backend.stat(scratch, { taskId: "other" }), undefined);
  });

  test("nothing is left after dispose, and nothing runs any more", async (place) => {
    const mark = uniqueMark();
    const { backend } = place;
    await backend.exec(`export A=1; sleep 30.${mark} & echo`, { taskId });
    if (endsDetachedProcesses) await backend.exec(`setsid sleep 31.${mark} & echo`, { taskId });
    await backend.spawn(`sleep 32.${mark}`, { taskId: "other" });
    await backend.scratch({ taskId: "third" });
    await backend.dispose();

    equal(await place.countProcesses(mark), 0);
    deepEqual(await place.leftovers(), []);
    equal(await backend.exec("true", { taskId }).catch(codeOf), "BACKEND_DISPOSED");
  });
}

/** Waits for output that must come, for ten seconds at most. */
async function untilOutput(started: BackendProcess, expected: RegExp): Promise<void> {
  for (let tries = 0; tries < 1_000 && !expected.test(started.output()); tries += 1) await delay(10);
  match(started.output(), expected);
}
