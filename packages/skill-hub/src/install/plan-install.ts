import { join } from "node:path";
import { parseSkill } from "@hermes/skills/format";
import { formatSkillProblem } from "@hermes/skills/format";
import { validateSkill } from "@hermes/skills/format";
import { auditSkill } from "@hermes/scanner";
import { scanSkill } from "@hermes/scanner";
import type { SkillScan } from "@hermes/scanner";
import { lstatSync } from "node:fs";
import { bytesOf, checkPackage, skillTextOf } from "../package/check-package.ts";
import { contentHash } from "../package/content-hash.ts";
import { readLockFile, toInstalled } from "@hermes/skills/hub-lock";
import type { HubParts } from "../hub-parts.ts";
import type { InstallPlan } from "../skill-hub.ts";
import type { FetchedSkill } from "../skill-source.ts";
import { choosePlace, isPlace } from "./choose-place.ts";
import type { Place } from "./choose-place.ts";
import { readFolder, stateOfFolder } from "./installed-files.ts";
import { refusal } from "./refusal.ts";
import type { Refusal } from "./refusal.ts";
import { showChanges } from "./show-changes.ts";
import { skillNeeds } from "./skill-needs.ts";

export interface PlannedInstall {
  readonly plan: InstallPlan;
  readonly fetched: FetchedSkill;
  /** Undefined where `refused` says why there is none. */
  readonly place: Place | undefined;
  /** The hash of the folder that is replaced, with whatever lies in it. */
  readonly before: string | undefined;
  readonly isEdited: boolean;
  /** Why it can't be installed, whatever the scan says. */
  readonly refused: Refusal | undefined;
}

/**
 * Works out everything about an install: the name, the place, the scan, what it needs and what it replaces. Writes nothing.
 *
 * @throws {HermesError} `HUB_REFUSED`, `HUB_TOO_LARGE` for a package that can't be written; `HUB_STATE_DAMAGED`
 */
export async function planInstall(
  parts: HubParts,
  fetched: FetchedSkill,
  options: { readonly category?: string | undefined; readonly signal: AbortSignal },
): Promise<PlannedInstall> {
  checkPackage(fetched.files);
  const text = skillTextOf(fetched.files);
  const { fields } = parseSkill(text);
  const name = fields.name ?? fetched.remote.name;
  const remote = { ...fetched.remote, name, description: fields.description || fetched.remote.description };
  const lock = readLockFile(parts.files.lock);
  const installed = Object.entries(lock.installed).map(([other, entry]) => toInstalled(other, entry));
  const { reference } = remote;
  const category = options.category ?? fields.category ?? remote.category;
  const place = choosePlace({ skills: parts.files.skills, name, reference, category, installed });
  const found = isPlace(place) ? place : undefined;
  const folder = join(parts.files.skills, ...(found?.installPath ?? "").split("/"));
  const current = found?.replaces === undefined || !isFolder(folder) ? undefined : readFolder(folder).files;
  const scan = await scanPackage(parts, { ...fetched, remote }, options.signal);
  const plan: InstallPlan = {
    remote,
    name,
    folder,
    files: fetched.files.files.map((file) => ({ path: file.path, bytes: bytesOf(file).byteLength })),
    contentHash: contentHash(fetched.files.files),
    text,
    scan,
    needs: skillNeeds(fields.conditions, parts.environment),
    replaces:
      found?.replaces === undefined
        ? undefined
        : { installed: found.replaces, diff: showChanges(current ?? [], fetched.files.files) },
  };
  const paths = found?.replaces === undefined ? [] : (lock.installed[name]?.files ?? []);
  const state =
    found?.replaces === undefined
      ? "missing"
      : stateOfFolder(folder, { contentHash: found.replaces.contentHash, paths });
  return {
    plan,
    fetched: { ...fetched, remote },
    place: found,
    before: current === undefined ? undefined : contentHash(current),
    isEdited: state === "edited",
    refused: isPlace(place) ? formatRefusal(text, name) : place,
  };
}

async function scanPackage(
  parts: HubParts,
  { files, remote }: FetchedSkill,
  signal: AbortSignal,
): Promise<SkillScan> {
  const skill = { ...files, name: remote.name };
  const { trust } = remote;
  if (parts.askAuditor === undefined || trust === "builtin") return scanSkill(skill, { trust });
  return await auditSkill(skill, { trust, ask: parts.askAuditor, signal });
}

/** A skill that names itself wrongly was refused for its place already. */
function formatRefusal(text: string, name: string): Refusal | undefined {
  const errors = validateSkill(text, { folder: name }).filter(
    ({ severity, field }) => severity === "error" && field !== "name",
  );
  const [first] = errors;
  if (first === undefined) return undefined;
  const more = errors.length === 1 ? "" : ` And ${errors.length - 1} more.`;
  return refusal("invalid", `Its SKILL.md breaks the format: ${formatSkillProblem(first)}.${more}`, {
    hint: "Only its publisher can repair it.",
  });
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
