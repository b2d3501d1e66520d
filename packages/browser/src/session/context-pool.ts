import type { BrowserSettings } from "../browsers-options.ts";
import type { Engine, OpenContext } from "../engine/engine.ts";
import { within } from "./lock.ts";
import { readProfile, writeProfile } from "./profile-file.ts";
import type { StorageState } from "./profile-file.ts";
import { profilePath } from "./profile-path.ts";

/** A context that sessions work in. */
export interface HeldContext extends OpenContext {
  readonly engine: Engine;
  /** Keeps logins, a moment after the last of several calls. */
  saveSoon(): void;
  /** Whether logins outlast it. */
  readonly isKept: boolean;
  /** Whether other sessions, or the person, have tabs in it. */
  readonly isShared: boolean;
}

/** An action often sets several cookies, one after the other. */
const saveAfterMs = 300;
const closeSaveMs = 3_000;

/** Gives each session a context of its own, or all of them the one of the kept profile. */
export class ContextPool {
  readonly #settings: BrowserSettings;
  #shared: { readonly context: Promise<HeldContext>; users: number } | undefined;

  constructor(settings: BrowserSettings) {
    this.#settings = settings;
  }

  async open(engine: Engine): Promise<HeldContext> {
    const { profile } = this.#settings;
    if (profile === undefined) return await this.#openOwn(engine);
    const shared = (this.#shared ??= { context: this.#openKept(engine, profile), users: 0 });
    shared.users += 1;
    try {
      const held = await shared.context;
      held.context.once("close", () => {
        if (this.#shared === shared) this.#shared = undefined;
      });
      return { ...held, close: this.#release(held, shared) };
    } catch (error) {
      if (this.#shared === shared) this.#shared = undefined;
      throw error;
    }
  }

  async #openOwn(engine: Engine): Promise<HeldContext> {
    const open = await prepare(engine, undefined);
    return { ...open, engine, saveSoon: () => undefined, isKept: open.isPersonal, isShared: open.isPersonal };
  }

  async #openKept(engine: Engine, profile: string): Promise<HeldContext> {
    const path = profilePath(this.#settings.profilesFolder, profile);
    const open = await prepare(engine, readProfile(path));
    const { context } = open;
    // What can't be read any more was saved before.
    const save = async (): Promise<void> => {
      const state: StorageState | undefined = await context
        .storageState({ indexedDB: true })
        .catch(() => undefined);
      if (state !== undefined) writeProfile(path, state);
    };
    let running: Promise<void> = Promise.resolve();
    let timer: NodeJS.Timeout | undefined;
    const saveNow = async (): Promise<void> => {
      clearTimeout(timer);
      timer = undefined;
      running = running.then(save, save);
      await running;
    };
    context.once("close", () => clearTimeout(timer));
    return {
      ...open,
      engine,
      isKept: true,
      isShared: true,
      saveSoon: () => {
        timer ??= setTimeout(() => void saveNow().catch(() => undefined), saveAfterMs);
      },
      async close() {
        // A page that does not answer can't be asked what it stores: what was saved before stands.
        await within(closeSaveMs, saveNow());
        await open.close();
      },
    };
  }

  #release(held: HeldContext, shared: { users: number }): () => Promise<void> {
    let isOpen = true;
    return async () => {
      if (!isOpen) return;
      isOpen = false;
      shared.users -= 1;
      if (shared.users > 0) return held.saveSoon();
      if (this.#shared === shared) this.#shared = undefined;
      await held.close();
    };
  }
}

async function prepare(engine: Engine, state: StorageState | undefined): Promise<OpenContext> {
  const open = await engine.openContext(state);
  // Camera, location, notifications: nobody is there to be asked.
  if (!open.isPersonal) await open.context.grantPermissions([]).catch(() => undefined);
  return open;
}
