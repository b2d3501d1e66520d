import type { Tool } from "@hermes/registry";
import { cleanRecalled } from "./clean-recalled.ts";
import { fenceMemory, MemoryFenceFilter } from "./memory-fence.ts";
import type {
  MemoryProvider,
  ProviderMessage,
  ProviderOptions,
  ProviderSession,
  ProviderTurn,
} from "./memory-provider.ts";
import { providerTools, reasonOf } from "./provider-tools.ts";
import { TurnQueue } from "./turn-queue.ts";
import { waitAtMost } from "./wait-at-most.ts";

export interface AttachMemoryOptions {
  readonly provider: MemoryProvider;
  readonly session: Omit<ProviderSession, "signal">;
  /** Takes secrets out of what is sent. @default nothing is taken out */
  readonly redactor?: (() => Promise<(text: string) => string>) | undefined;
  /** Each kind of trouble is told once. */
  readonly onWarning: (message: string) => void;
  readonly limits?: Partial<MemoryLimits> | undefined;
}

/** How long a session waits for a memory, in milliseconds, and how much it takes from it. */
export interface MemoryLimits {
  /** Before a turn, and for what a prompt begins with. @default 1_500 */
  readonly waitMs: number;
  /** For what a summary must keep. @default 5_000 */
  readonly keepMs: number;
  /** Any call of it; then it is aborted. @default 30_000 */
  readonly callMs: number;
  /** At the end of a session. @default 5_000 */
  readonly stopMs: number;
  /** At the end, where it did not answer what it was asked last. @default 1_000 */
  readonly stopDeadMs: number;
  /** Characters of one text. @default 8_000 */
  readonly maxChars: number;
}

/** An external memory that can't hurt: late is nothing for now, failing is a warning, and what it says is data. */
export interface ExternalMemory {
  readonly name: string;
  /** What a prompt begins with, fenced; empty: nothing. */
  promptBlock(): Promise<string>;
  /**
   * What is known about the words that begin a turn, fenced. What came too late for the turn before comes with it; a
   * memory that still owes an answer is not waited for.
   */
  before(input: { readonly text: string; readonly signal: AbortSignal }): Promise<string | undefined>;
  /** Sends it a turn, in the background. */
  after(turn: ProviderTurn): void;
  /** What a summary must keep, fenced; undefined: nothing special. */
  keep(messages: readonly ProviderMessage[], options: ProviderOptions): Promise<string | undefined>;
  /** Of the toolset `external_memory`. */
  tools(): readonly Tool[];
  /** Takes fences out of an answer; one for each text. */
  filter(): MemoryFenceFilter;
  /**
   * Tells it what it was not told yet and lets it end, in five seconds at most; in one, where it did not answer what it was
   * asked last. Never rejects.
   */
  close(): Promise<void>;
}

const defaults: MemoryLimits = {
  waitMs: 1_500,
  keepMs: 5_000,
  callMs: 30_000,
  stopMs: 5_000,
  stopDeadMs: 1_000,
  maxChars: 8_000,
};

/** Puts a memory beside a session. It is started at once and not waited for. Never throws. */
export function attachMemory(options: AttachMemoryOptions): ExternalMemory {
  return new AttachedMemory(options);
}

class AttachedMemory implements ExternalMemory {
  readonly name: string;
  readonly #options: AttachMemoryOptions;
  readonly #limits: MemoryLimits;
  readonly #life = new AbortController();
  readonly #turns: TurnQueue;
  readonly #told = new Set<string>();
  #started: Promise<void> | undefined;
  /** Of an earlier turn; it came when nobody waited any more. */
  #late: string | undefined;
  #owesAnswer = false;
  #failedLast = false;

  constructor(options: AttachMemoryOptions) {
    this.name = options.provider.name;
    this.#options = options;
    this.#limits = { ...defaults, ...options.limits };
    this.#turns = new TurnQueue((turn) => this.#sync(turn));
    this.#ready().catch((error: unknown) => this.#warnFailed(error));
  }

  async promptBlock(): Promise<string> {
    const { provider } = this.#options;
    return this.#fenced(await this.#soon((call) => provider.promptBlock(call)));
  }

  async before({
    text,
    signal,
  }: {
    readonly text: string;
    readonly signal: AbortSignal;
  }): Promise<string | undefined> {
    const { provider } = this.#options;
    const query = await this.#outgoing(text);
    const fresh = query === "" ? "" : await this.#soon((call) => provider.prefetch(query, call), signal);
    const late =
      this.#late === undefined ? [] : [`Recalled too late for what was said before:\n${this.#late}`];
    this.#late = undefined;
    const fenced = this.#fenced([...late, fresh].filter((part) => part.trim() !== "").join("\n\n"));
    return fenced === "" ? undefined : fenced;
  }

  after(turn: ProviderTurn): void {
    this.#turns.add(turn);
  }

  async keep(messages: readonly ProviderMessage[], { signal }: ProviderOptions): Promise<string | undefined> {
    const { provider } = this.#options;
    const ask = async (): Promise<string> => {
      const sent = await Promise.all(
        messages.map(async ({ role, text }) => ({ role, text: await this.#outgoing(text) })),
      );
      return await this.#askText((call) => provider.beforeCompression(sent, call));
    };
    const waited = await waitAtMost(ask(), { ms: this.#limits.keepMs, signal });
    if (waited.kind === "failed") this.#warnFailed(waited.error);
    const fenced = waited.kind === "value" ? this.#fenced(waited.value) : "";
    return fenced === "" ? undefined : fenced;
  }

  tools(): readonly Tool[] {
    const { provider, redactor = async () => asItIs } = this.#options;
    return providerTools({
      tools: provider.tools(),
      name: this.name,
      ready: () => this.#ready(),
      redactor,
      clean: (text) => this.#clean(text),
      deadlineMs: this.#limits.callMs,
    });
  }

  filter(): MemoryFenceFilter {
    return new MemoryFenceFilter();
  }

  async close(): Promise<void> {
    const { provider } = this.#options;
    const end = async (): Promise<void> => {
      await this.#turns.drain();
      await provider.stop({ signal: this.#life.signal });
    };
    const { stopMs, stopDeadMs } = this.#limits;
    const seemsDead = this.#owesAnswer || this.#failedLast;
    const waited = await waitAtMost(end(), { ms: seemsDead ? Math.min(stopDeadMs, stopMs) : stopMs });
    if (waited.kind === "failed") this.#warnFailed(waited.error);
    const { untold } = this.#turns;
    if (untold > 0)
      this.#warn("untold", `was not told of ${untold === 1 ? "one message" : `${untold} messages`}.`);
    this.#life.abort(new DOMException("The conversation is over.", "AbortError"));
  }

  /** Started once; again by the next call, when it failed. */
  #ready(): Promise<void> {
    const { provider, session } = this.#options;
    this.#started ??= (async () => {
      await provider.start({ ...session, signal: this.#life.signal });
    })().catch((error: unknown) => {
      this.#started = undefined;
      throw error;
    });
    return this.#started;
  }

  /** One call of the memory; it is over after `callMs`, whether the memory hears the signal or not. */
  async #call<Value>(make: (options: ProviderOptions) => Promise<Value>): Promise<Value> {
    const timeout = AbortSignal.timeout(this.#limits.callMs);
    const signal = AbortSignal.any([this.#life.signal, timeout]);
    const made = (async () => {
      await this.#ready();
      return await make({ signal });
    })();
    const waited = await waitAtMost(made, { ms: this.#limits.callMs, signal: this.#life.signal });
    this.#failedLast = waited.kind !== "value";
    if (waited.kind === "value") return waited.value;
    throw waited.kind === "failed" ? waited.error : new Error("It did not answer.");
  }

  /** What is there in time; else nothing, and what comes later waits for the next message. */
  async #soon(make: (options: ProviderOptions) => Promise<string>, signal?: AbortSignal): Promise<string> {
    if (this.#owesAnswer) return "";
    const asked = this.#askText(make);
    const waited = await waitAtMost(asked, { ms: this.#limits.waitMs, signal });
    if (waited.kind === "value") return waited.value;
    if (waited.kind === "failed") {
      this.#warnFailed(waited.error);
      return "";
    }
    this.#owesAnswer = true;
    asked
      .then(
        (text) => void (this.#late = text.trim() === "" ? this.#late : text),
        (error: unknown) => this.#warnFailed(error),
      )
      .finally(() => void (this.#owesAnswer = false));
    if (signal?.aborted !== true) this.#warn("slow", "is slow: what it recalls comes with the next message.");
    return "";
  }

  async #sync(turn: ProviderTurn): Promise<void> {
    const { provider } = this.#options;
    const text = await this.#outgoing(turn.text);
    const answer = await this.#outgoing(turn.answer);
    if (text === "" && answer === "") return;
    try {
      await this.#call((call) => provider.sync({ text, answer }, call));
    } catch (error) {
      this.#warnFailed(error);
      throw error;
    }
  }

  /** A text as it may leave this machine. */
  async #outgoing(text: string): Promise<string> {
    const redact = (await this.#options.redactor?.()) ?? asItIs;
    return redact(text).trim();
  }

  /** What comes from elsewhere may be anything, whatever its type says. */
  async #askText(make: (options: ProviderOptions) => Promise<string>): Promise<string> {
    const answer: unknown = await this.#call(make);
    return typeof answer === "string" ? answer : "";
  }

  #fenced(text: string): string {
    const clean = this.#clean(text);
    return clean === "" ? "" : fenceMemory(clean, this.name);
  }

  #clean(text: string): string {
    return cleanRecalled(text, {
      maxChars: this.#limits.maxChars,
      onRefused: (reason) => this.#warn("refused", `sent something that is left out: ${reason}.`),
    });
  }

  #warnFailed(error: unknown): void {
    // What ends with the session did not fail.
    if (this.#life.signal.aborted) return;
    this.#warn("failed", `does not work, and the conversation goes on without it: ${reasonOf(error)}`);
  }

  #warn(kind: string, what: string): void {
    if (this.#told.has(kind)) return;
    this.#told.add(kind);
    this.#options.onWarning(`The memory ${this.name} ${what}`);
  }
}

function asItIs(text: string): string {
  return text;
}
