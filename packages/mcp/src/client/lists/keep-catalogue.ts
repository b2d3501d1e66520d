import type { Connection } from "../connection/connect.ts";
import type { McpCatalogue } from "../mcp-server.ts";
import type { ListedCatalogue } from "./list-catalogue.ts";

export interface KeepCatalogueOptions {
  /** Fetches all lists. */
  readonly fetch: (connection: Connection) => Promise<ListedCatalogue>;
  readonly now: () => number;
  /** Called when the lists are others than before. */
  readonly onChanged: (catalogue: McpCatalogue) => void;
}

/** The newest catalogue of a server. */
export interface KeptCatalogue {
  readonly known: () => McpCatalogue | undefined;
  /** Takes what was remembered, unless something newer is known. */
  remember(catalogue: McpCatalogue): void;
  /** @param announces Whether the server tells when its lists change. */
  begin(connection: Connection, announces: boolean): void;
  /** What it offers now: from this connection, and not older than the server says. */
  get(connection: Connection): Promise<McpCatalogue>;
  /** The server said that its lists changed: they are fetched soon, many changes at once. */
  changed(): void;
  stop(): void;
}

const soonMs = 100;
const notMoreOftenThanMs = 1_000;
const longestTtlMs = 24 * 60 * 60 * 1_000;

export function keepCatalogue(options: KeepCatalogueOptions): KeptCatalogue {
  let known: McpCatalogue | undefined;
  let source: { readonly connection: Connection; readonly announces: boolean } | undefined;
  let listed: { readonly connection: Connection; readonly freshUntil: number } | undefined;
  let listing: { readonly connection: Connection; readonly result: Promise<McpCatalogue> } | undefined;
  let stale = false;
  let timer: NodeJS.Timeout | undefined;
  let fetchedAt = -Infinity;
  let turns = 0;
  let newest = 0;

  async function fetch(connection: Connection): Promise<McpCatalogue> {
    stale = false;
    fetchedAt = performance.now();
    const turn = (turns += 1);
    const { catalogue, ttlMs } = await options.fetch(connection);
    // One that was begun later was faster.
    if (turn < newest) return catalogue;
    newest = turn;
    const announces = source?.connection === connection && source.announces;
    const freshForMs = ttlMs === undefined ? (announces ? Infinity : 0) : Math.min(ttlMs, longestTtlMs);
    listed = { connection, freshUntil: options.now() + freshForMs };
    const isSame = known !== undefined && sameLists(known, catalogue);
    known = catalogue;
    if (!isSame) options.onChanged(catalogue);
    return catalogue;
  }

  function get(connection: Connection): Promise<McpCatalogue> {
    if (
      known !== undefined &&
      !stale &&
      listed?.connection === connection &&
      options.now() < listed.freshUntil
    )
      return Promise.resolve(known);
    if (listing?.connection === connection && !stale) return listing.result;
    const own = {
      connection,
      result: fetch(connection).finally(() => {
        if (listing === own) listing = undefined;
      }),
    };
    listing = own;
    return own.result;
  }

  function changed(): void {
    stale = true;
    if (timer !== undefined) return;
    const delayMs = Math.max(soonMs, fetchedAt + notMoreOftenThanMs - performance.now());
    timer = setTimeout(() => {
      timer = undefined;
      // What fails here is fetched again by who needs it.
      if (stale && source !== undefined) get(source.connection).catch(() => {});
    }, delayMs);
    timer.unref();
  }

  return {
    known: () => known,
    remember(catalogue) {
      known ??= catalogue;
    },
    begin(connection, announces) {
      source = { connection, announces };
      get(connection).catch(() => {});
    },
    get,
    changed,
    stop() {
      source = undefined;
      clearTimeout(timer);
    },
  };
}

function sameLists(a: McpCatalogue, b: McpCatalogue): boolean {
  const lists = ({ listedAt: _listedAt, ...rest }: McpCatalogue): string => JSON.stringify(rest);
  return lists(a) === lists(b);
}
