import type { SandboxLimits } from "../limits.ts";
import { CapturedText } from "./captured-text.ts";
import type { Child, ChildExit } from "../jail.ts";
import { EndMarks } from "./end-marks.ts";

export interface WatchRunOptions {
  readonly limits: SandboxLimits;
  readonly signal: AbortSignal;
  /** Called when the run is told to end before it has ended by itself. */
  readonly onStop: () => void;
  /** What a process that goes on writes to both of its streams when the run is over. Absent: it ends with the run. */
  readonly mark?: string | undefined;
}

export interface ProcessEnd extends ChildExit {
  readonly ended: "by-itself" | "timeout" | "interrupted";
  readonly output: string;
  readonly errors: string;
  /** Whether the process is there for another run. */
  readonly goesOn: boolean;
}

/** From the friendly signal to the other one. */
const graceMs = 5_000;
/** What a child left behind may hold the pipes; nobody waits for it. */
const drainMs = 200;

/** Waits for a run to end, and ends it with its whole group where it must. */
export async function watchRun(child: Child, options: WatchRunOptions): Promise<ProcessEnd> {
  const { limits, signal, onStop, mark } = options;
  const captured = {
    output: new CapturedText(limits.maxOutputChars),
    errors: new CapturedText(limits.maxErrorChars),
  };
  const marks = mark === undefined ? undefined : new EndMarks(mark);
  child.listen((stream, chunk) => {
    captured[stream].write(marks === undefined ? chunk : marks.take(stream, chunk));
  });

  let ended: ProcessEnd["ended"] = "by-itself";
  let kill: NodeJS.Timeout | undefined;
  const stop = (why: ProcessEnd["ended"]): void => {
    if (ended !== "by-itself") return;
    ended = why;
    onStop();
    child.killGroup("SIGTERM");
    kill = setTimeout(() => child.killGroup("SIGKILL"), graceMs);
  };
  const interrupt = (): void => stop("interrupted");
  const timeout = setTimeout(() => stop("timeout"), limits.timeoutMs);
  signal.addEventListener("abort", interrupt, { once: true });
  if (signal.aborted) interrupt();
  try {
    const exit = await (marks === undefined ? child.exited : Promise.race([child.exited, marks.seen]));
    const goesOn = marks?.isOver === true && ended === "by-itself" && !child.hasExited;
    if (!goesOn) await endGroup(child);
    const rest = marks?.rest();
    if (rest !== undefined)
      for (const stream of ["output", "errors"] as const) captured[stream].write(rest[stream]);
    return { ...exit, ended, output: captured.output.end(), errors: captured.errors.end(), goesOn };
  } finally {
    clearTimeout(timeout);
    clearTimeout(kill);
    signal.removeEventListener("abort", interrupt);
  }
}

/** Ends what is left of a process and what it started, and reads what they have written. */
export async function endGroup(child: Child): Promise<void> {
  child.killGroup("SIGKILL");
  await child.exited.catch(() => undefined);
  child.killGroup("SIGKILL");
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([child.closed, new Promise((resolve) => (timer = setTimeout(resolve, drainMs)))]);
  clearTimeout(timer);
  child.release();
}
