import { randomBytes } from "node:crypto";
import { quoteShellWord } from "../shell-script.ts";
import { PlaceLost, runScript } from "./run-script.ts";
import type { ScriptResult } from "./run-script.ts";
import type { ShellTransport } from "./shell-transport.ts";

interface WaitingScript {
  readonly path: string;
  readonly body: string;
  readonly signal: AbortSignal | undefined;
  readonly resolve: (result: ScriptResult) => void;
  readonly reject: (error: unknown) => void;
}

/** Characters of one batch: its script is an argument, and quotes grow on the way through several shells. */
const maxBatchChars = 20_000;
const maxBatchScripts = 64;

/** Before every script of ours that works on the path `$p`. Messages are read later: they are to come in English. */
export const scriptStart = "LC_ALL=C; export LC_ALL";

/**
 * Runs small scripts that only look at a path. Those that are asked for at the same moment share one way there, which
 * costs far more than what they do: a search reads hundreds of files.
 */
export class ScriptBatches {
  readonly #transport: ShellTransport;
  #waiting: WaitingScript[] = [];

  constructor(transport: ShellTransport) {
    this.#transport = transport;
  }

  /** @throws See `runScript`. */
  run(path: string, body: string, signal: AbortSignal | undefined): Promise<ScriptResult> {
    return new Promise((resolve, reject) => {
      // Whoever asks in this round of the event loop takes part.
      if (this.#waiting.length === 0) setImmediate(() => this.#start());
      this.#waiting.push({ path, body, signal, resolve, reject });
    });
  }

  #start(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const batch of batchesOf(waiting)) {
      this.#runBatch(batch).catch((error: unknown) => {
        for (const { reject } of batch) reject(error);
      });
    }
  }

  async #runBatch(batch: readonly WaitingScript[]): Promise<void> {
    const [first] = batch;
    if (first === undefined) return;
    const { signal } = first;
    if (batch.length === 1) {
      const script = `${scriptStart}\np=${quoteShellWord(first.path)}\n${first.body}`;
      first.resolve(await runScript(this.#transport, script, { signal }));
      return;
    }
    const mark = randomBytes(12).toString("hex");
    const { output } = await runScript(this.#transport, joined(batch, mark), { signal });
    const results = takenApart(output, mark);
    // The shell there was ended before it came to the last.
    if (results.length !== batch.length) throw new PlaceLost("The connection was cut in the middle.");
    for (const [index, { resolve }] of batch.entries()) {
      const result = results[index];
      if (result !== undefined) resolve(result);
    }
  }
}

/** Only scripts with the same signal share a batch: an abort ends all of it. */
function batchesOf(waiting: readonly WaitingScript[]): WaitingScript[][] {
  const open = new Map<AbortSignal | undefined, { scripts: WaitingScript[]; chars: number }>();
  const batches: WaitingScript[][] = [];
  for (const script of waiting) {
    const chars = quoteShellWord(script.path).length + 80;
    let batch = open.get(script.signal);
    if (
      batch === undefined ||
      batch.chars + chars > maxBatchChars ||
      batch.scripts.length >= maxBatchScripts
    ) {
      batch = { scripts: [], chars: 0 };
      open.set(script.signal, batch);
      batches.push(batch.scripts);
    }
    batch.scripts.push(script);
    batch.chars += chars;
  }
  return batches;
}

/** Each in a shell of its own; its output goes straight on, its messages and its exit code follow between marks. */
function joined(batch: readonly WaitingScript[], mark: string): string {
  const names = new Map(
    [...new Set(batch.map(({ body }) => body))].map((body, index) => [body, `f${index}`]),
  );
  return [
    scriptStart,
    "exec 3>&1",
    ...[...names].map(([body, name]) => `${name}() {\n${body}\n}`),
    `m() { printf '%s %s %s%s' ${mark} "$1" "$2" ${mark}; }`,
    ...batch.map(({ path, body }) => {
      const call = `e=$(${names.get(body)} 2>&1 >&3); m $? "$e"`;
      return `p=${quoteShellWord(path)}; ${call}`;
    }),
    "exit 0",
  ].join("\n");
}

function takenApart(output: Uint8Array, mark: string): ScriptResult[] {
  const bytes = Buffer.from(output.buffer, output.byteOffset, output.byteLength);
  const results: ScriptResult[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf(mark, at);
    const close = end < 0 ? -1 : bytes.indexOf(mark, end + mark.length);
    if (close < 0) break;
    const [, status = "", errors = ""] =
      /^ (\d+) ([^]*)$/.exec(bytes.toString("utf8", end + mark.length, close)) ?? [];
    results.push({ output: bytes.subarray(at, end), exitCode: Number(status), errors });
    at = close + mark.length;
  }
  return results;
}
