import type { ShellTransport, TransportEnd } from "./shell-transport.ts";

export interface RunScriptOptions {
  readonly input?: Uint8Array | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A script that did not run, because the place or the way there is gone. */
export class PlaceLost extends Error {
  readonly notice: string;

  constructor(notice: string) {
    super(notice);
    this.name = "PlaceLost";
    this.notice = notice;
  }
}

/** What scripts of ours begin their output with: whoever does not say it was never run. */
const greeting = "\x1ehermes\x1e";

export interface ScriptResult extends TransportEnd {
  readonly output: Uint8Array;
}

/**
 * Runs a script of our own to its end. Its exit code is the caller's affair.
 *
 * @throws {PlaceLost} The place is gone. {HermesError} It can't be reached.
 */
export async function runScript(
  transport: ShellTransport,
  script: string,
  { input, signal }: RunScriptOptions = {},
): Promise<ScriptResult> {
  signal?.throwIfAborted();
  const process = await transport.start({
    script: `printf '\\036%s\\036' hermes\n${script}`,
    input: input !== undefined,
  });
  const chunks: Uint8Array[] = [];
  process.onOutput((bytes) => chunks.push(bytes));
  const abort = (): void => process.abandon();
  signal?.addEventListener("abort", abort, { once: true });
  try {
    if (input !== undefined) {
      // Who reads too little says so by the exit code.
      process
        .write(input)
        .then(
          () => process.closeInput(),
          () => undefined,
        )
        .catch(() => undefined);
    }
    const end = await process.ended;
    signal?.throwIfAborted();
    const all = Buffer.concat(chunks);
    const at = all.indexOf(greeting);
    if (at < 0) throw notRun(transport, end, all.toString("utf8"));
    if (end.exitCode === null) throw new PlaceLost("The connection was cut in the middle.");
    return { ...end, output: all.subarray(at + greeting.length) };
  } finally {
    signal?.removeEventListener("abort", abort);
  }
}

/** Why a script was not run at all. */
export function notRun(transport: ShellTransport, end: TransportEnd, said: string): Error {
  const failure = transport.explain({ ...end, errors: [end.errors, said].join("\n").trim() });
  return failure.kind === "lost" ? new PlaceLost(failure.notice) : failure.error;
}
