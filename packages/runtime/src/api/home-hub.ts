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
import { isDeepStrictEqual } from "node:util";
import { relative, sep } from "node:path";
import type { HomeSkills } from "../skills/home-skills.ts";
import { contentHashOf, digestOf } from "./hub-digest.ts";

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
      const fetched = await (await hub()).inspect(reference.trim(), options);
      return toPlan(fetched.plan, { folder, digest: digestOf(fetched) });
    },
    async install({ reference, digest }, { signal }) {
      const desk = await hub();
      const seen = await desk.inspect(reference.trim(), { signal });
      if (digestOf(seen) !== digest) throw changed(reference);
      // It is fetched anew: what can be told before anything is written is compared here, each byte behind it.
      let isSame = true;
      const confirm = async (plan: InstallPlan): Promise<boolean> => {
        isSame = isDeepStrictEqual(shownOf(plan), shownOf(seen.plan));
        return await Promise.resolve(isSame);
      };
      const outcome = await desk.install(reference.trim(), { signal, confirm });
      if (!isSame) throw changed(reference);
      if (!outcome.ok) throw refusalOf(outcome);
      const { installed } = outcome;
      if (installed.contentHash === contentHashOf(seen.files)) return toInstalled(installed);
      await desk.uninstall(installed.name);
      throw changed(reference);
    },
    installed: async () => (await hub()).installed().map(toInstalled),
    uninstall: async (name) => await (await hub()).uninstall(name),
  };
}

/** What a plan says of the content. */
function shownOf({ remote, folder, files, text, scan: { decision } }: InstallPlan) {
  return { remote, folder, files, text, decision };
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

function toPlan(
  { remote, folder: to, files, text, scan, needs, replaces }: InstallPlan,
  { folder, digest }: { readonly folder: string; readonly digest: string },
): HubPlan {
  return {
    ...{ skill: toSkill(remote), files, text, needs, digest },
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
