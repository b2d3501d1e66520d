import type { AskSkillAuditor } from "@hermes/scanner";
import type { RunSkillCheck } from "@hermes/skills";
import type { SkillEnvironment } from "@hermes/skills";
import type { Github } from "./github/github-api.ts";
import type { HubFiles } from "./record/hub-files.ts";
import type { Taps } from "./record/taps-file.ts";
import type { SkillSource } from "./skill-source.ts";

/** What the work of a hub is done with. */
export interface HubParts {
  readonly files: HubFiles;
  readonly sources: readonly SkillSource[];
  readonly github: Github;
  readonly taps: Taps;
  readonly askAuditor: AskSkillAuditor | undefined;
  readonly runCheck: RunSkillCheck | undefined;
  readonly environment: SkillEnvironment | undefined;
  readonly listTimeoutMs: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
