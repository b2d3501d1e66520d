/**
 * What happens to a question that no rule and no grant has answered.
 * `ask`: a person is asked. `accept-edits`: file edits outside the workspace pass, the rest is asked.
 * `plan`: nothing is changed. `auto`: a model judges, a person where it doubts. `yolo`: it passes.
 */
export type Mode = "ask" | "accept-edits" | "plan" | "auto" | "yolo";

export const modes: readonly Mode[] = ["ask", "accept-edits", "plan", "auto", "yolo"];

/** One sentence each, for people. */
export const modeSentences: Readonly<Record<Mode, string>> = {
  ask: "Asks about what is risky or reaches beyond the workspace.",
  "accept-edits":
    "Also edits files outside the workspace without asking, those of the system and of start-up aside.",
  plan: "Only reads: what would change something is refused, and what no wall holds is not run.",
  auto: "A model decides about what would be asked, and a person where the model doubts.",
  yolo: "Does not ask. Hard limits, deny rules and ask rules stay.",
};

const formerNames: Readonly<Record<string, Mode>> = { manual: "ask", off: "yolo", smart: "auto" };

/** The mode of a name; names of the Python original count. Undefined when there is none. */
export function parseMode(name: string): Mode | undefined {
  const known = name.trim().toLowerCase();
  return formerNames[known] ?? modes.find((mode) => mode === known);
}
