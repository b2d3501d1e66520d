import { HermesError } from "@hermes/registry";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { cleanText } from "./clean-text.ts";
import { fromLine, toLine } from "./json-line.ts";
import { lineReader } from "./line-reader.ts";
import type { PluginLimits } from "./plugin-limits.ts";
import type { PluginProcess } from "./plugin-start.ts";
import { fromProcess } from "./protocol.ts";
import type { FromProcess, ToProcess } from "./protocol.ts";
import { strayMeter } from "./stray-meter.ts";

/** Characters of what a plug-in says of an error. */
const maxMessageChars = 2_000;
const maxLogChars = 1_000;
const lastWordsMs = 100;
const floodAdvice = "Tell its author. The rest of the session goes on without it.";

export type CallAnswer =
  | { readonly result: unknown }
  | { readonly item: unknown }
  | { readonly error: Error };

/** What waits for the next answer of a call. */
export interface CallEvents {
  progress(text: string): void;
  answer(answer: CallAnswer): void;
}

export interface PluginEnd {
  readonly error: HermesError;
  /** Whether it is the plug-in's fault. */
  readonly isCounted: boolean;
  /** Resolves once the process is gone with all that it started. */
  readonly gone: Promise<void>;
}

export interface PluginConnectionOptions {
  readonly name: string;
  readonly process: PluginProcess;
  readonly limits: PluginLimits;
  readonly onLog: (line: string) => void;
  /** Called once, before the calls that are open hear of it. */
  readonly onEnd: (end: PluginEnd) => void;
}

/** One process of a plug-in, and the calls that are open there. */
export class PluginConnection {
  readonly #options: PluginConnectionOptions;
  readonly #calls = new Map<number, CallEvents>();
  readonly #loaded = Promise.withResolvers<unknown>();
  #lastWords = "";
  #end: HermesError | undefined;
  #gone: Promise<void> | undefined;
  #lastId = 0;
  /** While it ends by itself it may still write to the log. */
  #isHeard = true;

  constructor(options: PluginConnectionOptions) {
    this.#options = options;
    this.#loaded.promise.catch(() => undefined);
    const { process, limits } = options;
    const stray = strayMeter(limits, () =>
      this.fail(this.#flooded("it writes more than anybody could read")),
    );
    process.stdout.on(
      "data",
      lineReader({
        maxBytes: limits.maxLineChars,
        line: (text) => this.#receive(text, stray),
        tooLong: () =>
          this.fail(this.#flooded(`it wrote a line of more than ${limits.maxLineChars} characters`)),
      }),
    );
    process.stderr.on("data", (piece: Buffer) => {
      if (!this.#isHeard || !stray(piece.length)) return;
      const text = piece.toString("utf8");
      this.#lastWords = (this.#lastWords + text).slice(-maxMessageChars);
      for (const line of text.split("\n")) this.#log(line);
    });
    this.#whenExited(process, (how) => this.fail(this.#exited(how)));
  }

  #whenExited({ exited, stderr }: PluginProcess, then: (how: string) => void): void {
    exited.then(
      async ({ exitCode, signal }) => {
        // Its last words may still be on their way, but not for ever: a child may hold the pipe.
        if (!stderr.closed)
          await Promise.race([once(stderr, "close"), wait(lastWordsMs, undefined, { ref: false })]);
        then(signal ?? `exit code ${String(exitCode)}`);
      },
      () => undefined,
    );
  }

  /** What the module says of itself once it is loaded; rejects if it never is. */
  get loaded(): Promise<unknown> {
    return this.#loaded.promise;
  }

  send(message: ToProcess): void {
    if (this.#end === undefined) this.#options.process.stdin.write(`${toLine(message)}\n`);
  }

  nextId(): number {
    return (this.#lastId += 1);
  }

  /** Waits for the next answer of a call. What comes without anybody waiting counts as noise. */
  open(id: number, events: CallEvents): void {
    if (this.#end === undefined) this.#calls.set(id, events);
    else events.answer({ error: this.#end });
  }

  /** Ends the process for a reason, and all calls that are open. Only the first reason counts. */
  fail(error: HermesError, { isCounted = true }: { readonly isCounted?: boolean } = {}): void {
    if (this.#gone !== undefined) return;
    const { process } = this.#options;
    this.#end = error;
    this.#isHeard = false;
    process.stdout.removeAllListeners("data").destroy();
    process.stderr.removeAllListeners("data").destroy();
    this.#gone = process.end();
    this.#settle({ error, isCounted, gone: this.#gone });
  }

  #settle(end: PluginEnd): void {
    this.#options.onEnd(end);
    this.#loaded.reject(end.error);
    for (const call of this.#calls.values()) call.answer({ error: end.error });
    this.#calls.clear();
  }

  /** Lets the process end by itself for a moment, so that the plug-in can put away what it has. */
  close(reason: HermesError): void {
    if (this.#gone !== undefined) return;
    const { process, limits } = this.#options;
    this.#end = reason;
    process.stdin.end();
    const over = wait(limits.cancelMs, undefined, { ref: false });
    const ended = Promise.all([process.exited, process.stdout.readableEnded || once(process.stdout, "end")]);
    this.#gone = Promise.race([ended.catch(() => undefined), over]).then(() => process.end());
    this.#settle({ error: reason, isCounted: false, gone: this.#gone });
  }

  #receive(text: string, stray: (bytes: number) => boolean): void {
    if (!this.#isHeard) return;
    const said = parseLine(text);
    const call = said !== undefined && "id" in said ? this.#calls.get(said.id) : undefined;
    if (call !== undefined && said !== undefined && "id" in said && !("progress" in said)) {
      this.#calls.delete(said.id);
      call.answer(answerOf(said, (message) => this.failed(message)));
    } else if (said !== undefined && "ready" in said) {
      this.#loaded.resolve(said.ready);
    } else if (said !== undefined && "failed" in said) {
      this.fail(this.failed(`it can't be loaded: ${said.failed}`));
    } else if (stray(text.length)) {
      if (said === undefined) this.#log(text);
      else if ("log" in said) this.#log(said.log);
      else if ("progress" in said) call?.progress(cleanText(said.progress, maxLogChars));
    }
  }

  #log(text: string): void {
    const line = cleanText(text, maxLogChars);
    if (line !== "") this.#options.onLog(line);
  }

  failed(message: string): HermesError {
    const text = cleanText(message, maxMessageChars);
    return new HermesError(`The plug-in "${this.#options.name}" failed: ${text}`, { code: "PLUGIN_FAILED" });
  }

  #flooded(what: string): HermesError {
    return new HermesError(`The plug-in "${this.#options.name}" was ended, because ${what}.`, {
      code: "PLUGIN_ENDED",
      hint: floodAdvice,
    });
  }

  #exited(how: string): HermesError {
    const words = cleanText(this.#lastWords, maxMessageChars);
    return new HermesError(
      `The process of the plug-in "${this.#options.name}" has ended (${how})${words === "" ? "." : `: ${words}`}`,
      { code: "PLUGIN_ENDED", hint: "The next call starts it again." },
    );
  }
}

function parseLine(text: string): FromProcess | undefined {
  try {
    return fromProcess.safeParse(fromLine(text)).data;
  } catch {
    return undefined;
  }
}

type Answer = Extract<FromProcess, { readonly id: number }>;

function answerOf(said: Answer, failed: (message: string) => Error): CallAnswer {
  if ("error" in said) return { error: failed(said.error.message) };
  return "item" in said ? { item: said.item } : { result: "result" in said ? said.result : undefined };
}
