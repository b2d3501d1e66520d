/** Whether a person's words say everything that a note says, whatever their form. A note without words is not said. */
export async function isSaid(note: string, words: string): Promise<boolean> {
  // What can be said about likeness needs lists of words: they are loaded when something is written.
  const { isSaidIn } = await import("./likeness/is-said-in.ts");
  return isSaidIn(note, words);
}
