import type { CDPSession, Frame, Page } from "playwright-core";
import { findListening, type Listening } from "./in-page/find-listening.ts";
import { markPage, markPageParts, type MarkedPage, type MarkOptions } from "./in-page/mark-page.ts";
import {
  giveReferences,
  readDetails,
  readDetailsParts,
  type ElementDetails,
} from "./in-page/read-details.ts";
import { describe, describeParts, type ElementDescription } from "./in-page/describe.ts";

/** One document of a page in which functions can be run where no script of the page sees or changes them. */
export interface World {
  readonly id: string;
  readonly isMain: boolean;
  /** Whether the document is still that of the page or the frame. */
  isAlive(): boolean;
  /** Prepares the document for Playwright's snapshot, and tells what Playwright does not. */
  mark(options: Pick<MarkOptions, "visibleOnly" | "maxElements" | "maxValueChars">): Promise<Marked>;
  /** Takes back what `mark` changed of what Playwright sees. */
  unmark(): Promise<void>;
  isThere(id: number): Promise<boolean>;
  describe(id: number): Promise<ElementDescription | undefined>;
}

export interface PageWorlds {
  /** The documents of the page and of its frames, the page's own first. */
  all(): Promise<readonly World[]>;
}

type Marked = MarkedPage & { readonly details: readonly ElementDetails[] };

interface Context {
  readonly session: CDPSession;
  readonly frameId: string;
  readonly uniqueId: string;
  readonly isDefault: boolean;
  readonly name: string;
  /** Number of its first element. */
  readonly firstId: number;
  /** Whether the functions of the page are there. */
  isReady: boolean;
}

/** So many numbers each document has for its elements. */
const maxElementsOfDocument = 100_000_000;

/** Playwright's isolated world has this name with an identifier behind it; a test fails when it changes. */
const utilityWorld = "__playwright_utility_world";

// Put into the isolated world of a document with the first call; its state lives as long as the document. A bundler may have given
// the functions other names.
const program = `globalThis.hermesSnapshot = ((base) => {
${[...markPageParts, ...readDetailsParts, ...describeParts].map(String).join("\n")}
const state = { nextId: base, ids: new WeakMap(), byId: new Map(), references: new WeakMap(), walked: [], unseen: new Set(), kinds: new Map(), scrolled: new Map(), layers: [], secrets: new WeakSet(), listeners: new WeakSet(), undo: [] };
${giveReferences.name}(state);
return {
  mark: (options) => {
    const { told, finish, ...marked } = ${markPage.name}(state, options);
    const details = ${readDetails.name}(state, told, options);
    finish();
    return { ...marked, details };
  },
  unmark: () => {
    state.undo.forEach((undo) => undo());
    state.undo = [];
  },
  isThere: ({ id }) => state.byId.get(id)?.isConnected === true,
  describe: ({ id }) => ${describe.name}(state, id),
};
})`;

/** Opens the ways into the documents of a page. They last until the page is closed. */
export async function openPageWorlds(page: Page): Promise<PageWorlds> {
  const contexts = new Map<string, Context>();
  let documents = 0;
  const sessions = new WeakMap<Frame, CDPSession>();
  const watch = async (session: CDPSession): Promise<void> => {
    session.on("Runtime.executionContextCreated", ({ context }) => {
      contexts.set(context.uniqueId, {
        session,
        frameId: String(context.auxData?.["frameId"]),
        uniqueId: context.uniqueId,
        isDefault: String(context.auxData?.["isDefault"]) === "true",
        name: context.name,
        firstId: (documents += 1) * maxElementsOfDocument,
        isReady: false,
      });
    });
    session.on("Runtime.executionContextDestroyed", ({ executionContextUniqueId }) => {
      contexts.delete(executionContextUniqueId);
    });
    const forget = (): void => {
      for (const [id, context] of contexts) if (context.session === session) contexts.delete(id);
    };
    session.on("Runtime.executionContextsCleared", forget);
    session.on("close", forget);
    await session.send("Runtime.enable");
  };
  const own = await page.context().newCDPSession(page);
  await watch(own);
  const { frameTree } = await own.send("Page.getFrameTree");
  const isUtility = ({ name }: Context): boolean => name.startsWith(utilityWorld);

  // A frame of another site has a process and a session of its own.
  const findFrames = async (): Promise<void> => {
    const frames = page.frames().filter((frame) => frame !== page.mainFrame());
    if ([...contexts.values()].filter(isUtility).length > frames.length) return;
    for (const frame of frames) {
      const known = sessions.get(frame);
      if (known !== undefined && [...contexts.values()].some(({ session }) => session === known)) continue;
      try {
        const session = await page.context().newCDPSession(frame);
        sessions.set(frame, session);
        await watch(session);
      } catch {
        // It belongs to the process of its parent, or it went away: then there is nothing to watch.
        sessions.delete(frame);
      }
    }
  };

  return {
    async all() {
      await findFrames();
      const isMain = ({ session, frameId }: Context): boolean =>
        session === own && frameId === frameTree.frame.id;
      const found = [...contexts.values()].filter(isUtility);
      return [...found.filter(isMain), ...found.filter((context) => !isMain(context))].map((context) =>
        worldOf(context, { contexts, isMain: isMain(context) }),
      );
    },
  };
}

function worldOf(
  context: Context,
  { contexts, isMain }: { contexts: ReadonlyMap<string, Context>; isMain: boolean },
): World {
  const { session, uniqueId } = context;
  const run = async (expression: string, uniqueContextId: string): Promise<unknown> => {
    const { result, exceptionDetails } = await session.send("Runtime.evaluate", {
      expression,
      uniqueContextId,
      returnByValue: true,
      // It brings getEventListeners, for the page's own world alone.
      includeCommandLineAPI: uniqueContextId !== uniqueId,
      silent: true,
    });
    if (exceptionDetails !== undefined)
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
  const call = async <Result>(name: string, options: unknown): Promise<Result> => {
    const install = context.isReady ? "" : `${program}(${String(context.firstId)});`;
    const value = await run(`${install} hermesSnapshot.${name}(${JSON.stringify(options)})`, uniqueId);
    context.isReady = true;
    return value as Result; // The functions of the page return what their types say.
  };
  const listeningIn = async (page: string): Promise<Listening | undefined> => {
    try {
      const { found, elementCount } = Object(
        await run(`(${String(findListening)})()`, page),
      ) as Partial<Listening>;
      // The page may have changed the functions that this goes by: it is taken for what it looks like, and no more.
      return Array.isArray(found) && found.every(Number.isInteger) && typeof elementCount === "number"
        ? { found, elementCount }
        : undefined;
    } catch {
      // A page that breaks them tells nothing of its listeners.
      return undefined;
    }
  };
  return {
    id: uniqueId,
    isMain,
    isAlive: () => contexts.has(uniqueId),
    async mark(options) {
      const page = [...contexts.values()].find(
        ({ isDefault, frameId }) => isDefault && frameId === context.frameId,
      );
      const mark = async (indexes: readonly number[]): Promise<Marked> =>
        call("mark", { ...options, listening: indexes, tellsAll: !isMain });
      // Both at once: what listens makes a difference to few elements, and is known of them from then on.
      const [marked, listening] = await Promise.all([
        mark([]),
        page === undefined ? undefined : listeningIn(page.uniqueId),
      ]);
      if (listening === undefined || listening.elementCount !== marked.elementCount) return marked;
      const decided = new Set(marked.decided);
      return listening.found.every((index) => decided.has(index)) ? marked : mark(listening.found);
    },
    unmark: () => call("unmark", {}),
    isThere: (id) => call("isThere", { id }),
    describe: async (id) =>
      (await call<ElementDescription | null | undefined>("describe", { id })) ?? undefined,
  };
}
