import type { State } from "@hermes/state";
import { createLease } from "./housekeeping-lease.ts";
import { createMarks, type Marks } from "./housekeeping-marks.ts";
import { importOriginals } from "./import-originals.ts";
import type { SessionDescriptions } from "./session-descriptions.ts";

export interface HousekeepingOptions {
  /** Home of Hermes. */
  readonly home: string;
  readonly state: State;
  readonly descriptions: SessionDescriptions;
  /** After the first answer began. `Infinity`: never. */
  readonly startAfterMs: number;
  readonly tell: (message: string) => void;
  readonly warn: (message: string) => void;
  /** @default Date.now */
  readonly now?: (() => number) | undefined;
}

/**
 * Keeps the store in order beside the conversations: completes the search index, brings in what the Python Hermes left,
 * summarizes conversations that ended without a summary, checks every page once a day, and then takes a
 * snapshot. In small steps, by one program at a time; what is stopped goes on the next time.
 */
export interface Housekeeping {
  /** The first request is answered: there is time now. A second call does nothing. */
  start(): void;
  /** Ends what is under way and waits for it. */
  stop(): Promise<void>;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const againAfterMs = hourMs / 2;
/** A conversation that was silent for so long is over, or its process is dead. */
const silentMs = hourMs;
const summariesAtOnce = 50;

export function createHousekeeping(options: HousekeepingOptions): Housekeeping {
  const { state, startAfterMs, now = Date.now } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  function plan(delayMs: number): void {
    if (signal.aborted || state.readOnly || !Number.isFinite(delayMs)) return;
    timer = setTimeout(() => {
      running = run({ ...options, now, signal }).finally(() => plan(againAfterMs));
    }, delayMs).unref();
  }

  return {
    start() {
      if (timer === undefined && running === undefined) plan(startAfterMs);
    },
    async stop() {
      stopping.abort(new DOMException("The program ends.", "AbortError"));
      clearTimeout(timer);
      await running;
    },
  };
}

interface Run extends HousekeepingOptions {
  readonly now: () => number;
  readonly signal: AbortSignal;
}

/** Never rejects: what goes wrong is said, and tried again another time. */
async function run(options: Run): Promise<void> {
  const { state, now, signal, warn } = options;
  const lease = createLease(state, now);
  const renewal = setInterval(() => quietly(lease.take), 20_000).unref();
  try {
    if (!lease.take()) return;
    await chores({ ...options, marks: createMarks(state, now) });
  } catch (error) {
    if (!signal.aborted && !isBusy(error))
      warn(`Housekeeping stopped: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    clearInterval(renewal);
    quietly(lease.release);
  }
}

async function chores(options: Run & { readonly marks: Marks }): Promise<void> {
  const { state, signal } = options;
  await state.rebuildSearch({ signal });
  await importOriginals(options);
  await summarizeSilent(options);
  await checkAndCopy(options);
}

async function summarizeSilent({ state, descriptions, signal, now }: Run): Promise<void> {
  const silent = state.sessions.unsummarized({ before: now() - silentMs, limit: summariesAtOnce });
  for (const { id } of silent) {
    if (signal.aborted) return;
    await descriptions.summarize(id, signal); // oxlint-disable-line no-await-in-loop -- one after the other, beside other work
    await new Promise((next) => setImmediate(next)); // oxlint-disable-line no-await-in-loop -- the same
  }
}

/** A damaged store must not push out the snapshots of a sound one. */
async function checkAndCopy({ state, marks, signal, now }: Run & { readonly marks: Marks }): Promise<void> {
  const last = marks.get("pages");
  const age = last === undefined ? Infinity : now() - last.at;
  if (last?.value === "sound" && age >= 0 && age < dayMs) return;
  const problems = await state.checkPages({ signal });
  if (problems.length === 0) await state.snapshot({ olderThanMs: dayMs / 2, signal });
  marks.set("pages", problems.length === 0 ? "sound" : "damaged");
}

/** The store may be locked or closed by now. A lease that is not given back runs out. */
function quietly(work: () => unknown): void {
  try {
    work();
  } catch {
    // Said where it matters: with the next write of a conversation.
  }
}

/** Another program writes much at the moment. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "STATE_LOCKED";
}
