import { join } from "node:path";
import type { ToolRegistry } from "@hermes/registry";
import type { ExecuteCodeToolOptions } from "@hermes/sandbox";
import type { RuntimeParts } from "../runtime-parts.ts";
import { jailLevel } from "./jail-level.ts";
import { storedCallJournal } from "./stored-call-journal.ts";

export type CodeParts = Pick<RuntimeParts, "options" | "env" | "codeIsolation" | "state">;

/** What `execute_code` is made of in the sessions of one runtime. */
export async function codeOptions(
  { options, env, codeIsolation, state }: CodeParts,
  registry: () => ToolRegistry,
): Promise<ExecuteCodeToolOptions> {
  const { settings, home } = options.loaded;
  const { isolation: choice, timeout, max_tool_calls, memory, start_ahead } = settings.code_execution;
  const { findLanguages } = await import("@hermes/sandbox/tool");
  const [languages, level] = await Promise.all([
    findLanguages(env),
    jailLevel({ home, choice, isolation: codeIsolation }),
  ]);
  return {
    registry,
    languages,
    level,
    isolation: codeIsolation,
    limits: { timeoutMs: timeout * 1_000, maxCalls: max_tool_calls, memoryMegabytes: memory },
    env,
    programs: join(home, "programs"),
    journal: storedCallJournal(state),
    startAhead: start_ahead,
  };
}
