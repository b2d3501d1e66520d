/** An id that sorts by time and is easy to read out: `20261121-101530-k3f9x2ab` (UTC). */
export function createSessionId(now: number): string {
  const [date = "", time = ""] = new Date(now).toISOString().split("T");
  const random = Math.random().toString(36).slice(2, 10).padEnd(8, "0");
  return `${date.replaceAll("-", "")}-${time.slice(0, 8).replaceAll(":", "")}-${random}`;
}
