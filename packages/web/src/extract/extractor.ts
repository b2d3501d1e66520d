import { Worker } from "node:worker_threads";
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

/** What came of a page. `overran`: it took too long, or too much memory, and its worker was ended. */
export type ExtractionOutcome = WorkerAnswer | { readonly overran: "time" | "memory" };

/** Reads bytes of pages in threads of its own, which it starts with the first page and keeps warm. */
export interface Extractor {
  /** @throws the reason of `signal` when aborted; its worker is ended then. */
  extract(request: ExtractionRequest, signal: AbortSignal): Promise<ExtractionOutcome>;
  close(): Promise<void>;
}

interface Slot {
  worker: Worker | undefined;
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
      if (isClosed) throw new Error("The reader is closed.");
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
    const slot: Slot = { worker: undefined, idleTimer: undefined, isBusy: false };
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
        const timeoutMs = options.timeoutMs + megabytes * options.timeoutMsPerMegabyte;
        const outcome = await answerOf(worker, { request, signal, timeoutMs });
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

async function endWorker(slot: Slot): Promise<void> {
  clearTimeout(slot.idleTimer);
  const { worker } = slot;
  slot.worker = undefined;
  await worker?.terminate();
}

function startWorker({ workerUrl, maxMemoryMb }: ExtractorOptions): Worker {
  const place = typeof workerUrl === "string" && /^file:/.test(workerUrl) ? new URL(workerUrl) : workerUrl;
  const worker = new Worker(place, {
    name: "hermes-web-extract",
    // What a page can do to the worker, it can do to nothing else: it knows no secret of the environment.
    env: {},
    argv: [],
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 },
    stdout: true,
    stderr: true,
  });
  // Libraries may print; nobody reads it.
  worker.stdout.resume();
  worker.stderr.resume();
  return worker;
}

interface Call {
  readonly request: ExtractionRequest;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

async function answerOf(worker: Worker, { request, signal, timeoutMs }: Call): Promise<ExtractionOutcome> {
  const events = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<ExtractionOutcome>((resolve, reject) => {
      const once = <Value>(name: string, listener: (value: Value) => void): void => {
        worker.on(name, listener);
        events.signal.addEventListener("abort", () => worker.off(name, listener));
      };
      once("message", (answer: WorkerAnswer) => resolve(answer));
      once("error", (error: NodeJS.ErrnoException) => {
        if (error.code === "ERR_WORKER_OUT_OF_MEMORY") resolve({ overran: "memory" });
        else reject(error);
      });
      once("exit", () => reject(new Error("The worker that reads pages ended.")));
      signal.addEventListener("abort", () => reject(signal.reason), { once: true, signal: events.signal });
      timer = setTimeout(() => resolve({ overran: "time" }), timeoutMs);
      worker.postMessage(request);
    });
  } finally {
    clearTimeout(timer);
    events.abort();
  }
}
