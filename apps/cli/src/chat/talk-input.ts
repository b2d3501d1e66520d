import { matchesKey, type KeyId } from "@earendil-works/pi-tui/dist/keys.js";
import { HermesError } from "@hermes/registry/errors";
import type { Host } from "../host.ts";
import { columnsOf, fit, oneLine } from "../render/fit.ts";
import type { Style } from "../render/style.ts";

export interface TalkInputOptions {
  readonly host: Host;
  readonly style: Style;
  /** Such as `ctrl+b`. */
  readonly key: string;
  readonly onWords: (words: string) => void;
  /** Called with one line for the person. */
  readonly onProblem: (text: string) => void;
  /** What `line` gives has changed. */
  readonly changed: () => void;
}

interface Talk {
  readonly finish: AbortController;
  readonly abandon: AbortController;
  readonly ticking: NodeJS.Timeout;
  phase: "starting" | "recording" | "transcribing";
  since: number;
}

const tickMs = 200;

/** Words that are said instead of typed: one key begins, the same ends. What records is loaded at the first press. */
export class TalkInput implements Disposable {
  readonly #options: TalkInputOptions;
  #talk: Talk | undefined;

  constructor(options: TalkInputOptions) {
    this.#options = options;
  }

  /** Takes the key that begins, and those of a recording. @returns Whether the key was one of them. */
  press(sequence: string): boolean {
    const talk = this.#talk;
    // The settings let only such keys pass.
    const isKey = matchesKey(sequence, this.#options.key as KeyId);
    if (isKey && talk === undefined) this.#start();
    else if (isKey) this.finish();
    else if (talk !== undefined && isWayOut(sequence)) this.discard();
    else return false;
    return true;
  }

  /** What is recorded is transcribed. */
  finish(): void {
    this.#talk?.finish.abort();
  }

  /** What is recorded, or is being transcribed, is thrown away. */
  discard(): void {
    const talk = this.#talk;
    if (talk === undefined) return;
    this.#end(talk);
    talk.abandon.abort();
  }

  /** What is under way, on one line; undefined: nothing is. */
  line(columns: number): string | undefined {
    const talk = this.#talk;
    if (talk === undefined) return undefined;
    const { style, key } = this.#options;
    if (talk.phase !== "recording") {
      const what = talk.phase === "starting" ? "starting…" : "transcribing…";
      return style.dim(firstThatFits([`${what} · esc throws away`, what], columns));
    }
    const seconds = Math.floor((performance.now() - talk.since) / 1_000);
    const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    const ends = `${time} · ${key} ends`;
    const texts = [`recording ${ends} · esc throws away`, `${ends} · esc throws away`, ends, time];
    return `${style.red("●")} ${style.dim(firstThatFits(texts, columns - 2))}`;
  }

  [Symbol.dispose](): void {
    this.discard();
  }

  #start(): void {
    const { changed, onWords, onProblem } = this.#options;
    const talk: Talk = {
      finish: new AbortController(),
      abandon: new AbortController(),
      ticking: setInterval(changed, tickMs),
      phase: "starting",
      since: performance.now(),
    };
    this.#talk = talk;
    changed();
    this.#dictate(talk).then(
      (words) => {
        if (this.#talk !== talk) return;
        this.#end(talk);
        onWords(words);
      },
      (error: unknown) => {
        if (this.#talk !== talk) return;
        this.#end(talk);
        onProblem(reasonOf(error));
      },
    );
  }

  async #dictate(talk: Talk): Promise<string> {
    const { dictate } = await import("../talk/dictate.ts");
    return await dictate({
      host: this.#options.host,
      finish: talk.finish.signal,
      signal: talk.abandon.signal,
      onPhase: (phase) => {
        talk.phase = phase;
        talk.since = performance.now();
        this.#options.changed();
      },
    });
  }

  #end(talk: Talk): void {
    clearInterval(talk.ticking);
    this.#talk = undefined;
    this.#options.changed();
  }
}

function isWayOut(sequence: string): boolean {
  return matchesKey(sequence, "escape") || matchesKey(sequence, "ctrl+c");
}

function firstThatFits(texts: readonly string[], columns: number): string {
  return texts.find((text) => columnsOf(text) <= columns) ?? fit(texts.at(-1) ?? "", columns);
}

function reasonOf(error: unknown): string {
  if (HermesError.is(error)) return oneLine(`${error.message} ${error.hint ?? ""}`);
  return oneLine(error instanceof Error ? error.message : String(error));
}
