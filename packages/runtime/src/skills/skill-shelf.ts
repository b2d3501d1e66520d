import type { SkillLibrary, SkillSurroundings, SkillUse } from "@hermes/skills";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { rulesVersion } from "@hermes/permissions/scan-version";
import { findWorkspace } from "../find-workspace.ts";
import { once } from "../once.ts";
import type { RuntimeParts } from "../runtime-parts.ts";
import { hasCommand } from "./has-command.ts";
import { vetSkill } from "./skill-scans.ts";

/** What the sessions of one runtime share of the skills. */
export interface SkillShelf {
  readonly use: SkillUse;
  /** Brings the skills that come with Hermes into the home, where they are missing or older. Never throws. */
  readonly bringBundled: () => Promise<void>;
  /** @param around The tools that skills may ask for. Absent: whatever a skill asks for is there. */
  library(around?: Pick<SkillSurroundings, "tools" | "toolsets">): SkillLibrary;
}

export type ShelfParts = Pick<RuntimeParts, "options" | "cwd" | "env" | "home" | "warn" | "chosenBackend">;

/** The skills of this home and of the project. Reads nothing yet. */
export async function openSkillShelf(parts: ShelfParts): Promise<SkillShelf> {
  const { openSkills, fileSkillUse } = await import("@hermes/skills");
  const { options, cwd, env, warn } = parts;
  const { loaded, platform } = options;
  const { disabled, platform_disabled, external_dirs } = loaded.settings.skills;
  const user = userSkills(loaded.home);
  const { root } = findWorkspace(cwd);
  const use = fileSkillUse(join(user, ".use.jsonl"));
  // What a container holds, and another machine, is not seen from here.
  const here =
    parts.chosenBackend.kind === "local"
      ? { platform: systems[process.platform] ?? "linux", hasCommand: hasCommand(env) }
      : {};
  const vet = vetSkill(warn);
  return {
    use,
    bringBundled: once(() => bringBundled(parts)),
    library: (around = {}) =>
      openSkills({
        folders: {
          user,
          project: [join(root, ".agents", "skills"), join(root, ".hermes", "skills")],
          extra: external_dirs,
        },
        surroundings: { env, ...here, ...around },
        disabled: [...disabled, ...(platform_disabled[platform] ?? [])],
        use,
        // Whoever only looks does not make the home.
        cacheFile: existsSync(loaded.home) ? join(loaded.home, "cache", "skills.json") : undefined,
        vet,
        vetVersion: rulesVersion,
      }),
  };
}

/** The folder of the person's skills. */
export function userSkills(home: string): string {
  return join(home, "skills");
}

/** A home that can't be written is no reason to go without the skills that are there. */
async function bringBundled({ options, home, warn }: ShelfParts): Promise<void> {
  const from = options.bundledSkills;
  if (from === undefined) return;
  try {
    const { seedSkills } = await import("@hermes/skills");
    const { problem } = await seedSkills({ from, into: userSkills(await home()), except: [optionalPacks] });
    if (problem !== undefined) warn(problem);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    warn(`The skills that come with Hermes could not be brought into ${options.loaded.home}: ${reason}`);
  }
}

/** In the folder of bundled skills: packs that a person installs when they want them. */
export const optionalPacks = "optional";

const systems: Readonly<Record<string, string>> = { darwin: "macos", win32: "windows" };
