import type * as Core from "./browser-core.ts";
import type { Browsers, BrowsersStatus } from "./browsers.ts";
import type { BrowserSettings, BrowsersOptions } from "./browsers-options.ts";
import { withDefaults } from "./browsers-options.ts";
import type { EngineHolder } from "./engine/engine-holder.ts";
import { hasPlaywright, missingPlaywright } from "./engine/load-playwright.ts";
import { whyNoBrowser } from "./engine/why-no-browser.ts";
import type { BrowserSession } from "./session/browser-session.ts";
import type { HeldContext } from "./session/context-pool.ts";
import { profilePath } from "./session/profile-path.ts";

/** A browser without a session ends after this. */
const unusedMs = 30_000;

/**
 * The browser of a program. It is started by the first page that is asked for, and ends when nobody has needed it for a while. Until
 * the first session is asked for, next to nothing is loaded.
 *
 * @throws {HermesError} `BROWSER_BAD_PROFILE` for a profile without a folder, or with a name that could lead elsewhere.
 */
export function openBrowsers(options: BrowsersOptions): Browsers {
  const settings = withDefaults(options);
  if (settings.profile !== undefined) profilePath(settings.profilesFolder, settings.profile);
  return new SessionHolder(settings);
}

interface HeldSession {
  readonly session: BrowserSession;
  cancelReaping: () => void;
}

class SessionHolder implements Browsers {
  readonly settings: BrowserSettings;
  readonly #sessions = new Map<string, HeldSession>();
  #engine: EngineHolder | undefined;
  #makeSession: ((taskId: string) => BrowserSession) | undefined;
  #cancelEnd = (): void => {};
  #isClosed = false;

  constructor(settings: BrowserSettings) {
    this.settings = settings;
  }

  async session(taskId: string): Promise<BrowserSession> {
    const core = await import("./browser-core.ts");
    if (this.#isClosed) throw new TypeError("The browsers are closed.");
    const make = (this.#makeSession ??= this.#begin(core));
    const held = this.#sessions.get(taskId) ?? {
      session: make(taskId),
      cancelReaping: () => undefined,
    };
    this.#sessions.set(taskId, held);
    this.#reapLater(held);
    return held.session;
  }

  async close(taskId: string): Promise<void> {
    const held = this.#sessions.get(taskId);
    if (held === undefined) return;
    held.cancelReaping();
    this.#sessions.delete(taskId);
    await held.session.close();
    this.#endSoon();
  }

  status(): BrowsersStatus {
    const running = this.#engine?.running;
    return { running: running?.kind, notes: running?.notes ?? [], sessions: this.#open().length };
  }

  async whyUnavailable(): Promise<string | undefined> {
    if (hasPlaywright()) return await whyNoBrowser(this.settings);
    const { message, hint } = missingPlaywright();
    return `${message} ${hint ?? ""}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    this.#cancelEnd();
    const all = [...this.#sessions.values()];
    this.#sessions.clear();
    for (const { cancelReaping } of all) cancelReaping();
    await Promise.all(all.map(async ({ session }) => await session.close()));
    await this.#engine?.close();
  }

  #begin({ BrowserSession, ContextPool, EngineHolder }: typeof Core): (taskId: string) => BrowserSession {
    const { settings } = this;
    const engine = (this.#engine = new EngineHolder(settings));
    const pool = new ContextPool(settings);
    const openContext = async (): Promise<HeldContext> => {
      this.#cancelEnd();
      return await pool.open(await engine.open());
    };
    return (taskId) => new BrowserSession({ taskId, settings, openContext });
  }

  #open(): readonly HeldSession[] {
    return [...this.#sessions.values()].filter(({ session }) => session.isOpen);
  }

  #reapLater(held: HeldSession): void {
    const { clock, idleMs } = this.settings;
    held.cancelReaping();
    held.cancelReaping = clock.after(idleMs, () => {
      if (held.session.isBusy) return this.#reapLater(held);
      const why = `The browser of this session was closed after ${idleMs / 1_000} s without a call.`;
      this.#reap(held.session, why).catch(() => undefined);
    });
  }

  async #reap(session: BrowserSession, why: string): Promise<void> {
    await session.close(why);
    this.#endSoon();
  }

  #endSoon(): void {
    this.#cancelEnd();
    if (this.#isClosed || this.#engine?.isOpen !== true || this.#open().length > 0) return;
    this.#cancelEnd = this.settings.clock.after(unusedMs, () => {
      if (this.#open().length === 0) this.#engine?.close().catch(() => undefined);
    });
  }
}
