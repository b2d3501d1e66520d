import type { ToolContext, ToolResult } from "@hermes/registry";
import type { State } from "@hermes/state";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { loadSettings } from "@hermes/config";
import { testContext } from "@hermes/registry/testing";
import { bestIsolation, withIsolation } from "../support/with-isolation.ts";
import { createRuntime } from "../../src/index.ts";
import type { RuntimeOptions } from "../../src/index.ts";

/** Lines that the script adds to the ledger, each of which must be there exactly once at the end. */
export const effects = ["one", "two", "three", "four"] as const;

/** A careful script: what may have taken effect is looked up before it is made again. */
const code = `import { terminal } from "hermes-tools";
for (const line of ${JSON.stringify(effects)}) {
  try {
    await terminal({ command: "echo " + line + " >> ../ledger" });
  } catch (error) {
    if (!error.message.includes("may or may not")) throw error;
    const { output } = await terminal({ command: "sleep 0.3; grep -x " + line + " ../ledger && echo found; true" });
    if (!output.includes("found")) await terminal({ command: "echo " + line + " >> ../ledger; true" });
  }
}
console.log("done");`;

/** Runs the script in the folder, in a session that is the same every time. */
export async function runScript(
  folder: string,
  options: Pick<RuntimeOptions, "openStore"> = {},
): Promise<Readonly<Record<string, unknown>>> {
  const env = {
    PATH: process.env["PATH"],
    HOME: folder,
    HERMES_HOME: join(folder, "home"),
    TERMINAL_WALL: "open",
  };
  const runtime = createRuntime({
    loaded: withIsolation(await loadSettings({ env }), bestIsolation),
    cwd: join(folder, "project"),
    env,
    platform: "cli",
    flags: { yolo: true },
    housekeepingAfterMs: Infinity,
    ...options,
  });
  try {
    const registry = await runtime.tools();
    const context = testContext({
      callId: randomUUID(),
      offered: new Set(["terminal"]),
      signal: AbortSignal.timeout(60_000),
    });
    const { content, isError } = await registry.dispatch(
      "execute_code",
      { code, language: "javascript" },
      context,
    );
    await registry.cleanup(context.taskId);
    await keepResult(await runtime.store(), context, { content, isError });
    return JSON.parse(content);
  } finally {
    await runtime[Symbol.asyncDispose]();
  }
}

/** What the loop does with a result: only then does the session know of it. */
async function keepResult(
  { sessions, journal }: State,
  { sessionId, callId }: ToolContext,
  result: Pick<ToolResult, "content" | "isError">,
): Promise<void> {
  if (sessions.get(sessionId) === undefined) {
    const texts = { system: "", tools: [], model: "test", platform: "cli" };
    journal.create({ id: sessionId, startedAt: Date.now(), ...texts });
  }
  const message = { role: "tool", callId, name: "execute_code", ...result } as const;
  journal.append(sessionId, { type: "message", message, at: Date.now() });
}
