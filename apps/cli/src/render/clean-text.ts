/**
 * What others wrote (a model, a tool, a server, a skill, an imported session), made fit to be looked at: it can't
 * move the cursor, rename the window, write to the clipboard, or stand in another order than it is read in. What people
 * write with stays: right-to-left scripts with their marks, joiners inside of words and emoji, flags.
 *
 * @see https://trojansource.codes
 * @see https://ecma-international.org/publications-and-standards/standards/ecma-48/
 */
export function cleanText(text: string, options: CleanOptions = {}): string {
  return plain.test(text) ? text : clean(text, "", options);
}

export interface CleanOptions {
  /**
   * `mark`: what turns the order of text around, or hides text in it, is told by its number. `drop`: it is left out, for
   * a reader who is a program.
   *
   * @default "mark"
   */
  readonly hidden?: "mark" | "drop" | undefined;
}

/** Cleans a text that comes in pieces, which may end anywhere. What comes out is that of the whole text. */
export class CleanStream {
  readonly #options: CleanOptions;
  #held = "";
  #before = "";

  constructor(options: CleanOptions = {}) {
    this.#options = options;
  }

  /** The next piece; what may be the beginning of something is kept back until it is whole. */
  push(piece: string): string {
    if (this.#held === "" && plain.test(piece)) {
      this.#before = piece.slice(-1) || this.#before;
      return piece;
    }
    const text = this.#held + piece;
    const end = unfinished.exec(text)?.index ?? text.length;
    this.#held = text.slice(end);
    return this.#clean(text.slice(0, end));
  }

  /** The end of the text, and the beginning of the next one. */
  end(): string {
    const rest = this.#clean(this.#held);
    this.#held = "";
    this.#before = "";
    return rest;
  }

  #clean(text: string): string {
    const cleaned = clean(text, this.#before, this.#options);
    this.#before = lastCharacter(text) ?? this.#before;
    return cleaned;
  }
}

/** Most text is this, and nothing needs to be looked for in it. */
const plain = /^[\t\n -~]*$/;

const csi = String.raw`(?:\u001b\[|\u009b)[0-?]{0,64}[ -/]{0,8}`;
const string = String.raw`(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u009c\n]{0,256}`;
const escape = String.raw`\u001b[ -/]{0,8}`;
const flag = String.raw`\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]`;
const order = String.raw`[\u202a-\u202e\u2066-\u2069]`;
const tag = String.raw`[\u{e0000}-\u{e0fff}]`;
const unseen = String.raw`[\u00ad\u034f\u061c\u180e\u200b-\u200f\u2060-\u2065\u206a-\u206f\ufe00-\ufe0f\ufeff\ufff9-\ufffb]`;

const found = new RegExp(
  [
    `(?<sequence>${csi}[@-~]|${string}(?:\\u0007|\\u001b\\\\|\\u009c)|${escape}[0-~])`,
    String.raw`(?<control>[\u0000-\u0008\u000b-\u001f\u007f-\u009f])`,
    String.raw`(?<line>[\u2028\u2029])`,
    `(?<flag>${flag}{1,6}\\u{e007f})`,
    `(?<order>${order})`,
    `(?<tag>${tag})`,
    `(?<unseen>${unseen})`,
    String.raw`(?<half>[\ud800-\udfff])`,
  ].join("|"),
  "gu",
);

/** At the end of a text: what may go on to be one of the above. */
const unfinished = new RegExp(
  String.raw`(?:${csi}|${string}\u001b?|${escape}|(?:${flag}{0,6}|\u{1f3f4})?[\ud800-\udbff]?)$`,
  "u",
);

function clean(text: string, before: string, { hidden = "mark" }: CleanOptions): string {
  return text.replace(found, (match: string, ...rest: readonly unknown[]) => {
    // The last three arguments of a replacer are the place, the text and the groups.
    const [offset, , groups] = rest.slice(-3) as [
      number,
      string,
      Readonly<Record<string, string | undefined>>,
    ];
    if (groups["sequence"] !== undefined || groups["control"] !== undefined) return "";
    if (groups["line"] !== undefined) return "\n";
    if (groups["flag"] !== undefined) return match;
    if (groups["half"] !== undefined) return "\ufffd";
    const last = lastCharacter(text.slice(0, offset)) ?? before;
    if (groups["unseen"] !== undefined) return belongsTo(match, last) ? match : "";
    if (groups["tag"] !== undefined) {
      if (isIdeographVariant(match, last)) return match;
      // Of hidden text one mark is enough.
      return hidden === "drop" || isTag.test(last) ? "" : "⟨hidden text⟩";
    }
    return hidden === "drop" ? "" : `⟨${codeOf(match)}⟩`;
  });
}

const isTag = new RegExp(`^${tag}$`, "u");

const emoji = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]/u;
const symbol = /[\p{Emoji}\p{S}\p{Script=Han}]/u;
const joining =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{P} ]/u;

/** Whether a character without a width has a meaning after the one before it. */
function belongsTo(character: string, before: string): boolean {
  if (character === "\u200d") return emoji.test(before) || joining.test(before);
  if (character === "\u200c") return joining.test(before);
  if (character >= "\ufe00" && character <= "\ufe0f") return symbol.test(before);
  // Left-to-right and right-to-left marks: they change the order of punctuation, and of nothing else.
  if (/[\u061c\u200e\u200f]/.test(character)) return rightToLeft.test(before);
  return false;
}

function isIdeographVariant(character: string, before: string): boolean {
  return /^[\u{e0100}-\u{e01ef}]$/u.test(character) && /\p{Script=Han}/u.test(before);
}

function lastCharacter(text: string): string | undefined {
  const last = text.slice(-2);
  return [...last].at(-1);
}

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
