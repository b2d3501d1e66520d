import type { StagedRun } from "@hermes/registry";
import { askApprover } from "@hermes/registry/approvals";
import type { AskApproverOptions, Asked } from "@hermes/registry/approvals";
import type { Stager, Staging } from "../staging/stager.ts";
import { canBeStaged } from "./can-be-staged.ts";
import type { CallAnalysis } from "./call-analysis.ts";

export interface AskPersonOptions extends AskApproverOptions {
  readonly analysis: CallAnalysis;
  readonly stager?: Stager | undefined;
  /** Folders whose changes a trial shows. */
  readonly roots: readonly string[];
}

/** What came of a question, with the trial run that the answer chose. */
export type AskedPerson = Asked & { readonly staged?: Staging | undefined };

/**
 * Asks the person of a call, or says at once that nobody is there. A trial run that is not part of the answer is thrown
 * away before this returns.
 *
 * @throws the reason of the call's signal when it is aborted meanwhile.
 */
export async function askPerson(options: AskPersonOptions): Promise<AskedPerson> {
  const trials: Staging[] = [];
  try {
    const asked = await askApprover({ ...options, stage: await stageFor(options, trials) });
    const wanted = asked.by === "person" && asked.answer.approved ? asked.answer.staged : undefined;
    if (wanted === undefined) return asked;
    const staged = trials.find(({ run }) => run === wanted);
    if (staged === undefined) return { by: "nobody", reason: "the answer named a trial run that never was" };
    trials.splice(trials.indexOf(staged), 1);
    return { ...asked, staged };
  } finally {
    await Promise.all(trials.map((trial) => trial.discard()));
  }
}

async function stageFor(
  { analysis, stager, context, roots }: AskPersonOptions,
  trials: Staging[],
): Promise<(() => Promise<StagedRun>) | undefined> {
  const { command } = analysis;
  if (stager === undefined || command === undefined || !canBeStaged(analysis)) return undefined;
  if ((await stager.unavailable()) !== undefined) return undefined;
  return async () => {
    const { taskId, signal } = context;
    const trial = await stager.stage(command.text, { cwd: command.cwd, roots, taskId, signal });
    trials.push(trial);
    return trial.run;
  };
}
