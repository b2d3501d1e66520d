/**
 * Processes with nothing in common but the store: one asks and is gone, another one answers, a third one goes on. Each of
 * them is killed (SIGKILL) at a write, and done again. By default some points are tried; HERMES_TEST_LONG=1 tries all.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { openState } from "@hermes/state";
import type { State } from "@hermes/state";
import { expect, onTestFinished, test } from "vitest";
import { doWork } from "./asked-work.ts";
import type { Work } from "./asked-work.ts";

const isLong = process.env["HERMES_TEST_LONG"] === "1";
const program = fileURLToPath(new URL("asking-process.ts", import.meta.url));

/** Does a work in a process of its own, to its end or to its death. @returns How the turn ended. */
async function inProcess(folder: string, work: Work, point = "never"): Promise<string> {
  const args = ["--conditions=@hermes/source", program, folder, work, point];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = new Promise<string | number | null>((resolve) =>
    child.on("exit", (code, signal) => resolve(signal ?? code)),
  );
  const [out, errors, end] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (end !== (point === "never" ? 0 : "SIGKILL"))
    throw new Error(`The process ended with ${end}: ${errors}`);
  return out.trim();
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "hermes-approvals-"));
  mkdirSync(join(folder, "project"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function ledgerOf(folder: string): readonly string[] {
  const path = join(folder, "ledger");
  return existsSync(path) ? readFileSync(path, "utf8").trim().split("\n") : [];
}

function storeOf(folder: string): State {
  const state = openState({ path: join(folder, "home", "hermes.db") });
  onTestFinished(() => state.close());
  return state;
}

/** What the model was told of the second command. */
function toldOf(folder: string): string {
  const stored = storeOf(folder).journal.load(readFileSync(join(folder, "session"), "utf8"));
  const results = stored?.messages.flatMap((message) => (message.role === "tool" ? [message.content] : []));
  return results?.[1] ?? "";
}

test(
  "one process asks and is gone, another one answers, a third one goes on",
  { timeout: 60_000 },
  async () => {
    const folder = newFolder();

    expect(await inProcess(folder, "ask")).toBe("awaiting-approval");
    await inProcess(folder, "answer yes");
    expect(ledgerOf(folder)).toEqual(["one"]);
    expect(await inProcess(folder, "continue")).toBe("answered");

    expect(ledgerOf(folder)).toEqual(["one", "two"]);
    const { approvals, audit } = storeOf(folder);
    expect(approvals.list()).toMatchObject([{ status: "answered", actor: "telegram:7" }]);
    expect(audit.list({ decision: "allowed", limit: 1 })).toMatchObject([
      { decidedBy: "person, once (telegram:7)" },
    ]);
  },
);

test("no process goes on without an answer, and a refusal has its reason", async () => {
  const folder = newFolder();
  await doWork(folder, "ask", openState);

  expect(await doWork(folder, "continue", openState)).toBe("awaiting-approval");
  await doWork(folder, "answer no", openState);
  expect(await doWork(folder, "continue", openState)).toBe("answered");

  expect(ledgerOf(folder)).toEqual(["one"]);
  expect(toldOf(folder)).toContain("Not today.");
});

test("of two processes that answer at once the first one holds", { timeout: 60_000 }, async () => {
  const folder = newFolder();
  await doWork(folder, "ask", openState);

  const outcomes = await Promise.allSettled([
    inProcess(folder, "answer yes"),
    inProcess(folder, "answer no"),
  ]);
  await doWork(folder, "continue", openState);

  // Who comes later finds nothing open any more, or is told.
  for (const outcome of outcomes)
    if (outcome.status === "rejected") expect(String(outcome.reason)).toContain("APPROVAL_CLOSED");
  const [approval] = storeOf(folder).approvals.list();
  expect(ledgerOf(folder)).toEqual(approval?.answer?.approved === true ? ["one", "two"] : ["one"]);
  expect(toldOf(folder).includes("Not today.")).toBe(approval?.answer?.approved === false);
});

const always = [
  ["ask", "after approvals.open"],
  ["answer yes", "after approvals.answer"],
  ["continue", "before journal.append tool-start"],
  ["continue", "after journal.append tool-start"],
] as const;
const rarely = [
  ["ask", "before approvals.open"],
  ["ask", "before journal.append turn-end"],
  ["answer yes", "before approvals.answer"],
  ["continue", "before journal.append tool message"],
  ["continue", "after journal.append tool message"],
  ["continue", "before journal.append turn-end"],
] as const;

test.each(isLong ? [...always, ...rarely] : always)(
  "killed in %s %s, the call runs once or nobody knows, and never without the yes",
  { timeout: 60_000 },
  async (killed, point) => {
    const folder = newFolder();
    for (const work of ["ask", "answer yes", "continue"] as const) {
      if (work === killed) await inProcess(folder, work, point);
      if (work !== "continue") expect(ledgerOf(folder)).not.toContain("two");
      await doWork(folder, work, openState);
      if (work !== "continue") expect(ledgerOf(folder)).toEqual(["one"]);
    }

    const ran = ledgerOf(folder).filter((line) => line === "two").length;
    const told = toldOf(folder);
    if (point === "before approvals.open")
      expect([ran, told]).toEqual([0, expect.stringContaining("before it ran")]);
    else if (told.includes("outcome unknown")) expect(ran).toBeLessThan(2);
    else expect(ran).toBe(1);
    // Only the start of the call is between what nobody knows and what is known.
    const mayHaveRun = killed === "continue" && /after .*tool-start|before .*tool message/.test(point);
    expect(told.includes("outcome unknown")).toBe(mayHaveRun);
    expect(storeOf(folder).approvals.list({ status: "open" })).toEqual([]);
  },
);
