import { createHash } from "node:crypto";
import { nearest } from "@hermes/registry";
import { shellWords } from "@hermes/registry/programs";
import { hookEventNames, isHookEvent } from "./hook-events.ts";
import type { HookEventName } from "./hook-events.ts";

/** A hook as the settings write it. */
export interface WrittenHook {
  /** Regular expression of names of tools. */
  readonly matcher?: string | undefined;
  readonly command: string | readonly string[];
  /** Seconds. */
  readonly timeout?: number | undefined;
  readonly hosts?: readonly string[] | undefined;
  readonly write?: "workspace" | "nothing" | undefined;
  readonly on_failure?: "block" | "allow" | undefined;
}

/** A program that is told of an event. */
export interface ProgramHook {
  readonly event: HookEventName;
  /** As the settings call it. */
  readonly eventName: string;
  /** For people: the event and the command. */
  readonly name: string;
  readonly matcher: string | undefined;
  /** Program and arguments. */
  readonly command: readonly string[];
  readonly timeoutMs: number;
  /** That it may reach. */
  readonly hosts: readonly string[];
  readonly write: "workspace" | "nothing";
  /** What a failure means where the step can be refused. */
  readonly onFailure: "block" | "allow";
  /** SHA-256 of what a person agrees to, but for the files that it runs. */
  readonly id: string;
}

export interface ReadHooks {
  readonly hooks: readonly ProgramHook[];
  /** What can't be used, a sentence each. */
  readonly problems: readonly string[];
}

const aliases: Readonly<Record<string, HookEventName>> = {
  PreToolUse: "pre_tool_call",
  PostToolUse: "post_tool_call",
  UserPromptSubmit: "pre_llm_call",
  SessionStart: "on_session_start",
  SessionEnd: "on_session_end",
  Stop: "on_turn_end",
  PreCompact: "pre_compress",
};

const refusing: ReadonlySet<HookEventName> = new Set([
  "pre_tool_call",
  "pre_llm_call",
  "pre_approval_request",
]);

const defaultSeconds = 60;
const mostSeconds = 300;

/** The event that a name of the settings means: ours, and those that other agents know. */
export function eventNamed(name: string): HookEventName | undefined {
  if (isHookEvent(name)) return name;
  return Object.hasOwn(aliases, name) ? aliases[name] : undefined;
}

/** Reads `hooks:` of the settings. */
export function readHooks(
  written: Readonly<Record<string, readonly WrittenHook[]>>,
  { homedir }: { readonly homedir: string },
): ReadHooks {
  const hooks: ProgramHook[] = [];
  const problems: string[] = [];
  for (const [eventName, entries] of Object.entries(written)) {
    const event = eventNamed(eventName);
    if (event === undefined) {
      problems.push(unknownEvent(eventName));
      continue;
    }
    for (const entry of entries) {
      const command = commandOf(entry.command, homedir);
      if (command === undefined)
        problems.push(
          `A hook of ${eventName} has no command that can be read: ${JSON.stringify(entry.command)}.`,
        );
      else hooks.push(toHook(eventName, { event, entry, command }));
    }
  }
  return { hooks, problems };
}

/** Whether a hook is told of what happens with this tool; undefined: no tool. */
export function matchesTool({ matcher }: Pick<ProgramHook, "matcher">, tool: string | undefined): boolean {
  if (matcher === undefined || matcher === "" || matcher === "*" || tool === undefined) return true;
  return new RegExp(`^(?:${matcher})$`).test(tool);
}

function toHook(
  eventName: string,
  {
    event,
    entry,
    command,
  }: { readonly event: HookEventName; readonly entry: WrittenHook; readonly command: readonly string[] },
): ProgramHook {
  const { matcher, timeout = defaultSeconds, hosts = [], write = "workspace" } = entry;
  return {
    ...{ event, eventName, matcher, command, hosts, write },
    name: `${eventName}: ${command.join(" ")}`.slice(0, 120),
    timeoutMs: Math.min(timeout, mostSeconds) * 1_000,
    onFailure: entry.on_failure ?? (refusing.has(event) ? "block" : "allow"),
    id: createHash("sha256")
      .update(JSON.stringify([eventName, matcher ?? "", command, hosts, write]))
      .digest("hex"),
  };
}

function commandOf(written: WrittenHook["command"], homedir: string): readonly string[] | undefined {
  const words = typeof written === "string" ? shellWords(written) : written;
  if (words === undefined || words.length === 0 || words[0] === "") return undefined;
  return words.map((word) => word.replace(/^~(?=\/|$)/u, () => homedir));
}

function unknownEvent(name: string): string {
  const near = nearest(name, [...hookEventNames, ...Object.keys(aliases)]);
  return `There is no event "${name}" for hooks${near === undefined ? "" : `; did you mean "${near}"?`}${near === undefined ? "." : ""}`;
}
