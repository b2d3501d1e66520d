import type { PluginReport } from "@hermes/runtime";

export interface Standing {
  /** A word or two. */
  readonly state: string;
  /** What is wrong, and what to do about it. */
  readonly advice?: string | undefined;
}

/** How a plug-in stands, for people. */
export function standingOf({ name, state, problem }: PluginReport): Standing {
  switch (state) {
    case "used":
      return { state: "used" };
    case "asked":
      return {
        state: "not agreed to",
        advice: `Nobody has agreed to it yet. See what it may do, and decide: hermes plugins enable ${name}`,
      };
    case "changed":
      return {
        state: "changed",
        advice: `It is not what you agreed to, and is not used. See it as it is now: hermes plugins enable ${name}`,
      };
    case "refused":
      return { state: "off", advice: problem };
    case "broken":
      return { state: "broken", advice: problem ?? "It can't be read." };
  }
}
