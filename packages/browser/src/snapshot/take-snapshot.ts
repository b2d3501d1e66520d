import { HermesError } from "@hermes/registry";
import type { Page } from "playwright-core";
import { partsOf, type AriaNode } from "./aria-node.ts";
import type { ElementDetails } from "./in-page/read-details.ts";
import { recordOf, type PageRecord, type ShownElement } from "./page-record.ts";
import type { World } from "./page-worlds.ts";
import { renderTree } from "./render-tree.ts";

export interface SnapshotOptions {
  /** Everything, and not what is in the viewport alone. @default false */
  readonly full?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What a page shows at one moment, as text. */
export interface Snapshot {
  readonly url: string;
  readonly title: string;
  /** Lines of the tree, indented, such as `- button "Send" [@e5]`; links with their absolute address, fields with their value. */
  readonly lines: readonly string[];
  /** How many elements have a reference. */
  readonly elementCount: number;
  /** Whether the page can be scrolled up. */
  readonly above: boolean;
  /** Whether the page can be scrolled down. */
  readonly below: boolean;
}

const maxTakeMs = 10_000;
const maxVisibleElements = 5_000;
const maxElements = 10_000;

/**
 * Reads a page as lines of text with a reference for everything that can be acted on.
 *
 * An element keeps its reference as long as it is in the page, and no reference is given twice. Frames and open shadow roots are
 * part of the lines; nothing in the page changes.
 *
 * @throws {HermesError} `BROWSER_SNAPSHOT_FAILED` when the page doesn't answer within 10 s or went away while it was read.
 */
export async function takeSnapshot(page: Page, options: SnapshotOptions = {}): Promise<Snapshot> {
  const record = recordOf(page);
  const deadline = AbortSignal.timeout(maxTakeMs);
  const signal = options.signal === undefined ? deadline : AbortSignal.any([options.signal, deadline]);
  // One at a time: the steps of a snapshot leave marks for each other.
  const taken = record.turn.then(() => readPage(page, record, { ...options, signal }));
  record.turn = taken.catch(() => {});
  try {
    return await orAborted(taken, signal);
  } catch (cause) {
    options.signal?.throwIfAborted();
    if (HermesError.is(cause)) throw cause;
    throw new HermesError(
      deadline.aborted
        ? `The page ${page.url()} did not answer within ${String(maxTakeMs / 1000)} s.`
        : `The page ${page.url()} could not be read: ${cause instanceof Error ? cause.message : String(cause)}`,
      {
        code: "BROWSER_SNAPSHOT_FAILED",
        hint: "Wait a moment and take a new browser_snapshot, or navigate again.",
        cause,
      },
    );
  }
}

async function orAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

type ReadOptions = SnapshotOptions & { readonly signal: AbortSignal };

/** A page that moves on while it is read is read again. */
async function readPage(page: Page, record: PageRecord, options: ReadOptions): Promise<Snapshot> {
  let cause: unknown;
  for (let attempt = 0; attempt < 3; attempt += 1) {
    options.signal.throwIfAborted();
    try {
      const snapshot = await readOnce(page, record, options);
      if (snapshot !== undefined) return snapshot;
    } catch (error) {
      if (page.isClosed()) throw error;
      cause = error;
    }
    await page.waitForLoadState("domcontentloaded", { timeout: maxTakeMs });
  }
  throw cause instanceof Error ? cause : new Error("it changed all the time.");
}

async function readOnce(
  page: Page,
  record: PageRecord,
  { full = false, signal }: ReadOptions,
): Promise<Snapshot | undefined> {
  const worlds = await (await record.worlds).all();
  const maxTextChars = full ? 4000 : 500;
  const marking = {
    visibleOnly: !full,
    maxElements: full ? maxElements : maxVisibleElements,
    maxValueChars: maxTextChars,
  };
  // A frame that went away meanwhile is not in the tree either; without the page's own document there is nothing to show.
  const skip = (world: World) => (error: unknown) => {
    if (world.isMain) throw error;
    return undefined;
  };
  const marked = await Promise.all(worlds.map((world) => world.mark(marking).catch(skip(world))));
  const [own] = worlds;
  const main = own?.isMain === true ? marked[0] : undefined;
  if (own === undefined || main === undefined) return undefined;
  let nodes: AriaNode[];
  try {
    // Playwright's JSON is documented as free form; this is its form.
    nodes = (await page.ariaSnapshotJSON({ mode: "ai", signal, timeout: 0 })) as AriaNode[];
  } finally {
    // Nothing waits for it: whatever is asked of the document next comes after. One that is gone has nothing to take back.
    for (const world of worlds) world.unmark().catch(() => {});
  }
  if (!own.isAlive()) return undefined;
  const found = new Map<number, { world: World; url: string; details: ElementDetails }>();
  worlds.forEach((world, index) => {
    const { url = "", details: all = [] } = marked[index] ?? {};
    for (const details of all) found.set(details.id, { world, url, details });
  });
  const ofRef = (ref: string) => found.get(Number(/\d+$/.exec(ref)?.[0]));

  const shown = new Map<number, ShownElement>();
  const lines = renderTree(nodes, {
    detailsOf: (ref) => ofRef(ref)?.details,
    numberOf({ ref, role, name }) {
      const { world, details } = ofRef(ref) ?? {};
      if (world === undefined || details === undefined)
        throw new Error(`No document has the element ${ref}.`);
      const { id } = details;
      const number = record.numbers.get(id) ?? record.numbers.size + 1;
      record.numbers.set(id, number);
      shown.set(number, { world, id, ref, role, name });
      return number;
    },
    hostOf: (frame) =>
      otherHost(
        main.url,
        urlWithin(frame, (ref) => ofRef(ref)?.url),
      ),
    visibleOnly: !full,
    maxTextChars,
  });
  if (main.isCut && full)
    lines.push(
      `- note: of ${String(main.elementCount)} elements the first ${String(maxElements)} were read; scroll and take a snapshot of the visible part for the rest`,
    );
  record.shown = shown;
  const { title, url, above, below } = main;
  return { url, title, lines, elementCount: shown.size, above, below };
}

/** Address of the document in a frame: that of the first element within that is known. */
function urlWithin(frame: AriaNode, urlOf: (ref: string) => string | undefined): string | undefined {
  for (const part of partsOf(frame)) {
    if (typeof part === "string") continue;
    const url = part.ref === undefined ? undefined : urlOf(part.ref);
    const found = url ?? (part.role === "iframe" ? undefined : urlWithin(part, urlOf));
    if (found !== undefined) return found;
  }
  return undefined;
}

function otherHost(page: string, frame: string | undefined): string | undefined {
  const host = frame === undefined ? undefined : URL.parse(frame)?.host;
  return host === undefined || host === "" || host === URL.parse(page)?.host ? undefined : host;
}
