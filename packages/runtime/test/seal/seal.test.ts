import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { loadSettings } from "@hermes/config";
import type { LoadedSettings } from "@hermes/config";
import { openState } from "@hermes/state";
import { expect, onTestFinished, test, vi } from "vitest";
import { acceptedSettings } from "../../src/seal/accepted-settings.ts";
import { HomeSeal } from "../../src/seal/home-seal.ts";
import { sealTables } from "../../src/seal/seal-tables.ts";
import { sealedFiles } from "../../src/seal/sealed-files.ts";
import type { SessionOptions } from "./sealed-home.ts";
import { callingModel, runtimeIn } from "../support/scripted-runtime.ts";
import { temporaryPlace } from "../support/temporary-place.ts";
import type { TemporaryPlace } from "../support/temporary-place.ts";
import { allowsAll, dangerous, ownRules, rulesNow, sealedHome, session } from "./sealed-home.ts";

const rulesOf = (place: TemporaryPlace): string => join(place.home, "permissions.yaml");

/** The settings by which a session that begins now would go, with nobody to ask. */
async function counted(place: TemporaryPlace): Promise<LoadedSettings> {
  const loaded = await loadSettings({ env: place.env });
  const state = openState({ path: join(place.home, "hermes.db"), migrations: [sealTables] });
  const seal = new HomeSeal({
    files: sealedFiles({ loaded }),
    store: async () => state,
    existingStore: async () => state,
    warn: () => undefined,
  });
  try {
    return await acceptedSettings(loaded, seal);
  } finally {
    state.close();
  }
}

/** A session in a process of its own. */
async function anotherProcess(place: TemporaryPlace) {
  const program = join(import.meta.dirname, "hold-home.ts");
  const args = ["--conditions=@hermes/source", program, place.root];
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<string> => String((await lines.next()).value);
  expect(await next()).toBe("open");
  return {
    /** Runs a command, or a call of the terminal. @returns What was asked. */
    async run(call: string | object): Promise<readonly string[]> {
      child.stdin.write(`${JSON.stringify(typeof call === "string" ? { command: call } : call)}\n`);
      const asked: string[] = [];
      for (let line = await next(); line !== "done"; line = await next())
        asked.push(line.replace("asked ", ""));
      return asked;
    },
    async end(): Promise<void> {
      child.stdin.end("end\n");
      await once(child, "exit");
    },
    async kill(): Promise<void> {
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}

test("what a person changes between sessions counts without a question", async () => {
  await using place = await temporaryPlace();
  await sealedHome(place);
  await session(place, { commands: ["true"], takes: "no" });
  await writeFile(rulesOf(place), allowsAll);
  await writeFile(join(place.home, "config.yaml"), "approvals:\n  mode: yolo\n");
  await writeFile(join(place.home, ".env"), "HERMES_MODEL=x\n");

  expect((await rulesNow(place)).length).toBe(2);
  expect(await session(place, { commands: [dangerous], takes: "no" })).toMatchObject({
    asked: [],
    warnings: [],
  });
  await rm(rulesOf(place));
  await rm(join(place.home, "config.yaml"));
  expect((await session(place, { commands: [dangerous], takes: "no" })).asked).toEqual([dangerous]);
});

test("what a person changes while their session is open is asked about with the next call, and holds from the yes on", async () => {
  await using place = await temporaryPlace();
  await sealedHome(place);

  const { asked } = await session(place, {
    commands: [`printf '%s' '${allowsAll}' > ${rulesOf(place)}`, dangerous, dangerous],
    takes: "yes",
  });

  expect(asked).toEqual([expect.anything(), expect.stringContaining('+  "*": allow')]);
  expect(asked[1]).toContain("-  file.read: allow");
  expect(await session(place, { commands: [dangerous], takes: "no" })).toMatchObject({
    asked: [],
    warnings: [],
  });
});

test("the answer always, and a rule that is set between sessions, are Hermes' own and asked about by nobody", async () => {
  await using place = await temporaryPlace();
  await sealedHome(place);
  const asked: string[] = [];
  const runtime = await runtimeIn(place, {
    model: callingModel(
      { name: "terminal", arguments: { command: dangerous } },
      { name: "terminal", arguments: { command: dangerous } },
    ),
    approver: async ({ summary }) => (asked.push(summary), { approved: true, scope: "always" }),
  });
  const opened = await runtime.openSession();
  await opened.agent.chat("Go on.");
  await runtime[Symbol.asyncDispose]();
  const outside = await runtimeIn(place);
  await (await (await outside.permissions()).ruleFile()).set({ text: "file.write", effect: "allow" });
  await outside[Symbol.asyncDispose]();

  expect(asked).toEqual([dangerous]);
  expect(await readFile(rulesOf(place), "utf8")).toContain("grants:");
  expect(await session(place, { commands: [dangerous], takes: "no" })).toMatchObject({
    asked: [],
    warnings: [],
  });
  expect(await rulesNow(place)).toEqual(["file.read", "file.write"]);
});

test("the answer always takes nothing up that somebody else wrote into the file", async () => {
  await using place = await temporaryPlace();
  await sealedHome(place);
  const write = `printf '%s' '${allowsAll}' > ${rulesOf(place)}`;
  const calls = [write, dangerous, dangerous].map((command) => ({
    name: "terminal",
    arguments: { command },
  }));
  const model = callingModel(...calls);
  const asked: string[] = [];
  const runtime = await runtimeIn(place, {
    model,
    approver: async ({ tool, summary }) => {
      asked.push(tool === "hermes" ? "seal" : summary);
      return tool === "hermes" ? { approved: false, reason: "No." } : { approved: true, scope: "always" };
    },
  });
  const opened = await runtime.openSession();
  await opened.agent.chat("Go on.");
  const warnings = [...runtime.warnings];
  await runtime[Symbol.asyncDispose]();

  expect(asked).toEqual([write, "seal", dangerous]);
  expect(warnings).toContainEqual(expect.stringContaining("holds for this session only"));
  expect(await readFile(rulesOf(place), "utf8")).toBe(allowsAll);
  expect(await rulesNow(place)).toEqual(["file.read"]);
});

test("a rule that another program sets while a session is open waits for a yes in that session", async () => {
  await using place = await temporaryPlace();
  await sealedHome(place);
  const open = await anotherProcess(place);
  await open.run("true");
  const outside = await runtimeIn(place);
  await (await (await outside.permissions()).ruleFile()).set({ text: "terminal(*)", effect: "allow" });
  const seal = await outside.seal();
  const changes = await seal.changes();

  expect(await open.run(dangerous)).toEqual(["hermes", "terminal"]);
  await expect(seal.accept(changes)).rejects.toMatchObject({ code: "SEAL_SESSION_OPEN" });
  await open.end();
  expect(await rulesNow(place)).toEqual(["file.read"]);
  // From here on nobody but the person is left.
  expect(await seal.accept(await seal.changes())).toMatchObject([{ path: rulesOf(place), isRefused: true }]);
  expect(await rulesNow(place)).toEqual(["file.read", "terminal(*)"]);
  await outside[Symbol.asyncDispose]();
});

test("a change is asked about by the session that is open the longest, which no agent of another one can have started", async () => {
  await using place = await temporaryPlace();
  await sealedHome(place);
  const elder = await anotherProcess(place);
  await elder.run("true");
  const younger = await anotherProcess(place);
  await younger.run(`printf '%s' '${allowsAll}' > ${rulesOf(place)}`);

  expect(await younger.run(dangerous)).toEqual(["terminal"]);
  const youngest = await session(place, { commands: [dangerous], takes: "yes" });
  expect(youngest.asked).toEqual([dangerous]);
  expect(youngest.warnings).toEqual([expect.stringContaining("the session that is open the longest")]);
  expect(await elder.run(dangerous)).toEqual(["hermes", "terminal"]);
});

test("changes made during a killed session do not apply, nor those beside a session that goes on", async () => {
  await using place = await temporaryPlace();
  await sealedHome(place);
  const [killed, beside] = [await anotherProcess(place), await anotherProcess(place)];
  await killed.run(`printf '%s' '${allowsAll}' > ${rulesOf(place)}`);
  await killed.kill();

  expect(await beside.run(dangerous)).toEqual(["hermes", "terminal"]);
  await beside.kill();
  expect(await rulesNow(place)).toEqual(["file.read"]);
  const later = await session(place, { commands: [dangerous], takes: "no" });
  expect(later.asked).toEqual([dangerous]);
});

test("a session that was killed is no reason to ask where nothing was changed", async () => {
  await using place = await temporaryPlace();
  await sealedHome(place);
  const killed = await anotherProcess(place);
  await killed.run("true");
  await killed.kill();

  expect(await session(place, { commands: [dangerous], takes: "no" })).toMatchObject({
    asked: [dangerous],
    warnings: [],
  });
  await writeFile(rulesOf(place), allowsAll);
  expect((await session(place, { commands: [dangerous], takes: "no" })).asked).toEqual([]);
});

test("what one session allowed for good counts in another process without a question", async () => {
  await using place = await temporaryPlace();
  await sealedHome(place);
  const open = await anotherProcess(place);
  expect(await open.run(dangerous)).toEqual(["terminal"]);
  const runtime = await runtimeIn(place, {
    model: callingModel({ name: "terminal", arguments: { command: dangerous } }),
    approver: async () => ({ approved: true, scope: "always" }),
  });
  await (await runtime.openSession()).agent.chat("Go on.");
  await runtime[Symbol.asyncDispose]();

  expect(await open.run(dangerous)).toEqual([]);
});

test.each(["ended", "was killed"])(
  "what an orphaned process of a session that %s writes does not apply, also two sessions later",
  async (how) => {
    await using place = await temporaryPlace();
    await sealedHome(place);
    const go = join(place.project, "go");
    onTestFinished(async () => await writeFile(go, "").catch(() => undefined));
    const write = `printf '%s' '${allowsAll}' > ${rulesOf(place)}`;
    await writeFile(
      join(place.project, "wait.sh"),
      `until [ -e ${go} ]; do sleep 0.02; done; ${write}; touch ${go}.done`,
    );
    const open = await anotherProcess(place);
    await open.run({ command: "sh wait.sh", background: true, keep: true });
    await (how === "ended" ? open.end() : open.kill());
    await session(place, { takes: "no" });

    await writeFile(go, "");
    await vi.waitFor(async () => await readFile(`${go}.done`), 30_000);

    expect((await session(place, { commands: [dangerous], takes: "no" })).asked).toEqual([
      expect.stringContaining('+  "*": allow'),
      dangerous,
    ]);
  },
);

test.each(["UPDATE seal_records SET hash = 'x'", "UPDATE seal_records SET taken_by = 'me', kept = 7"])(
  "a record that can't be understood allows nothing: %s",
  async (sql) => {
    await using place = await temporaryPlace();
    await sealedHome(place, "display:\n  show_reasoning: true\n");
    await session(place, { commands: ["true"], takes: "no" });
    const state = openState({ path: join(place.home, "hermes.db") });
    state.transaction((tables) => tables.run(sql));
    state.close();
    await writeFile(rulesOf(place), allowsAll);

    await expect(session(place, { commands: [dangerous] })).rejects.toMatchObject({
      code: "SEAL_UNKNOWN",
    });
    expect(await rulesNow(place).catch((error: unknown) => error)).toMatchObject({ code: "SEAL_UNKNOWN" });
    const agreed = await session(place, { commands: [dangerous], takes: "yes" });
    expect(agreed.asked.map((question) => question.slice(0, 4))).toEqual(["seal", "seal", "seal"]);
    expect(await session(place, { takes: "no" })).toMatchObject({ asked: [], warnings: [] });
  },
);

test("a key that was added to .env is no use to a session before the yes, and the store holds none", async () => {
  await using place = await temporaryPlace();
  await sealedHome(place);
  const key = "sk-sealed-6f1d2c3b4a5968778695a4b3";
  await writeFile(join(place.home, ".env"), `FIRST_API_KEY=${key}\nHERMES_MODEL=one\n`);
  const seen: unknown[] = [];
  const look = async (): Promise<void> => {
    const { env, settings } = await counted(place);
    seen.push([env["FIRST_API_KEY"], env["SECOND_API_KEY"], settings.model.default]);
  };
  await session(place, {
    commands: ["true"],
    takes: "no",
    then: async () =>
      await writeFile(join(place.home, ".env"), `FIRST_API_KEY=${key}\nSECOND_API_KEY=${key}2\n`),
  });
  await look();
  const { asked } = await session(place, { commands: ["true"], takes: "yes" });
  await look();

  expect(seen).toEqual([
    [key, undefined, "one"],
    [key, `${key}2`, undefined],
  ]);
  expect(asked).toEqual([expect.stringContaining("+SECOND_API_KEY=(not shown")]);
  expect(asked.join("")).not.toContain("sk-sealed");
  for (const file of ["hermes.db", "hermes.db-wal"])
    expect((await readFile(join(place.home, file)).catch(() => Buffer.from(""))).includes("sk-sealed")).toBe(
      false,
    );
});

test("a file that the program names counts as it was left, too", async () => {
  await using place = await temporaryPlace();
  await sealedHome(place);
  const hooks = join(place.project, "hooks.json");
  await writeFile(hooks, "[]");
  const runtime = { sealed: [hooks] };
  const commands = [`printf '["rm"]' > ${hooks}`];
  const texts: unknown[] = [];
  const then: SessionOptions["then"] = async (opened) => {
    texts.push(await (await opened.seal()).textOf(hooks));
  };
  await session(place, { commands, takes: "no", runtime, then });
  await session(place, { runtime, then });
  await writeFile(hooks, '["ls"]');
  await session(place, { takes: "yes", runtime, then });

  expect(texts).toEqual(["[]", "[]", '["ls"]']);
});

test("a file that nobody can read, or that never ends, is not what somebody left", async () => {
  await using place = await temporaryPlace();
  await sealedHome(place);
  const swap = `rm -f ${rulesOf(place)} && mkfifo ${rulesOf(place)}`;

  const first = await session(place, { commands: [swap, dangerous], takes: "no" });

  expect(first.asked).toEqual([swap, dangerous]);
  expect(await rulesNow(place)).toEqual(["file.read"]);
  await rm(rulesOf(place));
  await writeFile(rulesOf(place), ownRules);
  expect(await session(place, { takes: "no" })).toMatchObject({ asked: [], warnings: [] });
});
