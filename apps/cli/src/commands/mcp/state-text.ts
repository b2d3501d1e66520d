import type { McpServerReport } from "@hermes/runtime";

export interface Standing {
  /** A word or two. */
  readonly state: string;
  /** What is wrong, and what to do about it. */
  readonly advice?: string | undefined;
}

/** How a server stands, for people. */
export function standingOf({ name, enabled, allowed, status, problem }: McpServerReport): Standing {
  if (problem !== undefined) return { state: "wrong entry", advice: problem };
  if (!enabled) return { state: "off" };
  if (allowed === false)
    return {
      state: "refused",
      advice: `You said no to it. If you changed your mind: hermes mcp allow ${name}`,
    };
  if (allowed === undefined)
    return {
      state: "not agreed to",
      advice: `Nobody has agreed to it yet. See what it does, and decide: hermes mcp allow ${name}`,
    };
  const { state, reason, hint } = status;
  if (state === "needs-login") return { state: "needs a login", advice: `hermes mcp login ${name}` };
  const said = [reason, hint].filter((each) => each !== undefined).join(" ");
  return { state: words[state], advice: said === "" ? undefined : said };
}

const words = {
  idle: "ok",
  starting: "starting",
  ready: "ready",
  waiting: "gone",
  failed: "failed",
  closed: "closed",
} as const;

/** Where the entry of a server comes from, for people. */
export const sourceNames = {
  settings: "settings",
  project: "project",
  run: "this run",
} as const;
