import { askProgram, eventNamed, hookEventNames, matchesTool } from "@hermes/plugins/hooks";
import type { ProgramHook, ProgramOutput, RunHook } from "@hermes/plugins/hooks";
import { HermesError, nearest } from "@hermes/registry";
import type { AgreedHooks } from "./agreed-hooks.ts";
import type { HookReport, HookTrial } from "./home-hooks.ts";
import type { KnownHooks } from "./known-hooks.ts";
import { sampleEvent } from "./sample-event.ts";

export interface TryHooksOptions {
  readonly known: KnownHooks;
  readonly agreed: AgreedHooks;
  readonly cwd: string;
  /** @default "terminal" */
  readonly tool?: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * Runs the hooks of the settings that hear of an event with a sample of it: whoever asks for that has the right to.
 *
 * @throws {HermesError} `HOOK_UNKNOWN_EVENT`
 */
export async function tryHooks(event: string, options: TryHooksOptions): Promise<readonly HookTrial[]> {
  const { known, cwd, tool } = options;
  const named = eventNamed(event);
  if (named === undefined) throw unknownEvent(event);
  const payload = sampleEvent(named, { cwd, tool });
  const ofTool = "tool_name" in payload ? payload.tool_name : undefined;
  const trials: HookTrial[] = [];
  for (const each of await known.all()) {
    const hook = each.ofSettings;
    if (hook?.event !== named || !matchesTool(hook, ofTool)) continue;
    // oxlint-disable-next-line no-await-in-loop -- one after another, as in a session
    trials.push(await tryHook(hook, await known.report(each), { ...options, payload }));
  }
  return trials;
}

async function tryHook(
  hook: ProgramHook,
  report: HookReport,
  { agreed, cwd, payload, signal }: TryHooksOptions & { readonly payload: ReturnType<typeof sampleEvent> },
): Promise<HookTrial> {
  const began = performance.now();
  const { isHeld, files: paths } = report;
  let output: ProgramOutput | undefined;
  const run: RunHook = async (one, how) => (output = await agreed.runAs(one, { ...how, cwd, isHeld, paths }));
  const outcome = await askProgram(hook, payload, { run, signal }).then(
    (answer) => ({ answer }),
    (error: unknown) => ({ problem: error instanceof Error ? error.message : String(error) }),
  );
  signal.throwIfAborted();
  return { report, ...output, ...outcome, durationMs: Math.round(performance.now() - began) };
}

function unknownEvent(event: string): HermesError {
  const near = nearest(event, hookEventNames);
  return new HermesError(`There is no event "${event}" for hooks.`, {
    code: "HOOK_UNKNOWN_EVENT",
    hint:
      near === undefined ? `Those that there are: ${hookEventNames.join(", ")}.` : `Did you mean "${near}"?`,
  });
}
