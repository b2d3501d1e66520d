import type { InstalledSkill } from "@hermes/skills/hub-lock";
import type { SkillScan } from "@hermes/scanner";
import type { FetchedSkill, RemoteSkill } from "./skill-source.ts";

/** One source that could not answer, while others did. */
export interface SourceProblem {
  readonly source: string;
  /** One sentence: what happened and what to do. */
  readonly reason: string;
}

export interface FoundSkills {
  readonly skills: readonly RemoteSkill[];
  readonly problems: readonly SourceProblem[];
  /** For the next page; undefined on the last one, and when several sources were asked. */
  readonly cursor?: string | undefined;
}

/** Everything that a person should know before a skill is put in place. */
export interface InstallPlan {
  readonly remote: RemoteSkill;
  readonly name: string;
  /** The folder it goes to, absolute. */
  readonly folder: string;
  readonly files: readonly { readonly path: string; readonly bytes: number }[];
  /** Over paths and contents of all that came, as `InstalledSkill.contentHash` has it. */
  readonly contentHash: string;
  /** SKILL.md as it came. */
  readonly text: string;
  readonly scan: SkillScan;
  /** What it asks for before it is offered: variables, programs, tools, other systems. One phrase each. */
  readonly needs: readonly string[];
  /** What is replaced, with the lines that change (unified diff of texts); undefined for a new one. */
  readonly replaces: { readonly installed: InstalledSkill; readonly diff: string } | undefined;
}

/** Called once, when everything is known and nothing is written. Anything but true leaves all as it is. */
export type ConfirmInstall = (plan: InstallPlan) => Promise<boolean>;

export interface InstallOptions {
  readonly signal: AbortSignal;
  /** Absent: what needs a person's look is not installed. */
  readonly confirm?: ConfirmInstall | undefined;
  /**
   * A block of an untrusted skill yields to it, unless a finding is critical; and so does an edit of the person: what they
   * wrote goes to `.archive`. @default false
   */
  readonly force?: boolean | undefined;
  /** Folders between the skills folder and the skill. @default as its front matter says */
  readonly category?: string | undefined;
}

export type InstallOutcome =
  | {
      readonly ok: true;
      readonly installed: InstalledSkill;
      readonly folder: string;
      readonly scan: SkillScan;
    }
  | {
      readonly ok: false;
      /** `taken`: another skill has the folder. `changed`: the person edited the installed one. */
      readonly problem: "blocked" | "declined" | "unconfirmed" | "invalid" | "taken" | "changed";
      readonly reason: string;
      readonly hint?: string | undefined;
      /** What lets it in all the same: the option `force`, or that the one in its place is uninstalled. */
      readonly overruledBy?: "force" | { readonly uninstall: string } | undefined;
      readonly scan?: SkillScan | undefined;
    };

export interface UpdateReport {
  readonly name: string;
  /** `edited`: the person changed it, so it is left as it is. `gone`: its source has it no more. */
  readonly state: "current" | "outdated" | "updated" | "edited" | "gone" | "refused" | "unreachable";
  readonly reason?: string | undefined;
  /** What changes it all the same; see `InstallOutcome`. */
  readonly overruledBy?: "force" | { readonly uninstall: string } | undefined;
}

export interface AuditReport {
  readonly installed: InstalledSkill;
  /** `same`: as it was installed. */
  readonly state: "same" | "edited" | "missing";
  /** The scan of what lies there now; undefined when nothing does. */
  readonly scan: SkillScan | undefined;
}

/** A GitHub repository with skills. */
export interface Tap {
  /** `owner/name`. */
  readonly repo: string;
  /** Where skills begin in it; empty: everywhere. */
  readonly path: string;
  /** Comes with Hermes, and can be removed like any other. */
  readonly builtIn: boolean;
}

export interface PublishOptions {
  readonly signal: AbortSignal;
  /** `owner/name` to which the pull request is made. */
  readonly repo: string;
  /** Called once, before anything is sent. Absent: nothing is. */
  readonly confirm?: ((files: readonly string[]) => Promise<boolean>) | undefined;
}

/**
 * Skills of others, for the person: never a tool of a model.
 *
 * @throws {HermesError} from what reads or writes the record of what is installed: `HUB_STATE_DAMAGED` when it can't be
 * understood (it is left as it is), `HUB_LOCKED`. From what reaches out: the codes of `SkillSource`, `HUB_UNKNOWN_SOURCE`.
 * From what names an installed skill: `HUB_NOT_INSTALLED`.
 */
export interface SkillHub {
  readonly sources: readonly { readonly id: string; readonly title: string }[];
  /** One source that can't be reached does not take the others along. */
  browse(options: {
    readonly source?: string | undefined;
    readonly cursor?: string | undefined;
    readonly limit?: number | undefined;
    readonly signal: AbortSignal;
  }): Promise<FoundSkills>;
  search(
    query: string,
    options: {
      readonly source?: string | undefined;
      readonly limit?: number | undefined;
      readonly signal: AbortSignal;
    },
  ): Promise<FoundSkills>;
  /** Fetches and scans, and writes nothing. */
  inspect(
    reference: string,
    options: { readonly signal: AbortSignal },
  ): Promise<FetchedSkill & { readonly plan: InstallPlan }>;
  /**
   * Quarantine, scan, policy, confirmation, one rename, lock file, audit log. What came and can't be taken (a link, a path
   * that leads out, a bomb) is an outcome; a source that can't be reached or has no such skill is thrown.
   */
  install(reference: string, options: InstallOptions): Promise<InstallOutcome>;
  installed(): readonly InstalledSkill[];
  /** @param names All installed ones when empty. `check`: nothing is changed. */
  update(
    names: readonly string[],
    options: InstallOptions & { readonly check?: boolean | undefined },
  ): Promise<readonly UpdateReport[]>;
  audit(names: readonly string[], options: { readonly signal: AbortSignal }): Promise<readonly AuditReport[]>;
  /** Moves it to `.archive`; false when no such skill is installed. */
  uninstall(name: string): Promise<boolean>;
  readonly taps: {
    list(): readonly Tap[];
    add(repo: string, path?: string): void;
    /** False when there is none of that name. */
    remove(repo: string): boolean;
  };
  /** What is installed, as JSON that `restore` installs elsewhere: references with revisions and hashes, and the taps. */
  snapshot(): object;
  restore(
    snapshot: unknown,
    options: InstallOptions,
  ): Promise<readonly { readonly reference: string; readonly outcome: InstallOutcome }[]>;
  /**
   * Scans a skill of the person and offers it to a repository as a pull request.
   *
   * @returns Its address; undefined when it was not confirmed.
   * @throws {HermesError} `HUB_PUBLISH_REFUSED` when it holds keys, has critical findings or breaks the format.
   */
  publish(folder: string, options: PublishOptions): Promise<string | undefined>;
}
