import type { HubPort } from "@hermes/api";
import type { FoundHubSkills, HubInstalled, HubPlan, HubSkill } from "@hermes/client/contract";
import { HermesError } from "@hermes/registry";
import type {
  FoundSkills,
  InstalledSkill,
  InstallOutcome,
  InstallPlan,
  RemoteSkill,
} from "@hermes/skill-hub";
import { createHash } from "node:crypto";
import { relative, sep } from "node:path";
import type { HomeSkills } from "../skills/home-skills.ts";

export interface HomeHubOptions {
  readonly skills: () => Promise<HomeSkills>;
  /** The folder of the person's skills. */
  readonly folder: string;
}

/** Skills of others. What is put in place is what the person has seen, byte by byte. */
export function homeHub({ skills, folder }: HomeHubOptions): HubPort {
  const hub = async () => await (await skills()).hub();
  return {
    async search(query, options) {
      const desk = await hub();
      const wanted = query.trim();
      return toFound(await (wanted === "" ? desk.browse(options) : desk.search(wanted, options)));
    },
    async inspect(reference, options) {
      const { plan } = await (await hub()).inspect(reference.trim(), options);
      return toPlan(plan, folder);
    },
    async install({ reference, digest }, { signal }) {
      let isSame = true;
      // Asked before anything is written, and before a script of the skill runs.
      const confirm = async (plan: InstallPlan): Promise<boolean> => {
        isSame = digestOf(plan) === digest;
        return await Promise.resolve(isSame);
      };
      const outcome = await (await hub()).install(reference.trim(), { signal, confirm });
      if (!isSame) throw changed(reference);
      if (!outcome.ok) throw refusalOf(outcome);
      return toInstalled(outcome.installed);
    },
    installed: async () => (await hub()).installed().map(toInstalled),
    uninstall: async (name) => await (await hub()).uninstall(name),
  };
}

/** SHA-256 of what came and of what the scan made of it, as 64 hexadecimal digits. */
function digestOf({ contentHash, scan: { decision } }: InstallPlan): string {
  return createHash("sha256").update(`${decision} ${contentHash}`).digest("hex");
}

function toFound({ skills, problems }: FoundSkills): FoundHubSkills {
  return {
    items: skills.map(toSkill),
    problems: problems.map(({ source, reason }) => ({ source, reason })),
  };
}

function toSkill({ reference, source, name, description, trust, version, url }: RemoteSkill): HubSkill {
  return { reference, source, name, description, trust, version, url };
}

function toPlan(plan: InstallPlan, folder: string): HubPlan {
  const { remote, folder: to, files, text, scan, needs, replaces } = plan;
  return {
    ...{ skill: toSkill(remote), files, text, needs, digest: digestOf(plan) },
    folder: relative(folder, to).split(sep).join("/"),
    decision: scan.decision,
    findings: scan.findings.map(({ severity, file, line, message }) => ({
      ...{ severity, file, line, reason: message },
    })),
    diff: replaces?.diff,
  };
}

function toInstalled({
  name,
  reference,
  source,
  trust,
  revision,
  installedAt,
}: InstalledSkill): HubInstalled {
  return { name, reference, source, trust, revision, installedAt };
}

function changed(reference: string): HermesError {
  return new HermesError(`"${reference}" is not what was shown any more. It is not installed.`, {
    code: "HUB_CHANGED",
    hint: "Look at it again, and decide anew.",
  });
}

function refusalOf({ reason, hint, problem }: Extract<InstallOutcome, { readonly ok: false }>): HermesError {
  return new HermesError(reason, { code: "HUB_REFUSED", hint, data: { problem } });
}
