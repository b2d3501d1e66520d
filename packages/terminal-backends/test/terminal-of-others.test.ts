import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { OpenTerminal } from "../src/index.ts";
import { missing } from "./jail-wall.ts";
import { countProcesses, openJailedPlace, openLocalPlace } from "./local-place.ts";
import { until } from "./until.ts";

const taskId = "task";

/** Whoever runs programs in terminals of theirs. */
function openTerminals() {
  const opened: string[] = [];
  const openTerminal: OpenTerminal = async ({ command, args, cwd }) => {
    const child = spawn(command, args, { cwd, env: { ...process.env, THEIRS: "theirs" } });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => void (output += text));
    const id = `terminal ${opened.push(cwd)}`;
    return {
      id,
      exited: once(child, "close").then(() => ({
        exitCode: child.exitCode,
        signal: child.signalCode ?? undefined,
      })),
      output: async () => output,
      kill: async () => void child.kill("SIGKILL"),
      release: async () => undefined,
    };
  };
  return { opened, openTerminal };
}

test("a command in a terminal of others has the state of its task, and leaves its own to the next", async () => {
  await using place = await openLocalPlace({ env: { ...process.env, OWN_TOKEN: "ours" } });
  const { opened, openTerminal } = openTerminals();
  const ids: string[] = [];
  await place.backend.exec("export GREETING='it'\\''s $me'; mkdir sub", { taskId });
  const options = { taskId, openTerminal, onTerminal: (id: string) => void ids.push(id) };
  const shown =
    'echo "$GREETING ${THEIRS-none} ${OWN_TOKEN-none} $PAGER"; cat; cd sub; export MORE=more; nothing';

  const first = await place.backend.exec(shown, options);
  const second = await place.backend.exec('pwd; echo "$GREETING $MORE ${GIT_PAGER-none}"', { taskId });
  const broken = await place.backend.exec("kill -9 $$", options);

  expect(first).toMatchObject({ exitCode: 127, cwd: join(place.folder, "sub"), timedOut: false });
  expect(first.output).toBe("it's $me none none cat\nbash: line 1: nothing: command not found\n");
  expect(second.output).toBe(`${join(place.folder, "sub")}\nit's $me more none\n`);
  expect(broken).toMatchObject({ exitCode: null, signal: "SIGKILL", cwd: join(place.folder, "sub") });
  expect([opened, ids]).toEqual([
    [place.folder, join(place.folder, "sub")],
    ["terminal 1", "terminal 2"],
  ]);
  const [folder = ""] = await place.leftovers();
  const files = await readdir(join(place.tmpDir, folder), { recursive: true });
  expect(files.filter((name) => name.includes("start"))).toEqual([]);
});

test("a time limit and an abort end the command and what it has started", async () => {
  await using place = await openLocalPlace();
  const { openTerminal } = openTerminals();
  const id = `${process.pid}${Math.floor(Math.random() * 1e9)}`;
  const command = `echo begun; sleep 600.${id} & sleep 601.${id}`;

  const late = await place.backend.exec(command, { taskId, openTerminal, timeoutMs: 500 });
  const abort = new AbortController();
  const running = place.backend.exec(`touch begun; ${command}`, {
    taskId,
    openTerminal,
    signal: abort.signal,
  });
  await until(() => existsSync(join(place.folder, "begun")));
  abort.abort();

  expect(late).toMatchObject({ timedOut: true, output: "begun\n" });
  expect(await running).toMatchObject({ interrupted: true });
  expect(await countProcesses(id)).toBe(0);
});

test("a terminal that opens only after the abort runs nothing", async () => {
  await using place = await openLocalPlace();
  const { openTerminal } = openTerminals();
  const gate = Promise.withResolvers<void>();
  const late = Promise.withResolvers<unknown>();
  const abort = new AbortController();
  const running = place.backend.exec("touch ran", {
    taskId,
    signal: abort.signal,
    async openTerminal(program) {
      abort.abort();
      await gate.promise;
      const terminal = await openTerminal(program);
      late.resolve(terminal?.exited);
      return terminal;
    },
  });

  expect(await running).toMatchObject({ interrupted: true, output: "" });
  gate.resolve();
  expect(await late.promise).toMatchObject({ exitCode: expect.not.toSatisfy((code) => code === 0) });
  expect(existsSync(join(place.folder, "ran"))).toBe(false);
});

test("without a terminal the command runs here; what opening one throws is its failure; a lost one is told", async () => {
  await using place = await openLocalPlace();
  const { openTerminal } = openTerminals();
  const here = await place.backend.exec("echo here", { taskId, openTerminal: async () => undefined });
  const refused = place.backend.exec("touch ran", {
    taskId,
    openTerminal: () => Promise.reject(new Error("The person said no.")),
  });
  const lost = place.backend.exec("echo shown; sleep 600", {
    taskId,
    async openTerminal(program) {
      const terminal = await openTerminal(program);
      return terminal === undefined
        ? undefined
        : { ...terminal, exited: Promise.reject(new Error("It is gone.")) };
    },
  });

  expect(here.output).toBe("here\n");
  await expect(refused).rejects.toThrow("The person said no.");
  expect(existsSync(join(place.folder, "ran"))).toBe(false);
  expect((await lost).output).toContain("[The terminal was lost: It is gone.]");
});

describe.skipIf(missing !== undefined)(`beside a wall (${missing ?? "there is one"})`, () => {
  test("only a command that leaves it runs in a terminal of others", async () => {
    await using place = await openJailedPlace();
    const { opened, openTerminal } = openTerminals();

    const held = await place.backend.exec("echo held", { taskId, openTerminal });
    const free = await place.backend.exec("echo free", { taskId, openTerminal, wall: { profile: "open" } });

    expect([held.output, free.output]).toEqual(["held\n", "free\n"]);
    expect(opened).toEqual([place.folder]);
  });
});
