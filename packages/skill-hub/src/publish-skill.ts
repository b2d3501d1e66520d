import { basename, join } from "node:path";
import { HermesError } from "@hermes/registry";
import { lstatSync } from "node:fs";
import { parseSkill } from "@hermes/skills/format";
import { formatSkillProblem } from "@hermes/skills/format";
import { validateSkill } from "@hermes/skills/format";
import { scanSkill } from "@hermes/scanner";
import { openPullRequest } from "./github/open-pull-request.ts";
import type { HubParts } from "./hub-parts.ts";
import { readFolder } from "./install/installed-files.ts";
import { checkPackage, skillTextOf } from "./package/check-package.ts";
import { contentHash } from "./package/content-hash.ts";
import { appendAudit } from "./record/audit-log.ts";
import type { PublishOptions } from "./skill-hub.ts";

/** Offers a skill to a repository. Keys in it, critical findings and breaches of the format stop it before anything is sent. */
export async function publishSkill(
  parts: HubParts,
  folder: string,
  options: PublishOptions,
): Promise<string | undefined> {
  const { repo, confirm, signal } = options;
  if (!/^[A-Za-z0-9][A-Za-z0-9-]*\/[A-Za-z0-9._-]+$/.test(repo))
    throw refused(`"${repo}" is no repository on GitHub.`, "Give owner/name.");
  const { name, files } = readForPublishing(folder);
  const paths = files.map(({ path }) => path).toSorted();
  if (confirm === undefined || !(await confirm(paths))) return undefined;
  signal.throwIfAborted();
  const hash = contentHash(files);
  const tap = parts.taps.list().find((other) => other.repo.toLowerCase() === repo.toLowerCase());
  const root = [tap?.path || "skills", name].join("/");
  const line = { action: "publish", name, reference: `github:${repo}/${root}`, hash } as const;
  // Written before anything is sent: what is sent can't be taken back.
  appendAudit(parts.files.auditLog, { ...line, outcome: "done" }, parts.now());
  try {
    const description = parseSkill(skillTextOf({ name, files })).fields.description;
    return await openPullRequest(parts.github, { repo, root, name, description, files, hash, signal });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    appendAudit(parts.files.auditLog, { ...line, outcome: "failed", reason }, parts.now());
    throw error;
  }
}

function readForPublishing(folder: string) {
  const name = basename(folder);
  if (lstatSync(join(folder, "SKILL.md"), { throwIfNoEntry: false })?.isFile() !== true)
    throw refused(`${folder} has no SKILL.md.`, "Give the folder of a skill.");
  const { files, links } = readFolder(folder);
  const skill = { name, files: files.filter(({ path }) => !isPrivate(path)), symlinks: links };
  checkPackage(skill);
  const [problem] = validateSkill(skillTextOf(skill), { folder: name }).filter(
    ({ severity, field }) => severity === "error" || field === "name",
  );
  if (problem !== undefined)
    throw refused(`SKILL.md breaks the format: ${formatSkillProblem(problem)}.`, "Repair it first.");
  const finding = scanSkill(skill).findings.find(
    ({ rule, severity }) => severity === "critical" || rule.startsWith("credentials.hard-coded"),
  );
  if (finding !== undefined)
    throw refused(
      `${finding.message} (${finding.file}, line ${finding.line})`,
      "Take it out first; a key that was shown to others must be renewed.",
    );
  return skill;
}

/** What lies beside a skill and is nobody else's. */
function isPrivate(path: string): boolean {
  return /(?:^|\/)(?:\.env(?:\..*)?|\.DS_Store|Thumbs\.db|\.git\/.*|__pycache__\/.*)$/.test(path);
}

function refused(message: string, hint: string): HermesError {
  return new HermesError(`It is not published. ${message}`, { code: "HUB_PUBLISH_REFUSED", hint });
}
