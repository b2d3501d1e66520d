import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HermesError } from "@hermes/registry";
import { z } from "zod";

export interface CompileTypstOptions {
  readonly source: string;
  /** What the program can read, by absolute path. Nothing else is there for it. */
  readonly files: readonly { readonly path: string; readonly bytes: Uint8Array }[];
  readonly fonts: readonly string[];
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

const maxPages = 500;

/** Runs in a process of its own, since native code can be ended in no other way. `argv`: the folder with job.json. */
const program = `
const { readFileSync, writeFileSync } = require("node:fs");
const folder = process.argv[1];
const job = JSON.parse(readFileSync(folder + "/job.json", "utf8"));
const { NodeCompiler } = require(job.library);
const compiler = NodeCompiler.create({
  workspace: folder + "/empty",
  fontArgs: [{ fontBlobs: job.fonts.map((path) => readFileSync(path)) }],
});
for (const { path, data } of job.files) compiler.mapShadow(folder + "/empty" + path, Buffer.from(data, "base64"));
const compiled = compiler.compile({ mainFileContent: job.source });
if (compiled.result === null) {
  const diagnostics = compiler.fetchDiagnostics(compiled.takeError());
  writeFileSync(folder + "/answer.json", JSON.stringify({ error: diagnostics.map(({ message }) => message).join("; ") }));
} else {
  const pages = compiled.result.numOfPages;
  if (pages <= job.maxPages) writeFileSync(folder + "/document.pdf", compiler.pdf(compiled.result));
  writeFileSync(folder + "/answer.json", JSON.stringify({ pages }));
}
`;

const answerShape = z.union([z.object({ pages: z.int() }), z.object({ error: z.string() })]);

/**
 * @throws {HermesError} `DOCUMENT_LIBRARY_MISSING`, `DOCUMENT_TOO_LONG`, `DOCUMENT_TIMEOUT`, `DOCUMENT_FAILED`.
 */
export async function compileTypst(
  options: CompileTypstOptions,
): Promise<{ readonly pdf: Uint8Array; readonly pages: number }> {
  const library = findLibrary();
  const folder = await mkdtemp(join(tmpdir(), "hermes-document-"));
  try {
    const files = options.files.map(({ path, bytes }) => ({
      path,
      data: Buffer.from(bytes).toString("base64"),
    }));
    const job = { library, source: options.source, files, fonts: options.fonts, maxPages };
    await writeFile(join(folder, "job.json"), JSON.stringify(job), { mode: 0o600 });
    await runProgram(folder, options);
    const answer = answerShape.parse(JSON.parse(await readFile(join(folder, "answer.json"), "utf8")));
    if ("error" in answer) throw failed(answer.error);
    if (answer.pages > maxPages)
      throw new HermesError(`The document has ${answer.pages} pages; at most ${maxPages} are made.`, {
        code: "DOCUMENT_TOO_LONG",
        hint: "Make several documents of it.",
      });
    return { pdf: await readFile(join(folder, "document.pdf")), pages: answer.pages };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runProgram(folder: string, { signal, timeoutMs }: CompileTypstOptions): Promise<void> {
  const limit = AbortSignal.timeout(timeoutMs);
  const child = spawn(process.execPath, ["-e", program, folder], {
    env: {},
    stdio: ["ignore", "ignore", "pipe"],
    signal: AbortSignal.any([signal, limit]),
    killSignal: "SIGKILL",
  });
  let complaint = "";
  child.stderr.on("data", (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(0, 2_000);
  });
  try {
    const [code] = await once(child, "close");
    if (code === 0) return;
  } catch (cause) {
    signal.throwIfAborted();
    if (!limit.aborted) throw cause;
    throw new HermesError(`The document was not done after ${timeoutMs / 1_000} seconds.`, {
      code: "DOCUMENT_TIMEOUT",
      hint: "Make it shorter, or several documents of it.",
      cause,
    });
  }
  throw failed(complaint.trim());
}

function failed(reason: string): HermesError {
  return new HermesError(`The PDF could not be made: ${reason}`, {
    code: "DOCUMENT_FAILED",
    hint: "Try another format, such as docx or html.",
  });
}

function findLibrary(): string {
  const name = "@myriaddreamin/typst-ts-node-compiler";
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch (cause) {
    throw new HermesError(`PDF is made by ${name}, which is not installed.`, {
      code: "DOCUMENT_LIBRARY_MISSING",
      hint: `Install it beside Hermes: npm install ${name}. Or use format html or docx.`,
      cause,
    });
  }
}
