import { withFileLock } from "@hermes/atomic-files";
import type { State } from "@hermes/state";
import { randomUUID } from "node:crypto";
import { realpath } from "node:fs/promises";
import { doesNotCount, notAccepted, sessionOpen } from "./seal-messages.ts";
import type { SealRecord, TakenBy } from "./seal-records.ts";
import { nothingSealed, SealStore } from "./seal-store.ts";
import type { FoundRecord, Sealed } from "./seal-store.ts";
import type { SealedForm } from "./sealed-form.ts";
import { readStamped, seenText, stampOf } from "./stamped-file.ts";
import type { StampedFile } from "./stamped-file.ts";

export interface SealedFile {
  /** In the records: within the home relative to it, so that a home can be moved. */
  readonly name: string;
  readonly path: string;
  readonly form: SealedForm;
}

/** What of a file counts. */
export interface AcceptedText {
  /** Differs from that of every other text. */
  readonly mark: string;
  /** Undefined: as if there were no such file. */
  readonly text: string | undefined;
  /** Why nothing can count: it can't be read, or its record can't. */
  readonly problem?: string | undefined;
}

/** A file that holds something else than what counts. */
export interface SealedChange {
  readonly path: string;
  /** Of what it holds. */
  readonly hash: string;
  /** The person said no to it. */
  readonly isRefused: boolean;
  /** What counts. Of `.env` without secrets; of others as it is. */
  readonly before: string;
  /** What it holds. */
  readonly after: string;
}

/** Undefined: nobody can say. */
export type AskAboutChange = (change: SealedChange) => Promise<boolean | undefined>;

export interface HomeSealOptions {
  readonly files: readonly SealedFile[];
  /** The store, made where there is none. */
  readonly store: () => Promise<State>;
  /** The store; undefined where there is none yet. */
  readonly existingStore: () => Promise<State | undefined>;
  readonly warn: (message: string) => void;
  /** Milliseconds since 1970. @default Date.now */
  readonly now?: (() => number) | undefined;
}

interface Standing {
  readonly seen: StampedFile;
  readonly record: SealRecord;
  /** It holds what counts. */
  readonly fits: boolean;
}

/** How often a process says that it is there. */
const signMs = 3_600_000;

/**
 * Knows what the files that steer Hermes held when Hermes or the person left them. What they hold where no session was open
 * is the person's hand; what is changed otherwise counts once the person has said yes to it.
 */
export class HomeSeal {
  readonly #options: HomeSealOptions;
  readonly #now: () => number;
  readonly #id = randomUUID();
  readonly #seen = new Map<string, StampedFile>();
  readonly #records = new Map<string, SealRecord>();
  #entered: Promise<SealStore> | undefined;
  #signedAt = 0;
  /** The row of this process is in the store. */
  #begun = false;
  readonly #found: FoundRecord[] = [];
  /** False: the store can only be read, and what was found at the beginning holds. */
  #isKept = true;
  /** Changes that another Hermes is known not to be writing, that somebody was asked about, or was told of. */
  readonly #waitedFor = new Set<string>();
  readonly #asked = new Set<string>();
  readonly #told = new Set<string>();
  #settling: Promise<void> = Promise.resolve();

  constructor(options: HomeSealOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  /**
   * A session of this process goes by what the files hold now. Only reads, so that the first request does not wait.
   *
   * @param given Texts that were read before and are in use: these are compared, whatever the files hold by now.
   */
  async enter(given: ReadonlyMap<string, string | undefined> = new Map()): Promise<void> {
    this.#entered ??= this.#enter(given).catch((error: unknown) => {
      this.#entered = undefined;
      throw error;
    });
    await this.#entered;
  }

  async #enter(given: ReadonlyMap<string, string | undefined>): Promise<SealStore> {
    const state = await this.#options.store();
    const store = new SealStore(state, this.#id);
    this.#isKept = !state.readOnly;
    const sealed = store.read();
    for (const file of this.#options.files) {
      const { name, path } = file;
      const seen = given.has(path) ? { stamp: "", ...seenText(given.get(path)) } : readStamped(path);
      const before = sealed.records.get(name);
      const record = this.#next(file, seen, sealed);
      this.#seen.set(path, seen);
      this.#records.set(name, record);
      // What can't be read is not what anybody left.
      if (record !== before && record.hash !== undefined) this.#found.push({ before, record });
    }
    return store;
  }

  /** Before the first call of a tool: from here on what is changed by others is asked about, also after this process. */
  async begin(): Promise<void> {
    await this.enter();
    const store = await this.#entered;
    if (this.#begun || store === undefined) return;
    this.#signedAt = this.#now();
    store.begin(this.#signedAt, this.#found);
    this.#begun = true;
  }

  /** What holds of a file for a session that begins. */
  #next(file: SealedFile, seen: StampedFile, { records, holders }: Sealed): SealRecord {
    const record = records.get(file.name);
    if (record === undefined) return this.#recordOf(file, seen, "first");
    if (isSame(record, seen))
      return record.isOpen ? { ...record, isOpen: false, refused: undefined } : record;
    if (record.isOpen) return record;
    return holders.length > 0 ? { ...record, isOpen: true } : this.#recordOf(file, seen, "person");
  }

  #recordOf({ name, form }: SealedFile, { text, hash, problem }: StampedFile, takenBy: TakenBy): SealRecord {
    return {
      ...{ name, takenBy, at: this.#now(), isOpen: false, refused: undefined },
      hash: problem === undefined ? hash : undefined,
      kept: text === undefined ? undefined : form.keep(text),
    };
  }

  /**
   * What of a file counts now.
   *
   * @param given The text of the file, where it was read before: it is judged, whatever the file holds by now.
   */
  async textOf(path: string, given?: { readonly text: string | undefined }): Promise<AcceptedText> {
    const file = this.#fileOf(path);
    const { seen, record, fits } = await this.#standing(
      file,
      given && { stamp: "", ...seenText(given.text) },
    );
    if (fits) return { mark: seen.hash, text: seen.text };
    if (record.hash === "-") return { mark: "-", text: undefined };
    const text = record.kept === undefined ? undefined : file.form.restore(record.kept, seen.text);
    // What is not kept of it comes from the file.
    const mark = `${record.hash ?? "?"} ${seen.hash}`;
    if (record.hash !== undefined && text !== undefined) return { mark, text };
    return { mark, text: undefined, problem: seen.problem ?? "what it held is not known any more" };
  }

  /** Asks about everything that was changed beside Hermes, or tells of it where nobody can say. */
  async settle(ask?: AskAboutChange): Promise<void> {
    await this.enter();
    const { files } = this.#options;
    const isQuiet = !this.#begun || this.#now() - this.#signedAt < signMs;
    if (isQuiet && files.every((file) => this.#isUntouched(file))) return;
    const next = this.#settling.then(async () => {
      // oxlint-disable-next-line no-await-in-loop -- one question after another
      for (const file of files) await this.#settleFile(file, ask);
      await this.#sign();
    });
    this.#settling = next.catch(() => undefined);
    await next;
  }

  /** Some microseconds: every call passes here. */
  #isUntouched({ name, path }: SealedFile): boolean {
    const [seen, record] = [this.#seen.get(path), this.#records.get(name)];
    return seen !== undefined && record !== undefined && isSame(record, seen) && stampOf(path) === seen.stamp;
  }

  async #settleFile(file: SealedFile, ask: AskAboutChange | undefined): Promise<void> {
    const { seen, record, fits } = await this.#standing(file);
    if (fits) return;
    const change = changeOf(file, seen, record);
    const key = `${file.path} ${seen.hash}`;
    // One session may be run by the agent of another one, which then would answer itself.
    const elder = (await this.#entered)?.elderAt(this.#now());
    const canAsk = ask !== undefined && elder === undefined && seen.problem === undefined;
    if (canAsk && !change.isRefused && !this.#asked.has(key)) {
      const answer = await ask(change);
      this.#asked.add(key);
      // What was shown is taken up, whatever the file holds by now.
      if (answer === true) return await this.#put(this.#recordOf(file, seen, "person"));
      if (answer === false) await this.#put({ ...record, isOpen: true, refused: seen.hash });
    }
    if (this.#told.has(key)) return;
    this.#told.add(key);
    this.#options.warn(doesNotCount(file.path, elder));
  }

  async #sign(): Promise<void> {
    const now = this.#now();
    if (!this.#begun || now - this.#signedAt < signMs) return;
    (await this.#entered)?.sign(now);
    this.#signedAt = now;
  }

  /** Files that hold something else than what counts. */
  async changes(): Promise<readonly SealedChange[]> {
    const found: SealedChange[] = [];
    for (const file of this.#options.files) {
      // oxlint-disable-next-line no-await-in-loop -- a few small files
      const { seen, record, fits } = await this.#standing(file);
      if (!fits) found.push(changeOf(file, seen, record));
    }
    return found;
  }

  /**
   * Takes up what the person has seen, where no session is open.
   *
   * @returns What was taken up; a file that holds something else by now is not.
   * @throws {HermesError} `SEAL_SESSION_OPEN`: whoever asks may have been started by that session.
   */
  async accept<Change extends Pick<SealedChange, "path" | "hash">>(
    changes: readonly Change[],
  ): Promise<readonly Change[]> {
    const state = await this.#options.existingStore();
    const [open] = state === undefined ? [] : new SealStore(state, this.#id).othersAt(this.#now());
    if (open !== undefined) throw sessionOpen(open);
    const taken: Change[] = [];
    for (const change of changes) {
      const file = this.#fileOf(change.path);
      const seen = this.#look(change.path);
      if (seen.hash !== change.hash || seen.problem !== undefined) continue;
      // oxlint-disable-next-line no-await-in-loop -- a file or two
      await this.#put(this.#recordOf(file, seen, "person"));
      taken.push(change);
    }
    return taken;
  }

  /** @throws {HermesError} `PERMISSIONS_CHANGED` where the file holds something else than what counts. */
  async textToChange(path: string): Promise<string> {
    const { seen, fits } = await this.#standing(this.#fileOf(path), undefined, { isWriting: true });
    if (fits) return seen.text ?? "";
    throw notAccepted(path);
  }

  /**
   * Hermes wrote the file. Outside of a session that counts only where none is open: a command may have been started by
   * one, and its person is asked there.
   */
  async wrote(path: string, text: string): Promise<void> {
    const state = this.#entered === undefined ? await this.#options.existingStore() : undefined;
    if (state !== undefined && new SealStore(state, this.#id).othersAt(this.#now()).length > 0) return;
    const file = this.#fileOf(path);
    // Somebody may have been quicker: the file is looked at again.
    const seen = { stamp: "", ...seenText(text) };
    await this.#put(this.#recordOf(file, seen, this.#entered === undefined ? "person" : "hermes"));
  }

  /** At the end of the last session, once nothing that it started in this process runs any more. Never throws. */
  async leave(): Promise<void> {
    const store = await this.#entered?.catch(() => undefined);
    if (store === undefined || !this.#begun) return;
    this.#begun = false;
    const { files } = this.#options;
    try {
      const isUntouched = files.every((file) => this.#isUntouched(file));
      store.end(this.#now(), isUntouched ? undefined : ({ records }) => this.#changedSince(records));
    } catch {
      // The row of this process stays: what differs is then asked about as after a crash.
    }
  }

  /** With a word about whether what a file holds needs a yes. */
  #changedSince(records: ReadonlyMap<string, SealRecord>): readonly SealRecord[] {
    return this.#options.files.flatMap(({ name, path }) => {
      const record = records.get(name);
      if (record === undefined || record.hash === undefined) return [];
      const isOpen = !isSame(record, readStamped(path));
      const refused = isOpen ? record.refused : undefined;
      return isOpen === record.isOpen ? [] : [{ ...record, isOpen, refused }];
    });
  }

  /** What Hermes made of something counts as long as it is what was recorded. */
  async vouchFor(name: string, hash: string): Promise<void> {
    if ((await this.#recorded(name)) === hash) return;
    const at = this.#now();
    await this.#put({
      name,
      hash,
      kept: undefined,
      takenBy: "hermes",
      at,
      isOpen: false,
      refused: undefined,
    });
  }

  async isVouchedFor(name: string, hash: string): Promise<boolean> {
    return (await this.#recorded(name)) === hash;
  }

  async #recorded(name: string): Promise<string | undefined> {
    return this.#records.get(name)?.hash ?? (await this.#sealed()).records.get(name)?.hash;
  }

  async #sealed(): Promise<Sealed> {
    if (this.#entered !== undefined) return (await this.#entered).read();
    const state = await this.#options.existingStore();
    return state === undefined ? nothingSealed : new SealStore(state, this.#id).read();
  }

  async #standing(file: SealedFile, given?: StampedFile, { isWriting = false } = {}): Promise<Standing> {
    const { name, path } = file;
    if (this.#entered === undefined) {
      const seen = given ?? this.#look(path);
      const record = this.#next(file, seen, await this.#sealed());
      return { seen, record, fits: isSame(record, seen) };
    }
    await this.#entered;
    let seen = given ?? this.#look(path);
    const known = this.#records.get(name);
    if (known !== undefined && isSame(known, seen)) return { seen, record: known, fits: true };
    // Another Hermes may be about to record what it has just written.
    const key = `${path} ${seen.hash}`;
    if (!isWriting && !this.#waitedFor.has(key)) {
      await waitForWriter(path);
      this.#waitedFor.add(key);
      seen = given ?? this.#look(path);
    }
    const stored = this.#isKept ? (await this.#sealed()).records.get(name) : undefined;
    const record = stored ?? known ?? this.#recordOf(file, seen, "first");
    this.#records.set(name, record);
    return { seen, record, fits: isSame(record, seen) };
  }

  async #put(record: SealRecord): Promise<void> {
    this.#records.set(record.name, record);
    if (this.#entered !== undefined) return (await this.#entered).put(record);
    const state = await this.#options.existingStore();
    if (state !== undefined) new SealStore(state, this.#id).put(record);
  }

  #look(path: string): StampedFile {
    const last = this.#seen.get(path);
    if (last !== undefined && last.stamp === stampOf(path)) return last;
    const seen = readStamped(path);
    this.#seen.set(path, seen);
    return seen;
  }

  #fileOf(path: string): SealedFile {
    const file = this.#options.files.find((each) => each.path === path);
    if (file === undefined) throw new TypeError(`${path} is not sealed.`);
    return file;
  }
}

function isSame({ hash }: SealRecord, seen: StampedFile): boolean {
  return hash !== undefined && hash === seen.hash;
}

function changeOf({ path, form }: SealedFile, { text, hash }: StampedFile, record: SealRecord): SealedChange {
  return { path, hash, isRefused: record.refused === hash, ...form.show(record.kept, text) };
}

async function waitForWriter(path: string): Promise<void> {
  const file = await realpath(path).catch(() => path);
  try {
    await withFileLock(`${file}.lock`, () => undefined, { code: "PERMISSIONS_LOCKED", waitMs: 2_000 });
  } catch {
    // Whoever holds it for so long is no writer of ours, or the home can't be written.
  }
}
