import { mkdir, mkdtemp, readFile, realpath, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { strFromU8, unzipSync } from "fflate";
import { fileTools } from "@hermes/files";
import type { FileBackend } from "@hermes/files";
import { testContext } from "@hermes/registry/testing";
import { createDocumentTool } from "../../src/index.ts";
import type { DocumentFiles, DocumentToolOptions } from "../../src/index.ts";

export interface MakeArguments {
  readonly format: "pdf" | "docx" | "pptx" | "html";
  readonly content: string;
  readonly template?: "report" | "letter" | "resume" | "slides";
  readonly output?: string;
}

export interface MadeDocument {
  readonly success?: true;
  readonly error?: string;
  readonly hint?: string;
  readonly pages?: number;
  readonly slides?: number;
  readonly bytes?: number;
  readonly warnings?: readonly string[];
}

export interface DocumentPlace extends AsyncDisposable {
  readonly folder: string;
  make(args: MakeArguments, signal?: AbortSignal): Promise<MadeDocument>;
  /** The parts of a file that is a ZIP, by their names. */
  parts(name: string): Promise<Readonly<Record<string, string>>>;
  /** The text of what was made, as `read_file` gives it. */
  text(name: string): Promise<string>;
}

/** A folder with the tool in it. Files are read as a backend does: over a limit they are refused. */
export async function documentPlace(
  options: Omit<Partial<DocumentToolOptions>, "files"> = {},
): Promise<DocumentPlace> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "hermes-documents-test-")));
  const files: DocumentFiles = {
    resolve: async (path) => resolve(folder, path),
    async readFile(path, { maxBytes = Number.POSITIVE_INFINITY }) {
      if ((await stat(path)).size > maxBytes) throw new Error("it is too large");
      return await readFile(path);
    },
    async writeFile(path, data) {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, data);
    },
  };
  const tool = createDocumentTool({ ...options, files });
  return {
    folder,
    async make({ output, ...args }, signal) {
      const context = testContext(signal === undefined ? {} : { signal });
      const result = await tool.execute({ output: output ?? `a.${args.format}`, ...args }, context);
      // What make_document answers.
      return result as MadeDocument;
    },
    async parts(name) {
      const entries = Object.entries(unzipSync(await readFile(join(folder, name))));
      return Object.fromEntries(entries.map(([path, bytes]) => [path, strFromU8(bytes)]));
    },
    async text(name) {
      // `read_file` resolves and reads; it runs no commands and lists no folders.
      const backend = files as unknown as FileBackend;
      const limits = { maxChars: 5_000_000, maxLineChars: 1_000_000, maxLines: 100_000 };
      const reader = fileTools({ backend, ...limits }).find((each) => each.name === "read_file");
      // What read_file answers.
      const read = (await reader?.execute({ path: name, offset: 1, limit: 100_000 }, testContext())) as {
        readonly content?: string;
      };
      if (read.content === undefined) throw new Error(JSON.stringify(read));
      return read.content.replaceAll(/^\d+\|/gm, "");
    },
    async [Symbol.asyncDispose]() {
      await rm(folder, { recursive: true, force: true });
    },
  };
}
