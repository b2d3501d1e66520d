import type { AgentInput } from "@hermes/agent-loop";
import type { ImagePart, TextPart } from "@hermes/models";
import type { HistoryEntry } from "../prompt/input-history.ts";
import { withLabels } from "./image-mentions.ts";
import type { ImageResult, ReadImage } from "./read-image.ts";
import type { SavedPastes } from "./saved-pastes.ts";
import type { TextPiece } from "./text-area.ts";

/** A paste of so many lines or characters is folded. */
const foldedLines = 5;
const foldedCharacters = 2_000;

export function isLongPaste(text: string): boolean {
  return text.length >= foldedCharacters || lineCount(text) >= foldedLines;
}

type Attachment =
  | { readonly type: "paste"; readonly text: string }
  | { readonly type: "image"; readonly image: ReadImage; readonly path: string | undefined };

/** What stands behind the labels of a message that is being written: long pastes and images. */
export class Attachments {
  readonly #saved: SavedPastes;
  readonly #all = new Map<string, Attachment>();

  constructor(saved: SavedPastes) {
    this.#saved = saved;
  }

  /**
   * @param beside The text that it comes to: what looks like a label there is another one.
   * @returns The label that stands for it in the text: `[Pasted 200 lines]`.
   */
  addPaste(text: string, beside = ""): string {
    const lines = lineCount(text);
    const size = lines >= foldedLines ? `${lines} lines` : `${text.length} characters`;
    return this.#add(`Pasted ${size}`, { type: "paste", text }, beside);
  }

  /** @param path Where it was read from; undefined: it lies in no file. @returns `[Image screenshot.png 1024x768]`. */
  addImage(image: ReadImage, path: string | undefined, beside = ""): string {
    const size = image.width === undefined ? "" : ` ${image.width}x${image.height}`;
    return this.#add(`Image ${image.name}${size}`, { type: "image", image, path }, beside);
  }

  /** @returns The text, with a label for each image that is mentioned in it: `@shot.png`. What can't be read stays as it is. */
  addMentioned(pieces: readonly TextPiece[], read: (path: string) => ImageResult): string {
    const whole = pieces.map(({ text }) => text).join("");
    const labelOf = (path: string): string | undefined => {
      const found = read(path);
      return found.ok ? this.addImage(found.image, found.path, whole) : undefined;
    };
    return pieces.map(({ text, isLabel }) => (isLabel ? text : withLabels(text, labelOf))).join("");
  }

  get labels(): readonly string[] {
    return [...this.#all.keys()];
  }

  pasteOf(label: string): string | undefined {
    const found = this.#all.get(label);
    return found?.type === "paste" ? found.text : undefined;
  }

  hasImage(pieces: readonly TextPiece[]): boolean {
    return pieces.some((piece) => this.#behind(piece)?.type === "image");
  }

  /** The text with all pastes in full; images stay labels. */
  expand(pieces: readonly TextPiece[]): string {
    return pieces.map((piece) => this.#wordsOf(piece)).join("");
  }

  /** What the model is sent. With an attachment it is a message in any case; a text alone may be a command. */
  inputOf(pieces: readonly TextPiece[]): AgentInput {
    const content: (TextPart | ImagePart)[] = [];
    for (const piece of pieces) {
      const found = this.#behind(piece);
      const last = content.at(-1);
      const words = this.#wordsOf(piece);
      if (last?.type === "text") content.splice(-1, 1, { type: "text", text: last.text + words });
      else content.push({ type: "text", text: words });
      if (found?.type === "image") content.push(found.image.part);
    }
    const [only] = content;
    // What was pasted is no command.
    const begins = pieces.find(({ text }) => text.trim() !== "");
    return content.length === 1 && only?.type === "text" && begins?.isLabel !== true ? only.text : content;
  }

  /**
   * The text with references to what was pasted, which is kept in files for it.
   *
   * @throws the error of the file system.
   */
  keep(pieces: readonly TextPiece[]): HistoryEntry {
    const text = pieces.map((piece) => piece.text).join("");
    const kept: [label: string, path: string][] = [];
    for (const piece of pieces) {
      const found = this.#behind(piece);
      if (found === undefined) continue;
      const path =
        found.type === "paste"
          ? this.#saved.keepText(found.text)
          : (found.path ?? this.#saved.keepImage(found.image));
      kept.push([piece.text, path]);
    }
    return kept.length === 0 ? { text } : { text, attached: Object.fromEntries(kept) };
  }

  /**
   * The text of an earlier message, whose attachments are there again. What is missing says so.
   *
   * @param readImage Undefined: it can't be read, or the model takes none.
   */
  restore({ text, attached = {} }: HistoryEntry, readImage: (path: string) => ReadImage | undefined): string {
    const labels = Object.keys(attached);
    return piecesOf(text, labels)
      .map((piece) =>
        labels.includes(piece) ? this.#restored(piece, attached[piece] ?? "", readImage) : piece,
      )
      .join("");
  }

  clear(): void {
    this.#all.clear();
  }

  #restored(label: string, path: string, readImage: (path: string) => ReadImage | undefined): string {
    const without = (why: string): string => `${label.slice(0, -1)}: ${why}]`;
    if (label.startsWith("[Image ")) {
      const image = readImage(path);
      return image === undefined ? without("left out") : this.addImage(image, path);
    }
    const pasted = this.#saved.textAt(path);
    return pasted === undefined ? without("no longer kept") : this.addPaste(pasted);
  }

  #behind({ text, isLabel }: TextPiece): Attachment | undefined {
    return isLabel ? this.#all.get(text) : undefined;
  }

  #wordsOf(piece: TextPiece): string {
    const found = this.#behind(piece);
    return found?.type === "paste" ? found.text : piece.text;
  }

  #add(what: string, attachment: Attachment, beside: string): string {
    let number = [...this.#all.values()].filter(({ type }) => type === attachment.type).length + 1;
    let label = number === 1 ? `[${what}]` : `[${what} #${number}]`;
    while (beside.includes(label) || this.#all.has(label)) label = `[${what} #${++number}]`;
    this.#all.set(label, attachment);
    return label;
  }
}

/** Lines of a text; a break at its end begins none. */
function lineCount(text: string): number {
  return text.replace(/\n$/, "").split("\n").length;
}

/** A text in pieces, of which each label is one. */
function piecesOf(text: string, labels: readonly string[]): readonly string[] {
  // Of two labels where one begins like the other, the longer one is meant.
  const longest = labels.toSorted((one, other) => other.length - one.length);
  const found: string[] = [];
  let rest = text;
  while (rest !== "") {
    const next = longest
      .map((label) => ({ label, at: rest.indexOf(label) }))
      .filter(({ at }) => at >= 0)
      .toSorted((one, other) => one.at - other.at)[0];
    if (next === undefined) return [...found, rest];
    if (next.at > 0) found.push(rest.slice(0, next.at));
    found.push(next.label);
    rest = rest.slice(next.at + next.label.length);
  }
  return found;
}
