import type { SkillLibrary, SkillEnvironment, SkillUse } from "@hermes/skills";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { scanVersion } from "@hermes/scanner/scan-version";
import { findWorkspace } from "../find-workspace.ts";
import type { RuntimeContext } from "../runtime-context.ts";
import { syncBundledSkills } from "./sync-bundled-skills.ts";
import { hasCommand } from "./has-command.ts";
import { userSkills } from "./skill-places.ts";
import { vetSkill } from "./skill-scans.ts";

/** What the sessions of one runtime share of the skills. */
export interface SharedSkills {
  readonly use: SkillUse;
  /** See `bringBundled`. */
  syncBundledSkills(options: { readonly quick: boolean }): Promise<void>;
  /** What is there for skills to work with, tools aside. */
  readonly environment: SkillEnvironment;
  /** @param around The tools that skills may ask for. Absent: whatever a skill asks for is there.
   *  @param platform Where the person is: skills may be switched off there. @default that of the runtime */
  library(around?: Pick<SkillEnvironment, "tools" | "toolsets">, platform?: string): SkillLibrary;
}

type SharedSkillsParts = Pick<RuntimeContext, "options" | "cwd" | "env" | "home" | "warn" | "chosenBackend">;

/** The skills of this home and of the project. Reads nothing yet. */
export async function openSharedSkills(parts: SharedSkillsParts): Promise<SharedSkills> {
  const { openSkills, fileSkillUse } = await import("@hermes/skills");
  const { options, cwd, env, warn } = parts;
  const { loaded } = options;
  const { disabled, platform_disabled, external_dirs } = loaded.settings.skills;
  const user = userSkills(loaded.home);
  const { root } = findWorkspace(cwd);
  const inFile = fileSkillUse(join(user, ".use.jsonl"), { legacy: join(user, ".usage.json") });
  const use = options.flags?.keepNothing ? { ...inFile, record: async () => undefined } : inFile;
  // What a container holds, and another machine, is not seen from here.
  const environment: SkillEnvironment =
    parts.chosenBackend.kind === "local"
      ? { env, platform: systems[process.platform] ?? "linux", hasCommand: hasCommand(env) }
      : { env };
  const vet = vetSkill(warn);
  return {
    use,
    environment,
    syncBundledSkills: (choice) => syncBundledSkills(parts, choice),
    library: (around = {}, platform = options.platform) =>
      openSkills({
        folders: {
          user,
          project: [join(root, ".agents", "skills"), join(root, ".hermes", "skills")],
          extra: external_dirs,
        },
        environment: { ...environment, ...around },
        disabled: [...disabled, ...(platform_disabled[platform] ?? [])],
        use,
        // Whoever only looks does not make the home.
        cacheFile: existsSync(loaded.home) ? join(loaded.home, "cache", "skills.json") : undefined,
        vet,
        vetVersion: scanVersion,
      }),
  };
}

const systems: Readonly<Record<string, string>> = { darwin: "macos", win32: "windows" };
