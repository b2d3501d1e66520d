import type { CodeRun } from "./code-run.ts";
import type { Interpreter } from "./interpreter.ts";
import type { RunResult } from "./run-result.ts";

export interface PrestartedInterpretersOptions {
  readonly start: (run: CodeRun, early: boolean) => Promise<Interpreter>;
  readonly startAhead: boolean;
  /** How long one that was started ahead may wait. */
  readonly idleMs: number;
}

export interface PrestartedInterpreters {
  /** Runs code in an interpreter of its own. */
  run(code: string, run: CodeRun): Promise<RunResult>;
  /** @param owner Undefined: of everyone. */
  end(owner?: string): Promise<void>;
}

interface Ready {
  readonly owner: string;
  readonly tools: CodeRun["tools"];
  readonly interpreter: Promise<Interpreter | undefined>;
  readonly idle: NodeJS.Timeout;
}

/**
 * Interpreters for one run each. The next one can be started while nobody waits for it: in its own jail, with its own
 * folder and socket, so that a run meets nothing of another one, and yet finds everything loaded.
 */
export function prestartedInterpreters(options: PrestartedInterpretersOptions): PrestartedInterpreters {
  const { start, startAhead, idleMs } = options;
  const all = new Map<string, Ready>();
  let ends = 0;

  function prepare(run: CodeRun): void {
    const key = keyOf(run);
    if (!startAhead || all.has(key)) return;
    // One that can't be started is started again when it is needed, and then whoever needs it hears why.
    const interpreter = start(run, true).then(
      (started) => {
        started.hold(false);
        return started;
      },
      () => undefined,
    );
    const ready: Ready = {
      owner: run.owner,
      tools: run.tools,
      interpreter,
      idle: setTimeout(() => void drop(key, ready), idleMs),
    };
    ready.idle.unref();
    all.set(key, ready);
  }

  async function drop(key: string, ready: Ready): Promise<void> {
    clearTimeout(ready.idle);
    if (all.get(key) === ready) all.delete(key);
    await (await ready.interpreter)?.dispose();
  }

  async function take(run: CodeRun): Promise<Interpreter> {
    const key = keyOf(run);
    const ready = all.get(key);
    if (ready === undefined) return await start(run, false);
    all.delete(key);
    clearTimeout(ready.idle);
    const interpreter = await ready.interpreter;
    if (interpreter?.isAlive === true && ready.tools === run.tools) {
      interpreter.hold(true);
      return interpreter;
    }
    await interpreter?.dispose();
    return await start(run, false);
  }

  return {
    async run(code, run) {
      const startedAt = performance.now();
      const endsBefore = ends;
      const interpreter = await take(run);
      try {
        return await interpreter.run(code, { ...run, keep: false, startedAt });
      } finally {
        await interpreter.dispose();
        // Whoever was ended meanwhile needs no other one.
        if (!run.signal.aborted && ends === endsBefore) prepare(run);
      }
    },
    async end(owner) {
      ends += 1;
      const dropped = [...all].filter(([, ready]) => owner === undefined || ready.owner === owner);
      await Promise.all(dropped.map(([key, ready]) => drop(key, ready)));
    },
  };
}

function keyOf({ owner, language }: CodeRun): string {
  return JSON.stringify([owner, language]);
}
