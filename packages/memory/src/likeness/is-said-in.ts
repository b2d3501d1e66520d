import { readNote, type Direction } from "./read-note.ts";
import { createWordKnowledge } from "./word-knowledge.ts";

/** Whether every word that says something is in a text, whatever its form. A text without such words is not said. */
export function isSaidIn(note: string, text: string): boolean {
  const knowledge = createWordKnowledge();
  const [wanted, there] = [readNote(note, knowledge), readNote(text, knowledge)];
  const isThere = ({ name, behind: [word = ""] }: Direction): boolean =>
    there.directions.some((other) => other.name === name && other.behind.includes(word));
  return (
    wanted.words.length > 0 &&
    wanted.words.every(({ form }) => there.words.some((word) => word.form === form)) &&
    wanted.directions.every(isThere)
  );
}
