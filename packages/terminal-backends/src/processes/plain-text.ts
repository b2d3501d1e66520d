/** Terminal output without its colours and cursor movements. */
export function plainText(output: string): string {
  // An import of node:util costs a millisecond of start-up, because it touches every lazy part of the module.
  return process.getBuiltinModule("node:util").stripVTControlCharacters(output);
}
