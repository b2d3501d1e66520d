import type { RunSkillCheck, SkillEnvironment } from "@hermes/skills";
import type { HubAddresses, SkillHub } from "@hermes/skill-hub";
import type { AskSkillAuditor } from "@hermes/scanner";
import type { Settings } from "@hermes/config";
import { join } from "node:path";
import { makeAuxiliaryModel } from "../models/auxiliary-model.ts";
import type { RuntimeParts } from "../runtime-parts.ts";
import { skillAuditor } from "./skill-auditor.ts";
import { optionalPacks, userSkills } from "./skill-places.ts";

export interface OpenHubOptions {
  readonly runCheck: RunSkillCheck;
  readonly environment: SkillEnvironment;
}

type AuditorParts = Pick<RuntimeParts, "options" | "env" | "credentials" | "givenProviders" | "meters">;

/** Where the person gets skills of others. Connects only where the settings let it. */
export async function openHub(
  { options, env, credentials, givenProviders, meters }: AuditorParts,
  { runCheck, environment }: OpenHubOptions,
): Promise<SkillHub> {
  const [{ createGithubToken, createSkillHub }, { createGuardedFetch }] = await Promise.all([
    import("@hermes/skill-hub"),
    import("@hermes/permissions"),
  ]);
  const { bundledSkills, loaded } = options;
  const { home, settings } = loaded;
  const { hosts, marketplaces } = settings.skills.hub;
  const fetch = createGuardedFetch({ allow: settings.network.allow_private });
  const addresses = addressesOf(settings);
  return createSkillHub({
    folder: userSkills(home),
    fetch,
    officialFolder: bundledSkills === undefined ? undefined : join(bundledSkills, optionalPacks),
    cacheFolder: join(home, "cache", "hub"),
    githubToken: createGithubToken({ env, fetch, address: addresses.github }),
    addresses,
    hosts,
    marketplaces,
    askAuditor: await auditorOf({ options, env, credentials, givenProviders, meters }),
    runCheck,
    environment,
  });
}

function addressesOf({ skills }: Settings): Partial<HubAddresses> {
  const { github, github_raw, github_site, clawhub, lobehub, lobehub_agents } = skills.hub.addresses;
  const named = {
    github,
    githubRaw: github_raw,
    githubSite: github_site,
    clawhub,
    lobehub,
    lobehubAgents: lobehub_agents,
  };
  return Object.fromEntries(
    Object.entries(named).flatMap(([name, address]) =>
      address === undefined ? [] : [[name, address.replace(/\/+$/, "")]],
    ),
  );
}

/** The model that the settings name for it reads every skill too. */
async function auditorOf({
  options,
  env,
  credentials,
  givenProviders,
  meters,
}: AuditorParts): Promise<AskSkillAuditor | undefined> {
  const model = await makeAuxiliaryModel("skill_audit", { options, env, credentials, givenProviders });
  return model === undefined ? undefined : skillAuditor((await meters.of()).metered(model, "skill_audit"));
}
