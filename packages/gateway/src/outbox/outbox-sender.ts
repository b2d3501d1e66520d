import type { Log } from "../chat/gateway-parts.ts";
import { oneLine } from "../chat/one-line.ts";
import { boundedWaitMs } from "../http/request-once.ts";
import type { OutboundMessage, Platform, PlatformConnection, SendOutcome } from "../platforms/platform.ts";
import type { NewOutbound, OutboundRow, OutboxStore } from "../store/outbox-store.ts";
import type { Fence } from "../store/owner-store.ts";
import { resendButton, toldKey } from "./resend.ts";
import { retryDelayMs } from "./retry-delay.ts";

const atOnce = 8;
/** Rows that other processes put are found within this time. */
const pollMs = 1_000;
const tryMs = 60_000;
/** Failures after which a message is given up: an hour and a half of tries. */
const maxAttempts = 24;

export interface OutboxSenderOptions {
  readonly outbox: OutboxStore;
  readonly platform: Platform;
  readonly connection: PlatformConnection;
  readonly fence: Fence;
  readonly now: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly log: Log;
  /** After each message that the platform took. */
  readonly onSent: () => void;
  /** The platform does not know us any more. */
  readonly onUnauthorised: (reason: string) => void;
}

/** Sends the rows of one platform while it is connected: those of one chat in order, those of several side by side. */
export class OutboxSender {
  readonly #options: OutboxSenderOptions;
  readonly #ending = new AbortController();
  readonly #sending = new Set<Promise<void>>();
  #unwatch: () => void = () => undefined;
  #running: Promise<void> = Promise.resolve();
  #wake: () => void = () => undefined;
  #isWoken = false;
  /** The platform asked for quiet until then. */
  #pausedUntil = 0;

  constructor(options: OutboxSenderOptions) {
    this.#options = options;
  }

  start(): void {
    const { outbox, platform, log } = this.#options;
    this.#unwatch = outbox.watch((name) => name === platform.name && this.#awaken());
    const logged = async (work: Promise<void>, problem: string): Promise<void> =>
      await work.catch((error: unknown) =>
        log("error", problem, { platform: platform.name, error: String(error) }),
      );
    // Side by side: looking for what may have arrived in one chat takes time, and keeps no other waiting.
    this.#running = Promise.all([
      logged(this.#run(), "The outbox of a platform stopped."),
      logged(this.#reconcile(), "What was being sent when the program ended could not be settled."),
    ]).then(() => undefined);
  }

  /** Begins no more tries, and waits for those under way. */
  async stop(): Promise<void> {
    this.#unwatch();
    this.#ending.abort();
    this.#awaken();
    await this.#running;
    await Promise.all(this.#sending);
  }

  async #run(): Promise<void> {
    const { outbox, platform, now } = this.#options;
    while (!this.#ending.signal.aborted) {
      this.#isWoken = false;
      const free = atOnce - this.#sending.size;
      const isPaused = this.#pausedUntil > now();
      // oxlint-disable-next-line no-await-in-loop -- one look after another
      const rows = free <= 0 || isPaused ? [] : await outbox.due(platform.name, now(), free);
      for (const row of rows) this.#track(this.#send(row));
      // oxlint-disable-next-line no-await-in-loop -- until something is due
      if (rows.length === 0 || rows.length < free) await this.#sleep(await this.#nextLookMs());
    }
  }

  async #nextLookMs(): Promise<number> {
    const { outbox, platform, now } = this.#options;
    const next = (await outbox.nextDueAt(platform.name)) ?? Number.POSITIVE_INFINITY;
    const due = Math.max(next - now(), this.#pausedUntil - now());
    return Math.min(Math.max(due, 5), pollMs);
  }

  #track(work: Promise<void>): void {
    const { log, platform } = this.#options;
    const tracked = work
      .catch((error: unknown) =>
        log("error", "A message could not be settled.", { platform: platform.name, error: String(error) }),
      )
      .finally(() => {
        this.#sending.delete(tracked);
        this.#awaken();
      });
    this.#sending.add(tracked);
  }

  /** Tries whose process died: nobody knows how they ended. */
  async #reconcile(): Promise<void> {
    const { outbox, fence, now } = this.#options;
    const settle = async (row: OutboundRow): Promise<void> => {
      if (row.platformId === undefined)
        await this.#settleUncertain(row, "The program ended while it was sent.");
      // An edit can be made twice.
      else await outbox.settle(row.id, { state: "queued", reason: "restarted", notBefore: now() });
    };
    // Of each chat there is one at most, and what is behind it waits for it.
    await Promise.all((await outbox.abandoned(fence)).map(settle));
  }

  async #send(row: OutboundRow): Promise<void> {
    const { outbox, fence, platform, connection, now } = this.#options;
    const message = messageOf(row, platform);
    const { platformId } = row;
    const isEdit = platformId !== undefined;
    if (isEdit && connection.edit === undefined) {
      if (await outbox.sending(row.id, fence))
        await outbox.settle(row.id, { state: "anew", reason: "cannot edit" });
      return;
    }
    if (!(await outbox.sending(row.id, fence))) return;
    const outcome = await this.#try(async (signal) =>
      isEdit && connection.edit !== undefined
        ? await connection.edit(platformId, message, { signal })
        : await connection.send(message, { signal }),
    );
    if (outcome.status === "sent") {
      this.#options.onSent();
      const id = isEdit ? platformId : outcome.messageId;
      await outbox.settle(row.id, { state: "sent", platformId: id, revision: row.revision, at: now() });
    } else if (outcome.status === "retry") await this.#settleRetry(row, outcome.reason, outcome.afterMs);
    else if (outcome.status === "failed") await this.#settleFailed(row, outcome, isEdit);
    else if (isEdit) await this.#settleRetry(row, outcome.reason, undefined);
    else await this.#settleUncertain(row, outcome.reason);
  }

  async #try(attempt: (signal: AbortSignal) => Promise<SendOutcome>): Promise<SendOutcome> {
    const control = new AbortController();
    const reason = (error: unknown): string =>
      oneLine(error instanceof Error ? error.message : String(error), 200);
    return await new Promise<SendOutcome>((resolve) => {
      // An adapter may hang whatever the signal says.
      const timer = setTimeout(() => {
        resolve({ status: "uncertain", reason: "No answer came." });
        control.abort();
      }, tryMs);
      attempt(control.signal)
        .then(resolve, (error: unknown) => resolve({ status: "uncertain", reason: reason(error) }))
        .finally(() => clearTimeout(timer));
    });
  }

  async #settleRetry(row: OutboundRow, reason: string, asked: number | undefined): Promise<void> {
    const { outbox, now, random } = this.#options;
    const afterMs = asked === undefined ? undefined : boundedWaitMs(asked);
    if (afterMs !== undefined) this.#pausedUntil = Math.max(this.#pausedUntil, now() + afterMs);
    const attempts = row.attempts + 1;
    if (row.kind === "progress" || attempts >= maxAttempts) {
      await outbox.settle(row.id, { state: "failed", reason, at: now() });
      return;
    }
    const notBefore = now() + retryDelayMs(attempts, afterMs, random);
    await outbox.settle(row.id, { state: "queued", reason, notBefore });
  }

  async #settleFailed(
    row: OutboundRow,
    { reason, code }: Extract<SendOutcome, { readonly status: "failed" }>,
    isEdit: boolean,
  ): Promise<void> {
    const { outbox, now, log, platform, onUnauthorised } = this.#options;
    if (code === "unauthorised") {
      onUnauthorised(reason);
      await outbox.settle(row.id, { state: "queued", reason, notBefore: now() + 60_000 });
      return;
    }
    if (isEdit && row.kind !== "progress") {
      await outbox.settle(row.id, { state: "anew", reason });
      return;
    }
    await outbox.settle(row.id, { state: "failed", reason, at: now() });
    if (row.kind === "progress") return;
    log("warn", "A message was given up.", { platform: platform.name, code, reason });
    if (code !== "forbidden" && code !== "no-such-chat")
      await this.#tell(row, `I could not send ${nameOf(row)}: ${oneLine(reason, 200)}`);
  }

  /** Asks the platform whether it arrived, where that can be; else it stays uncertain, and the person decides. */
  async #settleUncertain(row: OutboundRow, reason: string): Promise<void> {
    const { outbox, platform, connection, now } = this.#options;
    const found = await connection
      .lookUp?.(messageOf(row, platform), { signal: AbortSignal.timeout(tryMs) })
      .catch(() => "unknown" as const);
    if (typeof found === "object") {
      const { messageId: platformId } = found;
      await outbox.settle(row.id, { state: "sent", platformId, revision: row.revision, at: now() });
      return;
    }
    if (found === "not-there") {
      await this.#settleRetry(row, reason, undefined);
      return;
    }
    await outbox.settle(row.id, { state: "uncertain", reason, at: now() });
    await this.#tell(row, `${capital(nameOf(row))} may not have arrived.`);
  }

  /** What is said about messages is not said about itself, nor about what is of no consequence. */
  async #tell(row: OutboundRow, text: string): Promise<void> {
    if (row.kind === "notice" || row.kind === "progress") return;
    const { outbox, platform, now } = this.#options;
    const hasButtons = platform.can.buttons;
    const notice: NewOutbound = {
      ...{ key: toldKey(row), to: row.to, kind: "notice", silent: true },
      text: hasButtons ? text : `${text} Send /resend to have it again.`,
      ...(hasButtons ? { buttons: [[resendButton(row.id)]] } : {}),
    };
    await outbox.put([notice], now());
  }

  #awaken(): void {
    this.#isWoken = true;
    this.#wake();
  }

  async #sleep(ms: number): Promise<void> {
    if (this.#isWoken || this.#ending.signal.aborted) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = () => undefined;
  }
}

function messageOf(row: OutboundRow, platform: Platform): OutboundMessage {
  const { text, plain } = platform.render(row.text);
  const { to, key, replyTo, buttons, file, silent = false } = row;
  return { to, key, text, plain, replyTo, buttons, file, silent };
}

function nameOf({ file, text }: OutboundRow): string {
  if (file !== undefined) return `the file “${oneLine(file.name, 60)}”`;
  return `my message “${oneLine(text, 40)}”`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
