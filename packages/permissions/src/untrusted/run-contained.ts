import { describeSources } from "@hermes/registry";
import type { Provenance, ToolContext } from "@hermes/registry";
import type { Finding } from "../finding.ts";
import type { Decision } from "../policy/decide.ts";
import type { PermissionsOptions } from "../policy/permissions.ts";
import type { CallAnalysis } from "../policy/call-analysis.ts";
import type { Contained } from "./contain.ts";
import type { UntrustedAssessment } from "./assess-untrusted.ts";

/**
 * Runs a command contained where the only finding is that it can't be read.
 *
 * @returns Undefined where there are other findings, or where it can't be contained: in the background, in a pseudo terminal, in
 * an isolated place, on a machine without the means.
 */
export async function runContained(
  { taskId, signal }: ToolContext,
  {
    analysis,
    decision,
    untrusted,
  }: {
    readonly analysis: CallAnalysis;
    readonly decision: Decision;
    readonly untrusted: UntrustedAssessment;
  },
  { stager, places, searchPath = "", backend }: PermissionsOptions,
): Promise<Contained | undefined> {
  const { command, argument } = analysis;
  const isAllThereIs =
    decision.by === "finding" && decision.open.every(({ id }) => id === "untrusted.execute");
  if (!isAllThereIs || stager === undefined || command === undefined || backend.isolated) return undefined;
  if (argument?.kind !== "command" || argument.canBeTried !== true) return undefined;
  if ((await stager.unavailable()) !== undefined) return undefined;
  const { contain } = await import("./contain.ts");
  const { timeoutMs } = argument;
  const { sources } = untrusted;
  return await contain(command, { stager, places, searchPath, sources, taskId, timeoutMs, signal });
}

/** A trial has shown what the words of the command did not. */
export function persistFinding(paths: readonly string[], sources: readonly Provenance[]): Finding {
  const named = paths.slice(0, 3).join(", ") + (paths.length > 3 ? ` and ${paths.length - 3} more` : "");
  const reason = `This conversation holds text of ${describeSources(sources)}, and this call would change what is read or run later: ${named}.`;
  return { id: "untrusted.persist", severity: "ask", reason, sources, targets: paths };
}

export function withFindings(analysis: CallAnalysis, also: readonly Finding[]): CallAnalysis {
  return also.length === 0 ? analysis : { ...analysis, findings: [...analysis.findings, ...also] };
}

export function askedAlso(decision: Decision, also: readonly Finding[]): Decision {
  const open = [...decision.open, ...also];
  return { ...decision, open, reason: open.map(({ reason }) => reason).join(" ") };
}
