import { usageError } from "../failure.ts";
import type { ChatFlags } from "./chat-flags.ts";

/** Which conversation `openSession` shall go on with. */
export function resumeOf({ continue: latest, resume }: ChatFlags): string | undefined {
  if (latest && resume !== undefined) throw usageError("Choose one of --continue and --resume.");
  if (resume?.trim() === "")
    throw usageError(
      "--resume needs the id of a conversation or its title; `hermes sessions list` shows them.",
    );
  return latest ? "latest" : resume;
}
