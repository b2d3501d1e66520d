/** Files that are read of a site, and addresses that are taken from them. */
const maxFiles = 5;
const maxAddresses = 1_000;

/** The addresses that sitemaps name. What can't be read names none: a site need not have one. */
export async function readSitemaps(
  files: readonly string[],
  read: (url: string) => Promise<{ readonly urls: readonly string[]; readonly isIndex: boolean }>,
): Promise<readonly string[]> {
  const waiting = [...files];
  const found = new Set<string>();
  for (let count = 0; count < maxFiles && found.size < maxAddresses; count += 1) {
    const file = waiting.shift();
    if (file === undefined) break;
    const { urls, isIndex } = await read(file);
    for (const url of urls)
      if (isIndex) waiting.push(url);
      else if (found.size < maxAddresses) found.add(url);
  }
  return [...found];
}
