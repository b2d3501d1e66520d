import type { Call, Desk } from "../desk.ts";
import { isToolPath } from "../programs/judge-program.ts";
import { UNKNOWN } from "../shell/unknown.ts";
import { judgeAssignments, judgeClosed } from "./judge-closed.ts";
import { TextState } from "./text-state.ts";

/** Asks about all of a text that is not known for sure. */
export class ClosedReading extends TextState {
  /** A program with its words, wrappers taken off. */
  program(call: Call): void {
    const { desk } = this;
    this.begins(call.name);
    judgeAssignments(call, desk);
    if (desk.state.remote) return;
    const path = call.program.includes("/") ? (desk.resolve(call.program) ?? UNKNOWN) : undefined;
    if (path === undefined || isToolPath(path, desk.places)) judgeClosed(call, this);
    else if (!desk.state.files.has(path) && desk.scriptAt(path) === undefined)
      desk.ask("code.fresh", `It runs ${call.program}, which is not there yet.`);
  }
}

export function closedReading(desk: Desk): ClosedReading {
  return new ClosedReading(desk);
}
