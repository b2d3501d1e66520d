import { existsSync } from "node:fs";
import { auditInstalled } from "./audit-installed.ts";
import { builtinSources } from "./builtin-sources.ts";
import { createHubHttp } from "./fetch/hub-http.ts";
import { createIndexCache } from "./fetch/index-cache.ts";
import { browseSkills, fetchSkill, searchAllSkills, sourceOf } from "./find-skills.ts";
import { createGithub } from "./github/github-api.ts";
import type { HubParts } from "./hub-parts.ts";
import { installSkill, logRefusal, packageRefusal } from "./install/install-skill.ts";
import { moveToArchive, recover } from "./install/move-into-place.ts";
import { planInstall } from "./install/plan-install.ts";
import { cleanQuarantine } from "./install/quarantine.ts";
import { allInstalled } from "./installed-skills.ts";
import { publishSkill } from "./publish-skill.ts";
import { hubFilesOf, underLock } from "./record/hub-files.ts";
import type { HubFiles } from "./record/hub-files.ts";
import { openTaps } from "./record/taps-file.ts";
import type { HubAddresses, SkillHubOptions } from "./skill-hub-options.ts";
import type { InstallOptions, InstallOutcome, SkillHub } from "./skill-hub.ts";
import { restoreSnapshot, takeSnapshot } from "./snapshot.ts";
import { updateSkills } from "./update-skills.ts";

const publicAddresses: HubAddresses = {
  github: "https://api.github.com",
  githubRaw: "https://raw.githubusercontent.com",
  githubSite: "https://github.com",
  clawhub: "https://clawhub.ai",
  lobehub: "https://market.lobehub.com",
  lobehubAgents: "https://chat-agents.lobehub.com",
};

/**
 * The hub of a person's skills folder. Ends what an earlier process was killed in the middle of; reaches out only when asked
 * to.
 *
 * @throws {HermesError} `HUB_STATE_DAMAGED`, `HUB_LOCKED`, only when there is something to end.
 */
export function createSkillHub(options: SkillHubOptions): SkillHub {
  const parts = createParts(options);
  const { files, taps, sources, now } = parts;
  endWhatWasCutOff(files, now());
  return {
    sources: sources.map(({ id, title }) => ({ id, title })),
    browse: async (request) => await browseSkills(parts, request),
    search: async (query, request) => await searchAllSkills(parts, query, request),
    async inspect(reference, { signal }) {
      const planned = await planInstall(parts, await fetchSkill(parts, reference, { signal }), { signal });
      return { ...planned.fetched, plan: planned.plan };
    },
    install: async (reference, request) => await install(parts, reference.trim(), request),
    installed: () => allInstalled(files).map(({ skill }) => skill),
    update: async (names, request) => await updateSkills(parts, names, request),
    audit: async (names, request) => await auditInstalled(parts, names, request),
    uninstall: async (name) => moveToArchive(files, name, now()),
    taps,
    snapshot: () => takeSnapshot(parts),
    restore: async (snapshot, request) => await restoreSnapshot(parts, snapshot, request),
    publish: async (folder, request) => await publishSkill(parts, folder, request),
  };
}

function createParts(options: SkillHubOptions): HubParts {
  const { fetch, now = Date.now, requestTimeoutMs = 15_000, listTimeoutMs = 20_000 } = options;
  const addresses = { ...publicAddresses, ...options.addresses };
  const files = hubFilesOf(options.folder);
  const taps = openTaps(files);
  const http = (service: string) => createHubHttp({ fetch, service, timeoutMs: requestTimeoutMs, now });
  const token = options.githubToken ?? (async () => await Promise.resolve(undefined));
  const github = createGithub({
    http: http("GitHub"),
    api: addresses.github,
    raw: addresses.githubRaw,
    token,
  });
  const context = {
    addresses,
    http,
    github,
    cache: createIndexCache(options.cacheFolder, now),
    taps: taps.list,
    officialFolder: options.officialFolder,
    hosts: options.hosts ?? [],
    marketplaces: options.marketplaces ?? ["anthropics/claude-plugins-official"],
  };
  const { askAuditor, runCheck, environment } = options;
  const sources = builtinSources.map((create) => create(context));
  return { files, sources, github, taps, askAuditor, runCheck, environment, listTimeoutMs, now };
}

function endWhatWasCutOff(files: HubFiles, now: number): void {
  if (existsSync(files.pending)) underLock(files, () => recover(files, now));
  cleanQuarantine(files);
}

async function install(parts: HubParts, reference: string, options: InstallOptions): Promise<InstallOutcome> {
  const source = sourceOf(parts, reference);
  try {
    const fetched = await source.fetch(reference, { signal: options.signal });
    return await installSkill(parts, fetched, { ...options, action: "install" });
  } catch (error) {
    options.signal.throwIfAborted();
    const refused = packageRefusal(error);
    if (refused === undefined) throw error;
    const remote = {
      reference,
      source: source.id,
      name: reference,
      description: "",
      trust: "community",
    } as const;
    logRefusal(parts, { remote }, { action: "install", refused });
    return refused;
  }
}
