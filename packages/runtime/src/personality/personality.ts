/** A manner of speaking. */
export interface Personality {
  readonly name: string;
  /** What the model is told. */
  readonly text: string;
  /** The person's own, of the settings. */
  readonly isOwn: boolean;
}

/** What stands in `personalities`: a text, or the parts that the Python original knows. */
export type PersonalitySetting =
  | string
  | {
      readonly description?: string | undefined;
      readonly system_prompt?: string | undefined;
      readonly tone?: string | undefined;
      readonly style?: string | undefined;
    };

/** What the model is told by an entry of the settings; empty where it says nothing. */
export function personalityText(entry: PersonalitySetting): string {
  if (typeof entry === "string") return entry.trim();
  const { system_prompt: prompt = "", tone = "", style = "" } = entry;
  return [prompt.trim(), tone === "" ? "" : `Tone: ${tone}`, style === "" ? "" : `Style: ${style}`]
    .filter((line) => line !== "")
    .join("\n");
}

/** Words that choose none. */
const noneWords: ReadonlySet<string> = new Set(["", "none", "default", "neutral"]);

/** Whether a name means that there is to be no personality. */
export function isNone(name: string): boolean {
  return noneWords.has(name.trim().toLowerCase());
}
