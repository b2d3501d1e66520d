import { encode, provenanceOf, reasonOf } from "./call-outcome.ts";
import { toOutcome, toolError, withProvenance } from "./tool-result.ts";
import type { ToolOutcome, ToolResult } from "./tool-result.ts";
import type { PendingCall, ToolContext, ToolHooks } from "./tool.ts";

export interface AroundOptions {
  readonly context: ToolContext;
  readonly hooks: readonly ToolHooks[];
  /** The call itself: validation, the other callbacks, the guard, the tool. */
  readonly run: (call: PendingCall) => Promise<ToolOutcome>;
}

/**
 * Takes a call through what hooks do around it; the first is the outermost.
 *
 * @throws the reason of `context.signal`, untouched, when aborted.
 */
export async function runAround(call: PendingCall, options: AroundOptions): Promise<ToolOutcome> {
  const [hook, ...hooks] = options.hooks;
  if (hook === undefined) return await options.run(call);
  const inner = new InnerCall(call, async (made) => await runAround(made, { ...options, hooks }));
  const { around } = hook;
  return around === undefined
    ? await inner.run(call.args)
    : await through({ ...hook, around }, inner, options.context);
}

/** The call as it goes on behind one hook: once. */
class InnerCall {
  readonly call: PendingCall;
  readonly #run: (call: PendingCall) => Promise<ToolOutcome>;
  #outcome: Promise<ToolOutcome> | undefined;
  /** What the hook was given of it. */
  given: ToolResult | undefined;

  constructor(call: PendingCall, run: (call: PendingCall) => Promise<ToolOutcome>) {
    this.call = call;
    this.#run = run;
  }

  /** Undefined: it was not begun. */
  get outcome(): Promise<ToolOutcome> | undefined {
    return this.#outcome;
  }

  async run(args: unknown): Promise<ToolOutcome> {
    if (this.#outcome !== undefined) throw new TypeError("next was called a second time");
    this.#outcome = this.#run({ tool: this.call.tool, args });
    // Awaited by `through` in any case.
    this.#outcome.catch(() => undefined);
    return await this.#outcome;
  }

  async next(args: unknown): Promise<ToolResult> {
    return (this.given = encode(this.call.tool, await this.run(args)));
  }
}

async function through(
  hook: ToolHooks & Required<Pick<ToolHooks, "around">>,
  inner: InnerCall,
  context: ToolContext,
): Promise<ToolOutcome> {
  const { call } = inner;
  try {
    const next = (args: unknown = call.args): Promise<ToolResult> => {
      const result = inner.next(args);
      result.catch(() => undefined);
      return result;
    };
    const answer = await hook.around?.(call, next, context);
    // Nothing goes on behind a call that has ended, also where the hook did not wait for it.
    const outcome = await inner.outcome;
    if (outcome !== undefined && (answer === inner.given || outcome.awaiting !== undefined)) return outcome;
    const given = withProvenance(toAnswer(answer), outcome?.provenance, provenanceOf(call));
    return outcome?.notRun === undefined ? given : { ...given, notRun: outcome.notRun };
  } catch (error) {
    const outcome = await inner.outcome;
    context.signal.throwIfAborted();
    const why = `because the hook "${hook.name}" failed: ${reasonOf(error)}`;
    if (outcome === undefined)
      return { ...toOutcome(toolError(`${call.tool.name} did not run, ${why}`)), notRun: "refused" };
    // What did not run says so itself.
    if (outcome.awaiting !== undefined || outcome.notRun !== undefined) return outcome;
    return toOutcome(toolError(`${call.tool.name} ran, but its result is withheld, ${why}`));
  }
}

/** @throws {TypeError} for what is no result. */
function toAnswer(answer: unknown): ToolOutcome {
  if (typeof answer !== "object" || answer === null) throw new TypeError("it gave no result");
  if ("value" in answer) return toOutcome(answer.value);
  if (!("content" in answer && typeof answer.content === "string"))
    throw new TypeError("it gave neither a value nor a result");
  // Of the type that the callback may give; only what it was given before has these fields.
  const { content, isError, images, provenance, shown } = answer as ToolResult;
  return { ...toOutcome(JSON.parse(content)), isError, images, provenance, shown };
}
