import { usageError } from "../failure.ts";
import type { ChatFlags } from "./chat-flags.ts";

/** Which conversation `openSession` shall go on with. */
export function resumeOf({ continue: latest, resume }: ChatFlags): string | undefined {
  if (latest && resume !== undefined) throw usageError("Choose one of --continue and --resume.");
  return latest ? "latest" : resume;
}
