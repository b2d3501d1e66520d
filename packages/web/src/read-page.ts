import type { Extractor } from "./extract/extractor.ts";
import type { Extraction, ExtractionRequest } from "./extract/extraction.ts";
import { contentKindOf } from "./extract/content-kind.ts";
import type { FetchedPage, FetchPageOptions } from "./fetch/fetch-page.ts";
import { fetchPage } from "./fetch/fetch-page.ts";
import type { StoredPage } from "./stored-page.ts";
import type { UnreadPage } from "./web-page.ts";

export interface ReadPageOptions extends FetchPageOptions {
  readonly extractor: Extractor;
}

export type ReadPage =
  | { readonly ok: true; readonly page: StoredPage }
  | (UnreadPage & { readonly status?: number });

/** Pages that send their reader on, one after another. */
const maxRefreshes = 5;

/** Text beside which a page does not only send its reader on. */
const maxRefreshChars = 500;

/**
 * Fetches a page and takes it apart.
 *
 * @throws the reason of `signal` when aborted.
 */
export async function readPage(url: string, options: ReadPageOptions): Promise<ReadPage> {
  let target = url;
  for (let refreshes = 0; ; refreshes += 1) {
    const fetched = await fetchPage(target, options);
    if (!fetched.ok) {
      const { error, blocked, status } = fetched;
      return { ok: false, url, error, ...(blocked && { blocked }), ...(status !== undefined && { status }) };
    }
    const extraction = await extractFetched(fetched, options);
    if ("problem" in extraction) return { ok: false, url, error: extraction.problem };
    const { refresh, text } = extraction;
    if (
      refresh !== undefined &&
      refresh !== fetched.url &&
      text.length < maxRefreshChars &&
      refreshes < maxRefreshes
    ) {
      target = refresh;
      continue;
    }
    const links = fetched.nofollow
      ? extraction.links.map((link) => ({ ...link, nofollow: true }))
      : extraction.links;
    return {
      ok: true,
      page: { ...extraction, links, url, finalUrl: fetched.url, bytes: fetched.bytes.byteLength },
    };
  }
}

type BodyOfPage = Extract<FetchedPage, { ok: true }>;

async function extractFetched(
  fetched: BodyOfPage,
  { extractor, limits, signal }: ReadPageOptions,
): Promise<Extraction | { readonly problem: string }> {
  const { url, bytes, contentType, cut, saidLength } = fetched;
  const content = contentKindOf(contentType, bytes);
  if (content.kind === "binary") {
    const size = saidLength === undefined ? "" : `, ${sizeOf(saidLength)}`;
    return { problem: `${url.slice(0, 200)} is ${content.what}${size}: there is no text in it to read.` };
  }
  const request: ExtractionRequest = { url, bytes, contentType, as: "page", isCut: cut !== undefined };
  const notes = cut === undefined ? [] : [cutNote(cut, bytes, limits.fetchTimeoutMs)];
  const outcome = await extractor.extract(request, signal);
  if ("problem" in outcome) return outcome;
  if ("extraction" in outcome)
    return { ...outcome.extraction, notes: [...notes, ...outcome.extraction.notes] };
  if (content.kind === "pdf") return { problem: `The PDF takes too much ${outcome.overran} to read.` };
  const bare = await extractor.extract({ ...request, as: "plain" }, signal);
  if ("extraction" in bare) {
    const note = `The page takes too much ${outcome.overran} to be read as Markdown; this is its bare text.`;
    return { ...bare.extraction, notes: [...notes, note, ...bare.extraction.notes] };
  }
  return { problem: "problem" in bare ? bare.problem : `The page takes too much ${bare.overran} to read.` };
}

function cutNote(cut: NonNullable<BodyOfPage["cut"]>, bytes: Uint8Array, timeoutMs: number): string {
  const read = `only its first ${sizeOf(bytes.byteLength)} were read`;
  if (cut === "size") return `The page is longer: ${read}.`;
  return cut === "time"
    ? `The page had not come whole after ${timeoutMs / 1_000} s: ${read}.`
    : `The connection ended before the page did: ${read}.`;
}

function sizeOf(bytes: number): string {
  return bytes < 10_000
    ? `${bytes} bytes`
    : bytes < 1e6
      ? `${Math.round(bytes / 1e3)} kB`
      : `${(bytes / 1e6).toFixed(1)} MB`;
}
