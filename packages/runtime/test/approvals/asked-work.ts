import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadSettings } from "@hermes/config";
import { scripted } from "@hermes/models";
import type { ScriptedModel } from "@hermes/models";
import type { OpenStateOptions, State } from "@hermes/state";
import { createRuntime } from "../../src/index.ts";
import type { OpenSession } from "../../src/index.ts";

/**
 * `ask`: begins the session, or goes on with it; every answer comes later. `answer yes`, `answer no`: answers what is open,
 * with the store alone. `continue`: goes on with the session where nobody can be asked.
 */
export type Work = "ask" | "answer yes" | "answer no" | "continue";

const answers = {
  "answer yes": { approved: true, scope: "once" },
  "answer no": { approved: false, reason: "Not today." },
} as const;

/** @returns How the turn ended; empty where there was none. */
export async function doWork(
  folder: string,
  work: Work,
  openStore: (options: OpenStateOptions) => State,
): Promise<string> {
  if (work === "ask" || work === "continue") return await takeTurn(folder, work, openStore);
  const state = openStore({ path: join(folder, "home", "hermes.db") });
  for (const { id } of state.approvals.list({ status: "open" }))
    state.approvals.answer(id, { answer: answers[work], actor: "telegram:7", at: Date.now() });
  state.close();
  return "";
}

async function takeTurn(
  folder: string,
  work: "ask" | "continue",
  openStore: (options: OpenStateOptions) => State,
): Promise<string> {
  const env = {
    PATH: process.env["PATH"],
    HOME: folder,
    HERMES_HOME: join(folder, "home"),
    TERMINAL_WALL: "open",
  };
  const runtime = createRuntime({
    loaded: await loadSettings({ env }),
    cwd: join(folder, "project"),
    env,
    platform: "cli",
    model: model(),
    approver: work === "ask" ? async () => ({ pending: true }) : undefined,
    housekeepingAfterMs: Infinity,
    openStore,
  });
  const idFile = join(folder, "session");
  const resume = existsSync(idFile) ? readFileSync(idFile, "utf8") : undefined;
  try {
    const session = await runtime.openSession({ resume });
    writeFileSync(idFile, session.id);
    const reason = await reasonOf(session.agent, resume === undefined);
    await session[Symbol.asyncDispose]();
    return reason;
  } finally {
    await runtime[Symbol.asyncDispose]();
  }
}

async function reasonOf(agent: OpenSession["agent"], isNew: boolean): Promise<string> {
  if (agent.openCalls.length === 0 && agent.messages.at(-1)?.role === "assistant") return "";
  let reason = "";
  for await (const event of isNew ? agent.run("Do two things.") : agent.continue())
    if (event.type === "turn-end") ({ reason } = event);
  return reason;
}

const command = (text: string) => ({ name: "terminal", arguments: { command: text } });

/** Two commands, each of which leaves a line in the ledger; the second one asks first. */
function model(): ScriptedModel {
  return scripted(({ messages }) => {
    const results = messages.filter(({ role }) => role === "tool").length;
    if (results === 0) return { calls: [command("echo one >> ../ledger")] };
    if (results === 1) return { calls: [command("git push --force 2>&1; echo two >> ../ledger")] };
    return { text: "Done." };
  });
}
