import type { PartMigrations, PartTables, State } from "@hermes/state";
import { hostname } from "node:os";
import { z } from "zod";

/**
 * When commands of the agent ran, in milliseconds since 1970 as this machine's clock has them, and where they could write: a
 * folder, or everywhere (empty). A row with an owner is still open; `until_ms` is then when the owner last said so.
 */
export const agentSpanTables: PartMigrations = {
  part: "agent_spans",
  steps: [
    `CREATE TABLE agent_spans (
       id INTEGER PRIMARY KEY AUTOINCREMENT,
       place TEXT NOT NULL,
       from_ms INTEGER NOT NULL,
       until_ms INTEGER NOT NULL,
       owner TEXT
     ) STRICT;
     CREATE INDEX agent_spans_until ON agent_spans (until_ms) WHERE owner IS NULL;
     CREATE INDEX agent_spans_open ON agent_spans (id) WHERE owner IS NOT NULL;`,
  ],
};

/** What may still change files after the calls of a span have ended. */
export interface Leftover {
  /** The same text for the same processes. */
  readonly name: string;
  readonly isRunning: () => Promise<boolean>;
}

/** Times in which commands of the agent ran, those of other processes of this home too. */
export interface AgentSpans {
  /**
   * Opens a span before a command starts; what is given back ends it, once nothing is left over.
   *
   * @param place The only folder that it can write to; empty: anything.
   */
  begin(place: string, leftover?: Leftover): Promise<() => Promise<void>>;
  /** A process that goes on when this program ends. What is given back is called at its end. */
  beginKept(place: string, pid: number): Promise<() => Promise<void>>;
  /** As `beginKept`, for a process that an earlier run of the program began. */
  followKept(pid: number): Promise<() => Promise<void>>;
  /** Whether a file was changed while a command ran that could write to it. */
  contains(path: string, ctimeMs: number): Promise<boolean>;
  /** Ends every span that nothing runs in any more. */
  settle(): Promise<void>;
}

/** A command that starts so soon after another one goes on with its span. */
const joinMs = 100;
/** How often it is looked whether a span has ended. */
const lookMs = 1_000;
/** How often it is written down that one goes on. */
const beatMs = 5_000;
/** A program that dies is followed by what it started within this time. */
const afterDeathMs = 15_000;
/** File systems stamp with a clock that ticks this slowly. */
const tickMs = 12;
/** Those that keep whole seconds keep every second one, as FAT does. */
const wholeSecondsMs = 2_000;
const keptMs = 90 * 86_400_000;
/** Older ones are joined where less than an hour lies between, so that there are never many. */
const maxExact = 5_000;
const looseJoinMs = 3_600_000;

interface OpenSpan {
  readonly place: string;
  readonly id: number;
  readonly fromMs: number;
  /** For the time that passes, whatever becomes of the clock. */
  readonly begunAt: number;
  running: number;
  readonly left: Map<string, Leftover>;
}

const ownerSchema = z.object({ host: z.string(), pid: z.number(), start: z.string(), kept: z.boolean() });
type Owner = z.infer<typeof ownerSchema>;

export interface AgentSpansOptions {
  readonly store: () => Promise<State>;
  /** The store if there is one. */
  readonly existingStore: () => Promise<State | undefined>;
  readonly warn: (message: string) => void;
}

/** Keeps the spans in the store; see `agentSpanTables`. */
export function createAgentSpans(options: AgentSpansOptions): AgentSpans {
  return new StoredSpans(options);
}

class StoredSpans implements AgentSpans {
  readonly #options: AgentSpansOptions;
  readonly #open = new Map<string, OpenSpan>();
  /** The last one of each place that this process has ended. */
  readonly #ended = new Map<
    string,
    { readonly id: number; readonly fromMs: number; readonly endedAt: number }
  >();
  /** Spans of a store that can't be written. */
  readonly #unstored: { readonly place: string; readonly fromMs: number; readonly untilMs: number }[] = [];
  #timer: NodeJS.Timeout | undefined;
  #beatAt = 0;
  #settling: Promise<void> = Promise.resolve();
  #insertedSince = maxExact;
  #self: Promise<Owner> | undefined;

  constructor(options: AgentSpansOptions) {
    this.#options = options;
  }

  async begin(place: string, leftover?: Leftover): Promise<() => Promise<void>> {
    const state = await this.#options.store();
    const owner = await (this.#self ??= ownerOf(process.pid));
    const span = this.#open.get(place) ?? this.#start(place, state, owner);
    span.running += 1;
    let hasEnded = false;
    return async () => {
      if (hasEnded) return;
      hasEnded = true;
      span.running -= 1;
      if (leftover !== undefined) span.left.set(leftover.name, leftover);
      await this.settle();
    };
  }

  async beginKept(place: string, pid: number): Promise<() => Promise<void>> {
    const state = await this.#options.store();
    const owner = await ownerOf(pid, true);
    const id = this.#insert(state, { place, fromMs: Date.now(), owner });
    return async () => await this.#endRow(id);
  }

  async followKept(pid: number): Promise<() => Promise<void>> {
    const state = await this.#options.store();
    const text = JSON.stringify(await ownerOf(pid, true));
    const rows = openRows(state).filter(({ owner }) => owner === text);
    return async () => {
      for (const { id } of rows) await this.#endRow(id);
    };
  }

  async contains(path: string, ctimeMs: number): Promise<boolean> {
    const state = await this.#options.existingStore();
    if (state === undefined) return false;
    await this.settle();
    const isIn = ({ place, fromMs, untilMs }: { place: string; fromMs: number; untilMs: number }): boolean =>
      fromMs <= ctimeMs + (ctimeMs % 1_000 === 0 ? wholeSecondsMs : tickMs) &&
      ctimeMs <= untilMs &&
      (place === "" || path.startsWith(`${place}/`));
    const always = Number.POSITIVE_INFINITY;
    if ([...this.#open.values()].some((span) => isIn({ ...span, untilMs: always }))) return true;
    if (this.#unstored.some(isIn)) return true;
    if (endedSince(state, ctimeMs).some(isIn)) return true;
    const own = new Set([...this.#open.values()].map(({ id }) => id));
    const others = openRows(state).filter(
      ({ id, ...row }) => !own.has(id) && isIn({ ...row, untilMs: always }),
    );
    for (const row of others) if (isIn({ ...row, untilMs: await this.#untilOf(row, state) })) return true;
    return false;
  }

  async settle(): Promise<void> {
    if (this.#open.size === 0) return;
    const settled = this.#settling.then(() => this.#settleAll());
    this.#settling = settled;
    await settled;
  }

  async #settleAll(): Promise<void> {
    try {
      const state = await this.#options.store();
      for (const span of this.#open.values()) {
        if (span.running > 0) continue;
        // oxlint-disable-next-line no-await-in-loop -- few, and nearly always one
        for (const [name, { isRunning }] of span.left) if (!(await isRunning())) span.left.delete(name);
        // A command may have begun meanwhile.
        if (span.running === 0 && span.left.size === 0) this.#end(span, state);
      }
    } catch (error) {
      // They stay open, so that nothing is taken for the person's, and are tried again.
      this.#options.warn(`The end of a command could not be noted: ${String(error)}.`);
    }
    if (this.#open.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #start(place: string, state: State, owner: Owner): OpenSpan {
    const last = this.#ended.get(place);
    const joins = last !== undefined && performance.now() - last.endedAt < joinMs && !state.readOnly;
    const fromMs = joins ? last.fromMs : Date.now();
    const id = joins ? last.id : this.#insert(state, { place, fromMs, owner });
    if (joins)
      state.transaction(({ run }) =>
        run("UPDATE agent_spans SET owner = ? WHERE id = ?", JSON.stringify(owner), id),
      );
    const span = {
      place,
      id,
      fromMs,
      begunAt: performance.now() - (Date.now() - fromMs),
      running: 0,
      left: new Map(),
    };
    this.#open.set(place, span);
    if (this.#timer === undefined) this.#beatAt = performance.now();
    this.#timer ??= setInterval(() => void this.#look(), lookMs).unref();
    return span;
  }

  #insert(state: State, { place, fromMs, owner }: { place: string; fromMs: number; owner: Owner }): number {
    if (state.readOnly) return 0;
    return state.transaction((tables) => {
      if (++this.#insertedSince > maxExact / 5) {
        prune(tables);
        this.#insertedSince = 0;
      }
      const values = [place, fromMs, Date.now(), JSON.stringify(owner)];
      return tables.run(
        "INSERT INTO agent_spans (place, from_ms, until_ms, owner) VALUES (?, ?, ?, ?)",
        ...values,
      ).lastId;
    });
  }

  #end(span: OpenSpan, state: State): void {
    const now = Date.now();
    const lastedMs = performance.now() - span.begunAt;
    // The clock may have been set meanwhile, forth or back.
    const fromMs = Math.floor(Math.min(span.fromMs, now - lastedMs));
    const untilMs = Math.ceil(Math.max(now, span.fromMs + lastedMs)) + 1;
    if (state.readOnly) this.#unstored.push({ place: span.place, fromMs, untilMs });
    else
      state.transaction(({ run }) =>
        run(
          "UPDATE agent_spans SET from_ms = ?, until_ms = ?, owner = NULL WHERE id = ?",
          ...[fromMs, untilMs, span.id],
        ),
      );
    this.#open.delete(span.place);
    this.#ended.set(span.place, { id: span.id, fromMs, endedAt: performance.now() });
  }

  async #endRow(id: number): Promise<void> {
    try {
      const state = await this.#options.store();
      if (state.readOnly) return;
      state.transaction(({ run }) =>
        run("UPDATE agent_spans SET until_ms = ?, owner = NULL WHERE id = ?", Date.now() + 1, id),
      );
    } catch (error) {
      // It stays open, and ends when somebody sees that its owner is gone.
      this.#options.warn(`The end of a command could not be noted: ${String(error)}.`);
    }
  }

  async #look(): Promise<void> {
    await this.settle();
    if (this.#open.size === 0 || performance.now() - this.#beatAt < beatMs) return;
    this.#beatAt = performance.now();
    try {
      const state = await this.#options.store();
      if (state.readOnly) return;
      state.transaction(({ run }) => {
        for (const { id } of this.#open.values())
          run("UPDATE agent_spans SET until_ms = ? WHERE id = ?", Date.now(), id);
      });
    } catch {
      // The store is busy or closed: whoever reads it then sees that this process is there.
    }
  }

  /** Until when a row counts that is open as another process has it. */
  async #untilOf({ id, owner: text, untilMs: beatAt }: OpenRow, state: State): Promise<number> {
    const owner = parseOwner(text);
    if (owner !== undefined && (await isRunning(owner))) return Number.POSITIVE_INFINITY;
    // Of a kept process nobody has seen the end.
    const untilMs = owner?.kept === false ? beatAt + afterDeathMs : Date.now() + 1;
    if (!state.readOnly && untilMs <= Date.now() + 1)
      state.transaction(({ run }) =>
        run(
          "UPDATE agent_spans SET until_ms = ?, owner = NULL WHERE id = ? AND owner = ?",
          ...[untilMs, id, text],
        ),
      );
    return untilMs;
  }
}

interface Row {
  readonly id: number;
  readonly place: string;
  readonly fromMs: number;
  readonly untilMs: number;
}

type OpenRow = Row & { readonly owner: string };

function endedSince(state: State, ctimeMs: number): readonly Row[] {
  // A store that can't be written may be one without the table.
  if (state.readOnly) return [];
  return state.read(({ all }) =>
    all(
      "SELECT id, place, from_ms, until_ms FROM agent_spans WHERE owner IS NULL AND until_ms >= ? AND from_ms <= ?",
      ...[Math.floor(ctimeMs), Math.ceil(ctimeMs) + wholeSecondsMs],
    ).map(toRow),
  );
}

function openRows(state: State): readonly OpenRow[] {
  if (state.readOnly) return [];
  return state.read(({ all }) =>
    all("SELECT id, place, from_ms, until_ms, owner FROM agent_spans WHERE owner IS NOT NULL").map((row) => ({
      ...toRow(row),
      owner: String(row["owner"]),
    })),
  );
}

function toRow(row: Readonly<Record<string, unknown>>): Row {
  return {
    id: Number(row["id"]),
    place: String(row["place"]),
    fromMs: Number(row["from_ms"]),
    untilMs: Number(row["until_ms"]),
  };
}

/** Does something as the agent's work that may write anywhere. */
export async function within<Result>(
  spans: Pick<AgentSpans, "begin">,
  work: () => Promise<Result>,
): Promise<Result> {
  const end = await spans.begin("");
  try {
    return await work();
  } finally {
    await end();
  }
}

/** Forgets the oldest, and joins what is older than the newest ones. */
function prune({ all, run }: PartTables): void {
  run("DELETE FROM agent_spans WHERE owner IS NULL AND until_ms < ?", Date.now() - keptMs);
  const [newest] = all("SELECT id FROM agent_spans ORDER BY id DESC LIMIT 1 OFFSET ?", maxExact);
  if (newest === undefined) return;
  const rows = all(
    "SELECT id, place, from_ms, until_ms FROM agent_spans WHERE owner IS NULL AND id <= ? ORDER BY from_ms",
    newest["id"] ?? 0,
  ).map(toRow);
  const last = new Map<string, Row>();
  for (const row of rows) {
    const before = last.get(row.place);
    if (before === undefined || row.fromMs - before.untilMs > looseJoinMs) {
      last.set(row.place, row);
      continue;
    }
    const untilMs = Math.max(before.untilMs, row.untilMs);
    run("DELETE FROM agent_spans WHERE id = ?", row.id);
    run("UPDATE agent_spans SET until_ms = ? WHERE id = ?", untilMs, before.id);
    last.set(row.place, { ...before, untilMs });
  }
}

async function ownerOf(pid: number, kept = false): Promise<Owner> {
  const { startTimeOf } = await import("@hermes/terminal-backends");
  return { host: hostname(), pid, start: startTimeOf(pid) ?? "", kept };
}

async function isRunning({ host, pid, start }: Owner): Promise<boolean> {
  const { startTimeOf } = await import("@hermes/terminal-backends");
  return host === hostname() && startTimeOf(pid) === start;
}

/** Undefined: somebody has changed the row. */
function parseOwner(text: string): Owner | undefined {
  try {
    return ownerSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
