import type { AskSkillAuditor } from "@hermes/scanner";
import type { RunSkillCheck } from "@hermes/skills";
import type { SkillEnvironment } from "@hermes/skills";
import type { HubFetch } from "./skill-source.ts";

/** Where each service is, without a slash at the end. GitHub Enterprise has others. */
export interface HubAddresses {
  /** @default "https://api.github.com" */
  readonly github: string;
  /** Files of public repositories, for whoever has no token. @default "https://raw.githubusercontent.com" */
  readonly githubRaw: string;
  /** For people. @default "https://github.com" */
  readonly githubSite: string;
  /** @default "https://clawhub.ai" */
  readonly clawhub: string;
  /** Skills. @default "https://market.lobehub.com" */
  readonly lobehub: string;
  /** Agents, which become skills. @default "https://chat-agents.lobehub.com" */
  readonly lobehubAgents: string;
}

export interface SkillHubOptions {
  /** The person's skills folder, absolute. Its `.hub` holds what is known of installed skills. */
  readonly folder: string;
  /** Reaches out. It decides which addresses may be connected to. */
  readonly fetch: HubFetch;
  /** The folder with the optional skills that come with Hermes. Absent: the source `official` is empty. */
  readonly officialFolder?: string | undefined;
  /** Keeps indexes for an hour, and for when their source can't be reached. Absent: they are kept in memory. */
  readonly cacheFolder?: string | undefined;
  /** See `createGithubToken`. Absent: GitHub is asked without a token. */
  readonly githubToken?: (() => Promise<string | undefined>) | undefined;
  readonly addresses?: Partial<HubAddresses> | undefined;
  /** Sites whose `/.well-known` index is listed: `https://example.com`, or `example.com`. @default [] */
  readonly hosts?: readonly string[] | undefined;
  /** Repositories with a `.claude-plugin/marketplace.json`, `owner/name`. @default ["anthropics/claude-plugins-official"] */
  readonly marketplaces?: readonly string[] | undefined;
  /** Adds a model's findings to each scan. */
  readonly askAuditor?: AskSkillAuditor | undefined;
  /** Runs a skill's own check on a copy, after it was confirmed and before it is in place. */
  readonly runCheck?: RunSkillCheck | undefined;
  /** What is there already is not among the needs of a plan. */
  readonly environment?: SkillEnvironment | undefined;
  /** Milliseconds since 1970. @default Date.now */
  readonly now?: (() => number) | undefined;
  /** How long a listing of all sources may take. @default 20_000 */
  readonly listTimeoutMs?: number | undefined;
  /** How long one request may take. @default 15_000 */
  readonly requestTimeoutMs?: number | undefined;
}
