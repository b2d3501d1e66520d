import type { CallTool, SandboxAnswer, SandboxCall } from "../sandbox-tool.ts";
import type { EarlierCall, RunJournal, StartedCall } from "./call-journal.ts";

export interface ResumeCallsOptions {
  readonly journal: RunJournal;
  /** Id of the call of `execute_code`. */
  readonly callId: string;
  readonly isReadOnly: (tool: string) => boolean;
  /** Says through `onStart` that a call is about to act; one that may not run never does. */
  readonly call: (call: SandboxCall, onStart: () => Promise<void>) => Promise<SandboxAnswer>;
}

export interface ResumedCalls {
  readonly call: CallTool;
  /** Whether the code was told of a call of which nobody knows what became: then its run is not over. */
  readonly hasDoubts: boolean;
}

/**
 * Writes down each call before it acts and when it is done; one that was refused did nothing, and is asked about again
 * when the code is run again. A call that an earlier attempt has finished is answered
 * as it was then; one that it only started is a failure, once: it may have taken effect.
 */
export function resumeCalls({ journal, callId, isReadOnly, call }: ResumeCallsOptions): ResumedCalls {
  const earlier = new Map<string, EarlierCall[]>();
  for (const each of journal.earlier) earlier.set(each.key, [...(earlier.get(each.key) ?? []), each]);
  let hasDoubts = false;

  async function make(started: StartedCall, made: SandboxCall): Promise<SandboxAnswer> {
    let isStarted = false;
    const startedAt = performance.now();
    const answer = await call(made, async () => {
      await journal.started(started);
      isStarted = true;
    });
    if (!isStarted) return answer;
    const durationMs = performance.now() - startedAt;
    const kept = journal.finished(started, { ...answer, durationMs });
    if (kept !== undefined) await kept;
    return answer;
  }

  return {
    get hasDoubts() {
      return hasDoubts;
    },
    async call(made) {
      const { number, tool, args } = made;
      const readOnly = isReadOnly(tool);
      const key = keyOf(tool, args);
      const before = readOnly ? undefined : earlier.get(key)?.shift();
      if (before === undefined)
        return await make({ number, callId: `${callId}.${number}`, tool, args, key, readOnly }, made);
      if (before.answer !== undefined) return before.answer;
      hasDoubts = true;
      await journal.forget(before);
      return { value: { error: doubt(tool) }, isError: true };
    },
  };
}

/** The same arguments in another order are the same call. */
function keyOf(tool: string, args: Readonly<Record<string, unknown>>): string {
  return `${tool} ${JSON.stringify(args, Object.keys(args).length > 1 ? sortKeys : undefined)}`;
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function doubt(tool: string): string {
  return (
    `Hermes died while this call of ${tool} was under way: it may or may not have taken effect. Check it. When the same ` +
    `code is run again, this call is made, and the calls that were finished are not repeated.`
  );
}
