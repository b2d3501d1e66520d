/**
 * Shares a room of characters among texts: what short ones leave is for the long ones.
 *
 * @returns The characters of each text, in the order of the texts.
 */
export function shareRoom(lengths: readonly number[], room: number): readonly number[] {
  const shares = lengths.map(() => 0);
  const ascending = [...lengths.entries()].toSorted(([, one], [, other]) => one - other);
  let left = room;
  for (const [place, [index, length]] of ascending.entries()) {
    const share = Math.min(length, Math.floor(left / (ascending.length - place)));
    shares[index] = share;
    left -= share;
  }
  return shares;
}
