import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startUnheld } from "@hermes/plugins/host";
import type { PluginStart } from "@hermes/plugins/host";
import { HermesError } from "@hermes/registry";
import { expect, test } from "vitest";
import { opened, signal } from "./opened.ts";

const everyKind = "every-kind/index.ts";

test.concurrent("nothing is started before the first call, and one process does them all", async ({
  onTestFinished,
}) => {
  const { plugin } = opened(onTestFinished, everyKind);
  expect(plugin.starts).toBe(0);

  const greetings = await Promise.all(
    ["Ada", "Bo", "Cy"].map((args) => plugin.call(["commands", "greet", "run"], { args }, { signal })),
  );

  expect(greetings).toEqual(["Ada", "Bo", "Cy"].map((name) => ({ text: `Hello ${name}` })));
  expect(plugin.starts).toBe(1);
});

test.concurrent("a function is given its arguments, settings, variables and session, and its words reach the log", async ({
  onTestFinished,
}) => {
  const { tool, log } = opened(onTestFinished, everyKind, {
    settings: { units: "kelvin" },
    variables: { WEATHER_KEY: "k-1" },
  });
  const progress: string[] = [];

  const answer = await tool(
    "weather",
    { city: "Lima" },
    {
      sessionId: "s1",
      cwd: "/work",
      onProgress: (text) => progress.push(text),
    },
  );

  expect(answer).toEqual({ city: "Lima", units: "kelvin", key: "k-1", sessionId: "s1", cwd: "/work" });
  expect(progress).toEqual(["Looking at Lima"]);
  expect(log).toEqual(["weather of Lima", "A plug-in prints what it likes.", "So it does."]);
});

test.concurrent("its process knows no variable but the harmless ones", async ({ onTestFinished }) => {
  const { tool } = opened(onTestFinished, "environment.ts", {
    start: startUnheld({ env: { ...process.env, OPENAI_API_KEY: "sk-1", NODE_OPTIONS: "--no-warnings" } }),
  });

  const names = await tool("names");

  expect(names).toContain("PATH");
  expect(names).not.toContain("OPENAI_API_KEY");
  expect(names).not.toContain("NODE_OPTIONS");
});

test.concurrent("bytes go both ways", async ({ onTestFinished }) => {
  const { plugin } = opened(onTestFinished, everyKind);

  const words = await plugin.call(
    ["transcribers", "listener", "transcribe"],
    { bytes: new Uint8Array(70_000), extension: "ogg" },
    { signal },
  );
  const sound = await plugin.call(["speakers", "beeper", "speak"], { text: "abc" }, { signal });

  expect(words).toBe("70000 bytes of ogg");
  expect(sound).toEqual({ bytes: new Uint8Array([7, 7, 7]), extension: "wav" });
});

test.concurrent("a stream goes on when the next item is asked for, and not before", async ({
  onTestFinished,
}) => {
  const { plugin, log } = opened(onTestFinished, "streams.ts");
  const stream = plugin.stream(["programs", "steps", "run"], { args: ["3"], input: "" }, { signal });

  expect(await stream.next()).toEqual({ done: false, value: "1" });
  // An answer of another call shows that what the process had to say has come.
  await plugin
    .call(["programs", "steps", "run"], { args: ["0"], input: "" }, { signal })
    .catch(() => undefined);
  expect(log).toEqual(["step 1"]);
  expect(await stream.next()).toEqual({ done: false, value: "2" });
  expect(await stream.next()).toEqual({ done: false, value: "3" });
  expect(await stream.next()).toEqual({ done: true, value: 5 });
  expect(log).toEqual(["step 1", "step 2", "step 3", "left"]);
});

test.concurrent("a stream that is left early is told so, and its process stays", async ({
  onTestFinished,
}) => {
  const { plugin, log } = opened(onTestFinished, "streams.ts");

  for await (const item of plugin.stream(
    ["programs", "steps", "run"],
    { args: ["9"], input: "" },
    { signal },
  )) {
    expect(item).toBe("1");
    break;
  }

  await plugin.describe({ signal });
  expect(log).toEqual(["step 1", "left"]);
  expect(plugin.starts).toBe(1);
});

test.concurrent("a stream that does not let itself be left is ended, which is no fault where a person leaves", async ({
  onTestFinished,
}) => {
  const { plugin, off } = opened(onTestFinished, "bad/misbehaves.ts", {
    limits: { maxEnds: 1, cancelMs: 100 },
  });

  for await (const item of plugin.stream(["programs", "stubborn", "run"], { args: [] }, { signal })) {
    expect(item).toBe("here");
    break;
  }

  await plugin.describe({ signal });
  expect(plugin.starts).toBe(2);
  expect(off).toEqual([]);
});

test.concurrent("the time limit of a stream is between its items", async ({ onTestFinished }) => {
  const { plugin } = opened(onTestFinished, "streams.ts");
  await plugin.describe({ signal });
  const stream = plugin.stream(
    ["programs", "steps", "run"],
    { args: ["2"], input: "" },
    { signal, timeoutMs: 400 },
  );

  await stream.next();
  await new Promise((resolve) => setTimeout(resolve, 450));

  expect(await stream.next()).toEqual({ done: false, value: "2" });
  expect(await stream.next()).toMatchObject({ done: true });
});

test.concurrent("a call that is aborted rejects with the reason, and the function is told", async ({
  onTestFinished,
}) => {
  const { plugin, tool, log } = opened(onTestFinished, "streams.ts");
  const controller = new AbortController();
  const call = tool("slow", {}, { signal: controller.signal });
  await expect.poll(() => log).toContain("begun");

  controller.abort(new Error("Ctrl-C"));

  await expect(call).rejects.toThrow("Ctrl-C");
  await plugin.describe({ signal });
  expect(log).toEqual(["begun", "stopped"]);
  expect(plugin.starts).toBe(1);
});

test.concurrent("a call that was aborted before it began starts nothing", async ({ onTestFinished }) => {
  const { plugin, tool } = opened(onTestFinished, "streams.ts");

  await expect(tool("slow", {}, { signal: AbortSignal.abort(new Error("Too late.")) })).rejects.toThrow(
    "Too late.",
  );

  expect(plugin.starts).toBe(0);
});

test.concurrent("arguments that are no JSON are refused before anything is asked", async ({
  onTestFinished,
}) => {
  const { plugin, tool } = opened(onTestFinished, everyKind);

  await expect(tool("weather", { city: 1n })).rejects.toThrow(TypeError);

  expect(await tool("weather", { city: "Lima" })).toMatchObject({ city: "Lima" });
  expect(plugin.starts).toBe(1);
});

test.concurrent("a function is no stream, and a stream no function", async ({ onTestFinished }) => {
  const { plugin, tool } = opened(onTestFinished, "streams.ts");

  await expect(plugin.stream(["tools", "nothing", "execute"], {}, { signal }).next()).rejects.toThrow(
    "no function",
  );
  await expect(plugin.stream(["commands", "greet", "run"], {}, { signal }).next()).rejects.toThrow(
    "no function",
  );
  await expect(tool("steps")).rejects.toThrow("no function");
});

test.concurrent("once it is closed nothing is called, and calls that are open end", async ({
  onTestFinished,
}) => {
  const { plugin, tool, log } = opened(onTestFinished, "streams.ts");
  const call = tool("slow");
  await expect.poll(() => log).toContain("begun");

  await Promise.all([
    expect(call).rejects.toMatchObject({ code: "PLUGIN_ENDED" }),
    plugin[Symbol.asyncDispose](),
  ]);

  await expect(tool("slow")).rejects.toMatchObject({ code: "PLUGIN_ENDED" });
  expect(log).toContain("stopped");
});

test.concurrent("closing does not wait for a module that is never loaded", async ({ onTestFinished }) => {
  const { plugin } = opened(onTestFinished, "bad/never-imports.ts", { limits: { cancelMs: 100 } });
  const described = plugin.describe({ signal });
  await expect.poll(() => plugin.starts).toBe(1);

  await Promise.all([
    expect(described).rejects.toMatchObject({ code: "PLUGIN_ENDED" }),
    plugin[Symbol.asyncDispose](),
  ]);
});

test.concurrent("where nothing can be started, that is told each time, and is no fault of the plug-in", async ({
  onTestFinished,
}) => {
  let isThere = false;
  const plainly = startUnheld({ env: process.env });
  const start: PluginStart = async (line) => {
    if (isThere) return await plainly(line);
    throw new HermesError("There is no jail.", { code: "PLUGIN_UNAVAILABLE" });
  };
  const { plugin, tool } = opened(onTestFinished, everyKind, { start, limits: { maxEnds: 1 } });

  await expect(tool("weather", { city: "Lima" })).rejects.toThrow("There is no jail.");
  await expect(tool("weather", { city: "Lima" })).rejects.toThrow("There is no jail.");
  isThere = true;

  expect(await tool("weather", { city: "Lima" })).toMatchObject({ city: "Lima" });
  expect(plugin.off).toBeUndefined();
});

test.concurrent("the program that runs a plug-in needs no package, so that a bundle can bring it along", async ({
  onTestFinished,
}) => {
  const source = fileURLToPath(new URL("../../src", import.meta.url));
  const alone = mkdtempSync(join(tmpdir(), "program-"));
  onTestFinished(() => rmSync(alone, { recursive: true, force: true }));
  cpSync(source, alone, { recursive: true });
  const plainly = startUnheld({ env: process.env });
  const { tool } = opened(onTestFinished, everyKind, {
    start: (line) => {
      expect(line.readable).toContain(source);
      return plainly({ ...line, command: line.command.map((word) => word.replace(source, alone)) });
    },
  });

  expect(await tool("weather", { city: "Lima" })).toMatchObject({ city: "Lima" });
});
