import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chooseIsolation } from "@hermes/jail";
import { expect, onTestFinished, test } from "vitest";
import { effects, runScript } from "./script.ts";

const isLong = process.env["HERMES_TEST_LONG"] === "1";

/**
 * One write to open the run, one for its end, and around them those that say that a session is open. For each call two of its own,
 * one for the file, and two for when it ran. Without a jail the script as a whole may change files, and so there are two for that.
 */
const isolation = await chooseIsolation("prefer-jail");
const isJailed = "jail" in isolation && isolation.jail.level === "jail";
const writes = isJailed ? 4 + 5 * effects.length : 6 + 3 * effects.length;
/** The last one is the end of a script that is through. */
const all = Array.from({ length: writes - 1 }, (_, index) => [
  `before ${index + 1}`,
  `after ${index + 1}`,
]).flat();

test("a script that nobody kills writes down each call when it starts and when it is done", async () => {
  const folder = newFolder();

  await takeScript(folder, "never");

  expect(readFileSync(join(folder, "points"), "utf8")).toBe(String(writes));
  expect(ledgerOf(folder)).toEqual(effects);
});

test.each(isLong ? all : ["before 7", "after 14"])(
  "a script that was killed %s is run again, and no call that was finished is repeated",
  { timeout: 60_000 },
  async (point) => {
    const folder = newFolder();
    await takeScript(folder, point);
    expect(existsSync(join(folder, "points"))).toBe(false);

    const result = await runScript(folder);

    expect(result).toMatchObject({ status: "success", output: "done\n" });
    expect(ledgerOf(folder)).toEqual(effects);
  },
);

test("the same script in a run of its own makes its calls again", async () => {
  const folder = newFolder();
  await runScript(folder);

  await runScript(folder);

  expect(ledgerOf(folder)).toEqual([...effects, ...effects]);
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "hermes-script-"));
  mkdirSync(join(folder, "project"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs the script in a process of its own until it is through, or killed. */
async function takeScript(folder: string, point: string): Promise<void> {
  const script = fileURLToPath(new URL("take-script.ts", import.meta.url));
  const child = spawn(process.execPath, ["--conditions=@hermes/source", script, folder, point], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [code, signal] = await once(child, "exit");
  expect(signal ?? code).toBe(point === "never" ? 0 : "SIGKILL");
}

function ledgerOf(folder: string): readonly string[] {
  return readFileSync(join(folder, "ledger"), "utf8").trimEnd().split("\n");
}
