import type { ToolContext } from "@hermes/registry";
import type { ChangeSummary } from "./apply-changes.ts";
import { applyChanges, describeChanges } from "./apply-changes.ts";
import { describeProblem, planChanges } from "./plan-changes.ts";
import type { FileServicesOptions } from "./file-services.ts";
import { createFileServices } from "./file-services.ts";

export interface ApplyPatchOptions extends FileServicesOptions {
  readonly context: ToolContext;
  /** Only say what would change. @default false */
  readonly dryRun?: boolean | undefined;
}

export type ApplyPatchResult =
  | ({ readonly ok: true; readonly syntaxErrors: readonly string[] } & ChangeSummary)
  | {
      readonly ok: false;
      /** Whole sentences, with the line of the patch where there is one. */
      readonly problems: readonly string[];
    };

/** Applies a V4A patch to the files of a backend, as a whole or not at all. */
export async function applyPatch(
  text: string,
  { context, dryRun = false, ...place }: ApplyPatchOptions,
): Promise<ApplyPatchResult> {
  const services = createFileServices(place);
  const plan = await planChanges(services, text, context);
  if (!plan.ok) return { ok: false, problems: plan.problems.map(describeProblem) };
  const summary = describeChanges(plan.changes);
  if (dryRun) return { ok: true, ...summary, syntaxErrors: [] };
  const applied = await applyChanges(services, plan.changes, context);
  if (applied.ok) return { ok: true, ...summary, syntaxErrors: applied.notes.syntax_errors ?? [] };
  return { ok: false, problems: [[applied.error.error, applied.error.hint ?? ""].join(" ").trim()] };
}
