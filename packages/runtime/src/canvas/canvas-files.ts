import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { replaceFile } from "@hermes/atomic-files";
import type { CanvasFormat, CanvasPage, CanvasPages } from "@hermes/documents/canvas";
import type { Provenance } from "@hermes/registry";
import { makePrivateFolder } from "../make-private-folder.ts";
import { safeName } from "../safe-name.ts";

const endings: Readonly<Record<CanvasFormat, string>> = { html: "html", svg: "svg", markdown: "md" };
const formats: Readonly<Record<string, CanvasFormat>> = { html: "html", svg: "svg", md: "markdown" };
/** Of one session; the oldest beyond them are removed. */
const maxPages = 50;

export interface CanvasFilesOptions {
  readonly home: string;
  /** Told of each file before it is there, with what its author had read. */
  readonly onFile: (path: string, sources: readonly Provenance[]) => Promise<void>;
}

/** Keeps pages as files below `canvas` of Hermes' home, for its owner alone. */
export function canvasFiles({ home, onFile }: CanvasFilesOptions): CanvasPages {
  const folderOf = (sessionId: string): string => join(home, "canvas", safeName(sessionId));
  return {
    list: async (sessionId) => await pagesIn(folderOf(sessionId)),
    async write({ sessionId, id, format, content, sources }) {
      const folder = folderOf(sessionId);
      await makePrivateFolder(folder);
      const path = join(folder, `${id}.${endings[format]}`);
      await onFile(path, sources);
      replaceFile(path, content, { mode: 0o600, durable: false });
      const pages = await pagesIn(folder);
      const old = pages.filter((page) => page.path !== path).slice(0, -(maxPages - 1));
      // One of the same id in another format would be a second page of that name.
      const same = pages.filter((page) => page.id === id && page.path !== path);
      await Promise.all([...old, ...same].map(async (page) => await rm(page.path, { force: true })));
      return { id, format, path };
    },
  };
}

async function pagesIn(folder: string): Promise<readonly CanvasPage[]> {
  const names = await readdir(folder).catch(() => []);
  const found = await Promise.all(
    names.map(async (name) => {
      const [, id, ending = ""] = /^([a-z0-9-]{1,40})\.(html|svg|md)$/.exec(name) ?? [];
      const format = formats[ending];
      if (id === undefined || format === undefined) return [];
      const path = join(folder, name);
      const facts = await stat(path).catch(() => undefined);
      return facts?.isFile() ? [{ page: { id, format, path }, at: facts.mtimeMs }] : [];
    }),
  );
  return found
    .flat()
    .toSorted((a, b) => a.at - b.at)
    .map(({ page }) => page);
}
