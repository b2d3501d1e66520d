/**
 * Hosts of the addresses for HTTP in a text, as a list of hosts takes them.
 *
 * @param key Must fit what stands before an address on its line. Lines that start with `#` or `;` are comments.
 */
export function hostsIn(text: string, key: RegExp = /(?:)/): readonly string[] {
  return text.split(/\r?\n/).flatMap((line) => {
    if (/^\s*[#;]/.test(line)) return [];
    return [...line.matchAll(/(?:sparse\+)?(https?:\/\/[^\s"'<>|,]+)/g)].flatMap(
      ({ index, 1: address = "" }) => {
        const host = key.test(line.slice(0, index)) ? URL.parse(address)?.host : undefined;
        return host === undefined || host === "" ? [] : [host];
      },
    );
  });
}
