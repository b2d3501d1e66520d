import { scripted } from "@hermes/models";
import { findProfileJail } from "@hermes/jail";
import { mkdir, readFile, realpath, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runtimeIn } from "./support/scripted-runtime.ts";
import { temporaryPlace } from "./support/temporary-place.ts";

const key = "canary-key-of-the-home-0123456789";

async function openSession(settings = "") {
  const place = await temporaryPlace();
  onTestFinished(() => place[Symbol.asyncDispose]());
  await mkdir(place.home, { recursive: true });
  await writeFile(join(place.home, "config.yaml"), settings);
  await writeFile(join(place.home, ".env"), `OPENAI_API_KEY=${key}\n`);
  const runtime = await runtimeIn(place, {
    model: scripted([]),
    approver: async () => ({ approved: false, reason: "never asked" }),
  });
  onTestFinished(() => runtime[Symbol.asyncDispose]());
  const session = await runtime.openSession();
  onTestFinished(() => session[Symbol.asyncDispose]());
  return { place, session, signal: new AbortController().signal };
}

test("a command of the person's own runs in the folder of the session, unasked, and the next one goes on from there", async () => {
  const { place, session, signal } = await openSession();
  const shown: string[] = [];

  const first = await session.runOwn(
    "mkdir deep && cd deep && chmod 777 . && printf '\\033[31mred\\033[0m'; exit 3",
    {
      signal,
      onOutput: (text) => shown.push(text),
    },
  );
  const second = await session.runOwn("pwd", { signal });

  expect(first).toMatchObject({ output: "red", exitCode: 3, interrupted: false, truncated: false });
  expect(shown.join("")).toContain("\u001b[31mred");
  expect(second.output.trim()).toBe(join(await realpath(place.project), "deep"));
});

test("what the model is given of its output holds no secret of the home, and is bounded", async () => {
  const { session, signal } = await openSession();

  const { output } = await session.runOwn(`echo ${key}`, { signal });
  const long = await session.runOwn("yes | head -c 100000", { signal });

  expect(output).not.toContain(key);
  expect(output).toContain("redacted");
  expect(long.truncated).toBe(true);
  expect(long.output.length).toBeLessThan(17_000);
});

test("an abort ends the command with all it started", async () => {
  const { session } = await openSession();
  const stop = new AbortController();

  const running = session.runOwn("echo begun; sleep 600 & wait", {
    signal: stop.signal,
    onOutput: () => stop.abort(),
  });

  expect(await running).toMatchObject({ output: "begun\n", interrupted: true });
});

const { jail } = await findProfileJail();
jail?.close();

test.skipIf(jail === undefined)("no wall holds it", async () => {
  const { place, session, signal } = await openSession("terminal: {wall: workspace}");
  const outside = join(place.homedir, "outside");

  await session.runOwn(`echo written > ${outside}`, { signal });

  expect(await readFile(outside, "utf8")).toBe("written\n");
});
