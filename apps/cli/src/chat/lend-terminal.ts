import type { Host } from "../host.ts";
import { control } from "../render/guard-output.ts";
import { markNoPastes, markPastes } from "../prompt/paste-filter.ts";

/** Lets another program, such as an editor, have the terminal of a session while a task goes on. */
export async function lendTerminal<Result>(host: Host, task: () => Promise<Result>): Promise<Result> {
  const stdin = host.stdin();
  const wasRaw = stdin.isRaw;
  // What is typed is for the other program, Ctrl-C too.
  const ignoreInterrupts = host.onInterrupt(() => undefined);
  stdin.pause();
  stdin.setRawMode?.(false);
  control(host.stdout, markNoPastes);
  try {
    return await task();
  } finally {
    control(host.stdout, markPastes);
    stdin.setRawMode?.(wasRaw);
    stdin.resume();
    ignoreInterrupts();
  }
}
