import type { TurnEndReason } from "@hermes/agent-loop";
import { exitCodes, type Host } from "../host.ts";
import { Screen } from "../render/screen.ts";
import { coloured, createStyle } from "../render/style.ts";
import { TextRenderer } from "../render/text-renderer.ts";
import { openTour } from "../tour/open-tour.ts";

/** Plays the offline tour to its end, or to the first Ctrl-C. Gives the exit code. */
export async function playTour(
  host: Host,
  { keep }: { readonly keep?: boolean | undefined } = {},
): Promise<number> {
  const style = createStyle(coloured(host.stderr));
  const screen = new Screen({ ...host, style });
  const renderer = new TextRenderer({ screen, style });
  const control = new AbortController();
  const ignoreInterrupts = host.onInterrupt(() => {
    if (control.signal.aborted) host.exit(exitCodes.interrupted);
    control.abort();
  });
  const signal = AbortSignal.any([control.signal, host.stopped]);
  try {
    await using tour = await openTour({
      env: host.env,
      keep,
      onWarning: (message) => renderer.warning(message),
    });
    screen.note(style.bold(tour.notice));
    for (const { prompt, run } of tour.steps) {
      screen.note("");
      screen.note(`${style.dim("›")} ${prompt}`);
      let reason: TurnEndReason | undefined;
      for await (const event of run({ signal })) {
        renderer.event(event);
        if (event.type === "turn-end") reason = event.reason;
      }
      host.stopped.throwIfAborted();
      if (reason === "interrupted") return exitCodes.interrupted;
      if (reason !== "answered") return exitCodes.failed;
    }
    screen.note("");
    if (keep) screen.note(style.dim(`The files are in ${tour.work}.`));
    screen.note(style.dim("To work with a model, run: hermes"));
    return exitCodes.ok;
  } finally {
    renderer.close();
    ignoreInterrupts();
  }
}
