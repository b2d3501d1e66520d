/** An address that waits to be read. */
export interface WaitingAddress {
  readonly url: string;
  /** Links between it and the start. */
  readonly depth: number;
}

/** Addresses still to be read, each given once, in the order in which they were found. */
export interface Frontier {
  add(url: string, depth: number): void;
  /** Marks an address as read under another name: where it was redirected to, or what it calls itself. False: it was read before. */
  claim(url: string): boolean;
  next(): WaitingAddress | undefined;
  readonly size: number;
}

/** Addresses that differ in numbers and queries alone, beyond which others go first. */
const maxAlike = 25;

/** Addresses that are kept. */
const maxAddresses = 20_000;

/**
 * Breadth first. Calendars without an end and addresses with the id of a session look alike: the first of a kind keep their place, the
 * rest wait behind all others, so that they never take the room of real pages.
 */
export function createFrontier(): Frontier {
  const known = new Set<string>();
  const alike = new Map<string, number>();
  const claimed = new Set<string>();
  const first: WaitingAddress[] = [];
  const later: WaitingAddress[] = [];
  let firstAt = 0;
  let laterAt = 0;
  return {
    add(url, depth) {
      const address = normalAddress(url);
      if (known.has(address) || known.size >= maxAddresses) return;
      known.add(address);
      const shape = shapeOf(address);
      const count = (alike.get(shape) ?? 0) + 1;
      alike.set(shape, count);
      (count > maxAlike ? later : first).push({ url: address, depth });
    },
    claim(url) {
      const address = normalAddress(url);
      known.add(address);
      if (claimed.has(address)) return false;
      claimed.add(address);
      return true;
    },
    next() {
      return first[firstAt] === undefined ? later[laterAt++] : first[firstAt++];
    },
    get size() {
      return first.length - firstAt + Math.max(0, later.length - laterAt);
    },
  };
}

/** The same address for the same page: without its fragment, parameters in one order, without what only counts visitors. */
function normalAddress(url: string): string {
  const parsed = new URL(url);
  parsed.hash = "";
  for (const name of [...parsed.searchParams.keys()])
    if (/^utm_/i.test(name)) parsed.searchParams.delete(name);
  // Sorting writes the query anew, which some servers take for another one.
  if (parsed.searchParams.size > 1) parsed.searchParams.sort();
  return parsed.href;
}

function shapeOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname.replaceAll(/\d+/g, "0").replace(/;.*$/, "")}`;
}
