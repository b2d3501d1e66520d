import type { BackendProcess } from "../backend.ts";
import { LineWatch } from "./line-watch.ts";
import { checkText, endText, matchText } from "./notice-text.ts";
import type { ProcessNotice, ProcessRecord, ProcessRecords } from "./process-record.ts";
import { openScreen } from "./screen.ts";
import type { Screen, ScreenSize } from "./screen.ts";

export interface TrackedProcessOptions {
  readonly record: ProcessRecord;
  readonly records: ProcessRecords;
  readonly now: () => number;
  readonly screenSize: ScreenSize;
}

/** Lines in one notice about matches. */
const maxMatchLines = 20;
/** After so many notices the pattern is no sign of anything. */
const maxMatchNotices = 20;

/** A command in the background, what is stored about it, and its pending notices. */
export class TrackedProcess {
  readonly #options: TrackedProcessOptions;
  #record: ProcessRecord;
  #process: BackendProcess | undefined;
  #screen: Promise<Screen> | undefined;
  #saved: Promise<void> = Promise.resolve();
  #ended: Promise<void> = Promise.resolve();
  #wasKilled = false;
  /** Its session is over: what happens now is not reported. */
  #closed = false;
  /** Notices that were handed out are not changed any more. */
  readonly #handedOut = new Set<string>();
  #matchNotices = 0;
  #matched: { readonly noticeId: string; readonly lines: string[]; more: number } | undefined;
  #checks: ReturnType<typeof setInterval> | undefined;

  constructor(options: TrackedProcessOptions) {
    this.#options = options;
    this.#record = options.record;
  }

  get record(): ProcessRecord {
    return this.#record;
  }

  get isRunning(): boolean {
    return this.#record.state === "running";
  }

  /** How long it has run, or ran. */
  get runMs(): number {
    return (this.#record.exit?.atMs ?? this.#options.now()) - this.#record.startedAtMs;
  }

  /** Resolves when its end is stored. */
  get ended(): Promise<void> {
    return this.#ended;
  }

  /** The newest output; empty when only its record is left. */
  output(): string {
    return this.#process?.output() ?? "";
  }

  onOutput(listener: (text: string) => void): () => void {
    return this.#process?.onOutput(listener) ?? (() => undefined);
  }

  /** What its terminal shows. Undefined when it has none. */
  async screen(): Promise<string | undefined> {
    if (!this.#record.pty || this.#process === undefined) return undefined;
    this.#screen ??= openScreen(this.#process, this.#options.screenSize);
    return await (await this.#screen).read();
  }

  /** @throws {HermesError} See `BackendProcess.write`. */
  async write(text: string): Promise<void> {
    await this.#process?.write(text);
  }

  async closeInput(): Promise<void> {
    await this.#process?.closeInput();
  }

  async kill(): Promise<void> {
    this.#wasKilled = true;
    await this.#process?.kill();
    await this.#ended;
  }

  /** Takes over a process that runs, new or found again. */
  async follow(process: BackendProcess): Promise<void> {
    this.#process = process;
    const { handle = this.#record.handle, pid } = process;
    await this.#update({ state: "running", handle, pid });
    const { patterns, everyMs } = this.#record.notify;
    const watch = this.#watch(patterns);
    if (watch !== undefined) {
      watch.append(process.output());
      process.onOutput((text) => watch.append(text));
    }
    if (this.#record.pty) this.#screen = openScreen(process, this.#options.screenSize);
    if (everyMs !== undefined) this.#checks = setInterval(() => this.#check(), everyMs).unref();
    this.#ended = process.exited.then(
      async (exit) => {
        watch?.end();
        const isStored = await this.#end({ ...exit, atMs: this.#options.now() });
        // Only now: until its end was stored, it had to be found again.
        if (isStored) await process.discard?.();
      },
      // The backend lost it; nobody can say how it ended.
      async () => {
        await this.#end({ exitCode: null, atMs: this.#options.now() });
      },
    );
  }

  /** The program was cut off, and the process is not there any more. */
  async lose(): Promise<void> {
    const lost: ProcessRecord = {
      ...this.#record,
      state: "lost",
      exit: { exitCode: null, atMs: this.#options.now() },
    };
    await this.#update({ ...lost, ...withNotice(lost, { about: "end", text: endText(lost, "") }) });
  }

  /** Resolves when its changes so far are stored, or could not be. */
  async stored(): Promise<void> {
    await this.#saved;
  }

  /** Pending notices. They stay so until `delivered`. */
  takeNotices(): readonly ProcessNotice[] {
    for (const { id } of this.#record.notices) this.#handedOut.add(id);
    return this.#record.notices;
  }

  async delivered(ids: ReadonlySet<string>): Promise<void> {
    const notices = this.#record.notices.filter(({ id }) => !ids.has(id));
    if (notices.length < this.#record.notices.length) await this.#update({ notices });
  }

  /** Its end is being told in another way. */
  async endIsKnown(): Promise<void> {
    const notices = this.#record.notices.filter(({ about }) => about === "match");
    if (notices.length < this.#record.notices.length) await this.#update({ notices });
  }

  /** Stops to follow it. What is given is stored as its last word. */
  async close(last?: Partial<ProcessRecord>): Promise<void> {
    if (last !== undefined) await this.#update(last);
    this.#closed = true;
    clearInterval(this.#checks);
    (await this.#screen)?.close();
    await this.#saved;
  }

  /** @returns Whether it was stored. Otherwise the record goes on to say that it runs: next time it is looked for. */
  async #end(exit: NonNullable<ProcessRecord["exit"]>): Promise<boolean> {
    if (this.#closed) return false;
    clearInterval(this.#checks);
    const ended: ProcessRecord = { ...this.#record, state: this.#wasKilled ? "killed" : "exited", exit };
    const tells = ended.notify.onComplete && !this.#wasKilled;
    const text = endText(ended, this.output());
    // That it still ran is no news any more.
    const left = { ...ended, notices: ended.notices.filter(({ about }) => about !== "check") };
    return await this.#update(tells ? { ...left, ...withNotice(left, { about: "end", text }) } : left).then(
      () => true,
      () => false,
    );
  }

  #watch(patterns: readonly string[]): LineWatch | undefined {
    if (patterns.length === 0) return undefined;
    // What an earlier run of the program has told of comes first again.
    let known = this.#record.matches;
    return new LineWatch({
      patterns,
      onMatch: (line) => {
        if (known > 0) known -= 1;
        else this.#match(line);
      },
    });
  }

  /** Matches that nobody has read yet are one notice, so that a chatty program does not fill the session. */
  #match(line: string): void {
    const open = this.#matched;
    const matches = this.#record.matches + 1;
    if (open === undefined || this.#handedOut.has(open.noticeId)) {
      if (this.#matchNotices >= maxMatchNotices) return;
      this.#matchNotices += 1;
      this.#matched = { noticeId: noticeId(this.#record), lines: [line], more: 0 };
      const text = matchText(this.#record, [line], 0);
      this.#store({ matches, ...withNotice(this.#record, { about: "match", text }) });
      return;
    }
    if (open.lines.length < maxMatchLines) open.lines.push(line);
    else open.more += 1;
    const before = { ...this.#record, noticesMade: Number(open.noticeId.split(".")[1]) - 1 };
    const text = matchText(before, open.lines, open.more);
    const notices = this.#record.notices.map((each) =>
      each.id === open.noticeId ? { ...each, text } : each,
    );
    // Only counting: the next change that matters stores it too.
    if (open.more > 0) this.#record = { ...this.#record, matches, notices };
    else this.#store({ matches, notices });
  }

  #check(): void {
    const seconds = Math.round(this.runMs / 1_000);
    const text = checkText(this.#record, seconds, this.output());
    const isOld = ({ about, id }: ProcessNotice): boolean => about === "check" && !this.#handedOut.has(id);
    const left = { ...this.#record, notices: this.#record.notices.filter((each) => !isOld(each)) };
    this.#store(withNotice(left, { about: "check", text }));
  }

  #store(change: Partial<ProcessRecord>): void {
    // A notice that could not be stored is still told as long as this program lives.
    this.#update(change).catch(() => undefined);
  }

  /** Takes effect at once; resolves when it is stored. Changes are stored one after another. */
  async #update(change: Partial<ProcessRecord>): Promise<void> {
    if (this.#closed) return;
    this.#record = { ...this.#record, ...change };
    const record = this.#record;
    const saved = this.#saved.then(() => this.#options.records.save(record));
    this.#saved = saved.catch(() => undefined);
    await saved;
  }
}

/** What a record becomes by one more notice. */
export function withNotice(
  record: ProcessRecord,
  notice: Pick<ProcessNotice, "about" | "text">,
): Pick<ProcessRecord, "notices" | "noticesMade"> {
  return {
    notices: [...record.notices, { id: noticeId(record), ...notice }],
    noticesMade: record.noticesMade + 1,
  };
}

function noticeId({ id, noticesMade }: ProcessRecord): string {
  return `${id}.${noticesMade + 1}`;
}
