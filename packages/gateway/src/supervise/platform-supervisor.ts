import { HermesError } from "@hermes/registry";
import type { LeaseOwner } from "@hermes/agent-loop";
import type { ChatSettings } from "../chat/chat-settings.ts";
import type { Log, ServedPlatform } from "../chat/gateway-parts.ts";
import { oneLine } from "../chat/one-line.ts";
import { pause } from "@hermes/registry/pause";
import { OutboxSender } from "../outbox/outbox-sender.ts";
import { retryDelayMs } from "../outbox/retry-delay.ts";
import type { Platform, PlatformConnection, PlatformHealth, PlatformHost } from "../platforms/platform.ts";
import type { GatewayStore } from "../store/gateway-store.ts";
import type { Fence } from "../store/owner-store.ts";
import { holdPlatform, leaseMs } from "./hold-platform.ts";

const connectMs = 30_000;
const stopMs = 5_000;
const tickMs = 5_000;
/** After so long without a sign the platform is asked, and has `checkMs` to answer: together less than 90 seconds. */
const quietMs = 60_000;
const checkMs = 15_000;
const heldAgainMs = 15_000;
/** From so many failures on it is said that nobody should wait for it. */
const manyFailures = 10;

export interface PlatformSupervisorOptions {
  readonly platform: Platform;
  /** As the platform's own schema has parsed them. */
  readonly settings: unknown;
  readonly chatSettings: ChatSettings;
  readonly store: GatewayStore;
  readonly owner: LeaseOwner;
  readonly isGone: (owner: LeaseOwner) => boolean;
  readonly host: Pick<PlatformHost, "message" | "press" | "fetch" | "route" | "deliver">;
  /** It has the platform, and nobody else does. Called once for each lease. */
  readonly onHeld: (fence: Fence) => Promise<void>;
  /** After each connect. */
  readonly onConnected: (connection: PlatformConnection) => Promise<void>;
  readonly onHealth: (health: PlatformHealth) => void;
  /** Another one has the platform: nothing may be done in its name any more. */
  readonly onLost: () => Promise<void>;
  readonly now: () => number;
  readonly random: () => number;
  readonly redact: (text: string) => string;
  readonly log: Log;
}

/** Keeps one platform connected, whatever happens, and says how it is. */
export class PlatformSupervisor implements ServedPlatform {
  readonly #options: PlatformSupervisorOptions;
  readonly #ending = new AbortController();
  #health: PlatformHealth = { state: "connecting" };
  #connection: PlatformConnection | undefined;
  #sender: OutboxSender | undefined;
  #fence: Fence | undefined;
  #connectedAt: number;
  #failures = 0;
  #running: Promise<void> | undefined;
  #settled: () => void = () => undefined;
  /** Resolves with the first connect that worked, or failed. */
  readonly firstTry: Promise<void>;

  constructor(options: PlatformSupervisorOptions) {
    this.#options = options;
    this.#connectedAt = options.now();
    this.firstTry = new Promise((resolve) => (this.#settled = resolve));
  }

  get platform(): Platform {
    return this.#options.platform;
  }

  get settings(): ChatSettings {
    return this.#options.chatSettings;
  }

  get connection(): PlatformConnection | undefined {
    return this.#connection;
  }

  get fence(): Fence | undefined {
    return this.#fence;
  }

  get connectedAt(): number {
    return this.#connectedAt;
  }

  get health(): PlatformHealth {
    return this.#health;
  }

  start(): void {
    this.#running ??= this.#run()
      .catch((error: unknown) => {
        if (!this.#ending.signal.aborted) this.#fail(error, "failed");
      })
      .finally(() => this.#settled());
  }

  /** Takes nothing more in. What is still to be sent stays in the store. */
  async stop(): Promise<void> {
    this.#ending.abort(new Error("The gateway ends."));
    await this.#running;
    await this.#disconnect();
    if (this.#fence !== undefined) await this.#options.store.owners.release(this.#fence);
    this.#fence = undefined;
    this.#say({ state: "stopped" });
  }

  async #run(): Promise<void> {
    const { signal } = this.#ending;
    while (!signal.aborted) {
      // oxlint-disable-next-line no-await-in-loop -- tries
      if (!(await this.#hold())) {
        this.#settled();
        // oxlint-disable-next-line no-await-in-loop -- tries
        await pause(heldAgainMs, signal);
        continue;
      }
      try {
        // oxlint-disable-next-line no-await-in-loop -- tries
        await this.#connect();
        this.#settled();
        // oxlint-disable-next-line no-await-in-loop -- until it is lost
        await this.#watch();
      } catch (error) {
        if (signal.aborted) return;
        const isPermanent = isOver(error);
        this.#fail(error, isPermanent ? "failed" : "retrying");
        this.#settled();
        // oxlint-disable-next-line no-await-in-loop -- tries
        await this.#disconnect();
        if (isPermanent) return;
      }
      this.#failures += 1;
      // oxlint-disable-next-line no-await-in-loop -- tries
      await pause(retryDelayMs(this.#failures, undefined, this.#options.random), signal);
    }
  }

  async #hold(): Promise<boolean> {
    const { store, platform, owner, isGone, now, onHeld } = this.#options;
    if (this.#fence !== undefined) return true;
    const held = await holdPlatform({ owners: store.owners, platform: platform.name, owner, isGone, now });
    if (!held.ok) {
      this.#say({ state: "failed", reason: held.reason, hint: held.hint });
      return false;
    }
    this.#fence = held.fence;
    await onHeld(held.fence);
    return true;
  }

  async #connect(): Promise<void> {
    const { platform, settings, now, onConnected, store, log, random } = this.#options;
    this.#say({ ...this.#health, state: this.#failures === 0 ? "connecting" : "retrying" });
    const connection = await withinTime(
      async (signal) => await platform.connect(settings, this.#host(), { signal }),
      { ms: connectMs, signal: this.#ending.signal, late: async (made) => await made.stop() },
    );
    this.#connection = connection;
    this.#connectedAt = now();
    // What it said itself when it came up stays: that it is up, but not with everything.
    const isSaid = this.#health.state === "up";
    const { reason, hint } = isSaid ? this.#health : {};
    this.#say({ ...this.#health, state: "up", reason, hint, heardAt: now() });
    const { fence } = this;
    if (fence === undefined) return;
    const onSent = (): void => this.#say({ ...this.#health, spokeAt: now(), heardAt: now() });
    const onUnauthorised = (reason: string): void => this.#say({ ...this.#health, state: "failed", reason });
    this.#sender = new OutboxSender({
      ...{ outbox: store.outbox, platform, connection, fence, now, random, log, onSent, onUnauthorised },
    });
    this.#sender.start();
    await onConnected(connection);
  }

  /** Returns or throws once the connection is of no use any more. */
  async #watch(): Promise<void> {
    const { now, platform } = this.#options;
    const { signal } = this.#ending;
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- a look now and then
      await pause(tickMs, signal);
      // oxlint-disable-next-line no-await-in-loop -- a look now and then
      await this.#renew();
      const { state, reason, hint, heardAt = this.#connectedAt } = this.#health;
      if (state === "failed")
        throw new HermesError(reason ?? `${platform.label} refused to go on.`, {
          code: "PLATFORM_UNAUTHORISED",
          hint,
        });
      if (now() - this.#connectedAt > quietMs && state === "up") this.#failures = 0;
      // oxlint-disable-next-line no-await-in-loop -- a look now and then
      if (now() - heardAt >= quietMs) await this.#check();
    }
  }

  async #check(): Promise<void> {
    const { now, platform } = this.#options;
    const { signal } = this.#ending;
    try {
      await withinTime(async (limited) => await this.#connection?.check({ signal: limited }), {
        ms: checkMs,
        signal,
      });
    } catch (cause) {
      signal.throwIfAborted();
      if (isOver(cause)) throw cause;
      throw new HermesError(`${platform.label} has not answered for more than a minute.`, {
        ...{ code: "PLATFORM_UNREACHABLE", cause },
        hint: "It is connected to anew; see whether this machine has a network.",
      });
    }
    this.#say({ ...this.#health, heardAt: now() });
  }

  async #renew(): Promise<void> {
    const { store, now, onLost } = this.#options;
    if (this.#fence === undefined || (await store.owners.renew(this.#fence, now() + leaseMs))) return;
    this.#fence = undefined;
    await onLost();
    throw new HermesError("Another gateway has taken this platform.", {
      code: "PLATFORM_CONFLICT",
      hint: "Stop one of the two.",
    });
  }

  #host(): PlatformHost {
    const { host, store, platform, now, log, redact } = this.#options;
    const heard = (): void => this.#say({ ...this.#health, heardAt: now() });
    return {
      ...host,
      async message(message) {
        heard();
        await host.message(message);
      },
      async press(press) {
        heard();
        await host.press(press);
      },
      health: (health) => {
        const { reason, hint } = health;
        this.#say({
          ...this.#health,
          ...health,
          reason: reason === undefined ? reason : redact(reason),
          hint,
        });
      },
      memory: {
        read: async (key) => await store.memory.read(platform.name, key),
        write: async (key, text) => await store.memory.write(platform.name, key, text),
      },
      now,
      log: (level, message, fields) => log(level, message, { platform: platform.name, ...fields }),
    };
  }

  async #disconnect(): Promise<void> {
    const [sender, connection] = [this.#sender, this.#connection];
    this.#sender = undefined;
    this.#connection = undefined;
    const ended = Promise.all([connection?.stop(), sender?.stop()]);
    const never = new AbortController().signal;
    await withinTime(async () => await ended, { ms: stopMs, signal: never }).catch((error: unknown) => {
      this.#options.log("warn", "A platform did not stop in time.", {
        platform: this.platform.name,
        error: String(error),
      });
    });
  }

  #fail(error: unknown, state: "failed" | "retrying"): void {
    const { redact, log, platform } = this.#options;
    const message = redact(oneLine(error instanceof Error ? error.message : String(error), 240));
    const own = saidBy(error, "hint");
    const isLong = state === "retrying" && this.#failures >= manyFailures;
    const hint = isLong ? `${own ?? ""} Tried ${this.#failures} times; now every five minutes.`.trim() : own;
    this.#say({ ...this.#health, state, reason: message, hint });
    log(state === "failed" ? "error" : "warn", "A platform is not connected.", {
      platform: platform.name,
      reason: message,
    });
  }

  #say(health: PlatformHealth): void {
    this.#health = health;
    this.#options.onHealth(health);
  }
}

/** Of any error: those of a plug-in may be of a class of its own. */
function saidBy(error: unknown, key: "code" | "hint"): string | undefined {
  const said = error instanceof Error && key in error ? Reflect.get(error, key) : undefined;
  return typeof said === "string" ? said : undefined;
}

/** Whether trying again is of no use before a person does something. */
function isOver(error: unknown): boolean {
  return saidBy(error, "code") === "PLATFORM_UNAUTHORISED";
}

interface WithinTime<Result> {
  readonly ms: number;
  readonly signal: AbortSignal;
  /** What is done with a result that comes too late. */
  readonly late?: ((result: Result) => Promise<void>) | undefined;
}

/** Does not wait for what hangs, even where that does not look at its signal. */
async function withinTime<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
  { ms, signal, late }: WithinTime<Result>,
): Promise<Result> {
  const control = new AbortController();
  const stop = (): void => control.abort(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  const timer = setTimeout(
    () =>
      control.abort(
        new HermesError(`No answer came within ${Math.round(ms / 1_000)} seconds.`, {
          code: "PLATFORM_UNREACHABLE",
        }),
      ),
    ms,
  );
  try {
    return await new Promise<Result>((resolve, reject) => {
      control.signal.addEventListener("abort", () => reject(control.signal.reason), { once: true });
      work(control.signal).then(
        (result) => {
          if (control.signal.aborted) late?.(result).catch(() => undefined);
          resolve(result);
        },
        (error: unknown) => reject(error),
      );
    });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}
