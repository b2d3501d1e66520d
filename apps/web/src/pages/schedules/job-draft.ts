import type { JobChange, JobInfo } from "@hermes/client";

/** A job as it stands in the fields of its form: texts, empty where nothing is said. */
export interface JobDraft {
  readonly schedule: string;
  readonly name: string;
  readonly prompt: string;
  readonly skills: string;
  readonly model: string;
  readonly deliver: string;
  readonly folder: string;
  readonly script: string;
  readonly noAgent: boolean;
  readonly usd: string;
  readonly tokens: string;
  readonly turns: string;
  readonly seconds: string;
  readonly catchUp: string;
  readonly overlap: string;
  readonly repeat: string;
  readonly timeZone: string;
}

export const emptyDraft: JobDraft = {
  ...{ schedule: "", name: "", prompt: "", skills: "", model: "", deliver: "", folder: "", script: "" },
  ...{ noAgent: false, usd: "", tokens: "", turns: "", seconds: "", catchUp: "", overlap: "" },
  ...{ repeat: "", timeZone: "" },
};

/** Limits and the like are not told of a job: their fields are empty, and stay as they are where nothing is typed. */
export function draftOf(job: JobInfo): JobDraft {
  const { schedule, name, prompt = "", skills, model = "", deliver, folder = "", script = "" } = job;
  return {
    ...emptyDraft,
    ...{ schedule, name, prompt, model, folder, script, noAgent: job.prompt === undefined },
    ...{ skills: skills.join(", "), deliver: deliver.join(", ") },
  };
}

/** What differs from how it was. A field that was emptied goes back to its default. */
export function changeOf(draft: JobDraft, before: JobDraft, isNew: boolean): JobChange {
  const differs = (key: keyof JobDraft): boolean => draft[key] !== before[key];
  const text = <Key extends keyof JobDraft>(key: Key): Partial<Record<Key, string>> =>
    // The key is the one of the field.
    differs(key) ? ({ [key]: String(draft[key]).trim() } as Partial<Record<Key, string>>) : {};
  const orDefault = <Key extends keyof JobDraft>(key: Key): Partial<Record<Key, string | null>> => {
    const value = String(draft[key]).trim();
    // As above. A new job leaves out what it does not say.
    return !differs(key)
      ? {}
      : ({ [key]: value === "" && !isNew ? null : value } as Partial<Record<Key, string | null>>);
  };
  const number = <Key extends keyof JobDraft>(key: Key): Partial<Record<Key, number>> => {
    const value = String(draft[key]).trim();
    // As above.
    return value === "" ? {} : ({ [key]: Number(value) } as Partial<Record<Key, number>>);
  };
  return {
    ...text("schedule"),
    ...text("name"),
    ...text("prompt"),
    ...(differs("skills") ? { skills: wordsOf(draft.skills) } : {}),
    ...(differs("deliver") ? { deliver: wordsOf(draft.deliver) } : {}),
    ...orDefault("model"),
    ...orDefault("folder"),
    ...orDefault("script"),
    ...(differs("noAgent") ? { noAgent: draft.noAgent } : {}),
    ...number("usd"),
    ...number("tokens"),
    ...number("turns"),
    ...number("seconds"),
    ...number("repeat"),
    ...text("timeZone"),
    ...choice("catchUp", draft.catchUp, ["once", "all", "none"] as const),
    ...choice("overlap", draft.overlap, ["skip", "queue", "cancel"] as const),
  };
}

function choice<Key extends string, Value extends string>(
  key: Key,
  chosen: string,
  values: readonly Value[],
): Partial<Record<Key, Value>> {
  const value = values.find((each) => each === chosen);
  // The key is the one that was given.
  return value === undefined ? {} : ({ [key]: value } as Partial<Record<Key, Value>>);
}

function wordsOf(text: string): readonly string[] {
  return text
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
}
