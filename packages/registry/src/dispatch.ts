import type { Guard } from "./guard.ts";
import { runAround } from "./around-call.ts";
import { encode, hintOf, provenanceOf, reasonOf } from "./call-outcome.ts";
import { TimeLimitExceeded, abortGraceMs, withAbortGrace, withinLimit } from "./time-limits.ts";
import { redactOutcome } from "./redact-outcome.ts";
import type { Redact } from "./redact-outcome.ts";
import { bySimilarity, nearest } from "./nearest.ts";
import type { CallWall } from "./call-wall.ts";
import type { Provenance } from "./provenance.ts";
import { toolError, toOutcome, withProvenance } from "./tool-result.ts";
import type { NotRun, ToolOutcome } from "./tool-result.ts";
import type { PendingCall, Tool, ToolContext, ToolHooks } from "./tool.ts";

export interface DispatchOptions {
  readonly guard: Guard;
  readonly hooks: readonly ToolHooks[];
  readonly redactor?: (() => Promise<Redact>) | undefined;
}

/**
 * Takes one call through validation, hooks and guard to the tool and back.
 *
 * @returns Always a result: every failure on the way is one.
 * @throws the reason of `context.signal`, untouched, when aborted: at once where tool, hook and guard listen to it, and a
 * moment later where they do not.
 */
export async function runTool(
  call: PendingCall,
  context: ToolContext,
  options: DispatchOptions,
): Promise<ToolOutcome> {
  const { signal } = context;
  const { hooks, redactor } = options;
  signal.throwIfAborted();
  const run = async (pending: PendingCall): Promise<ToolOutcome> => {
    const outcome = await withAbortGrace(runUnseen(pending, context, options), signal);
    return redactor === undefined ? outcome : await redacted(call.tool, outcome, redactor);
  };
  if (!hooks.some(({ around }) => around !== undefined)) return await run(call);
  // What is inside is given up first, so that whoever is around it sees the end.
  const outcome = await withAbortGrace(runAround(call, { context, hooks, run }), signal, 2 * abortGraceMs);
  return redactor === undefined ? outcome : await redacted(call.tool, outcome, redactor);
}

/** What can't be looked at is withheld: it might hold what must not be seen. */
async function redacted(
  tool: Tool,
  outcome: ToolOutcome,
  redactor: () => Promise<Redact>,
): Promise<ToolOutcome> {
  try {
    return redactOutcome(outcome, await redactor());
  } catch (error) {
    const problem = `${tool.name} ran, but its result is withheld, because it could not be searched for secrets: ${reasonOf(error)}`;
    return toOutcome(toolError(problem));
  }
}

async function runUnseen(
  call: PendingCall,
  given: ToolContext,
  options: DispatchOptions,
): Promise<ToolOutcome> {
  const { signal } = given;
  try {
    const context = given.onStart === undefined ? given : { ...given, onStart: onceUnaborted(given) };
    const ready = await prepare(call, context, options);
    if ("refusal" in ready) return refused(ready);
    signal.throwIfAborted();
    const written = context.onStart?.();
    if (written !== undefined) await written;
    signal.throwIfAborted();
    return await execute(ready, context, options.hooks);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    return toOutcome(toolError(`${call.tool.name} failed: ${reasonOf(error)}`));
  }
}

/** Both the guard and the dispatch may say that a call starts. After an abort none does. */
function onceUnaborted({ signal, onStart }: ToolContext): () => void | Promise<void> {
  let started: void | Promise<void>;
  let isCalled = false;
  return () => {
    signal.throwIfAborted();
    if (isCalled) return started;
    isCalled = true;
    return (started = onStart?.());
  };
}

type Prepared = ReadyCall | Refused;

interface Refused {
  readonly refusal: string;
  readonly hint?: string | undefined;
  readonly awaiting?: string | undefined;
  /** @default "refused" */
  readonly notRun?: NotRun | undefined;
}

function refused({ refusal, hint, awaiting, notRun = "refused" }: Refused): ToolOutcome {
  const outcome = toOutcome(toolError(refusal, { hint }));
  return awaiting === undefined ? { ...outcome, notRun } : { ...outcome, awaiting };
}

/** A call that may run, or that the guard has run. */
type ReadyCall = PendingCall & {
  readonly done?: object | undefined;
  readonly sources?: readonly Provenance[] | undefined;
  readonly wall?: CallWall | undefined;
};

/** The call as it may run, or why it may not. */
async function prepare(
  call: PendingCall,
  context: ToolContext,
  { hooks, guard }: DispatchOptions,
): Promise<Prepared> {
  let ready = validate(call);
  for (const hook of hooks) {
    if ("refusal" in ready) return ready;
    ready = await applyBefore(hook, ready, context);
  }
  return "refusal" in ready ? ready : await askGuard(guard, ready, context);
}

function validate({ tool, args }: PendingCall): Prepared {
  const parsed = tool.parse(args);
  if (parsed.ok) return { tool, args: parsed.value };
  return { refusal: invalidArguments(tool.name, parsed.problems), notRun: "invalid" };
}

/** The answer to a call whose arguments its tool does not take. */
export function invalidArguments(name: string, problems: readonly string[]): string {
  return `${name} did not run, because its arguments are not valid. ${firstOf(problems)}`;
}

const listedProblems = 20;

function firstOf(problems: readonly string[]): string {
  const listed = problems.slice(0, listedProblems).join(" ");
  return problems.length > listedProblems ? `${listed} (${problems.length - listedProblems} more.)` : listed;
}

async function applyBefore(hook: ToolHooks, call: PendingCall, context: ToolContext): Promise<Prepared> {
  try {
    const decision = await hook.before?.(call, context);
    if (!decision) return call;
    return "block" in decision
      ? { refusal: decision.block }
      : validate({ tool: call.tool, args: decision.args });
  } catch (error) {
    context.signal.throwIfAborted();
    return {
      refusal: `${call.tool.name} did not run, because the hook "${hook.name}" failed: ${reasonOf(error)}`,
    };
  }
}

async function askGuard(guard: Guard, call: PendingCall, context: ToolContext): Promise<Prepared> {
  try {
    const verdict = await guard(call, context);
    if (!verdict.allow) {
      const { reason: refusal, awaiting, planned } = verdict;
      return { refusal, awaiting, notRun: planned === true ? "planned" : "refused" };
    }
    const { result: done, provenance: sources, wall } = verdict;
    return { ...call, done, sources, wall };
  } catch (error) {
    context.signal.throwIfAborted();
    const refusal = `${call.tool.name} did not run, because it could not be checked: ${reasonOf(error)}`;
    return { refusal, hint: hintOf(error) };
  }
}

async function execute(
  { done, sources, wall, ...call }: ReadyCall,
  given: ToolContext,
  hooks: readonly ToolHooks[],
): Promise<ToolOutcome> {
  // What the caller was given is for its own call.
  const context = given.wall === wall ? given : { ...given, wall };
  const startedAt = hooks.length === 0 ? 0 : performance.now();
  const returned = done === undefined ? await outcomeOf(call, context) : toOutcome(done);
  const ofTool = unnamedAside(provenanceOf(call), returned);
  let outcome =
    sources === undefined && ofTool === undefined ? returned : withProvenance(returned, sources, ofTool);
  for (const hook of hooks) {
    if (hook.after === undefined) continue;
    try {
      const finished = {
        ...call,
        result: encode(call.tool, outcome),
        durationMs: performance.now() - startedAt,
      };
      const replaced = await hook.after(finished, context);
      // A hook may write it otherwise; where it came from stays.
      if (replaced) outcome = withProvenance(toOutcome(replaced.value), outcome.provenance);
    } catch (error) {
      context.signal.throwIfAborted();
      const problem = `${call.tool.name} ran, but its result is withheld, because the hook "${hook.name}" failed: ${reasonOf(error)}`;
      outcome = toOutcome(toolError(problem));
    }
  }
  return outcome;
}

/** A tool that reads from one kind of source may say of each result which one it was: then the kind alone says nothing more. */
function unnamedAside(
  ofTool: readonly Provenance[] | undefined,
  { provenance = [] }: ToolOutcome,
): readonly Provenance[] | undefined {
  return ofTool?.filter(
    ({ source, name }) => name !== undefined || !provenance.some((each) => each.source === source),
  );
}

async function outcomeOf({ tool, args }: PendingCall, context: ToolContext): Promise<ToolOutcome> {
  try {
    const { timeoutMs: limitMs } = tool;
    if (limitMs === undefined) return toOutcome(await tool.execute(args, context));
    const run = (signal: AbortSignal) => tool.execute(args, { ...context, signal });
    return toOutcome(await withinLimit(run, { limitMs, signal: context.signal }));
  } catch (error) {
    context.signal.throwIfAborted();
    if (error instanceof TimeLimitExceeded)
      return toOutcome(toolError(`${tool.name} was ended. ${error.message}`, ended));
    return toOutcome(toolError(`${tool.name} failed: ${reasonOf(error)}`, { hint: hintOf(error) }));
  }
}

const ended = {
  hint: "It may or may not have taken effect: check before you repeat it, or ask for less at once.",
};

const listedNames = 40;

/** The answer to a call of a tool that does not exist. */
export function unknownTool(name: string, names: readonly string[]): ToolOutcome {
  const meant = nearest(name, names);
  const listed = bySimilarity(name, names).slice(0, listedNames);
  const more = names.length > listed.length ? ` and ${names.length - listed.length} more` : "";
  const available = names.length === 0 ? "There are no tools." : `Available: ${listed.join(", ")}${more}.`;
  const suggestion = meant === undefined ? "" : ` Did you mean "${meant}"?`;
  const error = toolError(`No tool named "${name.slice(0, 100)}".${suggestion} ${available}`);
  return { ...toOutcome(error), notRun: "invalid" };
}
