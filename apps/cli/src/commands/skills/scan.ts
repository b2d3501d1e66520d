import { existsSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { HermesError } from "@hermes/registry/errors";
import type { SkillTrust } from "@hermes/scanner";
import { exitCodes } from "../../host.ts";
import { version } from "../../version.ts";
import type { SkillsContext } from "./skills-context.ts";
import { scanLines } from "./findings.ts";
import { safe } from "./safe-text.ts";

export interface ScanFlags {
  readonly trust?: SkillTrust | undefined;
  readonly sarif?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/** `hermes skills scan`: what the guard says of a folder. @returns 1 when a person has to look at it. */
export async function scanFolder(path: string, flags: ScanFlags, context: SkillsContext): Promise<number> {
  const folder = skillFolder(path, context.cwd);
  const name = basename(folder);
  const [{ readSkillPackage }, { scanSkill, toSarif }] = await Promise.all([
    import("@hermes/skills"),
    import("@hermes/scanner"),
  ]);
  const scan = scanSkill(readSkillPackage(folder, name), { trust: flags.trust });
  if (flags.sarif) context.json(toSarif(scan, { skill: name, version: version() }));
  else if (flags.json) context.json({ name, folder, ...scan });
  else context.print(scanLines(scan, context.answer));
  return scan.decision === "allow" ? exitCodes.ok : exitCodes.failed;
}

/**
 * A folder with a SKILL.md, by its path or by that of the file.
 *
 * @throws {HermesError} `CLI_NOT_A_SKILL`.
 */
export function skillFolder(path: string, cwd: string): string {
  const place = resolve(cwd, path);
  const folder = basename(place) === "SKILL.md" ? dirname(place) : place;
  if (existsSync(resolve(folder, "SKILL.md"))) return folder;
  throw new HermesError(`"${safe(path)}" is no skill: there is no SKILL.md.`, {
    code: "CLI_NOT_A_SKILL",
    hint: "Name a folder that holds one.",
  });
}
