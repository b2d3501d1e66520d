import type { BrowserSettings, BrowsersOptions } from "./browsers-options.ts";
import { withDefaults } from "./browsers-options.ts";
import type { Engine } from "./engine/engine.ts";
import { hasPlaywright, missingPlaywright } from "./engine/load-playwright.ts";
import { openEngine, whyNoBrowser } from "./engine/open-engine.ts";
import { BrowserSession } from "./session/browser-session.ts";
import { ContextPool } from "./session/context-pool.ts";
import { profilePath } from "./session/profile-file.ts";

export interface BrowsersStatus {
  /** Undefined: none runs now. */
  readonly running: "local" | "cdp" | "browserbase" | undefined;
  /** What a person should know of it, one sentence each. */
  readonly notes: readonly string[];
  /** How many sessions have pages open. */
  readonly sessions: number;
}

/** One browser, with a context for each task. */
export interface Browsers {
  /** The session of a task. Opens nothing by itself. */
  session(taskId: string): BrowserSession;
  /** Closes what a task has open. A task that has nothing open is closed already. */
  close(taskId: string): Promise<void>;
  status(): BrowsersStatus;
  /** The settings with their defaults. */
  readonly settings: BrowserSettings;
  /** Why no browser can be had, as one line; undefined: one can. Starts and loads nothing. */
  whyUnavailable(): Promise<string | undefined>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A browser without a session ends after this. */
const unusedMs = 30_000;

/**
 * The browser of a program. It is started by the first page that is asked for, and ends when nobody has needed it for a while.
 *
 * @throws {HermesError} `BROWSER_BAD_PROFILE` for a profile without a folder, or with a name that could lead elsewhere.
 */
export function openBrowsers(options: BrowsersOptions): Browsers {
  const settings = withDefaults(options);
  const { clock, profile, profilesFolder } = settings;
  if (profile !== undefined) profilePath(profilesFolder, profile);
  const sessions = new Map<string, { readonly session: BrowserSession; cancelReaping: () => void }>();
  const pool = new ContextPool(settings);
  let engine: Promise<Engine> | undefined;
  let running: Engine | undefined;
  let cancelEnd = (): void => {};
  let isClosed = false;

  const start = async (): Promise<Engine> => {
    cancelEnd();
    if (running !== undefined && !running.browser.isConnected()) await end();
    engine ??= openEngine(settings);
    const wanted = engine;
    try {
      running = await wanted;
      return running;
    } catch (error) {
      if (engine === wanted) engine = undefined;
      throw error;
    }
  };
  const end = async (): Promise<void> => {
    const ended = engine;
    engine = undefined;
    running = undefined;
    await (await ended?.catch(() => undefined))?.close();
  };
  const endSoon = (): void => {
    cancelEnd();
    const isNeeded = (): boolean => [...sessions.values()].some(({ session }) => session.isOpen);
    if (engine === undefined || isNeeded()) return;
    cancelEnd = clock.after(unusedMs, () => void (isNeeded() ? undefined : end()));
  };
  const reapLater = (taskId: string): void => {
    const entry = sessions.get(taskId);
    if (entry === undefined) return;
    entry.cancelReaping();
    entry.cancelReaping = clock.after(settings.idleMs, () => {
      if (entry.session.isBusy) return reapLater(taskId);
      const why = `The browser of this session was closed after ${settings.idleMs / 1_000} s without a call.`;
      void entry.session.close(why).then(endSoon);
    });
  };
  const newSession = (taskId: string): BrowserSession =>
    new BrowserSession({ taskId, settings, openContext: async () => await pool.open(await start()) });

  return {
    settings,
    session(taskId) {
      if (isClosed) throw new TypeError("The browsers are closed.");
      const entry = sessions.get(taskId) ?? { session: newSession(taskId), cancelReaping: () => undefined };
      sessions.set(taskId, entry);
      reapLater(taskId);
      return entry.session;
    },
    async close(taskId) {
      const entry = sessions.get(taskId);
      if (entry === undefined) return;
      entry.cancelReaping();
      sessions.delete(taskId);
      await entry.session.close();
      endSoon();
    },
    status: () => ({
      running: running?.kind,
      notes: running?.notes ?? [],
      sessions: [...sessions.values()].filter(({ session }) => session.isOpen).length,
    }),
    async whyUnavailable() {
      if (!hasPlaywright()) {
        const { message, hint } = missingPlaywright();
        return `${message} ${hint ?? ""}`;
      }
      return await whyNoBrowser(settings);
    },
    async [Symbol.asyncDispose]() {
      isClosed = true;
      const all = [...sessions.values()];
      sessions.clear();
      for (const { cancelReaping } of all) cancelReaping();
      await Promise.all(all.map(async ({ session }) => await session.close()));
      cancelEnd();
      await end();
    },
  };
}
