import type { ProgramReport } from "@hermes/agent-loop/controller";
import { modeSentences } from "@hermes/permissions";
import type { Runtime } from "@hermes/runtime";
import { namedEntries } from "../commands/memory/open-notes.ts";
import { oneLine } from "../render/fit.ts";
import { version } from "../version.ts";

/** What is remembered across sessions, each entry with the name that `hermes memory` knows it by. */
export async function memoryReport(runtime: Runtime): Promise<ProgramReport> {
  const notes = await runtime.memory();
  const entries = await namedEntries(notes);
  if (notes.targets.length === 0)
    return { lines: ["Memory is switched off in the settings."], data: { entries } };
  if (entries.length === 0) return { lines: ["Nothing is remembered."], data: { entries } };
  const lines = entries.map(({ name, entry, withheld }) =>
    oneLine(`${name}  ${withheld === undefined ? "" : "[not in the prompt] "}${entry}`),
  );
  return { lines: [...lines, "Change it with: hermes memory edit, hermes memory forget"], data: { entries } };
}

/** The mode of a session, the rules, and what was approved for it. */
export async function permissionsReport(runtime: Runtime, sessionId: string): Promise<ProgramReport> {
  const permissions = await runtime.permissions();
  const { rules, findingRules, grants, problems } = await permissions.rules();
  const mode = permissions.mode(sessionId);
  const listed = [...rules, ...findingRules].map(({ effect, text, source }) => ({
    effect,
    rule: text,
    source,
  }));
  return {
    lines: [
      `mode ${mode}: ${modeSentences[mode]}`,
      ...listed.map(({ effect, rule, source }) => oneLine(`${effect}  ${rule}  (${source})`)),
      ...grants.map(({ allow, source }) => oneLine(`approved  ${allow}  (${source})`)),
      ...problems.map(oneLine),
      "Switch with /mode NAME; make rules with: hermes permissions",
    ],
    data: { mode, rules: listed, grants, problems },
  };
}

const marks = { ok: "✓", warning: "!", failed: "✗" } as const;

export async function doctorReport(runtime: Runtime, signal: AbortSignal): Promise<ProgramReport> {
  const data = await runtime.diagnose({ signal });
  return {
    lines: data.flatMap(({ name, status, message, hint }) => [
      oneLine(`${marks[status]} ${name}: ${message}`),
      ...(hint === undefined ? [] : [oneLine(`    ${hint}`)]),
    ]),
    data,
  };
}

export function versionReport(): ProgramReport {
  return { lines: [`Hermes ${version()}`], data: { version: version() } };
}
