import { StdinBuffer } from "@earendil-works/pi-tui/dist/stdin-buffer.js";
import { exitCodes, Stop } from "../../host.ts";
import { control } from "../../render/guard-output.ts";
import { LiveRegion, type RegionOutput } from "../../screen/live-region.ts";
import type { Size } from "../../screen/picture.ts";
import type { OpenQuestion, QuestionPlace, QuestionView } from "../../screen/question-view.ts";
import { inTurn } from "../ask.ts";

/** Asks the terminal to mark pasted text. */
const markPastes = "\u001b[?2004h";
const markNoPastes = "\u001b[?2004l";

export interface KeyListener {
  /** One key as the terminal sends it, or a whole paste between its marks. */
  press(sequence: string): void;
  /** The terminal is gone. */
  end(): void;
}

export interface TerminalPlaceOptions {
  readonly output: RegionOutput;
  /** Waits with everything else while a question stands. */
  readonly screen: { hold(): void; release(): void; note(line: string): void };
  /** Gives what is typed to a listener, until the returned function is called. */
  readonly openKeys: (listener: KeyListener, signal: AbortSignal) => Promise<() => void>;
}

/** Questions below what is on the screen, with nothing else around: the cursor is on an empty line before and after. */
export class TerminalPlace implements QuestionPlace {
  readonly #options: TerminalPlaceOptions;
  readonly #turn = inTurn();
  #noteAbove: ((lines: readonly string[]) => void) | undefined;

  constructor(options: TerminalPlaceOptions) {
    this.#options = options;
  }

  get size(): Size {
    const { columns, rows } = this.#options.output;
    return { columns, rows };
  }

  async put<Answer>(
    open: (redraw: () => void) => OpenQuestion<Answer>,
    signal: AbortSignal,
  ): Promise<Answer> {
    return await this.#turn(async () => await this.#withKeys(open, signal))();
  }

  note(lines: readonly string[]): void {
    if (this.#noteAbove) this.#noteAbove(lines);
    else for (const line of lines) this.#options.screen.note(line);
  }

  async #withKeys<Answer>(
    open: (redraw: () => void) => OpenQuestion<Answer>,
    signal: AbortSignal,
  ): Promise<Answer> {
    signal.throwIfAborted();
    let giveUp = (_reason: unknown): void => {};
    const over = new Promise<never>((_, reject) => {
      giveUp = reject;
    });
    // Nobody waits for it where the terminal can't be had.
    over.catch(() => undefined);
    const abort = () => giveUp(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    let view: QuestionView | undefined;
    const listener: KeyListener = {
      press: (sequence) => view?.press(sequence),
      end: () => giveUp(new Stop("The terminal is gone.", exitCodes.interrupted)),
    };
    let stopKeys: (() => void) | undefined;
    try {
      stopKeys = await this.#options.openKeys(listener, signal);
      signal.throwIfAborted();
      const show = (opened: QuestionView) => (view = opened);
      return await this.#draw(open, { show, over });
    } finally {
      stopKeys?.();
      signal.removeEventListener("abort", abort);
    }
  }

  async #draw<Answer>(
    open: (redraw: () => void) => OpenQuestion<Answer>,
    { show, over }: { readonly show: (view: QuestionView) => void; readonly over: Promise<never> },
  ): Promise<Answer> {
    const { output, screen } = this.#options;
    screen.hold();
    let settled: string[] = [];
    let view: QuestionView | undefined;
    const region = new LiveRegion({
      output,
      picture(size) {
        const picture = { settled, ...(view?.frame(size) ?? { lines: [] }) };
        settled = [];
        return picture;
      },
    });
    this.#noteAbove = (lines) => {
      settled.push(...lines);
      region.drawNow();
    };
    try {
      const opened = open(() => region.drawNow());
      view = opened.view;
      show(view);
      region.drawNow();
      return await Promise.race([opened.answered, over]);
    } finally {
      settled.push(...(view?.settled(output.columns) ?? []));
      view = undefined;
      region.close();
      this.#noteAbove = undefined;
      screen.release();
    }
  }
}

export interface KeyTerminal {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WritableStream;
}

/** Takes the keys of a terminal that nobody else reads, until the returned function is called. */
export function readKeys({ input, output }: KeyTerminal, listener: KeyListener): () => void {
  const read = splitKeys(listener);
  const feed = (chunk: Buffer | string) => read(chunk);
  const wasRaw = input.isRaw;
  input.setRawMode?.(true);
  control(output, markPastes);
  input.on("data", feed).once("end", listener.end).resume();
  return () => {
    input.off("data", feed).off("end", listener.end).pause();
    control(output, markNoPastes);
    input.setRawMode?.(wasRaw);
  };
}

/** A lone Escape is a key when nothing followed it for so long; else it begins another key. */
const escapeAfterMs = 50;

/** Takes what a terminal sends, in pieces as they come, and hands on each key. */
function splitKeys(listener: Pick<KeyListener, "press">): (piece: Buffer | string) => void {
  const buffer = new StdinBuffer({ escapeTimeout: escapeAfterMs });
  buffer.on("data", (sequence) => listener.press(sequence));
  buffer.on("paste", (text) => listener.press(`\u001b[200~${text}\u001b[201~`));
  return (piece) => buffer.process(piece);
}
