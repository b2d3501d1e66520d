import type { PromptLayer } from "@hermes/agent-loop";
import type { Workspace } from "../find-workspace.ts";

export interface EnvironmentFacts {
  /** `linux`, `darwin`, `win32`, … */
  readonly os: string;
  readonly cwd: string;
  readonly shell: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** As IANA names it. Undefined: that of the system, which is not named. */
  readonly timeZone?: string | undefined;
  readonly workspace: Workspace;
}

/** Where and when the session starts. The day without a clock: a time would say something else in every session. */
export function environmentLayer({
  os,
  cwd,
  shell,
  now,
  timeZone,
  workspace,
}: EnvironmentFacts): PromptLayer {
  const git = !workspace.isGit
    ? "no"
    : workspace.root === cwd
      ? "yes"
      : `yes, with its root at ${workspace.root}`;
  const lines = [
    "# Environment",
    `Operating system: ${osNames[os] ?? os}`,
    `Working directory: ${cwd}`,
    `Git repository: ${git}`,
    `Shell: ${shell}`,
    `Date when this session started: ${dayIn(now, timeZone)}`,
    ...(timeZone === undefined ? [] : [`Time zone: ${timeZone}`]),
  ];
  return { kind: "environment", name: "environment", text: lines.join("\n") };
}

const osNames: Readonly<Record<string, string>> = { linux: "Linux", darwin: "macOS", win32: "Windows" };

/** `2026-03-01` */
function dayIn(now: number, timeZone: string | undefined): string {
  const date = new Date(now);
  const pad = (part: number): string => String(part).padStart(2, "0");
  // A formatter of the system's zone takes its time at every start, and says the same.
  if (timeZone === undefined)
    return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
  return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" }).format(date);
}
