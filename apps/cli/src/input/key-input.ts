import { StringDecoder } from "node:string_decoder";
import { StdinBuffer } from "@earendil-works/pi-tui/dist/stdin-buffer.js";
import { control } from "../render/guard-output.ts";

export interface KeyInputOptions {
  readonly input: NodeJS.ReadStream;
  /** Gets what tells the terminal how to send keys. */
  readonly output: NodeJS.WriteStream;
  /** A key as terminals have always sent it; one that had no such form as `CSI … u`. */
  readonly onKey: (sequence: string) => void;
  /** A whole paste, with the line ends as they came. */
  readonly onPaste: (text: string) => void;
  /** All keys of one piece of input were handed on. */
  readonly onDone: () => void;
  /** The terminal is gone. */
  readonly onEnd: () => void;
}

// Pastes between marks, and keys that are told apart: Shift-Enter from Enter.
const begin = "\u001b[?2004h\u001b[>1u";
const end = "\u001b[<u\u001b[?2004l";
const pasteEnd = "\u001b[201~";
const twoEscapes = "\u001b\u001b";

/** A lone Escape is a key when nothing followed it for so long, also over a slow connection. */
const escapeAfterMs = 50;
/** A paste whose end never comes is taken as it is, so that the keyboard lives on. */
const pasteWithinMs = 2_000;

/**
 * The keys of a terminal in raw mode, one by one, and pastes as a whole.
 *
 * @see https://sw.kovidgoyal.net/kitty/keyboard-protocol
 */
export class KeyInput {
  readonly #options: KeyInputOptions;
  readonly #decoder = new StringDecoder("utf8");
  readonly #buffer = new StdinBuffer({ escapeTimeout: escapeAfterMs });
  readonly #read = (chunk: Buffer): void => this.#feed(this.#decoder.write(chunk));
  readonly #ended = (): void => this.#options.onEnd();
  #half = "";
  #unended: NodeJS.Timeout | undefined;
  #pasting = false;
  #feeding = false;
  #started = false;

  constructor(options: KeyInputOptions) {
    this.#options = options;
    this.#buffer.on("data", (sequence) => {
      this.#key(sequence);
      if (!this.#feeding) options.onDone();
    });
    this.#buffer.on("paste", (text) => {
      this.#pasting = false;
      options.onPaste(text);
    });
  }

  /** Takes the keyboard. */
  start(): void {
    if (this.#started) return;
    this.#started = true;
    const { input, output } = this.#options;
    // Off first: who stopped the process may have changed the terminal, and only a change is carried out.
    input.setRawMode?.(false);
    input.setRawMode?.(true);
    control(output, begin);
    input.on("data", this.#read).on("end", this.#ended).on("close", this.#ended).resume();
  }

  /** Leaves the terminal as it was. Keys that were typed and not read yet are for whoever reads next. */
  stop(): void {
    if (!this.#started) return;
    this.#started = false;
    clearTimeout(this.#unended);
    this.#buffer.clear();
    const { input, output } = this.#options;
    input.off("data", this.#read).off("end", this.#ended).off("close", this.#ended).pause();
    control(output, end);
    input.setRawMode?.(false);
  }

  #feed(text: string): void {
    // A part of a character is no key yet.
    if (text === "") return;
    clearTimeout(this.#unended);
    this.#feeding = true;
    // Only the last mark counts: those before it are whole pastes.
    const [from, to] = [text.lastIndexOf("\u001b[200~"), text.lastIndexOf(pasteEnd)];
    if (from !== to) this.#pasting = from > to;
    try {
      this.#buffer.process(text);
    } finally {
      this.#feeding = false;
    }
    if (this.#pasting) this.#unended = setTimeout(() => this.#feed(pasteEnd), pasteWithinMs);
    this.#options.onDone();
  }

  /** Puts the halves of a character together, which come one by one. */
  #key(unit: string): void {
    if (/^[\ud800-\udbff]$/.test(unit)) {
      this.#half = unit;
      return;
    }
    const whole = this.#half + unit;
    this.#half = "";
    // Two lone ones, whatever made them one piece.
    const keys = whole === twoEscapes ? [...whole] : [asBefore(whole)];
    for (const each of keys) this.#options.onKey(each);
  }
}

/** A key of the newer form as it was always sent, where it had a form: so everything reads one kind of keys. */
function asBefore(sequence: string): string {
  // oxlint-disable-next-line no-control-regex -- how a terminal sends keys
  const found = /^\u001b\[(\d{1,5})(?::\d*)*(?:;(\d{1,3})(?::1)?)?u$/.exec(sequence);
  if (found === null) return sequence;
  const code = Number(found[1]);
  // Caps lock and num lock are no part of a key.
  const modifiers = (Number(found[2] ?? 1) - 1) & ~(64 | 128);
  const [shift, alt, ctrl] = [1, 2, 4].map((bit) => (modifiers & bit) !== 0);
  if (modifiers > 7 || (shift && ctrl)) return sequence;
  if (code === 27) return alt ? twoEscapes : "\u001b";
  if (code === 9 && shift) return "\u001b[Z";
  const isKey = [9, 13, 127].includes(code);
  // Keys of the number pad have codes of private characters.
  const isPrivate = code < 32 ? !isKey : code >= 0xe0_00 && code <= 0xf8_ff;
  const letter = String.fromCodePoint(code);
  if (isPrivate || (isKey && (shift || ctrl)) || (ctrl && !/^[a-z@[\\\]^_ ]$/.test(letter))) return sequence;
  const byte = ctrl ? String.fromCodePoint(code & 31) : letter;
  return alt ? `\u001b${byte}` : byte;
}
