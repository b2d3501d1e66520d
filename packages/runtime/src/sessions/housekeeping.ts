import { statSync } from "node:fs";
import type { CheckPagesOptions, State } from "@hermes/state";
import { createLease } from "./housekeeping-lease.ts";
import { createMarks, type Mark, type Marks } from "./housekeeping-marks.ts";
import { importOriginals } from "./import-originals.ts";
import type { SessionDescriptions } from "./session-descriptions.ts";

export interface HousekeepingOptions {
  /** Home of Hermes. */
  readonly home: string;
  readonly state: State;
  readonly descriptions: SessionDescriptions;
  /** Ends what other programs left running. */
  readonly settleChildren: () => Promise<void>;
  /** After the first answer began. `Infinity`: never. */
  readonly startAfterMs: number;
  readonly tell: (message: string) => void;
  readonly warn: (message: string) => void;
  /** @default Date.now */
  readonly now?: (() => number) | undefined;
}

/**
 * Keeps the store in order beside the sessions: completes the search index, brings in what the Python Hermes left,
 * ends children whose process died, summarizes sessions that ended without a summary, checks every page once a day, and then takes a
 * snapshot. In small steps, by one program at a time; what is stopped goes on the next time. A program that ends before
 * takes the snapshot at its end, while that takes no time: runs that are all short would never get one.
 */
export interface Housekeeping {
  /** The first request is answered: there is time now. A second call does nothing. */
  start(): void;
  /** Ends what is under way and waits for it. Takes a snapshot that is due. Never rejects. */
  stop(): Promise<void>;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const againAfterMs = hourMs / 2;
/** Another program wrote just then. */
const busyAgainAfterMs = 2_000;
/** A session that was silent for so long is over, or its process is dead. */
const silentMs = hourMs;
const summariesAtOnce = 50;
/** What is read and copied in some ten milliseconds. A larger store has its snapshot at the end when a week has none. */
const smallBytes = 8_000_000;
const weekMs = 7 * dayMs;

export function createHousekeeping(options: HousekeepingOptions): Housekeeping {
  const { state, startAfterMs, now = Date.now } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let begun = false;

  function plan(delayMs: number): void {
    if (signal.aborted || state.readOnly || !Number.isFinite(delayMs)) return;
    timer = setTimeout(() => {
      running = withLease({ ...options, now, signal }, chores).then((outcome) => {
        plan(outcome === "busy" ? busyAgainAfterMs : againAfterMs);
      });
    }, delayMs).unref();
  }

  return {
    start() {
      if (begun) return;
      begun = true;
      plan(startAfterMs);
    },
    async stop() {
      stopping.abort(new DOMException("The program ends.", "AbortError"));
      clearTimeout(timer);
      await running;
      if (begun && Number.isFinite(startAfterMs) && !state.readOnly && state.path !== ":memory:")
        await copyAtEnd({ ...options, now, signal: neverAborted });
    },
  };
}

const neverAborted = new AbortController().signal;

interface Run extends HousekeepingOptions {
  readonly now: () => number;
  readonly signal: AbortSignal;
}

type Chores = (options: Run & { readonly marks: Marks }) => Promise<void>;

/** Never rejects: what goes wrong is said, and tried again another time. */
async function withLease(options: Run, work: Chores): Promise<"busy" | undefined> {
  const { state, now, signal, warn } = options;
  const lease = createLease(state, now);
  const renewal = setInterval(() => quietly(lease.take), 20_000).unref();
  try {
    if (lease.take()) await work({ ...options, marks: createMarks(state, now) });
    return undefined;
  } catch (error) {
    if (isBusy(error)) return "busy";
    if (!signal.aborted)
      warn(`Housekeeping stopped: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  } finally {
    clearInterval(renewal);
    quietly(lease.release);
  }
}

async function chores(options: Run & { readonly marks: Marks }): Promise<void> {
  const { state, signal } = options;
  await options.settleChildren();
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

/** Whoever waits for the end of the program should not notice it. Never rejects. */
async function copyAtEnd(options: Run): Promise<void> {
  const { state, now } = options;
  try {
    const marks = createMarks(state, now);
    const last = marks.get("pages");
    if (isRecent(last, now, last?.value === "sound" ? dayMs : againAfterMs)) return;
    const inProcess = statSync(state.path).size <= smallBytes;
    const since = last ?? marks.get("runs");
    if (since === undefined) marks.set("runs", "begun");
    if (inProcess || (since !== undefined && !isRecent(since, now, weekMs)))
      await withLease(options, (more) => checkAndCopy(more, { inProcess }));
  } catch {
    // The store is locked or damaged; whoever opens it next is told.
  }
}

/** A time in the future says that the clock was set back, and nothing about an age. */
function isRecent(mark: Mark | undefined, now: () => number, withinMs: number): boolean {
  const age = mark === undefined ? Infinity : now() - mark.at;
  return age >= 0 && age < withinMs;
}

/** A damaged store must not push out the snapshots of a sound one. */
async function checkAndCopy(
  options: Run & { readonly marks: Marks },
  check: CheckPagesOptions = {},
): Promise<void> {
  const { state, marks, signal, warn, now } = options;
  const last = marks.get("pages");
  if (last?.value === "sound" && isRecent(last, now, dayMs)) return;
  const damaged = (await state.checkPages({ signal, ...check })).filter(({ derived }) => !derived);
  if (damaged.length === 0) await state.snapshot({ olderThanMs: dayMs / 2, signal });
  else
    warn(
      `The store "${state.path}" is damaged. What can be read stays readable; \`hermes doctor\` names what is lost, and \`hermes restore\` puts a snapshot in its place.`,
    );
  marks.set("pages", damaged.length === 0 ? "sound" : "damaged");
}

/** The store may be locked or closed by now. A lease that is not given back runs out. */
function quietly(work: () => unknown): void {
  try {
    work();
  } catch {
    // Said where it matters: with the next write of a session.
  }
}

/** Another program writes much at the moment. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "STATE_LOCKED";
}
