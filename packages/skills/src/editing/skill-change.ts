/** What is to be done to a skill. Exactly one file changes, or a whole folder comes or goes. */
export type SkillChange =
  | {
      readonly action: "create";
      readonly name: string;
      readonly content: string;
      readonly category?: string | undefined;
    }
  | { readonly action: "edit"; readonly name: string; readonly content: string }
  | {
      readonly action: "patch";
      readonly name: string;
      readonly oldString: string;
      readonly newString: string;
      readonly replaceAll?: boolean | undefined;
      /** A support file; without it SKILL.md. */
      readonly filePath?: string | undefined;
    }
  | {
      readonly action: "delete";
      readonly name: string;
      /** The skill that now holds what this one did. */ readonly absorbedInto?: string | undefined;
    }
  | {
      readonly action: "write_file";
      readonly name: string;
      readonly filePath: string;
      readonly content: string;
    }
  | { readonly action: "remove_file"; readonly name: string; readonly filePath: string };

export interface RefusedChange {
  readonly ok: false;
  readonly reason: string;
  /** `taken`: a skill of that name is there. Absent for everything else. */
  readonly problem?: "taken" | undefined;
  readonly hint?: string | undefined;
  /** What else helps: problems of the format, findings of the scan, the nearest text. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

export type SkillChangeOutcome =
  | {
      readonly ok: true;
      /** The skill's folder. */
      readonly folder: string;
      /** The file that changed, relative; undefined for a deletion. */
      readonly file: string | undefined;
      /** What the file holds now, or would hold. */
      readonly content: string | undefined;
      /** How many places a patch changed. */
      readonly matches?: number | undefined;
      /** Nothing was written: it was only asked for. */
      readonly preview: boolean;
      readonly warnings: readonly string[];
    }
  | RefusedChange;

export function refused(reason: string, rest: Omit<RefusedChange, "ok" | "reason"> = {}): RefusedChange {
  return { ok: false, reason, ...rest };
}
