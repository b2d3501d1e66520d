import type { Finding } from "../finding.ts";
import type { Places } from "../paths/places.ts";
import type { ScriptText } from "../command-context.ts";
import type { Touch } from "../touches.ts";
import type { Effect, FoundCommand } from "../verdict.ts";
import { countsInPersonsScript } from "./persons-script.ts";

/** What the reading of one text has brought up. */
export interface Reading {
  readonly findings: readonly Finding[];
  readonly touches: readonly Touch[];
  readonly effects: readonly Effect[];
  readonly commands: readonly FoundCommand[];
}

/** What of a script counts for the command that runs it. Each part names the file that it stands in. */
export function whatCounts(
  { findings, touches, effects, commands }: Reading,
  { path, isTrusted, language }: ScriptText,
  places: Places,
): Reading {
  const counts = isTrusted ? countsInPersonsScript(language) : undefined;
  // Once it may start anything, what its texts would mean to a shell tells nothing more.
  const isSettled = language !== undefined && findings.some(({ id }) => id === "code.runs-program");
  const found = findings
    .filter(({ id }) => !isSettled || !id.startsWith("command."))
    .flatMap((finding) => (counts === undefined ? finding : (counts.finding(finding) ?? [])));
  const judged = touches.map((touch) => ({ touch, own: counts?.touch(touch, places) ?? true }));
  return {
    findings: [...found, ...judged.flatMap(({ own }) => (typeof own === "object" ? own : []))].map(
      (finding) => ({ ...finding, script: finding.script ?? path }),
    ),
    touches: judged.flatMap(({ touch, own }) =>
      own === true ? { ...touch, script: touch.script ?? path } : [],
    ),
    effects,
    commands: commands.map((command) => ({ ...command, script: command.script ?? path })),
  };
}
