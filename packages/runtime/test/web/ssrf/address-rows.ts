import { readFileSync } from "node:fs";

export interface AddressRow {
  readonly id: string;
  readonly url: string;
  readonly expect: "block" | "allow";
  /** Answers of DNS: one, or one for each look-up. */
  readonly dns?: readonly (string | readonly string[])[] | undefined;
  readonly redirects?: readonly string[] | undefined;
}

/** Addresses with what should come of them, with answers of DNS and redirects; more of them are in the tests of `checkUrl`. */
export const addressRows: readonly AddressRow[] = readFileSync(
  new URL("./addresses.jsonl", import.meta.url),
  "utf8",
)
  .trim()
  .split("\n")
  .map((line): AddressRow => JSON.parse(line))
  .map((each) =>
    // Nobody here has a certificate. Redirects begin at a host that answers.
    each.expect === "allow" || each.redirects !== undefined
      ? { ...each, url: plain(each.url), redirects: each.redirects?.map(plain) }
      : each,
  );

/** What rebinds: the first answers are public, and a later one is not. */
export const reboundRows: readonly AddressRow[] = [1, 2, 3, 4, 5].map((count) => ({
  id: `rebound-${count}`,
  url: `http://rebound-${count}.example/`,
  expect: "block",
  dns: [...Array.from({ length: count }, () => ["93.184.216.34"]), ["10.11.12.13"]],
}));

function plain(url: string): string {
  return url.replace(/^https:/, "http:");
}

/** The hosts that redirect rows start from, and where they lead in the order of the hops. */
export function redirectsOf(rows: readonly AddressRow[]): ReadonlyMap<string, readonly string[]> {
  return new Map(
    rows.flatMap(({ url, redirects }) => (redirects === undefined ? [] : [[new URL(url).host, redirects]])),
  );
}
