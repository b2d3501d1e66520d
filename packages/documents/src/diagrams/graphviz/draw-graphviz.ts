import { Worker } from "node:worker_threads";
import { HermesError } from "@hermes/registry";
import type { DrawnDiagram } from "../diagram.ts";
import { workerUrl } from "../../worker-url.ts";
import { syntaxError } from "../syntax-error.ts";
import type { GraphvizAnswer, GraphvizTask } from "./graphviz-answer.ts";

const maxWarnings = 5;

export interface DrawGraphvizOptions {
  readonly signal: AbortSignal;
  /** The thread is ended then. @default 20_000 */
  readonly timeoutMs?: number | undefined;
}

/** @throws {HermesError} `DIAGRAM_SYNTAX` with the line, `DIAGRAM_TOO_LONG`; the reason of `signal` when aborted. */
export async function drawGraphviz(
  source: string,
  { signal, timeoutMs = 20_000 }: DrawGraphvizOptions,
): Promise<DrawnDiagram> {
  signal.throwIfAborted();
  const { svg, problems } = await ask({ source, font: metricsFont(source) }, { signal, timeoutMs });
  if (svg !== undefined)
    return {
      svg: svg.replaceAll(/ font-family="(?:Open Sans|Verdana)"/g, ` font-family="${families}"`),
      warnings: problems
        .map(({ message }) => message.slice(0, 300))
        .filter((message) => !message.includes("no value for width of non-ASCII character"))
        .slice(0, maxWarnings),
    };
  const errors = problems.filter(({ level }) => level === "error");
  const message = (errors.length > 0 ? errors : problems).map((problem) => problem.message).join(" ");
  const line = /\bline (\d+)/.exec(message)?.[1];
  throw syntaxError("Graphviz", {
    source,
    message: message.replace(/^syntax error in line \d+/, "syntax error") || "nothing was drawn",
    line: line === undefined ? undefined : Number(line),
  });
}

/** What is drawn in the end: letters are as wide as those that the places were reckoned for, or less. */
const families = "Open Sans, Noto Sans, Segoe UI, Arial, sans-serif";

/**
 * The font in whose widths Graphviz lays out what names none. It takes each byte of other letters for a space, which is wide
 * enough in Verdana alone.
 */
function metricsFont(source: string): string {
  return /[^\u0000-\u007f]/.test(source) ? "Verdana" : "Open Sans";
}

async function ask(
  task: GraphvizTask,
  { signal, timeoutMs }: { readonly signal: AbortSignal; readonly timeoutMs: number },
): Promise<GraphvizAnswer> {
  const worker = new Worker(workerUrl(import.meta.url, "diagrams/graphviz/graphviz-worker"), {
    name: "hermes-graphviz",
    workerData: task,
    // It knows no secret of the environment.
    env: {},
    argv: [],
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 512, stackSizeMb: 8 },
    stdout: true,
    stderr: true,
  });
  let timer: NodeJS.Timeout | undefined;
  const events = new AbortController();
  try {
    return await new Promise<GraphvizAnswer>((resolve, reject) => {
      worker.once("message", resolve);
      worker.once("error", (error: Error) => reject(failed(error)));
      worker.once("exit", (code) => reject(failed(new Error(`it ended with ${code}`))));
      signal.addEventListener("abort", () => reject(signal.reason as Error), { signal: events.signal });
      timer = setTimeout(() => reject(tooLong(timeoutMs)), timeoutMs);
    });
  } finally {
    clearTimeout(timer);
    events.abort();
    await worker.terminate();
  }
}

function failed(cause: Error): HermesError {
  return new HermesError(`Graphviz failed: ${cause.message}.`, {
    code: "DIAGRAM_FAILED",
    hint: "Draw less at once, or leave out what is unusual.",
    cause,
  });
}

function tooLong(timeoutMs: number): HermesError {
  return new HermesError(`Graphviz had no layout after ${timeoutMs / 1_000} s.`, {
    code: "DIAGRAM_TOO_LONG",
    hint: "Draw fewer nodes and edges, or set layout=sfdp.",
  });
}
