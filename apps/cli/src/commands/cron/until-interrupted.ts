import { exitCodes, Stop, type Host } from "../../host.ts";

/** Runs work that Ctrl-C ends: what ran of it is gone on with by whoever fires next. */
export async function untilInterrupted<Result>(
  host: Host,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const over = new AbortController();
  const ignore = host.onInterrupt(() => {
    if (over.signal.aborted) host.exit(exitCodes.interrupted);
    over.abort(new Stop("The person interrupted it.", exitCodes.interrupted));
  });
  try {
    return await work(AbortSignal.any([over.signal, host.stopped]));
  } finally {
    ignore();
  }
}
