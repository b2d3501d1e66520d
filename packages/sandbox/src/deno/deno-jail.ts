import type { Jail } from "../jail.ts";

/** What holds JavaScript where the system has no jail: the permissions of Deno, in a process with limits. */
export function denoJail(plain: Jail): Jail {
  return {
    ...plain,
    level: "deno",
    name: "deno",
    gaps: ["JavaScript is held by Deno and not by the system; Python does not run."],
  };
}
