/**
 * Cuts a stream of text into lines.
 *
 * @param options `maxChars`: `tooLong` is called, and nothing else any more, when a line gets longer.
 */
export function lineReader(
  onLine: (line: string) => void,
  {
    maxChars = Number.POSITIVE_INFINITY,
    tooLong = () => undefined,
  }: { readonly maxChars?: number | undefined; readonly tooLong?: (() => void) | undefined } = {},
): (text: string) => void {
  let rest: string[] = [];
  let length = 0;
  return (text) => {
    if (length > maxChars) return;
    const lines = text.split("\n");
    const last = lines.pop() ?? "";
    for (const line of lines) {
      const whole = [...rest, line].join("");
      [rest, length] = [[], 0];
      onLine(whole);
    }
    rest.push(last);
    length += last.length;
    if (length > maxChars) tooLong();
  };
}
