import type { CodeRun } from "./code-run.ts";
import type { Interpreter } from "./interpreter.ts";
import type { RunResult } from "./run-result.ts";

export interface PersistentInterpretersOptions {
  readonly start: (run: CodeRun) => Promise<Interpreter>;
  /** How long one may wait for its next run. */
  readonly idleMs: number;
}

export interface PersistentInterpreters {
  /** Runs code in the interpreter of this name, one run after another. */
  run(code: string, run: CodeRun, session: string): Promise<RunResult>;
  /** @param owner Undefined: of everyone. */
  end(owner?: string): Promise<void>;
}

interface Kept {
  readonly owner: string;
  interpreter: Interpreter | undefined;
  idle: NodeJS.Timeout | undefined;
  /** The run before; never rejects. */
  last: Promise<unknown>;
}

/** Interpreters that stay alive between runs, so that names carry over. */
export function persistentInterpreters({
  start,
  idleMs,
}: PersistentInterpretersOptions): PersistentInterpreters {
  const all = new Map<string, Kept>();

  async function runIn(kept: Kept, code: string, run: CodeRun): Promise<RunResult> {
    clearTimeout(kept.idle);
    const startedAt = performance.now();
    if (kept.interpreter?.isAlive !== true) {
      await kept.interpreter?.dispose();
      kept.interpreter = await start(run);
    }
    const { interpreter } = kept;
    interpreter.hold(true);
    try {
      return await interpreter.run(code, { ...run, keep: true, startedAt });
    } finally {
      if (interpreter.isAlive) {
        interpreter.hold(false);
        kept.idle = setTimeout(() => void dispose(kept), idleMs);
        kept.idle.unref();
      } else {
        await dispose(kept);
      }
    }
  }

  async function dispose(kept: Kept): Promise<void> {
    clearTimeout(kept.idle);
    const { interpreter } = kept;
    kept.interpreter = undefined;
    await interpreter?.dispose();
  }

  return {
    async run(code, run, session) {
      const key = JSON.stringify([run.owner, run.language, session]);
      const kept = all.get(key) ?? {
        owner: run.owner,
        interpreter: undefined,
        idle: undefined,
        last: Promise.resolve(),
      };
      all.set(key, kept);
      const work = kept.last.then(() => runIn(kept, code, run));
      kept.last = work.catch(() => undefined);
      return await work;
    },
    async end(owner) {
      const ended = [...all].filter(([, kept]) => owner === undefined || kept.owner === owner);
      for (const [key] of ended) all.delete(key);
      await Promise.all(ended.map(([, kept]) => dispose(kept)));
    },
  };
}
