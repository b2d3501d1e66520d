import type { TurnEndReason } from "@hermes/agent-loop";
import { exitCodes, type Host } from "../host.ts";
import { wrap } from "../render/wrap.ts";
import { openTour } from "../tour/open-tour.ts";
import { openWatcher } from "./open-watcher.ts";

/** Plays the offline tour to its end, or to the first Ctrl-C. Gives the exit code. */
export async function playTour(
  host: Host,
  { keep }: { readonly keep?: boolean | undefined } = {},
): Promise<number> {
  const control = new AbortController();
  const interrupt = (): void => {
    if (control.signal.aborted) host.exit(exitCodes.interrupted);
    control.abort();
  };
  const ignoreInterrupts = host.onInterrupt(interrupt);
  const signal = AbortSignal.any([control.signal, host.stopped]);
  let warn = (message: string): void => void host.stderr.write(`hermes: ${message}\n`);
  try {
    await using tour = await openTour({ env: host.env, keep, onWarning: (message) => warn(message) });
    using watcher = await openWatcher({ host, loaded: tour.loaded, onInterrupt: interrupt });
    const { renderer, style } = watcher;
    warn = (message) => renderer.warning(message);
    const say = (text: string): void => {
      for (const line of wrap(text, watcher)) watcher.note(line);
    };
    say(style.bold(tour.notice));
    for (const { prompt, run } of tour.steps) {
      watcher.said(prompt);
      let reason: TurnEndReason | undefined;
      for await (const event of run({ signal })) {
        renderer.event(event);
        if (event.type === "turn-end") reason = event.reason;
      }
      host.stopped.throwIfAborted();
      if (reason === "interrupted") return exitCodes.interrupted;
      if (reason !== "answered") return exitCodes.failed;
    }
    if (keep) say(style.dim(`The files are in ${tour.work}.`));
    say(style.dim("To work with a model, run: hermes"));
    return exitCodes.ok;
  } finally {
    ignoreInterrupts();
  }
}
