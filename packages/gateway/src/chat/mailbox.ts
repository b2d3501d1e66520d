import type { SlashCommand, UserAnswer } from "@hermes/agent-loop/controller";
import type { InboundRow, UnfinishedTurn } from "../store/inbox-store.ts";
import type { Fence } from "../store/owner-store.ts";
import { takeBacklog } from "./backlog.ts";
import { Conversation } from "./conversation.ts";
import { gatewayCommands } from "./gateway-commands.ts";
import { commandFacts } from "./gateway-hooks.ts";
import type { GatewayParts, ServedPlatform } from "./gateway-parts.ts";
import { nextBatch, readMessage } from "./next-batch.ts";
import { chatCommands } from "./open-chat.ts";

export interface MailboxOptions {
  readonly parts: GatewayParts;
  readonly served: () => ServedPlatform;
  readonly key: string;
  /** Whether several people speak in it. */
  readonly shared: boolean;
  /** Nothing is open and nothing waits any more: it can be forgotten. */
  readonly onIdle: () => void;
}

const resumeAgainMs = 60_000;

type Job = (fence: Fence) => Promise<unknown>;

/** Brings the messages of one chat in order, and decides when each is dealt with. */
export class Mailbox {
  readonly #options: MailboxOptions;
  readonly #ending = new AbortController();
  readonly #commands: readonly SlashCommand[];
  readonly #conversation: Conversation;
  #waiting: InboundRow[] = [];
  readonly #jobs: Job[] = [];
  #pump: Promise<void> | undefined;
  #isWorking = false;
  #idle: ReturnType<typeof setTimeout> | undefined;
  #wake: () => void = () => undefined;
  #isDraining = false;

  constructor(options: MailboxOptions) {
    this.#options = options;
    const { parts, key, served, shared } = options;
    const own = gatewayCommands({
      ...{ store: parts.store, chat: key, spokenReplies: parts.spokenReplies },
      forgetWaiting: async () => await this.#forgetWaiting(),
      mayRun: (...asked) => parts.access.mayRun(...asked),
    });
    this.#commands = chatCommands([...own, ...parts.commands]);
    const { signal } = this.#ending;
    this.#conversation = new Conversation({ parts, served, key, shared, commands: this.#commands, signal });
  }

  /** How many messages wait. */
  get waiting(): number {
    return this.#waiting.length;
  }

  get isBusy(): boolean {
    return this.#isWorking;
  }

  /** Takes a message that is kept: at once what can be done while a turn runs, any other in its order. */
  take(row: InboundRow): void {
    if (!this.#conversation.isPlaying || row.wake !== undefined) return this.#queue(row);
    this.#conversation.awaited();
    const read = readMessage(row, this.#commands);
    if (read.type === "command") {
      const isAllowed = this.#options.parts.access.mayRun(read.name, row.tier, row.message.at.platform);
      const { fence } = this.#options.served();
      const isNow = read.whileBusy && isAllowed && this.#conversation.inTurn;
      if (!isNow || fence === undefined) return this.#queue(row);
      return this.#watch(this.#conversation.commandMeanwhile(row, read.line, fence));
    }
    const mode = read.mode ?? this.#conversation.busyMode;
    const { files, isUntrusted = false } = row.message;
    // The turn under way would take untrusted words for those of a person; and one that nobody asked for has an answer of its own.
    const canSteer = files.length === 0 && !isUntrusted && !this.#conversation.isQuiet;
    if (mode === "steer" && canSteer)
      return this.#watch(
        this.#conversation.steer(read.row).then((steered) => (steered ? undefined : this.#queue(row))),
      );
    this.#queue(row);
    if (mode === "interrupt") this.#conversation.interrupt();
    return undefined;
  }

  /** The text of a message was changed; what does not wait any more stays as it is. */
  correct(messageId: string, text: string): void {
    this.#waiting = this.#waiting.map((row) =>
      row.message.messageId === messageId ? { ...row, message: { ...row.message, text } } : row,
    );
  }

  /** Takes what waits for this chat in the store. */
  async load(): Promise<void> {
    const rows = await this.#options.parts.store.inbox.waiting(this.#options.key);
    for (const row of rows) this.#queue(row);
  }

  /** Goes on with a turn whose process died, before anything else. */
  resume(turn: UnfinishedTurn): void {
    this.#do(async (fence) => {
      try {
        await this.#conversation.resume(turn, fence);
      } catch (error) {
        // Another program may have the session open.
        setTimeout(() => this.resume(turn), resumeAgainMs).unref();
        throw error;
      }
      // Messages of it may wait again.
      await this.load();
    });
  }

  /** Gives an answer to an approval; a turn that waits for it goes on. */
  approve(id: string, given: UserAnswer): void {
    // At once, for a call that waits in place; what has ended with the question goes on in its order.
    const answered = this.#conversation.answer(id, given).catch((error: unknown) => this.#report(error));
    this.#do(async (fence) => {
      await answered;
      await this.#conversation.goOn(fence);
    });
  }

  /** Ends the session where its time is over. */
  expire(): void {
    this.#do(async () => await this.#conversation.expire());
  }

  /** The chat goes on with another session from here on. */
  handOver(sessionId: string): void {
    this.#do(async () => await this.#conversation.handOver(sessionId));
  }

  /** Begins nothing more. Resolves once what runs has ended. */
  async drain(): Promise<void> {
    this.#isDraining = true;
    this.#wake();
    await this.#pump;
  }

  /** Ends what runs, such that the next start goes on with it, and closes the session. */
  async close(): Promise<void> {
    this.#isDraining = true;
    clearTimeout(this.#idle);
    this.#conversation.abandon();
    this.#wake();
    if (!this.#conversation.isPlaying) this.#ending.abort();
    await this.#pump;
    this.#ending.abort();
    await this.#conversation.close();
  }

  #queue(row: InboundRow): void {
    if (this.#waiting.some(({ id }) => id === row.id)) return;
    this.#waiting = [...this.#waiting, row].toSorted((one, other) => one.id - other.id);
    this.#wake();
    this.#start();
  }

  #do(job: Job): void {
    this.#jobs.push(job);
    this.#wake();
    this.#start();
  }

  #start(): void {
    if (this.#isWorking || this.#isDraining) return;
    clearTimeout(this.#idle);
    this.#isWorking = true;
    this.#pump = this.#work();
  }

  async #work(): Promise<void> {
    for (;;) {
      const step = this.#next();
      if (step === undefined) {
        // At once: what comes from here on starts it again.
        this.#isWorking = false;
        this.#armIdle();
        return;
      }
      try {
        // oxlint-disable-next-line no-await-in-loop -- one after another
        await (typeof step === "number" ? this.#sleep(step) : this.#options.parts.slots.run(step));
      } catch (error) {
        this.#report(error);
      }
    }
  }

  /** What is done next; a number: so many milliseconds are waited for more. Undefined: nothing. */
  #next(): number | (() => Promise<unknown>) | undefined {
    const { parts, served } = this.#options;
    const { fence, settings, connectedAt } = served();
    if (this.#isDraining || fence === undefined) return undefined;
    const job = this.#jobs.shift();
    if (job !== undefined) return async () => await job(fence);
    const backlog = takeBacklog(this.#waiting, { policy: settings.backlog, connectedAt });
    const batch = backlog ?? nextBatch(this.#waiting, parts.limits);
    if (batch === undefined) return undefined;
    const waitMs = batch.readyAt - parts.now();
    if (waitMs > 0) return waitMs;
    const { rows, dropped = [], note } = { dropped: undefined, note: undefined, ...batch };
    const taken = new Set([...rows, ...dropped]);
    this.#waiting = this.#waiting.filter((row) => !taken.has(row));
    return async () => {
      if (this.#isDraining) return;
      const ids = dropped.map(({ id }) => id);
      if (ids.length > 0) await parts.store.inbox.settle({ dropped: { ids, reason: "backlog" } }, fence);
      await this.#deal(rows, fence, note);
    };
  }

  async #deal(rows: readonly InboundRow[], fence: Fence, note: string | undefined): Promise<void> {
    const [first] = rows;
    if (first === undefined) return;
    if (first.wake !== undefined) return await this.#conversation.wake(first, fence);
    const read = rows.length === 1 ? readMessage(first, this.#commands) : undefined;
    if (read === undefined) await this.#conversation.say(rows, fence, note);
    else if (read.type === "words") await this.#conversation.say([read.row], fence, note);
    else if (this.#options.parts.access.mayRun(read.name, first.tier, first.message.at.platform))
      await this.#command(first, read, fence);
    else await this.#refuse(first, `/${read.name} is not for you here. /help lists what is.`, fence);
  }

  /** A command that somebody may run, unless a hook has something to say about it. */
  async #command(
    row: InboundRow,
    { name, line }: { readonly name: string; readonly line: string },
    fence: Fence,
  ): Promise<void> {
    const { parts, key } = this.#options;
    const verdict = await parts.hooks?.command(name, commandFacts(row, { name, line, key }));
    if (verdict === undefined) await this.#conversation.command(row, line, fence);
    else if (verdict.decision === "rewrite")
      await this.#conversation.say([{ ...row, message: { ...row.message, text: verdict.message } }], fence);
    else await this.#refuse(row, verdict.text, fence);
  }

  async #refuse({ id, message }: InboundRow, text: string, fence: Fence): Promise<void> {
    const outbound =
      text === "" ? [] : [{ key: `m${id}:refused`, to: message.at, kind: "reply" as const, text }];
    await this.#options.parts.store.inbox.settle({ answered: [id], outbound }, fence);
  }

  /** Until the time has passed or something comes. */
  async #sleep(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = () => undefined;
  }

  async #forgetWaiting(): Promise<number> {
    const { parts, served } = this.#options;
    const { fence } = served();
    const ids = this.#waiting.map(({ id }) => id);
    this.#waiting = [];
    if (fence === undefined || ids.length === 0) return 0;
    await parts.store.inbox.settle({ dropped: { ids, reason: "stopped" } }, fence);
    return ids.length;
  }

  #armIdle(): void {
    const { parts, onIdle } = this.#options;
    clearTimeout(this.#idle);
    if (this.#isDraining) return;
    this.#idle = setTimeout(() => {
      if (this.isBusy || this.#conversation.hasLiveWork) return this.#armIdle();
      onIdle();
      return this.#watch(this.close());
    }, parts.limits.closeIdleMs);
    this.#idle.unref();
  }

  #watch(work: Promise<unknown>): void {
    work.catch((error: unknown) => this.#report(error));
  }

  #report(error: unknown): void {
    const { parts, key } = this.#options;
    parts.log("error", "Something failed in a chat.", { chat: key, error: parts.redact(String(error)) });
  }
}
