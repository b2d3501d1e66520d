// child-host.ts FOLDER NAME COUNT: a parent that starts children in the background, and others that it waits for, until it had COUNT of
// them, is told of each, and ends. It may be killed at any time, and is then started again. Children end in every way; some run a shell.
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { loadSettings } from "@hermes/config";
import { ModelError, scripted } from "@hermes/models";
import type { ScriptedAnswer } from "@hermes/models";
import { createRuntime } from "../../src/index.ts";

const [folder = "", name = "", count = "0"] = process.argv.slice(2);
const env = {
  ...{ PATH: process.env["PATH"], HOME: folder, HERMES_HOME: join(folder, "home"), TERMINAL_WALL: "open" },
  TMPDIR: folder,
};
const broken = new ModelError("The model broke.", {
  ...{ kind: "bad-request", provider: "test", model: "m", retryable: false },
});
const ways: readonly ScriptedAnswer[] = [
  { text: "It is done." },
  { text: "It took a while.", delayMs: 40 },
  { calls: [{ name: "report", arguments: { outcome: "failed", findings: ["No such thing."] } }] },
  { calls: [{ name: "terminal", arguments: { command: "echo $$ >> pids; sleep 300" } }] },
  {
    calls: [
      { name: "terminal", arguments: { command: "echo $$ >> pids; exec sleep 300", background: true } },
    ],
  },
  { hang: true },
  { error: broken },
];
const tasks = [{ goal: "This." }, { goal: "And that." }];
/** Children that the parent waits for. */
const batch: ScriptedAnswer = { calls: [{ name: "delegate_task", arguments: { tasks } }] };
let isWaiting = false;
const startsMore = (): boolean => isWaiting && Math.random() < 0.5;
const model = scripted(({ system, messages }) => {
  if (!system.includes("works for another agent"))
    return messages.at(-1)?.role === "user" && startsMore() ? batch : { text: "I see." };
  return messages.length > 1
    ? { text: "That is all." }
    : (ways[Math.floor(Math.random() * ways.length)] ?? {});
});
const runtime = createRuntime({
  ...{ loaded: await loadSettings({ env }), cwd: join(folder, "project"), env, platform: "cli", model },
  ...{ flags: { yolo: true }, housekeepingAfterMs: Infinity },
});
const own = join(folder, `session-${name}`);
const session = await runtime.openSession(existsSync(own) ? { resume: readFileSync(own, "utf8") } : {});
await session.agent.chat("Go on.");
if (!existsSync(own)) writeFileSync(own, session.id);
process.stdout.write("ready\n");
for (;;) {
  const all = await session.children.list();
  const { running } = session.children;
  const left = Number(count) - all.length;
  if (left <= 0 && all.every(({ state }) => state !== "running")) break;
  for (let free = Math.min(left, 8 - running.length); free > 0; free--) {
    const [run] = await session.children.start([{ goal: "Do something." }], { background: true });
    // What is here was acknowledged.
    appendFileSync(join(folder, `started-${name}`), `${run?.record.id}\n`);
  }
  const some = running[Math.floor(Math.random() * 20)];
  if (some !== undefined) await session.children.interrupt(some.id).catch(() => undefined);
  isWaiting = left > 0;
  await session.agent.chat("What is new?");
  isWaiting = false;
  await delay(10);
}
await session.agent.chat("And at last?");
await session[Symbol.asyncDispose]();
await runtime[Symbol.asyncDispose]();
