import { Worker } from "node:worker_threads";
import { HermesError } from "@hermes/registry";
import type { ExtractionRequest } from "./extraction.ts";
import type { WorkerAnswer } from "./worker-answer.ts";

export interface ExtractorOptions {
  readonly workerUrl: URL | string;
  /** Workers at a time, each of which reads one page. */
  readonly maxWorkers: number;
  /** How long one page may take, in milliseconds, and how much longer for each megabyte of it. */
  readonly timeoutMs: number;
  readonly timeoutMsPerMegabyte: number;
  /** Memory of one worker's objects, in megabytes. */
  readonly maxMemoryMb: number;
  /** After this time without work a worker ends, in milliseconds. */
  readonly idleMs: number;
}

/** It took too long, or too much memory, and its worker was ended. */
export interface Overrun {
  readonly overran: "time" | "memory";
}

/** What came of a page. */
export type ExtractionOutcome = Exclude<WorkerAnswer, { isReady: true }> | Overrun;

/** Reads bytes of pages in threads of its own, which it starts with the first page and keeps warm. */
export interface Extractor {
  /**
   * @throws {HermesError} `WEB_WORKER_FAILED` when there is no worker, `WEB_READER_CLOSED` after `close`; the reason of `signal` when
   * aborted, whose worker is ended then.
   */
  extract(request: ExtractionRequest, signal: AbortSignal): Promise<ExtractionOutcome>;
  close(): Promise<void>;
}

/** For a worker to start, on a busy machine. */
const startTimeoutMs = 60_000;

/** For the bare text of a page, on a busy machine. */
const leastPlainMs = 10_000;

interface Slot {
  worker: Worker | undefined;
  /** Whether its libraries are loaded: the time of a page begins then. */
  isReady: boolean;
  idleTimer: NodeJS.Timeout | undefined;
  isBusy: boolean;
}

export function createExtractor(options: ExtractorOptions): Extractor {
  const slots: Slot[] = [];
  const waiting: (() => void)[] = [];
  let isClosed = false;

  const take = async (signal: AbortSignal): Promise<Slot> => {
    for (;;) {
      signal.throwIfAborted();
      if (isClosed) throw new HermesError("The reader is closed.", { code: "WEB_READER_CLOSED" });
      // The warm one first.
      const free =
        slots.find((slot) => !slot.isBusy && slot.worker !== undefined) ?? slots.find((slot) => !slot.isBusy);
      const slot = free ?? (slots.length < options.maxWorkers ? addSlot() : undefined);
      if (slot !== undefined) {
        slot.isBusy = true;
        return slot;
      }
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        signal.addEventListener("abort", () => resolve(), { once: true });
      });
    }
  };
  const addSlot = (): Slot => {
    const slot: Slot = { worker: undefined, isReady: false, idleTimer: undefined, isBusy: false };
    slots.push(slot);
    return slot;
  };
  const release = (slot: Slot): void => {
    slot.isBusy = false;
    slot.worker?.unref();
    slot.idleTimer = setTimeout(() => void endWorker(slot), options.idleMs).unref();
    for (const wake of waiting.splice(0)) wake();
  };

  return {
    async extract(request, signal) {
      const slot = await take(signal);
      clearTimeout(slot.idleTimer);
      try {
        const worker = (slot.worker ??= startWorker(options));
        // A program that waits for a page does not end before it is read.
        worker.ref();
        const megabytes = request.bytes.byteLength / 1e6;
        // The bare text is what is left when the time was over: it takes little, and is not cut short by the same limit.
        const least = request.as === "plain" ? leastPlainMs : 0;
        const timeoutMs = Math.max(least, options.timeoutMs) + megabytes * options.timeoutMsPerMegabyte;
        const outcome = await run(slot, worker, { request, signal, timeoutMs });
        if ("overran" in outcome) await endWorker(slot);
        return outcome;
      } catch (error) {
        await endWorker(slot);
        throw error;
      } finally {
        release(slot);
      }
    },
    async close() {
      isClosed = true;
      for (const wake of waiting.splice(0)) wake();
      await Promise.all(slots.map((slot) => endWorker(slot)));
    },
  };
}

interface Call extends Wait {
  readonly request: ExtractionRequest;
}

async function run(slot: Slot, worker: Worker, call: Call): Promise<ExtractionOutcome> {
  if (!slot.isReady) {
    const started = await nextAnswer(worker, { signal: call.signal, timeoutMs: startTimeoutMs });
    if ("overran" in started) return started;
    slot.isReady = true;
  }
  worker.postMessage(call.request);
  const answer = await nextAnswer(worker, call);
  if ("isReady" in answer) throw failure("it started twice");
  return answer;
}

function failure(why: string, cause?: unknown): HermesError {
  return new HermesError(`The worker that reads pages failed: ${why}.`, {
    code: "WEB_WORKER_FAILED",
    hint: "A bundle brings extract-worker.js along as a file and gives its place as `workerUrl`.",
    cause,
  });
}

async function endWorker(slot: Slot): Promise<void> {
  clearTimeout(slot.idleTimer);
  const { worker } = slot;
  slot.worker = undefined;
  slot.isReady = false;
  await worker?.terminate();
}

function startWorker({ workerUrl, maxMemoryMb }: ExtractorOptions): Worker {
  const place = typeof workerUrl === "string" && /^file:/.test(workerUrl) ? new URL(workerUrl) : workerUrl;
  return new Worker(place, {
    name: "hermes-web-extract",
    // What a page can do to the worker, it can do to nothing else: it knows no secret of the environment.
    env: {},
    argv: [],
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 },
    // Libraries may print. It stays in the worker: nobody reads it, and reading it would keep the program from ending.
    stdout: true,
    stderr: true,
  });
}

interface Wait {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

async function nextAnswer(worker: Worker, { signal, timeoutMs }: Wait): Promise<WorkerAnswer | Overrun> {
  const events = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<WorkerAnswer | Overrun>((resolve, reject) => {
      const once = <Value>(name: string, listener: (value: Value) => void): void => {
        worker.on(name, listener);
        events.signal.addEventListener("abort", () => worker.off(name, listener));
      };
      once("message", (answer: WorkerAnswer) => resolve(answer));
      once("error", (error: NodeJS.ErrnoException) => {
        if (error.code === "ERR_WORKER_OUT_OF_MEMORY") resolve({ overran: "memory" });
        else reject(failure(error.message, error));
      });
      once("exit", () => reject(failure("it ended")));
      signal.addEventListener("abort", () => reject(signal.reason), { once: true, signal: events.signal });
      timer = setTimeout(() => resolve({ overran: "time" }), timeoutMs);
    });
  } finally {
    clearTimeout(timer);
    events.abort();
  }
}
