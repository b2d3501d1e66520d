import { openPlugin, readPlugin, startUnheld } from "@hermes/plugins/host";
import { backendContract } from "@hermes/terminal-backends/testing";
import type { BackendPlace } from "@hermes/terminal-backends/testing";
import { mkdir, mkdtemp, readFile, readdir, readlink, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPluginBackend } from "../../src/plugins/places/plugin-backend.ts";
import type { UsedPlugin } from "../../src/index.ts";
import { callingModel, resultsIn, runtimeIn } from "../support/scripted-runtime.ts";
import { missingJail, pluginPlace, writePlugin } from "./plugin-place.ts";
import type { PluginFiles } from "./plugin-place.ts";

const isLong = process.env["HERMES_TEST_LONG"] === "1";

interface BoxParts {
  readonly command?: string;
  readonly close?: string;
}

/** Places that are this machine: what is shown is how they are asked and what is started. */
function boxes(named: Readonly<Record<string, BoxParts>>): PluginFiles {
  const note = `(await import("node:fs/promises")).appendFile(context.folder + "/calls", JSON.stringify(of) + "\\n")`;
  const parts = Object.entries(named).map(
    ([name, { command = `["sh", "-c", of.script]`, close = note }]) => `"${name}": {
      title: "The box",
      async open(of, context) { await ${note}; },
      async command(of, context) { return ${command}; },
      async close(of, context) { await ${close}; },
    }`,
  );
  return {
    ...{ provides: { backends: Object.keys(named) }, may: { run: ["sh"] } },
    parts: `{ backends: { ${parts.join(", ")} } }`,
  };
}

interface OpenOptions {
  readonly name?: string;
  readonly cwd?: string;
  readonly tmp?: string;
}

interface Box extends AsyncDisposable {
  readonly root: string;
  /** Of its process: those that run. */
  readonly pids: () => Promise<readonly number[]>;
  readonly calls: () => Promise<readonly { readonly place: string; readonly again?: boolean }[]>;
  readonly warnings: string[];
  open(options?: OpenOptions): ReturnType<typeof createPluginBackend>;
}

async function openBox(named: Readonly<Record<string, BoxParts>> = { box: {} }): Promise<Box> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "plugin-backend-")));
  const folder = await writePlugin(root, "boxes", boxes(named));
  const data = join(root, "data");
  await mkdir(data);
  const { manifest } = await readPlugin(folder);
  const running = openPlugin({
    ...{ name: "boxes", main: join(folder, manifest.main), folder: data, settings: {}, variables: {} },
    start: startUnheld({ env: process.env }),
  });
  const description = await running.describe({ signal: AbortSignal.timeout(60_000) });
  const warnings: string[] = [];
  const plugin: UsedPlugin = { manifest, description, folder, digest: "", running };
  return {
    ...{ root, warnings },
    pids: async () =>
      await processes(async (id) => (await readlink(`/proc/${id}/cwd`).catch(() => "")) === folder),
    async calls() {
      const lines = await readFile(join(data, "calls"), "utf8").catch(() => "");
      return lines.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
    },
    open: ({ name = "box", cwd = root, tmp = root } = {}) =>
      createPluginBackend({
        ...{ plugin, name, hostFolder: root, cwd, closing: new AbortController().signal },
        env: { ...process.env, TMPDIR: tmp },
        warn: (text) => warnings.push(text),
      }),
    async [Symbol.asyncDispose]() {
      await running[Symbol.asyncDispose]();
      await rm(root, { recursive: true, force: true });
    },
  };
}

async function processes(holds: (id: string) => Promise<boolean>): Promise<readonly number[]> {
  const ids = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(ids.map(async (id) => ((await holds(id)) ? [Number(id)] : [])));
  return found.flat();
}

async function lineOf(id: string): Promise<string> {
  return await readFile(`/proc/${id}/cmdline`, "utf8").catch(() => "");
}

/** Number of running `sleep`s whose command line holds the text. */
async function countProcesses(text: string): Promise<number> {
  const found = await processes(async (id) => {
    const line = await lineOf(id);
    return line.startsWith("sleep\0") && line.includes(text);
  });
  return found.length;
}

const run = { taskId: "task" };
const isLinux = process.platform === "linux";

const wrongCommands: readonly (readonly [what: string, command: string, code: string])[] = [
  ["another program", `["env", "sh", "-c", of.script]`, "PLUGIN_MAY_NOT_RUN"],
  ["a program by its path", `["/bin/sh", "-c", of.script]`, "PLUGIN_MAY_NOT_RUN"],
  ["no program", `[]`, "PLUGIN_FAILED"],
  ["one text", `"sh -c"`, "PLUGIN_FAILED"],
  ["too many words", `["sh", ...Array.from({ length: 200 }, () => "x")]`, "PLUGIN_FAILED"],
  ["too long a word", `["sh", "-c", "x".repeat(100_000)]`, "PLUGIN_FAILED"],
  ["an error", `(() => { throw new Error("The box is shut."); })()`, "PLUGIN_FAILED"],
];

describe.skipIf(!isLinux).concurrent("a backend of a plug-in (processes are counted in /proc)", () => {
  let box: Box;
  let places = 0;
  beforeAll(async () => {
    box = await openBox();
  }, 60_000);
  afterAll(async () => await box[Symbol.asyncDispose]());

  async function openPlace(): Promise<BackendPlace> {
    places += 1;
    const folder = join(box.root, `${places}-work`);
    const tmp = join(box.root, `${places}-tmp`);
    await mkdir(tmp);
    const backend = box.open({ cwd: folder, tmp });
    return {
      ...{ backend, folder, countProcesses },
      leftovers: () => readdir(tmp),
      [Symbol.asyncDispose]: () => backend.dispose(),
    };
  }

  let tests = 0;
  backendContract({
    // The shell is that of this machine, which has the whole contract.
    test: (name, run) => {
      tests += 1;
      if (isLong || tests % 4 === 1) test(name, { timeout: 120_000 }, run);
    },
    open: openPlace,
    quickCalls: isLong ? 60 : 10,
    isSlow: !isLong,
    endsDetachedProcesses: true,
  });
});

describe("a backend", () => {
  let box: Box;
  beforeAll(async () => {
    const wrong = wrongCommands.map(([, command], index) => [`wrong-${index}`, { command }] as const);
    const shut = {
      command: `["sh", "-c", "echo no such box >&2; exit 1"]`,
      close: `Promise.reject(new Error("It is stuck."))`,
    };
    box = await openBox({ box: {}, shut, ...Object.fromEntries(wrong) });
  }, 60_000);
  afterAll(async () => await box[Symbol.asyncDispose]());

  test("names the same place in every call, gives it back at the end, and another one has another place", async () => {
    const [first, second] = [box.open(), box.open()];
    await first.exec("true", run);
    await second.exec("true", run);
    await first.dispose();
    await second.dispose();

    const calls = await box.calls();
    const [one = "", other = ""] = [...new Set(calls.map(({ place }) => place))];
    expect([one, other]).toEqual([
      expect.stringMatching(/^hermes-\w{12}$/),
      expect.stringMatching(/^hermes-\w{12}$/),
    ]);
    expect(calls).toEqual([
      { place: one, again: false },
      { place: other, again: false },
      { place: one },
      { place: other },
    ]);
  });

  test.each(wrongCommands.map(([what, , code], index) => [what, `wrong-${index}`, code] as const))(
    "whose command line is %s runs nothing",
    async (_, name, code) => {
      const backend = box.open({ name });

      await expect(backend.exec("touch ran", run)).rejects.toMatchObject({ code });
      await backend.dispose();

      expect(await readdir(box.root)).not.toContain("ran");
    },
  );

  test("that can run nothing tells the words of its program, and one that can't be given back is a warning", async () => {
    const backend = box.open({ name: "shut" });

    await expect(backend.exec("true", run)).rejects.toMatchObject({
      code: "BACKEND_UNREACHABLE",
      message: expect.stringContaining("The box was lost: no such box."),
    });
    await backend.dispose();

    expect(box.warnings).toEqual([
      expect.stringMatching(/could not give back its backend "shut": .*It is stuck/),
    ]);
  });

  test.skipIf(!isLinux)(
    "that is lost is opened again, and the result says so (looks into /proc)",
    async () => {
      const tmp = await mkdtemp(join(box.root, "tmp-"));
      const backend = box.open({ tmp });
      await backend.exec("export A=1", run);
      const isKeeper = async (id: string): Promise<boolean> => {
        if (!(await lineOf(id)).includes("hermes-keeper")) return false;
        return (await readFile(`/proc/${id}/environ`, "utf8").catch(() => "")).includes(tmp);
      };
      for (const keeper of await processes(isKeeper)) process.kill(keeper, "SIGKILL");

      const notices: (string | undefined)[] = [];
      const value = async (): Promise<string> => {
        const { output, notice } = await backend.exec('echo "${A-none}"', run);
        notices.push(notice);
        return output;
      };
      await expect.poll(value, { timeout: 30_000 }).toBe("none\n");
      await backend.dispose();

      expect(notices.join(" ")).toContain("The box was lost");
      expect((await box.calls()).slice(-3).map(({ again }) => again)).toEqual([false, true, undefined]);
    },
  );

  test.skipIf(!isLinux)(
    "goes on in its place when the process of its plug-in was killed (looks into /proc)",
    async () => {
      const backend = box.open();
      await backend.exec("export A=1", run);
      const pids = await box.pids();
      for (const pid of pids) process.kill(pid, "SIGKILL");

      await expect
        .poll(async () => (await backend.exec('echo "${A-none}"', run)).output, { timeout: 30_000 })
        .toBe("1\n");
      await backend.dispose();

      expect(pids).not.toEqual([]);
    },
  );
});

describe.skipIf(missingJail !== undefined)(`chosen by its name (${missingJail ?? "there is a jail"})`, () => {
  test("commands of a session run in the backend of a plug-in, are judged as on this machine without a wall, and doctor tries it", async () => {
    const place = await pluginPlace();
    await place.install(await writePlugin(place.source, "box", boxes({ box: {} })));
    await writeFile(join(place.home, "config.yaml"), "terminal: { backend: box }\n");
    const model = callingModel({ name: "terminal", arguments: { command: `echo "in $0"; touch ran` } });
    const { session, runtime, asked } = await place.open(model);

    await session.agent.chat("Go.");
    const rows = await runtime.diagnose();
    await runtime[Symbol.asyncDispose]();

    expect(resultsIn(model)).toMatchObject([{ exit_code: 0, output: expect.stringMatching(/^in \w*sh/) }]);
    // In a container nobody would be asked about these.
    expect(asked).toHaveLength(1);
    expect(rows.filter(({ name }) => name === "backend")).toMatchObject([
      { status: "ok", message: expect.stringMatching(/^box: \w/) },
    ]);
    const calls = await readFile(join(place.home, "plugin-data", "box", "calls"), "utf8");
    expect(calls.trim().split("\n")).toHaveLength(4);
  });
});

test("a session whose backend nobody gives is not opened, and the nearest name is told", async () => {
  const place = await pluginPlace();
  await using runtime = await runtimeIn(place, { model: callingModel(), flags: { backend: "dockerr" } });

  await expect(runtime.openSession()).rejects.toMatchObject({
    code: "BACKEND_OPTION_INVALID",
    hint: expect.stringMatching(/^Did you mean "docker"\? .*hermes plugins list/),
  });
});
