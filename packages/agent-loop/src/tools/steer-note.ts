const beginning = "The user says while you work: ";

/** Words of the person as a note on a result. */
export function steerNote(words: string): string {
  return `${beginning}${words}`;
}

/** The words of such a note; undefined for every other one. */
export function steeredWords(note: string): string | undefined {
  return note.startsWith(beginning) ? note.slice(beginning.length) : undefined;
}
