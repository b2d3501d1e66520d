const openings = ["<think>", "<thinking>", "<thought>", "<reasoning>"];

type Say = (kind: "text" | "reasoning", text: string) => void;

/**
 * Tells thoughts from the answer where a server streams both as one text: `<think>…</think>` and then the answer.
 * Only a tag at the very beginning counts; later ones are words like others. Tags may be cut anywhere.
 */
export class ThinkTags {
  /** True once everything that follows is the answer. */
  done = false;
  /** Pieces that may still turn out to be the beginning of a tag. */
  #held: string[] = [];
  /** The tag that ends the thoughts, while inside of them. */
  #closing: string | undefined;
  #carried = "";
  #trims = false;
  #behind = false;

  push(text: string, say: Say): void {
    if (this.done) say("text", text);
    else if (this.#behind) this.#answer(text, say);
    else if (this.#closing === undefined) this.#begin(text, say);
    else this.#think(text, say);
  }

  #begin(piece: string, say: Say): void {
    this.#held.push(piece);
    const text = this.#held.join("").trimStart();
    const opening = openings.find((tag) => text.startsWith(tag));
    if (opening !== undefined) {
      this.#held = [];
      this.#closing = `</${opening.slice(1)}`;
      this.#trims = true;
      this.#think(text.slice(opening.length), say);
    } else if (!openings.some((tag) => tag.startsWith(text))) this.end(say);
  }

  #think(piece: string, say: Say): void {
    const closing = this.#closing ?? "";
    const text = this.#carried + piece;
    const at = text.indexOf(closing);
    const end = at === -1 ? text.length - overlap(text, closing) : at;
    this.#carried = text.slice(end);
    this.#thought(text.slice(0, end), say);
    if (at === -1) return;
    this.#carried = "";
    this.#behind = true;
    this.#answer(text.slice(at + closing.length), say);
  }

  #thought(text: string, say: Say): void {
    const thought = this.#trims ? text.trimStart() : text;
    if (thought === "") return;
    this.#trims = false;
    say("reasoning", thought);
  }

  /** The empty lines between the thoughts and the answer belong to neither. */
  #answer(piece: string, say: Say): void {
    const text = piece.trimStart();
    if (text === "") return;
    this.done = true;
    say("text", text);
  }

  /** Nothing more will come, or nothing that could be a tag. */
  end(say: Say): void {
    this.done = true;
    for (const piece of this.#held) say("text", piece);
    this.#held = [];
    if (this.#carried !== "") this.#thought(this.#carried, say);
    this.#carried = "";
  }
}

/** Length of the longest end of `text` with which `tag` begins. */
function overlap(text: string, tag: string): number {
  for (let length = Math.min(text.length, tag.length - 1); length > 0; length--) {
    if (text.endsWith(tag.slice(0, length))) return length;
  }
  return 0;
}
