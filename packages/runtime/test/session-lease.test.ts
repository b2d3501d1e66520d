import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { loadSettings } from "@hermes/config";
import { scripted } from "@hermes/models";
import type { Message } from "@hermes/models";
import type { ScriptedAnswer } from "@hermes/models";
import { expect, onTestFinished, test } from "vitest";
import { createRuntime } from "../src/index.ts";
import type { Runtime } from "../src/index.ts";

interface OtherProcess {
  readonly pid: number;
  readonly sessionId: string;
  say(line: string): void;
  /** Its next line that begins so. */
  line(begin: string): Promise<string>;
  kill(): Promise<void>;
}

/** Another process in the middle of a turn: one command has run, and the person is asked about a second one. */
async function otherProcess(folder: string): Promise<OtherProcess> {
  const program = fileURLToPath(new URL("support/hold-session.ts", import.meta.url));
  const child = spawn(process.execPath, ["--conditions=@hermes/source", program, folder], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const line = async (begin: string): Promise<string> => {
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- one line after the other
      const next = await lines.next();
      if (next.done === true) throw new Error(`The process ended without a line "${begin} …".`);
      if (next.value.startsWith(begin)) return next.value.slice(begin.length).trim();
    }
  };
  const sessionId = await line("session");
  await line("asked");
  return {
    pid: child.pid ?? 0,
    sessionId,
    line,
    say: (text) => void child.stdin.write(`${text}\n`),
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "hermes-lease-"));
  mkdirSync(join(folder, "project"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** This process, as a second tab on the same home. */
async function secondTab(folder: string, answers: readonly ScriptedAnswer[] = []): Promise<Runtime> {
  const env = {
    PATH: process.env["PATH"],
    HOME: folder,
    HERMES_HOME: join(folder, "home"),
    TERMINAL_WALL: "open",
  };
  return createRuntime({
    loaded: await loadSettings({ env }),
    cwd: join(folder, "project"),
    env,
    platform: "cli",
    model: scripted(answers),
    housekeepingAfterMs: Infinity,
  });
}

const ledgerOf = (folder: string): string =>
  existsSync(join(folder, "ledger")) ? readFileSync(join(folder, "ledger"), "utf8") : "";

/** What is said of each call in place of a result; undefined where it has one. */
const standInsOf = (messages: readonly Message[]): readonly (string | undefined)[] =>
  messages.flatMap((message) => (message.role === "tool" ? [message.standsFor] : []));

test("a session that another process has open is not opened twice; a copy of it goes on by itself", async () => {
  const folder = newFolder();
  const other = await otherProcess(folder);
  const { sessionId } = other;
  await using runtime = await secondTab(folder, [{ text: "In the copy." }]);

  await expect(runtime.openSession({ resume: sessionId })).rejects.toMatchObject({
    code: "SESSION_BUSY",
    lease: { owner: { pid: other.pid, host: hostname() } },
  });
  const branch = await runtime.openSession({ resume: sessionId, branch: true });
  await branch.agent.chat("And here?");
  other.say("yes");

  expect(await other.line("ended")).toBe("Done.");
  expect(ledgerOf(folder)).toBe("one\ntwo\n");
  expect(standInsOf(branch.agent.messages)).toEqual([undefined, "unknown-outcome"]);
  const store = await runtime.store();
  expect(store.sessions.get(branch.id)).toMatchObject({
    parentId: sessionId,
    title: "Do two things. (branch)",
  });
  expect(store.messages(branch.id)).toHaveLength(7);
  const { messages = [], startedCalls } = store.journal.load(sessionId) ?? {};
  expect([standInsOf(messages), startedCalls]).toEqual([[undefined, undefined], []]);
});

test("a session whose process was killed is resumed at once, and nothing is said of it that is not so", async () => {
  const folder = newFolder();
  const other = await otherProcess(folder);
  await other.kill();

  await using runtime = await secondTab(folder, [{ text: "I see." }]);
  await using session = await runtime.openSession({ resume: other.sessionId });
  await session.agent.chat("Where were we?");

  expect(standInsOf(session.agent.messages)).toEqual([undefined, "not-run"]);
  expect(ledgerOf(folder)).toBe("one\n");
});

test("a process whose session was taken over does nothing more in it, also what a person says yes to there", async () => {
  const folder = newFolder();
  const other = await otherProcess(folder);
  await using runtime = await secondTab(folder, [{ text: "Mine now." }]);

  await using session = await runtime.openSession({ resume: other.sessionId, takeOver: true });
  await session.agent.chat("Go on here.");
  other.say("yes");

  expect(await other.line("ended")).toBe("SESSION_LEASE_LOST");
  expect(ledgerOf(folder)).toBe("one\n");
  const store = await runtime.store();
  expect(store.journal.load(other.sessionId)?.messages).toEqual(session.agent.messages);
  expect(standInsOf(session.agent.messages)).toEqual([undefined, "not-run"]);
});
