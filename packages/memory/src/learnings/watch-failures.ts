import type { FinishedCall, PendingCall, ToolContext, ToolHooks } from "@hermes/registry";
import { callForm, callKind, errorForm, failureText } from "./failure-form.ts";
import {
  attemptOf,
  isSameAttempt,
  isMentionedIn,
  labelOf,
  runSameProgram,
  type Attempt,
} from "./same-attempt.ts";
import { cutHint } from "./cut-hint.ts";
import { aroundTheCall, isRetired, type LearningLog, type LoggedLearning } from "./learning-log.ts";

export interface FailureWatchOptions {
  /** Opened with the first call of a tool. Undefined: nothing is kept. */
  readonly log: () => Promise<LearningLog | undefined>;
  /** Milliseconds since 1970. @default Date.now */
  readonly now?: (() => number) | undefined;
}

/** A failure that was seen in this session. */
export interface SeenFailure {
  readonly tool: string;
  readonly kind: string;
  readonly form: string;
  readonly error: string;
  /** Something else acted since: if the same call works now, the fix lies beside it. */
  readonly aroundTheCall: boolean;
}

/** A call that failed, or was answered instead of being run, and for which nothing has worked yet. */
interface OpenFailure extends SeenFailure {
  readonly attempt: Attempt;
  /** What was shown about it. */
  readonly shown?: LoggedLearning | undefined;
  /** What acted last since it failed. */
  readonly between?: string | undefined;
}

/** Watches the calls of one session: remembers what failed, says what is known about it, notices what works. */
export interface FailureWatch {
  readonly hooks: ToolHooks;
  /** The remark on a call that has ended; given once. */
  noteAfterCall(call: { readonly callId: string }): string | undefined;
  /** The failure that a fix is about: the one that says this, else the last that was offered or seen. */
  failureOf(error: string | undefined): SeenFailure | undefined;
  /** Forgets what was read of the log: it was changed. */
  refresh(): void;
}

const maxOffers = 3;
const strikes = 3;

export function createFailureWatch(options: FailureWatchOptions): FailureWatch {
  return new Watch(options);
}

class Watch implements FailureWatch {
  readonly hooks: ToolHooks = {
    name: "learnings",
    // What goes wrong here must not keep a call from being run, or its result from being seen.
    before: async (call, context) => {
      if (isScript(context)) return undefined;
      return await this.#before(call).catch(() => undefined);
    },
    after: async (call, context) => {
      if (!isScript(context)) await this.#after(call, context).catch(() => undefined);
    },
  };
  readonly #options: FailureWatchOptions;
  readonly #notes = new Map<string, string>();
  readonly #seen: SeenFailure[] = [];
  readonly #answered = new Set<string>();
  readonly #counts = new Map<string, number>();
  #open: readonly OpenFailure[] = [];
  #known: Promise<readonly LoggedLearning[]> | undefined;
  #offers = 0;

  constructor(options: FailureWatchOptions) {
    this.#options = options;
  }

  async #learnings(): Promise<readonly LoggedLearning[]> {
    this.#known ??= this.#options.log().then((opened) => opened?.list({ limit: 1_000 }) ?? []);
    return (await this.#known).filter((learning) => !isRetired(learning));
  }

  /** The failure is open from now on; one of the same call is not any more. */
  #keepOpen(failure: OpenFailure): void {
    this.#open = [...this.#open.filter(({ form }) => form !== failure.form), failure].slice(-20);
  }

  async #countUse(learning: LoggedLearning): Promise<void> {
    (await this.#options.log())?.noteUse(learning.id, {
      helped: false,
      at: (this.#options.now ?? Date.now)(),
    });
    this.#known = undefined;
  }

  async #before({ tool, args }: PendingCall): Promise<{ readonly block: string } | undefined> {
    const found = await this.#learnings();
    if (found.length === 0) return undefined;
    const form = callForm(tool.name, args);
    const kind = callKind(tool.name, args);
    const learning = found.find(
      ({ errorType, context, tags }) =>
        errorType === tool.name && context === form && !tags.includes(aroundTheCall),
    );
    if (learning === undefined) return undefined;
    if (this.#answered.has(form)) {
      // It runs all the same: whatever comes of it is not due to the fix.
      this.#open = this.#open.filter((failure) => failure.form !== form);
      return undefined;
    }
    this.#answered.add(form);
    const { pattern, fix } = learning;
    const failure = { tool: tool.name, kind, form, error: pattern, aroundTheCall: false };
    this.#keepOpen({ ...failure, attempt: attemptOf(tool.name, args), shown: learning });
    await this.#countUse(learning);
    return {
      block: `Not run: this same call failed before (${pattern.slice(0, 160)}). What worked: ${sentence(fix)} To run it all the same, send it again.`,
    };
  }

  async #failed({ tool, args }: FinishedCall, error: string): Promise<string | undefined> {
    const [kind, form] = [callKind(tool.name, args), callForm(tool.name, args)];
    const failure: SeenFailure = { tool: tool.name, kind, form, error, aroundTheCall: false };
    this.#seen.push(failure);
    if (this.#seen.length > 50) this.#seen.shift();
    // What was shown about this error did not help, if it comes again.
    this.#open = this.#open.filter((other) => other.error !== error || other.shown === undefined);
    const attempt = attemptOf(tool.name, args);
    const learning = (await this.#learnings()).find((each) => isAbout(each, { ...failure, attempt }));
    this.#keepOpen({ ...failure, attempt, shown: learning });
    if (learning !== undefined) {
      await this.#countUse(learning);
      return cutHint(`Seen before. What worked: ${learning.fix}`);
    }
    const count = (this.#counts.get(error) ?? 0) + 1;
    this.#counts.set(error, count);
    return count === strikes
      ? "This same error has come up three times. When you have found what helps, save it with learning."
      : undefined;
  }

  async #succeeded(
    { tool, args }: FinishedCall,
    { offered }: Pick<ToolContext, "offered">,
  ): Promise<string | undefined> {
    const [form, attempt] = [callForm(tool.name, args), attemptOf(tool.name, args)];
    const solved = this.#open.findLast((failure) => solves({ form, attempt }, failure));
    this.#open = this.#open.filter((failure) => failure !== solved);
    const between = labelOf(attempt);
    if (!tool.readOnly)
      this.#open = this.#open.map((failure) => ({ ...failure, aroundTheCall: true, between }));
    if (solved === undefined) return undefined;
    if (solved.shown === undefined) return this.#offer(solved, form);
    return await this.#credit(solved.shown, offered?.has("skill_manage") === true);
  }

  async #credit(learning: LoggedLearning, canMakeSkills: boolean): Promise<string | undefined> {
    (await this.#options.log())?.noteHelp(learning.id);
    this.#known = undefined;
    if (learning.timesHelped + 1 !== strikes) return undefined;
    const make = canMakeSkills ? ", and make it with skill_manage when they agree" : "";
    return `The learning ${learning.id} has helped three times: if there is more to it than one line, offer the person a skill${make}.`;
  }

  #offer(failure: OpenFailure, form: string): string | undefined {
    const sameCall = form === failure.form;
    if ((sameCall && !failure.aroundTheCall) || this.#offers >= maxOffers) return undefined;
    this.#offers++;
    this.#seen.push({ ...failure, aroundTheCall: sameCall });
    const error = failure.error.slice(0, sameCall ? 40 : 60);
    return cutHint(
      sameCall
        ? `This failed before (${error}) and works after: ${failure.between}. If it will come again: learning(action: save, fix: what to do first).`
        : `This works, and failed before (${error}). If it will come again: learning(action: save, fix: what to do instead).`,
    );
  }

  async #after(call: FinishedCall, context: ToolContext): Promise<void> {
    if (call.tool.name === "learning") return;
    const text = failureText(call.result);
    const error = text === undefined ? undefined : errorForm(text);
    if (text !== undefined && error === undefined) return;
    const note = error === undefined ? await this.#succeeded(call, context) : await this.#failed(call, error);
    if (note !== undefined) this.#notes.set(context.callId, note);
  }

  noteAfterCall({ callId }: { readonly callId: string }): string | undefined {
    const note = this.#notes.get(callId);
    this.#notes.delete(callId);
    return note;
  }

  failureOf(error: string | undefined): SeenFailure | undefined {
    if (error === undefined) return this.#seen.at(-1);
    const form = errorForm(error);
    return this.#seen.findLast(
      (each) => each.error === form || (form !== undefined && each.error.includes(form)),
    );
  }

  refresh(): void {
    this.#known = undefined;
  }
}

/** A script makes its calls in a loop and reads no remarks. */
function isScript({ origin }: ToolContext): boolean {
  return origin.entryPoint === "sandbox";
}

/** Whether a call that works is another attempt at what failed, or does what was told about it. */
function solves(
  { form, attempt }: { readonly form: string; readonly attempt: Attempt },
  failure: OpenFailure,
): boolean {
  if (attempt.tool !== failure.tool) return false;
  if (form === failure.form || isSameAttempt(failure.attempt, attempt, failure.error)) return true;
  return failure.shown !== undefined && isMentionedIn(failure.shown.fix, attempt);
}

/**
 * The same error of the same tool and program; one in a few words says little, so the kind of call must be the same as
 * well.
 */
function isAbout(
  { errorType, pattern, context }: LoggedLearning,
  { tool, kind, error, attempt }: Pick<OpenFailure, "tool" | "kind" | "error" | "attempt">,
): boolean {
  if (errorType !== "" && errorType !== tool) return false;
  if (error !== pattern && !(pattern.length >= 20 && error.includes(pattern))) return false;
  const known = callOfForm(context);
  if (pattern.split(" ").length < 4) return known !== undefined && callKind(known.tool, known.args) === kind;
  return known === undefined || runSameProgram(attemptOf(known.tool, known.args), attempt);
}

/** Undefined where the form was cut, or is words of a person. */
function callOfForm(form: string): { readonly tool: string; readonly args: unknown } | undefined {
  const [, tool = "", json = ""] = /^(\S+) (\{.*)$/s.exec(form) ?? [];
  try {
    return { tool, args: JSON.parse(json) };
  } catch {
    return undefined;
  }
}

function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
