/** Skills of others: found, vetted, installed and kept up to date. */
export { createSkillHub } from "./create-skill-hub.ts";
export { createGithubToken } from "./github/github-token.ts";
export type { GithubTokenOptions } from "./github/github-token.ts";
export type { InstalledSkill } from "@hermes/skills/hub-lock";
export type { HubAddresses, SkillHubOptions } from "./skill-hub-options.ts";
export type {
  AuditReport,
  ConfirmInstall,
  FoundSkills,
  InstallOptions,
  InstallOutcome,
  InstallPlan,
  PublishOptions,
  SkillHub,
  SourceProblem,
  Tap,
  UpdateReport,
} from "./skill-hub.ts";
export type {
  FetchedSkill,
  HubFetch,
  RemoteSkill,
  SkillSource,
  SourcePage,
  SourceRequest,
} from "./skill-source.ts";
