import type { Call, CommandContext } from "../command-context.ts";
import { isToolPath } from "../programs/run-file.ts";
import { UNKNOWN } from "../shell/unknown.ts";
import { judgeAssignments, judgeClosed } from "./judge-closed.ts";
import { TextState } from "./text-state.ts";

/** Asks about all of a text that is not known for sure. */
export class ClosedReading extends TextState {
  /** A program with its words, wrappers taken off. */
  program(call: Call): void {
    const { context } = this;
    this.begins(call.name);
    judgeAssignments(call, context);
    if (context.state.remote) return;
    const path = call.program.includes("/") ? (context.resolve(call.program) ?? UNKNOWN) : undefined;
    if (path === undefined || isToolPath(path, context.places)) judgeClosed(call, this);
    else if (!context.state.files.has(path) && context.scriptAt(path) === undefined)
      context.ask("code.fresh", `It runs ${call.program}, which is not there yet.`);
  }
}

export function closedReading(context: CommandContext): ClosedReading {
  return new ClosedReading(context);
}
