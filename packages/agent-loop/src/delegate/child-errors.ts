import { HermesError } from "@hermes/registry";
import type { ChildRecord } from "./child-record.ts";

export function tooDeep(maxDepth: number): HermesError {
  return new HermesError(`Children are not started below depth ${maxDepth}.`, {
    code: "CHILD_TOO_DEEP",
    hint: "Do it yourself. The setting delegation.max_spawn_depth says how deep they may go.",
  });
}

export function noBackground(): HermesError {
  return new HermesError("A child can't start others in the background: they would end with it.", {
    code: "CHILD_NO_BACKGROUND",
    hint: "Leave background out; the call then waits for the result.",
  });
}

export function tooMany(asked: number, running: number, max: number, setting: string): HermesError {
  const many = running === 0 ? "" : `, and ${running} run already`;
  return new HermesError(`${asked} can't be started: at most ${max} run at once${many}.`, {
    code: "CHILD_TOO_MANY",
    hint: `Start fewer at once, or wait until one has ended. The setting ${setting} says how many there may be.`,
  });
}

export function noChild(id: string, known: readonly ChildRecord[]): HermesError {
  const ids = known.map((record) => record.id).join(", ");
  return new HermesError(`This session has no child "${id}".`, {
    code: "CHILD_NOT_FOUND",
    hint: ids === "" ? "It has no children." : `Its children: ${ids}.`,
  });
}

export function runsElsewhere({ id, owner }: ChildRecord): HermesError {
  return new HermesError(`The child ${id} runs in another process, ${owner.pid} on ${owner.host}.`, {
    code: "CHILD_ELSEWHERE",
    hint: "Speak to it from there, or end that process.",
  });
}

export function notRunning({ id, state }: ChildRecord): HermesError {
  return new HermesError(`The child ${id} does not run: it is ${state}.`, {
    code: "CHILD_NOT_RUNNING",
    hint: "To let it go on, resume it or send it input.",
  });
}

export function isRunning({ id }: ChildRecord): HermesError {
  return new HermesError(`The child ${id} is running.`, {
    code: "CHILD_RUNNING",
    hint: "Send it input, interrupt it, or wait for its end.",
  });
}

export function nothingLeft({ id }: ChildRecord): HermesError {
  return new HermesError(`The child ${id} is done: there is nothing to resume.`, {
    code: "CHILD_DONE",
    hint: "Send it input that says what else to do.",
  });
}

export function notOwnChild({ id, parentId }: ChildRecord): HermesError {
  return new HermesError(`${id} is a child of ${parentId}, which alone can let it go on.`, {
    code: "CHILD_NOT_OWN",
    hint: `Send the input to ${parentId}.`,
  });
}

export function childrenClosed(): HermesError {
  return new HermesError("The session is closing, and starts no children any more.", {
    code: "CHILD_PARENT_CLOSED",
    hint: "Open the session again.",
  });
}
