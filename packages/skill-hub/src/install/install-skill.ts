import { checkScriptOf } from "@hermes/skills";
import { codeOf, reasonOf } from "../hub-error.ts";
import type { HubParts } from "../hub-parts.ts";
import { appendAudit } from "../record/audit-log.ts";
import type { AuditLine } from "../record/audit-log.ts";
import { toEntry } from "../record/lock-file.ts";
import type { InstalledSkill } from "@hermes/skills/hub-lock";
import type { InstallOptions, InstallOutcome } from "../skill-hub.ts";
import type { FetchedSkill } from "../skill-source.ts";
import { refusalByScan } from "./install-policy.ts";
import { moveIntoPlace } from "./move-into-place.ts";
import { planInstall } from "./plan-install.ts";
import type { PlannedInstall } from "./plan-install.ts";
import type { Place } from "./choose-place.ts";
import { openQuarantine } from "./quarantine.ts";
import type { Quarantine } from "./quarantine.ts";
import { refusal } from "./refusal.ts";
import type { Refusal } from "./refusal.ts";

/** Installs what was fetched, or says why not. Either is in the audit log. */
export async function installSkill(
  parts: HubParts,
  fetched: FetchedSkill,
  options: InstallOptions & { readonly action: "install" | "update" },
): Promise<InstallOutcome> {
  const outcome = await tryInstall(parts, fetched, options);
  if (!outcome.ok) logRefusal(parts, fetched, { action: options.action, refused: outcome });
  return outcome;
}

/** A package that can't be taken is an outcome too: links, paths that lead out, bombs. */
export function packageRefusal(error: unknown): Refusal | undefined {
  const code = codeOf(error);
  if (code === "HUB_REFUSED") return refusal("blocked", reasonOf(error));
  return code === "HUB_TOO_LARGE" ? refusal("invalid", reasonOf(error)) : undefined;
}

export function logRefusal(
  { files, now }: HubParts,
  { remote }: Pick<FetchedSkill, "remote">,
  { action, refused }: { readonly action: "install" | "update"; readonly refused: Refusal },
): void {
  const { reference, source, trust, name } = remote;
  const { problem, reason, scan } = refused;
  const verdict = scan?.decision;
  appendAudit(
    files.auditLog,
    { action, outcome: problem, name, reference, source, trust, verdict, reason },
    now(),
  );
}

async function tryInstall(
  parts: HubParts,
  fetched: FetchedSkill,
  options: InstallOptions & { readonly action: "install" | "update" },
): Promise<InstallOutcome> {
  const { signal, confirm, force = false } = options;
  let planned: PlannedInstall;
  try {
    planned = await planInstall(parts, fetched, { category: options.category, signal });
  } catch (error) {
    const refused = packageRefusal(error);
    if (refused === undefined) throw error;
    return refused;
  }
  const { plan, place } = planned;
  const refused =
    planned.refused ??
    editRefusal(planned, force) ??
    refusalByScan(plan.scan, { force, canAsk: confirm !== undefined });
  if (refused !== undefined || place === undefined) return refused ?? refusal("invalid", "It has no place.");
  const quarantine = openQuarantine(parts.files, place.name, fetched.files);
  try {
    if (confirm !== undefined && !(await confirm(plan)))
      return refusal("declined", "It was not confirmed.", { scan: plan.scan });
    signal.throwIfAborted();
    const failed = await checkRefusal(parts, { place, quarantine, signal });
    if (failed !== undefined) return failed;
    return commit(parts, { planned, place, quarantine, action: options.action, forced: force });
  } finally {
    quarantine.remove();
  }
}

function editRefusal({ isEdited, plan }: PlannedInstall, force: boolean): Refusal | undefined {
  if (!isEdited || force) return undefined;
  return refusal("changed", `You changed "${plan.name}" since it was installed.`, {
    hint: "It is left as it is. Where it is forced, yours goes to .archive and the new one takes its place.",
    overruledBy: "force",
    scan: plan.scan,
  });
}

interface Checked {
  readonly place: Place;
  readonly quarantine: Quarantine;
  readonly signal: AbortSignal;
}

/** Its own check runs on a copy, which may write what it likes. */
async function checkRefusal(
  parts: HubParts,
  { place, quarantine, signal }: Checked,
): Promise<Refusal | undefined> {
  const script = checkScriptOf(quarantine.skill);
  if (script === undefined || parts.runCheck === undefined) return undefined;
  const { passed, output } = await parts.runCheck({ name: place.name, folder: quarantine.copy() }, script, {
    signal,
  });
  signal.throwIfAborted();
  if (passed !== false) return undefined;
  return refusal("invalid", `Its own check (${script}) fails here: ${output.trim().slice(-500)}`, {
    hint: "It would not work. See what the check asks for.",
  });
}

interface Commit {
  readonly planned: PlannedInstall;
  readonly place: Place;
  readonly quarantine: Quarantine;
  readonly action: "install" | "update";
  readonly forced: boolean;
}

function commit(parts: HubParts, { planned, place, quarantine, action, forced }: Commit): InstallOutcome {
  const { plan, fetched } = planned;
  const now = new Date(parts.now()).toISOString();
  const { reference, source, trust, version, url } = plan.remote;
  const installed: InstalledSkill = {
    name: place.name,
    reference,
    source,
    trust,
    installPath: place.installPath,
    revision: fetched.revision,
    contentHash: plan.contentHash,
    decision: plan.scan.decision,
    installedAt: place.replaces?.installedAt || now,
    updatedAt: now,
  };
  const metadata = { ...(version !== undefined && { version }), ...(url !== undefined && { url }) };
  const entry = {
    ...toEntry(
      installed,
      plan.files.map(({ path }) => path),
      metadata,
    ),
    content_hash: plan.contentHash,
  };
  const log: AuditLine = {
    ...{ action, outcome: "done", name: place.name, reference, source, trust },
    ...{ verdict: plan.scan.decision, hash: plan.contentHash, ...(forced && { forced }) },
  };
  const move = {
    name: place.name,
    installPath: place.installPath,
    from: quarantine.skill,
    entry,
    replaces: planned.before,
    log,
  };
  const refused = moveIntoPlace(parts.files, move, parts.now());
  return refused ?? { ok: true, installed, folder: plan.folder, scan: plan.scan };
}
