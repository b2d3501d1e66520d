/** `1 line`, `2 lines`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** `1 message`, `2 messages`. */
export function countOf(messages: number): string {
  return counted(messages, "message");
}

/** `1 more line`, `2 more lines`. */
export function moreLines(left: number): string {
  return counted(left, "more line");
}
