import { nearestNames } from "@hermes/models";
import type { Choice } from "../../prompt/question.ts";
import type { SetupDesk } from "./setup-desk.ts";

/** Names that are looked through at a glance. */
const fewNames = 12;
const mostFound = 50;

export interface ChooseModelNameOptions {
  /** Of the provider. */
  readonly label: string;
  /** What it has, as it lists them. Empty: it gave no list. */
  readonly names: readonly string[];
  /** What Enter takes. */
  readonly preset?: string | undefined;
}

/** A model of a provider: from its list, by a part of its name, or a name that it does not list. @returns undefined: none. */
export async function chooseModelName(
  desk: SetupDesk,
  { label, names, preset }: ChooseModelNameOptions,
): Promise<string | undefined> {
  const all = [...new Set([...(preset === undefined ? [] : [preset]), ...names])];
  const few = all.length <= fewNames;
  let shown: readonly string[] = few ? all : all.slice(0, 1);
  let question = few ? `Which model of ${label}?` : `Which of the ${names.length} models of ${label}?`;
  let unlisted: string | undefined;
  for (;;) {
    const choices: readonly Choice[] = [
      ...shown.map((name) => ({ id: `name ${name}`, label: name })),
      ...(unlisted === undefined
        ? []
        : [{ id: `name ${unlisted}`, label: `Use "${unlisted}" all the same` }]),
    ];
    const ownWords = names.length === 0 ? "its name" : "a part of its name";
    // oxlint-disable-next-line no-await-in-loop -- until a name is chosen
    const answer = await desk.choose(question, { choices, ownWords });
    if (answer === undefined) return undefined;
    if (answer.type === "choice") return answer.id.slice("name ".length);
    const typed = answer.text.trim();
    if (names.length === 0 || names.includes(typed)) return typed;
    const found = matching(names, typed);
    unlisted = found.length === 0 ? typed : undefined;
    shown = found.length === 0 ? nearestNames(typed, names) : found.slice(0, mostFound);
    question = headingOf(typed, { found: found.length, near: shown.length, label });
  }
}

/** Those that hold all the words. */
function matching(names: readonly string[], typed: string): readonly string[] {
  const words = typed.toLowerCase().split(/\s+/);
  return names.filter((name) => words.every((word) => name.toLowerCase().includes(word)));
}

function headingOf(
  typed: string,
  { found, near, label }: { readonly found: number; readonly near: number; readonly label: string },
): string {
  if (found > mostFound) return `${found} have "${typed}" in their name; the first ${mostFound}:`;
  if (found > 0) return `Which one with "${typed}" in its name?`;
  return `${label} lists no "${typed}".${near > 0 ? " Did you mean one of these?" : ""}`;
}
