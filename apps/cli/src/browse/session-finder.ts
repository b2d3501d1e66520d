import type { SessionRecord, State } from "@hermes/state";

export interface FindOptions {
  /** What was typed. */
  readonly typed: string;
  /** Only of this one; undefined: everywhere. */
  readonly folder: string | undefined;
}

/** Finds sessions a page at a time: by title, folder and id, the last active first, then by what was said in them. */
export class SessionFinder {
  readonly #state: Pick<State, "sessions" | "search">;
  readonly #options: FindOptions;
  readonly #words: readonly string[];
  readonly #rows: SessionRecord[] = [];
  readonly #ids = new Set<string>();
  /** Of those by title, how many were read; undefined: all of them. */
  #offset: number | undefined = 0;
  #isSearched = false;

  constructor(state: Pick<State, "sessions" | "search">, options: FindOptions) {
    this.#state = state;
    this.#options = options;
    this.#words = options.typed.split(/\s+/).filter((word) => word !== "");
  }

  /** What was read so far. */
  get rows(): readonly SessionRecord[] {
    return this.#rows;
  }

  /** Reads on until there are so many, or no more. */
  read(count: number): void {
    while (this.#rows.length < count && this.#offset !== undefined) this.#readPage(this.#offset);
    if (this.#rows.length < count && !this.#isSearched) this.#search();
  }

  #readPage(offset: number): void {
    const filter = {
      cwd: this.#options.folder,
      oneShots: false,
      ...(this.#words.length === 0 ? {} : { words: this.#words }),
    };
    const page = this.#state.sessions.list({ ...filter, offset, limit: pageSize });
    this.#offset = page.length < pageSize ? undefined : offset + pageSize;
    for (const each of page) this.#add(each);
  }

  /** A letter stands in everything that was ever said. */
  #search(): void {
    this.#isSearched = true;
    const { typed, folder } = this.#options;
    if (typed.trim().length < 2) return;
    const query = /[\p{L}\p{N}]$/u.test(typed) ? `${typed}*` : typed;
    const { sessions } = this.#state.search(query, {
      limit: mostFound,
      hitsPerSession: 1,
      rankAtMost: mostFound,
    });
    for (const { session } of sessions)
      if (
        session.oneShot !== true &&
        session.platform !== "subagent" &&
        (folder === undefined || session.cwd === folder)
      )
        this.#add(session);
  }

  #add(session: SessionRecord): void {
    if (this.#ids.has(session.id)) return;
    this.#ids.add(session.id);
    this.#rows.push(session);
  }
}

const pageSize = 100;
const mostFound = 30;
