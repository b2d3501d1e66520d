/** A search while somebody types: the last word may go on. */
export function whileTyping(typed: string): string {
  const words = typed.trim();
  return /[\p{L}\p{N}]$/u.test(words) && !/[\s"]$/.test(typed) ? `${words}*` : words;
}
