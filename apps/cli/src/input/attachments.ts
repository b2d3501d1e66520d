import type { AgentInput } from "@hermes/agent-loop";
import type { ImagePart, TextPart } from "@hermes/models";
import type { HistoryEntry } from "../prompt/input-history.ts";
import type { ReadImage } from "./read-image.ts";
import type { SavedPastes } from "./saved-pastes.ts";

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

  /** @returns The label that stands for it in the text: `[Pasted 200 lines]`. */
  addPaste(text: string): string {
    const lines = lineCount(text);
    const size = lines >= foldedLines ? `${lines} lines` : `${text.length} characters`;
    return this.#add(`Pasted ${size}`, { type: "paste", text });
  }

  /** @param path Where it was read from; undefined: it lies in no file. @returns `[Image screenshot.png 1024x768]`. */
  addImage(image: ReadImage, path: string | undefined): string {
    const size = image.width === undefined ? "" : ` ${image.width}x${image.height}`;
    return this.#add(`Image ${image.name}${size}`, { type: "image", image, path });
  }

  get labels(): readonly string[] {
    return [...this.#all.keys()];
  }

  pasteOf(label: string): string | undefined {
    const found = this.#all.get(label);
    return found?.type === "paste" ? found.text : undefined;
  }

  hasImage(labels: readonly string[]): boolean {
    return labels.some((label) => this.#all.get(label)?.type === "image");
  }

  /** The text with all pastes in full; images stay labels. */
  expand(text: string): string {
    return pieces(text, [...this.#all.keys()])
      .map((piece) => this.pasteOf(piece) ?? piece)
      .join("");
  }

  /** What the model is sent. With an attachment it is a message in any case; a text alone may be a command. */
  inputOf(text: string): AgentInput {
    const content: (TextPart | ImagePart)[] = [];
    for (const piece of pieces(text, [...this.#all.keys()])) {
      const found = this.#all.get(piece);
      const last = content.at(-1);
      const words = found?.type === "paste" ? found.text : piece;
      if (last?.type === "text") content.splice(-1, 1, { type: "text", text: last.text + words });
      else content.push({ type: "text", text: words });
      if (found?.type === "image") content.push(found.image.part);
    }
    const [only] = content;
    const isText = content.length === 1 && only?.type === "text" && !this.#begins(text);
    return isText ? only.text : content;
  }

  /**
   * The text with references to what was pasted, which is kept in files for it.
   *
   * @throws the error of the file system.
   */
  keep(text: string): HistoryEntry {
    const kept: [label: string, path: string][] = [];
    for (const [label, found] of this.#all) {
      if (!text.includes(label)) continue;
      const path =
        found.type === "paste"
          ? this.#saved.keepText(found.text)
          : (found.path ?? this.#saved.keepImage(found.image));
      kept.push([label, path]);
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
    return pieces(text, labels)
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

  #add(what: string, attachment: Attachment): string {
    const number = [...this.#all.values()].filter(({ type }) => type === attachment.type).length + 1;
    const label = number === 1 ? `[${what}]` : `[${what} #${number}]`;
    this.#all.set(label, attachment);
    return label;
  }

  /** What was pasted, or an image, is no command. */
  #begins(text: string): boolean {
    return [...this.#all.keys()].some((label) => text.trimStart().startsWith(label));
  }
}

/** Lines of a text; a break at its end begins none. */
function lineCount(text: string): number {
  return text.replace(/\n$/, "").split("\n").length;
}

/** A text in pieces, of which each label is one. */
function pieces(text: string, labels: readonly string[]): readonly string[] {
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
