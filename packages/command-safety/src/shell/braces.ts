const maxWords = 256;

/**
 * The words that brace expansion makes of one word, quotes kept: `{a,b}c` gives `ac` and `bc`, `{1..3}` gives numbers.
 *
 * @returns `undefined` when there are more than 256.
 */
export function expandBraces(text: string): readonly string[] | undefined {
  const done: string[] = [];
  const open = [text];
  while (open.length > 0) {
    const word = open.shift() ?? "";
    const brace = findBrace(word);
    if (brace === undefined) done.push(word);
    else {
      const alternatives = brace.alternatives.map((each) => brace.before + each + brace.after);
      open.unshift(...alternatives);
    }
    if (done.length + open.length > maxWords) return undefined;
  }
  return done;
}

interface Brace {
  readonly before: string;
  readonly alternatives: readonly string[];
  readonly after: string;
}

/** The first brace that expands; those without a comma or a range are plain text. */
function findBrace(word: string): Brace | undefined {
  for (let start = 0; start < word.length; start++) {
    const next = skipQuoted(word, start);
    if (next > start) {
      start = next - 1;
      continue;
    }
    if (word[start] !== "{") continue;
    const parts = splitBrace(word, start);
    if (parts === undefined) continue;
    const { pieces, end } = parts;
    const alternatives = pieces.length > 1 ? pieces : range(pieces[0] ?? "");
    if (alternatives === undefined) continue;
    return { before: word.slice(0, start), alternatives, after: word.slice(end + 1) };
  }
  return undefined;
}

function splitBrace(
  word: string,
  start: number,
): { readonly pieces: readonly string[]; readonly end: number } | undefined {
  const pieces: string[] = [];
  let depth = 0;
  let from = start + 1;
  for (let at = start; at < word.length; at++) {
    const next = skipQuoted(word, at);
    if (next > at) at = next - 1;
    else if (word[at] === "{") depth++;
    else if (word[at] === "," && depth === 1) {
      pieces.push(word.slice(from, at));
      from = at + 1;
    } else if (word[at] === "}" && --depth === 0) {
      pieces.push(word.slice(from, at));
      return { pieces, end: at };
    }
  }
  return undefined;
}

/** Behind a quoted part, an escape or an expansion that begins here; the same place when none does. */
function skipQuoted(word: string, at: number): number {
  const char = word[at];
  if (char === "\\") return at + 2;
  if (char === "'") return endOf(word, "'", at + 1);
  if (char === '"' || char === "`") {
    for (let to = at + 1; to < word.length; to++) {
      if (word[to] === "\\") to++;
      else if (word[to] === char) return to + 1;
    }
    return word.length;
  }
  if (char === "$" && (word[at + 1] === "{" || word[at + 1] === "(")) return skipNested(word, at + 1);
  return at;
}

function skipNested(word: string, start: number): number {
  const close = word[start] === "{" ? "}" : ")";
  let depth = 0;
  for (let at = start; at < word.length; at++) {
    if (word[at] === "\\") at++;
    else if (word[at] === word[start]) depth++;
    else if (word[at] === close && --depth === 0) return at + 1;
  }
  return word.length;
}

function endOf(word: string, char: string, from: number): number {
  const end = word.indexOf(char, from);
  return end === -1 ? word.length : end + 1;
}

function range(text: string): readonly string[] | undefined {
  const [, first, last, step = "1"] =
    /^(-?\d+|[a-zA-Z])\.\.(-?\d+|[a-zA-Z])(?:\.\.(-?\d+))?$/.exec(text) ?? [];
  if (first === undefined || last === undefined) return undefined;
  const isLetter = /[a-zA-Z]/.test(first);
  if (isLetter !== /[a-zA-Z]/.test(last)) return undefined;
  const from = isLetter ? first.charCodeAt(0) : Number(first);
  const to = isLetter ? last.charCodeAt(0) : Number(last);
  const by = Math.max(1, Math.abs(Number(step)));
  const count = Math.floor(Math.abs(to - from) / by) + 1;
  // Longer ranges are cut: no judgement depends on the rest.
  return Array.from({ length: Math.min(count, maxWords + 1) }, (_, index) => {
    const value = from + index * by * Math.sign(to - from || 1);
    return isLetter ? String.fromCharCode(value) : pad(value, first, last);
  });
}

function pad(value: number, first: string, last: string): string {
  const padded = /^-?0\d/.test(first) || /^-?0\d/.test(last);
  return padded ? String(value).padStart(Math.max(first.length, last.length), "0") : String(value);
}
