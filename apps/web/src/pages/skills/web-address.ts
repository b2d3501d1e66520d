/** An address that data names, where a browser may follow it; undefined for every other kind. */
export function webAddress(given: string | undefined): string | undefined {
  const url = given === undefined ? null : URL.parse(given);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : undefined;
}
