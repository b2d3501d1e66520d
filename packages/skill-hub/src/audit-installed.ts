import { join } from "node:path";
import { auditSkill } from "@hermes/scanner";
import { scanSkill } from "@hermes/scanner";
import type { HubParts } from "./hub-parts.ts";
import { readFolder, stateOfFolder } from "./install/installed-files.ts";
import { installedNamed } from "./installed-skills.ts";
import { appendAudit } from "./record/audit-log.ts";
import type { AuditReport } from "./skill-hub.ts";

/** Scans installed skills again, with the rules of today, and holds them against what was installed. */
export async function auditInstalled(
  parts: HubParts,
  names: readonly string[],
  { signal }: { readonly signal: AbortSignal },
): Promise<readonly AuditReport[]> {
  const { files, askAuditor, now } = parts;
  const reports: AuditReport[] = [];
  for (const { skill, paths } of installedNamed(files, names)) {
    signal.throwIfAborted();
    const folder = join(files.skills, skill.installPath);
    const state = stateOfFolder(folder, { contentHash: skill.contentHash, paths });
    const { name, reference, source, trust } = skill;
    if (state === "missing") {
      reports.push({ installed: skill, state, scan: undefined });
      continue;
    }
    const { files: contents, links } = readFolder(folder);
    const found = { name, files: contents, symlinks: links };
    // oxlint-disable-next-line no-await-in-loop -- one question to a model at a time
    const scan =
      askAuditor === undefined
        ? scanSkill(found, { trust })
        : await auditSkill(found, { trust, ask: askAuditor, signal });
    const line = {
      action: "audit",
      outcome: "done",
      name,
      reference,
      source,
      trust,
      verdict: scan.decision,
    } as const;
    appendAudit(files.auditLog, { ...line, reason: state }, now());
    reports.push({ installed: skill, state, scan });
  }
  return reports;
}
