/** How long sending a file may take, in milliseconds: a minute and a second for each 100 kB, and never less than any other request. */
export function uploadMs(bytes: number, timeoutMs: number): number {
  return Math.max(timeoutMs, 60_000 + Math.ceil(bytes / 100));
}
