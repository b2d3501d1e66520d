/** A run of code, as a journal tells it from others. */
export interface JournaledRun {
  readonly sessionId: string;
  /** Id of the call of `execute_code`. */
  readonly callId: string;
  readonly language: string;
  /** SHA-256 of language and code: what is repeated has the same one. */
  readonly codeHash: string;
}

/** One call of an earlier attempt at the same code that did not come to its end. */
export interface EarlierCall {
  /** Names the call within its journal. */
  readonly id: string;
  /** Tool and arguments: what is the same call has the same one. */
  readonly key: string;
  /** Undefined: it was started, and nobody knows what came of it. */
  readonly answer?: JournaledAnswer | undefined;
}

export interface JournaledAnswer {
  readonly value: unknown;
  readonly isError: boolean;
}

export interface StartedCall {
  /** 1, 2, 3 … in its run. */
  readonly number: number;
  /** `<id of the call of execute_code>.<number>` */
  readonly callId: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly key: string;
  /** Whether it changes nothing: it may simply be made again, and its answer need not be kept. */
  readonly readOnly: boolean;
}

export interface FinishedCall extends JournaledAnswer {
  readonly durationMs: number;
}

/** What is kept of one run while it goes on. Each is durable (against the death of this process) when it returns. */
export interface RunJournal {
  /** What was left by an attempt that died, in the order in which it was started. */
  readonly earlier: readonly EarlierCall[];
  started(call: StartedCall): void | Promise<void>;
  finished(call: StartedCall, outcome: FinishedCall): void | Promise<void>;
  /** The code was told that nobody knows what came of an earlier call: another attempt may make it again. */
  forget(earlier: EarlierCall): void | Promise<void>;
  /** The run is over. `resumable`: the next run of the same code goes on with it; otherwise that is a new one. */
  end(options: { readonly resumable: boolean }): void | Promise<void>;
}

/** Where calls made by code are kept. Matched by shape: whoever has a store implements it. */
export interface CallJournal {
  /** Begins a run; it goes on with one of the same session and code that died. */
  open(run: JournaledRun): RunJournal | Promise<RunJournal>;
}

/** A journal that ends with the program. */
export function memoryCallJournal(): CallJournal {
  const open = new Map<string, EarlierCall[]>();
  return {
    open({ sessionId, codeHash }) {
      const run = `${sessionId} ${codeHash}`;
      const earlier = open.get(run) ?? [];
      const calls = new Map<string, EarlierCall>(earlier.map((call) => [call.id, call]));
      return {
        earlier,
        started: ({ callId: id, key }) => void calls.set(id, { id, key }),
        finished({ callId: id, key, readOnly }, { value, isError }) {
          if (readOnly) calls.delete(id);
          else calls.set(id, { id, key, answer: { value, isError } });
        },
        forget: ({ id }) => void calls.delete(id),
        end({ resumable }) {
          if (resumable) open.set(run, [...calls.values()]);
          else open.delete(run);
        },
      };
    },
  };
}
