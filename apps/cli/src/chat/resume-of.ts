import type { OpenSessionOptions } from "@hermes/runtime";
import { usageError } from "../failure.ts";
import type { ChatFlags } from "./chat-flags.ts";

/** Which session `openSession` shall go on with, and how. */
export function resumeOf(flags: ChatFlags): OpenSessionOptions {
  const { branch, takeOver } = flags;
  const resume = wanted(flags);
  if (branch && takeOver) throw usageError("Choose one of --branch and --take-over.");
  if (resume === undefined && (branch || takeOver))
    throw usageError(
      "--branch and --take-over need a conversation: name it with --resume, or add --continue.",
    );
  return { resume, branch, takeOver };
}

function wanted({ continue: goesOn, resume }: ChatFlags): string | undefined {
  if (goesOn !== undefined && resume !== undefined)
    throw usageError("Choose one of --continue and --resume.");
  if (resume?.trim() === "")
    throw usageError(
      "--resume needs the id of a conversation or its title; `hermes sessions list` shows them.",
    );
  if (goesOn === undefined) return resume;
  // `hermes -c chat` has the command behind it, not a title.
  if (goesOn === true || goesOn === "chat") return "latest";
  if (goesOn.trim() === "")
    throw usageError("--continue needs a title, or none at all for the newest conversation of this folder.");
  return goesOn;
}
