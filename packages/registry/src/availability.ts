import { messageOf } from "./message-of.ts";
import type { Environment, Tool } from "./tool.ts";

/** Why a tool can't be used now. */
export interface Unavailable {
  /** For people. */
  readonly reason: string;
  /** Variables that are not set. */
  readonly missingEnv: readonly string[];
}

export interface AvailabilityOptions {
  readonly env: Environment;
  readonly onWarning: (message: string) => void;
}

/** Asks tools whether they can work. A check that several tools share runs once. */
export async function findUnavailable(
  tools: readonly Tool[],
  { env, onWarning }: AvailabilityOptions,
): Promise<ReadonlyMap<Tool, Unavailable>> {
  const checks = new Map<Tool["available"], Promise<string | undefined>>();
  const unavailable = new Map<Tool, Unavailable>();
  const ask = async (tool: Tool): Promise<void> => {
    const missingEnv = tool.requiresEnv.filter((name) => !env[name]);
    if (missingEnv.length > 0) {
      unavailable.set(tool, { reason: `${missingEnv.join(", ")} not set`, missingEnv });
      return;
    }
    if (tool.available === undefined) return;
    const check = checks.get(tool.available) ?? runCheck(tool, { env, onWarning });
    checks.set(tool.available, check);
    const reason = await check;
    if (reason !== undefined) unavailable.set(tool, { reason, missingEnv });
  };
  await Promise.all(tools.map(ask));
  return unavailable;
}

/** @returns undefined when the tool is available. */
async function runCheck(tool: Tool, { env, onWarning }: AvailabilityOptions): Promise<string | undefined> {
  try {
    const answer = await tool.available?.({ env });
    return typeof answer === "string" ? answer : answer === false ? "not available here" : undefined;
  } catch (error) {
    const reason = `its check failed: ${messageOf(error)}`;
    onWarning(`The toolset "${tool.toolset}" (${tool.name}) is left out, because ${reason}`);
    return reason;
  }
}
