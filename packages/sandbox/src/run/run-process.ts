import type { JailedCommand } from "../jail.ts";
import { watchRun } from "./watch-run.ts";
import type { ProcessEnd, WatchRunOptions } from "./watch-run.ts";

export interface RunProcessOptions extends Pick<WatchRunOptions, "limits" | "signal" | "onStop"> {
  readonly env: Readonly<Record<string, string>>;
}

/** Runs one command in a process group of its own, and ends the group with it whatever happens. */
export async function runProcess(
  entered: Pick<JailedCommand, "start">,
  { env, ...options }: RunProcessOptions,
): Promise<ProcessEnd> {
  const child = entered.start(env);
  child.send("", { last: true });
  return await watchRun(child, options);
}
