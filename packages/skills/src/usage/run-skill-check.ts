import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** What a check script said. */
export interface SkillCheckResult {
  /** Undefined: it could not run here, so that the skill stays as it stands. */
  readonly passed: boolean | undefined;
  /** What it printed; its end is shown when it failed. Of one that could not run: why, as a sentence. */
  readonly output: string;
}

export interface SkillToCheck {
  readonly name: string;
  /** Where its files lie now, absolute: a copy while a change is tried. */
  readonly folder: string;
}

/**
 * Runs a skill's check in a sandbox. Wired by whoever has one. `script` is relative to the folder, such as
 * `scripts/check.sh`. Must not throw for a script that fails.
 */
export type RunSkillCheck = (
  skill: SkillToCheck,
  script: string,
  options: { readonly signal: AbortSignal },
) => Promise<SkillCheckResult>;

/** `scripts/check.<anything>`; undefined where the skill has none. */
export function checkScriptOf(folder: string): string | undefined {
  const scripts = join(folder, "scripts");
  if (!existsSync(scripts)) return undefined;
  const name = readdirSync(scripts).find((file) => /^check\.\w+$/.test(file));
  return name === undefined ? undefined : `scripts/${name}`;
}
