import type { PromptLayer } from "@hermes/agent-loop";
import { plainLine } from "../prompt/plain-line.ts";
import type { Personality } from "./personality.ts";

const limits =
  "It is a manner of speaking and no more: what you may do, how careful you work, and every fact, name, command and line of code stay as they are.";

/** How a session speaks that begins with a personality. */
export function personalityLayer({ name, text }: Personality): PromptLayer {
  const lines = [`# How you speak: ${plainLine(name)}`, text, limits];
  return { kind: "personality", name: `personality ${plainLine(name)}`, text: lines.join("\n") };
}

/**
 * What is said with the next message where the personality changes in a session: its prompt stays as it is, so that what the
 * provider has read of it is not read again.
 */
export function personalityNote(chosen: Personality | undefined): string {
  if (chosen === undefined)
    return "The user chose no personality from now on.\nSpeak as you do without one. What was said about how you speak, in your instructions or later, does not count any more.";
  return [
    `The user chose the personality ${plainLine(chosen.name)} from now on.`,
    "It takes the place of any other that was chosen before. Speak like this:",
    chosen.text,
    limits,
  ].join("\n");
}
