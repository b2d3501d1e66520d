import { readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { opened, signal } from "./opened.ts";

const misbehaves = "bad/misbehaves.ts";
const quick = { limits: { cancelMs: 200 } };

test.concurrent.for([
  ["throws-at-import", "PLUGIN_FAILED", "The moon is full."],
  ["no-default", "PLUGIN_FAILED", "no default export"],
  ["unknown-kind.js", "PLUGIN_FAILED", '"tool", which is no kind of part'],
  ["exits-at-once", "PLUGIN_ENDED", "exit code 7"],
  ["never-imports", "PLUGIN_TIMED_OUT", "not loaded within 2 s"],
  ["loops-at-import", "PLUGIN_TIMED_OUT", "not loaded within 2 s"],
  ["missing", "PLUGIN_FAILED", "Cannot find module"],
] as const)(
  "a module that %s is an error of each call, and off after three",
  async ([name, code, words], { onTestFinished }) => {
    const { plugin, off } = opened(onTestFinished, `bad/${name.includes(".") ? name : `${name}.ts`}`, {
      limits: { loadMs: code === "PLUGIN_TIMED_OUT" ? 2_000 : 30_000, maxEnds: 2 },
    });

    await expect(plugin.describe({ signal })).rejects.toMatchObject({
      code,
      message: expect.stringContaining(words),
    });
    await expect(plugin.call(["tools", "x", "execute"], {}, { signal })).rejects.toMatchObject({ code });

    await expect(plugin.describe({ signal })).rejects.toMatchObject({ code: "PLUGIN_OFF" });
    expect(off).toEqual([expect.stringContaining(words)]);
    expect(plugin.starts).toBe(2);
  },
);

test.concurrent("a module whose parts have another form says which", async ({ onTestFinished }) => {
  const { plugin } = opened(onTestFinished, "bad/wrong-description.js");

  await expect(plugin.describe({ signal })).rejects.toMatchObject({
    code: "PLUGIN_BAD_MODULE",
    message: expect.stringContaining("tools.weather.parameters"),
  });
});

test.concurrent("what a tool throws is an error with its words, clean and cut, and the process goes on", async ({
  onTestFinished,
}) => {
  const { plugin, tool } = opened(onTestFinished, misbehaves);

  const long = String(await tool("throws").catch((error: unknown) => error));
  expect(long).toContain('The plug-in "sample" failed: No! No!');
  expect(long.length).toBeLessThan(2_100);
  for (const [what, words] of [
    ["nothing", "It gives no reason"],
    ["circle", "can't be told"],
    ["words", "words"],
    [{ status: 404 }, "404"],
  ])
    await expect(tool("rejects", { what })).rejects.toThrow(String(words));
  for (const what of ["circle", "bigint"])
    await expect(tool("no_json", { what })).rejects.toMatchObject({ code: "PLUGIN_FAILED" });
  await expect(tool("giant_answer")).rejects.toThrow("characters; 16000000 may be sent");
  await expect(tool("absent")).rejects.toThrow("no function tools.absent.execute");
  await expect(plugin.call(["tools", "constructor", "name"], {}, { signal })).rejects.toThrow("no function");

  expect(await tool("good", { a: 1 })).toEqual({ a: 1 });
  expect(plugin.starts).toBe(1);
});

test.concurrent.for(["loops", "hangs"])(
  "a tool that %s is ended, and the next call works",
  async (name, { onTestFinished }) => {
    const { plugin, tool } = opened(onTestFinished, misbehaves, quick);
    await tool("good");

    await expect(tool(name, {}, { timeoutMs: 300 })).rejects.toMatchObject({ code: "PLUGIN_TIMED_OUT" });

    expect(await tool("good", { a: 1 })).toEqual({ a: 1 });
    expect(plugin.starts).toBe(2);
  },
);

test.concurrent("a tool that obeys stops when its time is up, and its process stays", async ({
  onTestFinished,
}) => {
  const { plugin, tool } = opened(onTestFinished, misbehaves);
  await tool("good");

  await expect(tool("obeys", {}, { timeoutMs: 100 })).rejects.toMatchObject({ code: "PLUGIN_TIMED_OUT" });

  await tool("good");
  expect(plugin.starts).toBe(1);
});

test.concurrent.for(["floods_stdout", "floods_stderr", "floods_protocol", "giant_line"])(
  "a tool that writes without end (%s) is ended, and the next call works",
  async (name, { onTestFinished }) => {
    const { plugin, tool, log } = opened(onTestFinished, misbehaves, { limits: { maxLineChars: 4_000_000 } });

    await expect(tool(name)).rejects.toMatchObject({
      code: "PLUGIN_ENDED",
      message: expect.stringMatching(/more than (?:anybody could read|4000000 characters)/),
    });

    expect(await tool("good", { a: 1 })).toEqual({ a: 1 });
    expect(plugin.starts).toBe(2);
    expect(log.length).toBeLessThanOrEqual(100_000);
  },
);

test.concurrent("an endless stream that sends what nobody asked for is ended", async ({ onTestFinished }) => {
  const { plugin } = opened(onTestFinished, misbehaves);

  const items = all(plugin.stream(["programs", "forges", "run"], { args: [] }, { signal }));

  await expect(items).rejects.toMatchObject({ code: "PLUGIN_ENDED" });
});

test.concurrent("progress and log without end reach nobody but in part", async ({ onTestFinished }) => {
  const { tool, log, plugin } = opened(onTestFinished, misbehaves);
  const progress: string[] = [];

  expect(await tool("floods_progress", {}, { onProgress: (text) => progress.push(text) })).toBe("done");

  expect(progress[0]).toBe("0");
  expect(progress.length).toBeLessThan(200);
  expect(log.length).toBeLessThan(500);
  expect(plugin.starts).toBe(1);
});

test.concurrent("lines that are no answers are for the log, and change nothing", async ({
  onTestFinished,
}) => {
  const { tool, log, plugin } = opened(onTestFinished, misbehaves);

  expect(await tool("raw_lines")).toBe("done");

  await expect.poll(() => log).toContain("Good day.");
  expect((await plugin.describe({ signal })).tools).toHaveProperty("good");
});

test.concurrent.for([
  ["exits", "exit code 3"],
  ["crashes", "In the background."],
  ["mute", "EBADF"],
] as const)(
  "a process that %s in a call ends all that are open, and is started again",
  async ([name, words], { onTestFinished }) => {
    const { plugin, tool } = opened(onTestFinished, misbehaves);
    const other = tool("hangs");

    await expect(tool(name)).rejects.toMatchObject({
      code: "PLUGIN_ENDED",
      message: expect.stringContaining(words),
    });

    await expect(other).rejects.toMatchObject({ code: "PLUGIN_ENDED" });
    expect(await tool("good", { a: 1 })).toEqual({ a: 1 });
    expect(plugin.starts).toBe(2);
  },
);

test.concurrent("a promise that nobody waits for is told in the log, and ends nothing", async ({
  onTestFinished,
}) => {
  const { tool, log } = opened(onTestFinished, misbehaves);

  expect(await tool("background")).toBe("done");

  await expect.poll(() => log.join("\n")).toContain("Nobody waits.");
});

test.concurrent.for(["heap", "bytes"])(
  "memory without end (%s) ends the process alone",
  async (name, { onTestFinished }) => {
    const { plugin, tool } = opened(onTestFinished, misbehaves, { limits: { memoryMb: 60 } });

    await expect(tool(name)).rejects.toMatchObject({
      code: "PLUGIN_ENDED",
      message: expect.stringMatching(/heap|120 MB/),
    });

    expect(await tool("good", { a: 1 })).toEqual({ a: 1 });
    expect(plugin.starts).toBe(2);
  },
);

test.concurrent("what a plug-in has started ends with it", async ({ onTestFinished }) => {
  const { plugin, tool } = opened(onTestFinished, misbehaves);
  const { pid } = (await tool("child")) as { readonly pid: number }; // it says so
  expect(isRunning(pid)).toBe(true);

  await plugin[Symbol.asyncDispose]();

  await vi.waitFor(() => expect(isRunning(pid)).toBe(false));
});

test.concurrent("three ends within ten minutes switch it off, and ends long ago don't count", async ({
  onTestFinished,
}) => {
  let now = 0;
  const { plugin, tool, off } = opened(onTestFinished, misbehaves, { now: () => now });
  const end = async (): Promise<void> => {
    await expect(tool("exits")).rejects.toMatchObject({ code: "PLUGIN_ENDED" });
  };
  await end();
  await end();
  now = 601_000;
  await end();
  await end();
  expect(plugin.off).toBeUndefined();

  await end();

  expect(plugin.off).toContain("is switched off for now, because it failed 3 times");
  expect(off).toEqual([plugin.off]);
  await expect(tool("good")).rejects.toMatchObject({ code: "PLUGIN_OFF" });
  expect(plugin.starts).toBe(5);
});

async function all(stream: AsyncIterable<unknown>): Promise<readonly unknown[]> {
  const items: unknown[] = [];
  for await (const item of stream) items.push(item);
  return items;
}

/** In a container, what has ended may stay as a zombie. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== "linux" || !/\) [ZX] /u.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}
