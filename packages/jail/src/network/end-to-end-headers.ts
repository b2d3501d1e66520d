/** Those that mean the connection alone. @see https://www.rfc-editor.org/rfc/rfc9110#section-7.6.1 */
const hopByHop: ReadonlySet<string> = new Set([
  ...["connection", "keep-alive", "proxy-connection", "proxy-authenticate", "proxy-authorization"],
  ...["te", "trailer", "transfer-encoding", "upgrade", "expect"],
]);

/** What says where a message ends and whom it is for is not for the sender to take away. */
const fixed: ReadonlySet<string> = new Set(["content-length", "host"]);

/**
 * Headers that are passed on, as names and values in turn.
 *
 * @param raw `rawHeaders` of a message.
 */
export function endToEndHeaders(raw: readonly string[]): string[] {
  const pairs = raw.flatMap((name, index) =>
    index % 2 === 0 ? [{ name, key: name.toLowerCase(), value: raw[index + 1] ?? "" }] : [],
  );
  const named = pairs
    .filter(({ key }) => key === "connection")
    .flatMap(({ value }) => value.toLowerCase().split(","))
    .map((name) => name.trim())
    .filter((name) => !fixed.has(name));
  const dropped = new Set([...hopByHop, ...named]);
  return pairs.flatMap(({ name, key, value }) => (dropped.has(key) ? [] : [name, value]));
}
