import type { Isolation, IsolationLevel } from "@hermes/sandbox";
import { stat } from "node:fs/promises";
import { release } from "node:os";
import { z } from "zod";
import { cacheFile } from "../cache-file.ts";

const remembered = z.object({ of: z.string(), level: z.enum(["jail", "deno", "process"]) });

export interface JailLevelOptions {
  readonly home: string;
  /** What the settings say. */
  readonly choice: string;
  /** Tries the jail, which takes as long as starting a few processes. */
  readonly isolation: () => Promise<Isolation>;
}

/**
 * Which level scripts run at, as the description of the tool says. What was found in an earlier start is remembered,
 * because whoever asks the first question should not wait for it.
 */
export async function jailLevel({ home, choice, isolation }: JailLevelOptions): Promise<IsolationLevel> {
  if (process.platform === "win32") return "process";
  const file = cacheFile(home, "code-jail.json");
  const changed = await stat("/usr/bin/bwrap").then(
    ({ ctimeMs }) => ctimeMs,
    () => 0,
  );
  const of = [process.platform, release(), process.getuid?.(), choice, changed, "or deno"].join(" ");
  const known = remembered.safeParse(await file.read()).data;
  if (known?.of === of) return known.level;
  const { level } = (await isolation()).jail;
  await file.write({ of, level });
  return level;
}
