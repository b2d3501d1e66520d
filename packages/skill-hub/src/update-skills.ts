import { join } from "node:path";
import { fetchSkill } from "./find-skills.ts";
import { codeOf, reasonOf } from "./hub-error.ts";
import type { HubParts } from "./hub-parts.ts";
import { stateOfFolder } from "./install/installed-files.ts";
import { installSkill, logRefusal, packageRefusal } from "./install/install-skill.ts";
import { installedNamed } from "./installed-skills.ts";
import type { KnownSkill } from "./installed-skills.ts";
import { checkPackage } from "./package/check-package.ts";
import { contentHash } from "./package/content-hash.ts";
import type { InstallOptions, UpdateReport } from "./skill-hub.ts";
import type { FetchedSkill } from "./skill-source.ts";

/** One after the other, since each may ask a person. What can't be reached does not stop the rest. */
export async function updateSkills(
  parts: HubParts,
  names: readonly string[],
  options: InstallOptions & { readonly check?: boolean | undefined },
): Promise<readonly UpdateReport[]> {
  const reports: UpdateReport[] = [];
  for (const known of installedNamed(parts.files, names)) {
    options.signal.throwIfAborted();
    // oxlint-disable-next-line no-await-in-loop
    reports.push({ name: known.skill.name, ...(await updateOne(parts, known, options)) });
  }
  return reports;
}

async function updateOne(
  parts: HubParts,
  { skill, paths }: KnownSkill,
  options: InstallOptions & { readonly check?: boolean | undefined },
): Promise<Omit<UpdateReport, "name">> {
  const state = stateOfFolder(join(parts.files.skills, skill.installPath), {
    contentHash: skill.contentHash,
    paths,
  });
  if (state !== "same" && options.force !== true) {
    const reason = state === "missing" ? "Its folder is gone." : "You changed it, so it is left as it is.";
    return { state: "edited", reason, overruledBy: "force" };
  }
  let fetched: FetchedSkill;
  try {
    fetched = await fetchSkill(parts, skill.reference, { signal: options.signal });
    checkPackage(fetched.files);
  } catch (error) {
    options.signal.throwIfAborted();
    const refused = packageRefusal(error);
    const remote = { ...skill, description: "" };
    if (refused !== undefined) logRefusal(parts, { remote }, { action: "update", refused });
    return { state: stateOfFailure(error), reason: reasonOf(error) };
  }
  if (state === "same" && contentHash(fetched.files.files) === skill.contentHash) return { state: "current" };
  if (options.check === true) return { state: "outdated" };
  const outcome = await installSkill(parts, fetched, { ...options, action: "update" });
  if (outcome.ok) return { state: "updated" };
  return {
    state: outcome.problem === "changed" ? "edited" : "refused",
    ...(outcome.overruledBy === undefined
      ? { reason: [outcome.reason, outcome.hint].filter(Boolean).join(" ") }
      : { reason: outcome.reason, overruledBy: outcome.overruledBy }),
  };
}

function stateOfFailure(error: unknown): UpdateReport["state"] {
  switch (codeOf(error)) {
    case "HUB_NOT_FOUND":
      return "gone";
    case "HUB_OFFLINE":
    case "HUB_RATE_LIMITED":
      return "unreachable";
    case "HUB_REFUSED":
    case "HUB_BAD_ANSWER":
    case "HUB_TOO_LARGE":
      return "refused";
    default:
      throw error;
  }
}
