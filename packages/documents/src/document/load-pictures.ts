import { blocksWithin } from "./blocks-within.ts";
import type { Block, Picture } from "./document-model.ts";
import { loadSharp } from "../load-sharp.ts";
import { fitPicture } from "./fit-picture.ts";

/** Reads a file for a document: asked the path policy, and bounded. */
export type ReadPicture = (path: string) => Promise<Uint8Array>;

const maxPictures = 50;

export interface LoadedPictures {
  readonly pictures: ReadonlyMap<string, Picture>;
  readonly warnings: readonly string[];
}

/** The pictures of a document, decoded and fitted. One that can't be had is a warning. */
export async function loadPictures(
  blocks: readonly Block[],
  { read, signal }: { readonly read: ReadPicture; readonly signal: AbortSignal },
): Promise<LoadedPictures> {
  const sources = [
    ...new Set(blocksWithin(blocks).flatMap((block) => (block.kind === "image" ? [block.source] : []))),
  ];
  const pictures = new Map<string, Picture>();
  const warnings: string[] = [];
  if (sources.length === 0) return { pictures, warnings };
  const sharp = await loadSharp();
  if (sharp === undefined)
    return { pictures, warnings: ["Images were left out: install sharp beside Hermes (npm install sharp)."] };
  for (const source of sources.slice(0, maxPictures)) {
    signal.throwIfAborted();
    if (/^[a-z][a-z0-9+.-]+:/i.test(source)) {
      warnings.push(`Image ${source.slice(0, 100)} was not fetched: only local files are put in.`);
      continue;
    }
    try {
      pictures.set(source, await fitPicture(sharp, await read(decodeURI(source))));
    } catch (error) {
      signal.throwIfAborted();
      const reason = error instanceof Error ? error.message : String(error);
      warnings.push(`Image ${source.slice(0, 100)} was left out: ${reason}`);
    }
  }
  if (sources.length > maxPictures)
    warnings.push(`Only the first ${maxPictures} of ${sources.length} images were put in.`);
  return { pictures, warnings };
}
