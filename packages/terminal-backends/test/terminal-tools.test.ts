import type { Tool, ToolProgress } from "@hermes/registry";
import { describe, expect, test } from "vitest";
import * as backends from "../src/index.ts";
import { ProcessTable, terminalTools } from "../src/index.ts";
import type { ExecOptions, SpawnOptions } from "../src/index.ts";
import { countProcesses, openLocalPlace } from "./local-place.ts";
import { call, openTools } from "./open-tools.ts";

describe("terminal", () => {
  test("output and exit code come back, and nothing that goes without saying", async () => {
    await using place = await openTools();
    const { call } = place;

    expect(await call("terminal", { command: "echo a; echo b >&2; exit 3" })).toEqual({
      output: "a\nb\n",
      exit_code: 3,
    });
  });

  test("the working directory is named when it changed", async () => {
    await using place = await openTools();
    const { call, folder } = place;

    expect(await call("terminal", { command: "mkdir a; cd a" })).toMatchObject({ cwd: `${folder}/a` });
    expect(await call("terminal", { command: "pwd" })).toEqual({ output: `${folder}/a\n`, exit_code: 0 });
    expect(await call("terminal", { command: "pwd", workdir: "/" })).toEqual({ output: "/\n", exit_code: 0 });
  });

  test("a timeout is exit code 124 and says so", async () => {
    await using place = await openTools();
    const { call } = place;

    expect(await call("terminal", { command: "echo a; sleep 30", timeout: 0.2 })).toEqual({
      output: "a\n",
      exit_code: 124,
      timed_out: true,
    });
  });

  test("an interrupt is exit code 130 and keeps the output so far", async () => {
    await using place = await openTools();
    const { call } = place;
    const controller = new AbortController();
    const running = call("terminal", { command: "echo a; sleep 30" }, { signal: controller.signal });
    setTimeout(() => controller.abort(), 300);

    expect(await running).toEqual({ output: "a\n", exit_code: 130, interrupted: true });
  });

  test("the end by a signal is 128 and its number", async () => {
    await using place = await openTools();
    const { call } = place;

    expect(await call("terminal", { command: "kill -9 $$" })).toEqual({
      output: "",
      exit_code: 137,
      signal: "SIGKILL",
    });
  });

  test("long output is cut, and its length is given", async () => {
    await using place = await openTools();
    const { call } = place;
    const result = await call("terminal", { command: "yes | head -c 200000" });

    expect(result).toMatchObject({ truncated: true, output_chars: 200_000 });
    expect(String(result["output"]).length).toBeLessThanOrEqual(50_000);
  });

  test("colours and cursor movements are left out", async () => {
    await using place = await openTools();
    const { call } = place;

    expect(
      await call("terminal", { command: String.raw`printf '\033[31mred\033[0m\033[2K\n'` }),
    ).toMatchObject({
      output: "red\n",
    });
  });

  test("a long command shows its newest line now and then", async () => {
    await using place = await openTools();
    const { call } = place;
    const seen: ToolProgress[] = [];
    await call(
      "terminal",
      { command: "for i in 1 2 3 4 5 6 7 8; do echo step $i; sleep 0.1; done" },
      { progress: (progress) => seen.push(progress) },
    );

    expect(seen.length).toBeGreaterThanOrEqual(1);
    expect(seen.length).toBeLessThanOrEqual(4);
    expect(seen[0]?.text).toMatch(/^step \d$/);
    for (const { text, lines = [] } of seen) {
      expect(lines.at(-1)).toBe(text);
      expect(lines.length).toBeLessThanOrEqual(5);
    }
  });

  test("what a command said before it went silent is shown while it is silent", async () => {
    await using place = await openTools();
    const control = new AbortController();
    const seen: ToolProgress[] = [];
    const progress = (each: ToolProgress): void => {
      seen.push(each);
      control.abort();
    };

    await place
      .call("terminal", { command: "echo one; echo two; sleep 30" }, { progress, signal: control.signal })
      .catch(() => undefined);

    expect(seen).toEqual([{ text: "two", lines: ["one", "two"] }]);
  });

  test("a timeout beyond an hour, an empty command and an unknown option are refused", async () => {
    await using place = await openTools();
    const { call } = place;

    for (const args of [
      { command: "true", timeout: 3_601 },
      { command: "" },
      { command: "true", shell: "zsh" },
    ]) {
      expect(await call("terminal", args)).toHaveProperty("error");
    }
  });
});

describe("process", () => {
  test("a command in the background can be listed, read and ended", async () => {
    await using place = await openTools();
    const { call } = place;
    const mark = `${process.pid}${Math.floor(Math.random() * 1e9)}`;
    const started = await call("terminal", {
      command: `echo ready; sleep 30.${mark}; true`,
      background: true,
    });
    const id = started["session_id"];

    expect(started).toEqual({ session_id: id, pid: expect.any(Number), status: "running" });
    expect(await call("process", { action: "list" })).toEqual({
      processes: [expect.objectContaining({ session_id: id, status: "running" })],
    });
    expect(await call("process", { action: "poll", session_id: id })).toMatchObject({
      status: "running",
      output: "ready\n",
    });
    expect(await call("process", { action: "kill", session_id: id })).toMatchObject({
      status: "killed",
      signal: "SIGTERM",
    });
    expect(await countProcesses(mark)).toBe(0);
    expect(await call("process", { action: "poll", session_id: id })).toMatchObject({
      status: "killed",
      output: "ready\n",
    });
  });

  test("a background command that fails at once says so in its own result", async () => {
    await using place = await openTools();
    const { call } = place;

    expect(await call("terminal", { command: "missing-program", background: true })).toMatchObject({
      status: "exited",
      exit_code: 127,
      output: expect.stringContaining("not found"),
    });
  });

  test("another task neither sees nor ends a process", async () => {
    await using place = await openTools();
    const { call } = place;
    const { session_id: id } = await call("terminal", { command: "sleep 30", background: true });
    const other = { taskId: "other" };

    expect(await call("process", { action: "list" }, other)).toEqual({ processes: [] });
    expect(await call("process", { action: "kill", session_id: id }, other)).toMatchObject({
      error: `There is no process "${String(id)}".`,
    });
  });

  test("the end of a conversation ends its processes", async () => {
    await using place = await openTools();
    const { call, tools } = place;
    const mark = `${process.pid}${Math.floor(Math.random() * 1e9)}`;
    await call("terminal", { command: `sleep 30.${mark}`, background: true });
    await call("terminal", { command: `sleep 31.${mark} & kill -0 $!` });
    for (const tool of tools) await tool.cleanup?.("task");

    expect(await countProcesses(mark)).toBe(0);
  });
});

test("the package exports these names and no others", () => {
  expect(Object.keys(backends).sort()).toEqual([
    "ProcessTable",
    "backendKinds",
    "checkBackend",
    "childEnvironment",
    "createLocalBackend",
    "looksLikeSecretName",
    "openBackend",
    "startTimeOf",
    "terminalTools",
  ]);
});

test("names, schemas and descriptions are what models were tested with", async () => {
  await using place = await openLocalPlace();
  const tools = terminalTools({ backend: place.backend });
  const present = new Set(["terminal", "process", "read_file", "write_file", "patch", "search"]);

  expect(
    tools.map((tool) => ({
      name: tool.name,
      description: tool.describe?.(present).description ?? tool.description,
      parameters: tool.parameters(),
    })),
  ).toMatchSnapshot();
});

test("the description of terminal names only tools that are there", async () => {
  await using place = await openLocalPlace();
  const [terminal] = terminalTools({ backend: place.backend });

  expect(terminal?.describe?.(new Set(["terminal"])).description).not.toMatch(
    /\bprocess\b(?!_)|read_file|patch|search/,
  );
  expect(terminal?.describe?.(new Set(["terminal", "read_file"])).description).toContain("prefer read_file:");
});

test("behind a wall a call may ask for more with a reason, and its processes get what was decided", async () => {
  await using place = await openLocalPlace();
  const walls: unknown[] = [];
  const { backend } = place;
  const [exec, spawn] = [backend.exec.bind(backend), backend.spawn.bind(backend)];
  Object.assign(backend, {
    exec: async (command: string, options: ExecOptions) => (
      walls.push(options.wall),
      await exec(command, options)
    ),
    spawn: async (command: string, options: SpawnOptions) => (
      walls.push(options.wall),
      await spawn(command, options)
    ),
  });
  const processes = new ProcessTable({ backend });
  const tools = terminalTools({ backend, processes, walled: true });
  const [terminal, process] = tools;
  const wall = { profile: "workspace", hosts: ["db.example:5432"] } as const;
  const args = { command: "sleep 5", hosts: ["db.example:5432"], why: "It reads the data." };

  await call(tools, { name: "terminal", args: { ...args, command: "true" }, context: { wall } });
  await call(tools, { name: "terminal", args: { ...args, background: true }, context: { wall } });
  const [running] = await processes.list("task");

  expect(walls).toEqual([wall, wall]);
  expect(running?.record.wall).toBe("workspace");
  expect(terminal?.describeCall?.(parsed(terminal, args)).argument).toMatchObject({
    ...{
      behindWall: true,
      canBeTried: false,
      outside: false,
      hosts: ["db.example:5432"],
      why: "It reads the data.",
    },
  });
  expect(
    process?.describeCall?.(parsed(process, { action: "write", session_id: "p1", data: "x" })).argument,
  ).toMatchObject({
    ...{ behindWall: true, typedInto: "p1" },
  });
  await terminal?.cleanup?.("task");
});

test.each([
  [{ outside: true }, '"why" is missing: expected a string.'],
  [{ hosts: ["a.example"], why: " " }, '"why"'],
  [{ hosts: ["https://a.example/x"], why: "x" }, '"hosts[0]"'],
])("behind a wall %j is no way to ask for more", async (args, problem) => {
  await using place = await openLocalPlace();
  const [terminal] = terminalTools({ backend: place.backend, walled: true });

  const outcome = terminal?.parse({ command: "make", ...args });

  expect(outcome?.ok === false ? outcome.problems.join(" ") : "no problem").toContain(problem);
});

test("without a wall nothing says that there is one, and who asks to leave it is not held up", async () => {
  await using place = await openLocalPlace();
  const [open] = terminalTools({ backend: place.backend });
  const [walled] = terminalTools({ backend: place.backend, walled: true });
  const names = (tool: Tool | undefined) => Object.keys(Object(tool?.parameters()["properties"]));
  const asked = open?.parse({ command: "make", outside: true });

  expect(names(walled).filter((name) => !names(open).includes(name))).toEqual(["hosts", "outside", "why"]);
  expect(asked?.ok).toBe(true);
  expect(open?.describeCall?.(parsed(open, { command: "make", outside: true })).argument).not.toHaveProperty(
    "outside",
  );
  expect(open?.describe?.(new Set()).description).not.toContain("outside");
  expect(walled?.describe?.(new Set()).description).toContain("outside");
});

function parsed(tool: Tool, args: object): unknown {
  const outcome = tool.parse(args);
  return outcome.ok ? outcome.value : outcome.problems;
}
