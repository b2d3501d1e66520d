/**
 * Changes whenever the scanner's rules do, so that whoever remembers what it found knows when to look again: the start
 * of a hash of the files beside this one.
 */
export const rulesVersion: string = "395c101aab69";
