/** `1 message`, `2 messages`. */
export function countOf(messages: number): string {
  return messages === 1 ? "1 message" : `${messages} messages`;
}
