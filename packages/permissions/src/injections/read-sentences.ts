import { knownWords, namedWord, wordClasses } from "./word-classes.ts";

/** One sentence as words with what each is for. Marks such as commas and colons are words too. */
export interface Sentence {
  readonly words: readonly string[];
  /** For each word, the bits of its classes. */
  readonly classes: readonly number[];
  /** All bits of the sentence. */
  readonly all: number;
  /** Its words that patterns name. */
  readonly names: readonly string[];
  /** For each word, where it starts in the text. */
  readonly starts: readonly number[];
}

const { OUTSIDE, SECRET, SHELL, PRIVATE, KEPT } = wordClasses;

// An address, a word with its inner marks, a mark that says how the sentence is built, an end.
const pieces =
  /https?:\/\/[^\s"'`<>)\]]+|[~$./]?[\p{L}\p{N}_][\p{L}\p{N}\p{M}_'’@/.-]*|[/~]|--[a-z][a-z-]*|[.!?。！？][)"'”`]*(?=\s|$)|\n|<\/?[a-z!|][^<>\n]{0,300}>|<!--|-->|[:,;"“”`()[\]|#@=>*{}]/gu;

/** Cuts a text in lower case into sentences. A line's end ends one; so do tags of markup. */
export function readSentences(text: string): readonly Sentence[] {
  const sentences: Sentence[] = [];
  const lexicon = knownWords();
  let words: string[] = [];
  let classes: number[] = [];
  let starts: number[] = [];
  let all = 0;
  let names: string[] = [];
  const close = (): void => {
    if (words.length > 0) sentences.push({ words, classes, all, names, starts });
    words = [];
    classes = [];
    starts = [];
    all = 0;
    names = [];
  };
  pieces.lastIndex = 0;
  for (let match = pieces.exec(text); match !== null; match = pieces.exec(text)) {
    const piece = match[0];
    const first = piece.charCodeAt(0);
    if (first === 10 || first === 60 || piece === "-->" || isEnd(piece)) {
      close();
      continue;
    }
    const word = trimmed(piece);
    // A link of Markdown is where a reader may go, not where something is sent.
    const isLink = first === 104 && text.startsWith("](", match.index - 2);
    const bits = isLink ? 0 : (lexicon.get(word) ?? classOf(word, lexicon));
    words.push(word);
    classes.push(bits);
    starts.push(match.index);
    all |= bits;
    if ((bits & namedWord) !== 0) names.push(word);
    // A dot belongs to the word before it, be it a name of a file or the end.
    if (piece.length > 2 && piece.endsWith(".") && text.charAt(pieces.lastIndex) === " ") close();
  }
  close();
  return sentences;
}

/** A sentence and the one after it as one: orders are given in two steps, too. */
export function joinSentences(one: Sentence, two: Sentence): Sentence {
  return {
    words: [...one.words, ...two.words],
    classes: [...one.classes, ...two.classes],
    starts: [...one.starts, ...two.starts],
    all: one.all | two.all,
    names: [...one.names, ...two.names],
  };
}

/** A word can begin with a dot, too: `.env`. */
function isEnd(piece: string): boolean {
  return /^[.!?。！？](?![\p{L}\p{N}_/])/u.test(piece);
}

function trimmed(piece: string): string {
  return piece.length > 1 ? piece.replace(/[.'’/@-]+$/, "").replace("’", "'") || piece : piece;
}

const keyFiles =
  /\.ssh|\.aws|\.env\b|id_rsa|id_ed25519|credential|\/shadow|\/passwd|\.npmrc|gcloud|\.netrc|\.kube|\.gnupg|mcp\.json|secret|wallet|keychain|token|\.pem$|api[_-]?key|_key$|_token$|_secret/;

function classOf(word: string, lexicon: ReadonlyMap<string, number>): number {
  const first = word.charCodeAt(0);
  if (word.length < 2 || (first < 97 && first !== 46 && first !== 47 && first !== 126 && !/\d|_/.test(word)))
    return 0;
  if (word.startsWith("http")) return word.includes("://") ? OUTSIDE : 0;
  if (word.includes("@")) return /^[\w.+-]+@[\w-]+\.[\w.-]+$/.test(word) ? OUTSIDE : 0;
  let bits = 0;
  if (/[./~_]/.test(word)) {
    if (keyFiles.test(word)) bits |= SECRET;
    if (/\.(?:sh|exe|py|ps1|bat|js|bin|dmg|msi)$/.test(word)) bits |= SHELL;
    if (/^\d{1,3}(?:\.\d{1,3}){3}(?:\/|$)/.test(word)) bits |= OUTSIDE;
    if (/^~?\/|^~/.test(word)) bits |= PRIVATE;
    if (/(?:\.bashrc|\.zshrc|\.profile|authorized_keys|memory\.md|agents\.md|crontab)$/.test(word))
      bits |= KEPT;
    if (/\.(?:md|txt|json|ya?ml|csv|db|zip|docx?)$/.test(word)) bits |= PRIVATE;
    if (bits === 0 && word.includes(".example")) bits |= OUTSIDE;
    if (bits !== 0) return bits;
  }
  if (word.includes("-") || word.includes("/") || word.includes("_")) {
    for (const part of word.split(/[-/_]/)) bits |= lexicon.get(part) ?? 0;
    return bits;
  }
  return word.endsWith("'s") ? (lexicon.get(word.slice(0, -2)) ?? 0) : 0;
}
