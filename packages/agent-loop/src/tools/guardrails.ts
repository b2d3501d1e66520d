export interface GuardrailOptions {
  /** Failures of the same call (same tool, same arguments) before a note says so. @default 2 */
  readonly sameCallFailures?: number | undefined;
  /** Failures of one tool, whatever its arguments, before a note says so. @default 3 */
  readonly sameToolFailures?: number | undefined;
  /** Identical results of the same read-only call before a note says so. @default 2 */
  readonly sameResults?: number | undefined;
  /** Ends the turn when a model goes on in circles: 5 same failures, 8 of one tool, 5 same results. @default false */
  readonly hardStop?: boolean | undefined;
}

/** A call that has ended, as far as going in circles is concerned. */
export interface EndedCall {
  readonly name: string;
  /** The raw text of the arguments. */
  readonly arguments: string;
  readonly content: string;
  readonly isError: boolean;
  readonly readOnly: boolean;
}

const stopAt = { sameCallFailures: 5, sameToolFailures: 8, sameResults: 5 } as const;

/** Notices within one turn that a model repeats what does not help. Warns on the tool result; may end the turn. */
export class Guardrails {
  readonly #warnAt: Readonly<Record<keyof typeof stopAt, number>>;
  readonly #hardStop: boolean;
  readonly #callFailures = new Map<string, number>();
  readonly #toolFailures = new Map<string, number>();
  readonly #results = new Map<string, { readonly content: string; readonly count: number }>();
  #stop: string | undefined;

  constructor(options: GuardrailOptions = {}) {
    this.#warnAt = {
      sameCallFailures: options.sameCallFailures ?? 2,
      sameToolFailures: options.sameToolFailures ?? 3,
      sameResults: options.sameResults ?? 2,
    };
    this.#hardStop = options.hardStop ?? false;
  }

  /** Why the turn must end; undefined while it may go on. */
  get stop(): string | undefined {
    return this.#stop;
  }

  /** Counts a call that has ended. The answer is a note for its result. */
  observe(call: EndedCall): string | undefined {
    const key = `${call.name}\0${call.arguments}`;
    if (isFailure(call)) return this.#failed(call.name, key);
    this.#callFailures.delete(key);
    this.#toolFailures.delete(call.name);
    return call.readOnly ? this.#read(call, key) : undefined;
  }

  #failed(name: string, key: string): string | undefined {
    const sameCall = count(this.#callFailures, key);
    const sameTool = count(this.#toolFailures, name);
    if (sameCall >= stopAt.sameCallFailures) this.#end(`the same call of ${name} failed ${sameCall} times`);
    if (sameTool >= stopAt.sameToolFailures) this.#end(`${name} failed ${sameTool} times in a row`);
    if (sameCall >= this.#warnAt.sameCallFailures) {
      return `This same call has now failed ${sameCall} times. Do not send it again unchanged: find out why it fails, or go another way.`;
    }
    if (sameTool >= this.#warnAt.sameToolFailures) {
      return `${name} has now failed ${sameTool} times in a row. Look at what these failures have in common, or use another tool.`;
    }
    return undefined;
  }

  #read({ name, content }: EndedCall, key: string): string | undefined {
    const before = this.#results.get(key);
    const times = before?.content === content ? before.count + 1 : 1;
    this.#results.set(key, { content, count: times });
    if (times >= stopAt.sameResults)
      this.#end(`the same call of ${name} gave the same result ${times} times`);
    return times < this.#warnAt.sameResults
      ? undefined
      : `This call gave the same result ${times} times. Use what you have, or look elsewhere.`;
  }

  #end(reason: string): void {
    if (this.#hardStop) this.#stop ??= reason;
  }
}

function count(counts: Map<string, number>, key: string): number {
  const next = (counts.get(key) ?? 0) + 1;
  counts.set(key, next);
  return next;
}

/** A call failed when its dispatch says so, or when its result is an object whose `exit_code` is not zero. */
function isFailure({ isError, content }: EndedCall): boolean {
  // The search is only there to spare the parsing of results that cannot have the field.
  return isError || (content.includes('"exit_code"') && hasFailedExitCode(content));
}

function hasFailedExitCode(content: string): boolean {
  try {
    const value: unknown = JSON.parse(content);
    if (typeof value !== "object" || value === null || !("exit_code" in value)) return false;
    return typeof value.exit_code === "number" && value.exit_code !== 0;
  } catch {
    // Not JSON, so not a result with an exit code.
    return false;
  }
}
