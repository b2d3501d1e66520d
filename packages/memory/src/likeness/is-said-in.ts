import { createWordReader, type Direction } from "./read-words.ts";

/** Whether every word that says something is in a text, whatever its form. A text without such words is not said. */
export function isSaidIn(note: string, text: string): boolean {
  const reader = createWordReader();
  const [wanted, there] = [reader.read(note), reader.read(text)];
  const isThere = ({ name, behind: [word = ""] }: Direction): boolean =>
    there.directions.some((other) => other.name === name && other.behind.includes(word));
  return (
    wanted.said.length > 0 &&
    wanted.said.every((word) => there.said.includes(word)) &&
    wanted.directions.every(isThere)
  );
}
