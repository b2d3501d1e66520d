import { createEffort } from "./effort.ts";
import { isPlaceholder, isReference } from "./placeholders.ts";
import { isWords, looksDrawn, looksRandom } from "./randomness.ts";
import { keyWords, strengthOf } from "./secret-keys.ts";
import type { KeyStrength } from "./secret-keys.ts";
import type { TextSpan } from "./text-span.ts";

/** Finds values that are given to names of secrets: in files of variables, JSON, YAML, code, XML, flags and prose. */
export function findAssignments(text: string): readonly TextSpan[] {
  const spans: TextSpan[] = [];
  const effort = createEffort(text);
  for (const match of text.matchAll(keyWords)) {
    // What is secret already needs no second look.
    if (match.index < (spans.at(-1)?.end ?? 0)) continue;
    const name = nameAround(text, match.index, match.index + match[0].length);
    // No name goes on for so long.
    if (name.after.length >= longestName) continue;
    // The name of a resource, in which such words are parts.
    if (/\barn:[\w:-]*:$/.test(text.slice(Math.max(0, name.start - 80), name.start))) continue;
    const strength = strengthOf(name.before, match[0], name.after);
    if (strength === undefined) continue;
    const place = placeOfValue(text, name);
    if (place === undefined) continue;
    const value = valueAt(text, place);
    if (value === undefined) continue;
    const spent = effort.isSpent(value.end - value.start);
    if (spent || isSecret(text, { ...place, ...value, strength, name }))
      spans.push(inJson(text, name, value));
  }
  return spans;
}

/** A number in JSON is replaced by a text, with the quotes that its name has. */
function inJson(text: string, name: FoundName, value: FoundValue): TextSpan {
  const quote = /^\\{0,3}"(?=\s{0,20}:)/.exec(text.slice(name.end, name.end + 30))?.[0];
  if (value.quoted || quote === undefined || !/^-?\d[\d.eE+-]*$/.test(text.slice(value.start, value.end)))
    return value;
  return { ...value, quote };
}

interface FoundName {
  readonly start: number;
  readonly end: number;
  readonly before: string;
  readonly after: string;
}

const longestName = 60;

function nameAround(text: string, start: number, end: number): FoundName {
  let from = start;
  while (from > start - longestName && isNameUnit(text, from - 1, true)) from--;
  let to = end;
  while (to < end + longestName && isNameUnit(text, to, false)) to++;
  const before = text.slice(from, start);
  const after = text.slice(end, to);
  // In a text within a text, a name can follow the sign for a new line.
  const own =
    /^[nrt]/.test(before) && text.charAt(start - before.length - 1) === "\\" ? before.slice(1) : before;
  return { start: start - own.length, end: end + after.length, before: own, after };
}

/** Letters, figures, `_` and `-`; before the word also dots and letters of every alphabet. */
function isNameUnit(text: string, at: number, before: boolean): boolean {
  const code = text.charCodeAt(at);
  if (code >= 97 ? code <= 122 : code >= 65 && code <= 90) return true;
  if ((code >= 48 && code <= 57) || code === 95 || code === 45) return true;
  return before && (code === 46 || (code > 127 && /[\p{L}\p{N}]/u.test(text.charAt(at))));
}

/** How a name is tied to its value. */
interface ValuePlace {
  readonly at: number;
  /** `line`: a file of variables, where the value goes to the end of the word. `query`: in an address. `said`: prose. `beside`: nothing but a blank between. */
  readonly style: "line" | "query" | "pair" | "flag" | "said" | "beside" | "tag" | "compared";
}

const separators: readonly { readonly pattern: RegExp; readonly style: ValuePlace["style"] }[] = [
  // As a tag: <password>…</password>.
  { pattern: /^>\s{0,40}(?=[^\s<])/, style: "tag" },
  // The entry of a map in two parts: name: DB_PASSWORD, value: …; key="ApiKey" value="…".
  { pattern: /^\\?["']?,?\s{1,40}(?:-\s)?\\?["']?value\\?["']?\s{0,4}[:=]\s{0,4}/i, style: "pair" },
  { pattern: /^\\{0,3}["'`]?\]?\)?[ \t]{0,20}(?:===?|!==?)[ \t]{0,4}/, style: "compared" },
  { pattern: /^\\{0,3}["'`]?\]?[ \t]{0,20}(?::=|=>|[:=])(?!:)[ \t]{0,20}/, style: "pair" },
  // YAML and JSON that break the line after the name; XML's <key>…</key><string>.
  { pattern: /^\\{0,3}["'][ \t]{0,20},[ \t]{0,20}(?=\\{0,3}["'])/, style: "compared" },
  { pattern: /^(?:%22)?%3[AD](?:%20|\+|%22)?/i, style: "query" },
  { pattern: /^<\/key>\s{0,20}<string>/, style: "tag" },
  { pattern: /^[ \t](?:is|was|are|ist|es|est)[: \t]{1,3}(?:now )?/i, style: "said" },
];

// How each of them begins: most words are followed by none, and are spared the others.
const tied =
  /^(?:[ \t]{0,20}[:=!>"'`\\\]),%<]|[ \t](?:is|was|are|ist|es|est)[: \t]|\s{1,40}(?:-\s)?\\?["']?value)/i;

function placeOfValue(text: string, name: FoundName): ValuePlace | undefined {
  const rest = text.slice(name.end, name.end + 120);
  const isFlag =
    /(?:^|[\s"'`])--?$/.test(text.slice(Math.max(0, name.start - 3), name.start)) ||
    text.startsWith("--", name.start);
  for (const { pattern, style } of tied.test(rest) ? separators : []) {
    const tie = pattern.exec(rest)?.[0];
    if (tie === undefined) continue;
    if (style === "tag" && text.charAt(name.start - 1) !== "<" && !tie.startsWith("<")) continue;
    if (style !== "pair") return { at: name.end + tie.length, style };
    // A flag without a value is followed by the next one.
    if (isFlag && tie.trimEnd() === "=") return { at: name.end + 1, style: "flag" };
    return { at: name.end + tie.length, style: pairStyle(text, name, tie) };
  }
  if (isFlag && /^[ \t]/.test(rest)) return { at: name.end + 1, style: "flag" };
  const gap = /^[ \t]{1,2}(?=[^\s])/.exec(rest)?.[0].length;
  return gap === undefined ? undefined : { at: name.end + gap, style: "beside" };
}

/** A form goes on with the name of its next field; as JSON, `&` may be an escape. */
const nextField = String.raw`(?:&(?:amp;)?|;)[\w.%[\]-]{1,60}=`;
const fieldOfForm = /^[^\s"'`&]*(?:&(?:amp;)?|\\u0026)[\w.%[\]-]{1,60}=/;
const longestField = 300;

function pairStyle(text: string, name: FoundName, tie: string): ValuePlace["style"] {
  if (!tie.trimEnd().endsWith("=")) return "pair";
  const lead = text.slice(Math.max(0, name.start - 16), name.start);
  if (/[?&;]$|amp;$/.test(lead) && !/;\s$/.test(lead)) return "query";
  if (tie === "=" && fieldOfForm.test(text.slice(name.end + 1, name.end + longestField))) return "query";
  // A shell or a file of variables: no blank on either side of the sign.
  const isVariable = text.slice(name.start, name.end).toUpperCase() === text.slice(name.start, name.end);
  const begins = isVariable ? /(?:^|[\s'"])$/ : /(?:^|[\n\r]|export |set |env |-e |ENV |ARG )$/;
  return tie === "=" && begins.test(lead) ? "line" : "pair";
}

interface FoundValue extends TextSpan {
  readonly quoted: boolean;
}

const longestValue = 4_096;
const schemes =
  /^(?:Bearer|Basic|Token|Digest|Negotiate|Key|ApiKey|GenieKey|SSWS|Bot|Splunk|AWS4-HMAC-SHA256)[ \t]+/i;
/** In a text within a text, `\n` and `\"` end a value. */
const escaped = String.raw`\\(?!u0026)[^nrt\s"'\`]`;
const wordEnds: Readonly<Record<ValuePlace["style"], RegExp>> = {
  line: new RegExp(String.raw`^(?:(?!${nextField})[^\s"'\`\\]|${escaped})+`),
  query: new RegExp(String.raw`^(?:(?!${nextField})[^\s"'\`&<>#)\]}|\\])+`),
  pair: new RegExp(String.raw`^(?:[^\s"'\`,;&<>(){}[\]|\\]|${escaped})+`),
  flag: new RegExp(String.raw`^(?:[^\s"'\`,;&|<>)\\]|${escaped})+`),
  said: new RegExp(String.raw`^(?:[^\s"'\`,;&<>)\\]|${escaped})+`),
  tag: /^[^\s<]+/,
  beside: new RegExp(String.raw`^(?:[^\s"'\`,;&<>(){}[\]|\\]|${escaped})+`),
  compared: /^[^\s\S]/,
};

function valueAt(text: string, { at, style }: ValuePlace): FoundValue | undefined {
  const rest = text.slice(at, at + longestValue);
  const quote = /^(\\{0,3})(["'`])/.exec(rest);
  if (quote !== null) {
    const [opening, slashes = "", mark = ""] = quote;
    const inside = quotedPart(rest.slice(opening.length), slashes.length, mark);
    const scheme = schemes.exec(inside)?.[0].length ?? 0;
    const start = at + opening.length + scheme;
    return { start, end: at + opening.length + inside.length, quoted: true };
  }
  const scheme = schemes.exec(rest)?.[0].length ?? 0;
  const word = wordEnds[style].exec(rest.slice(scheme))?.[0];
  if (word === undefined) return undefined;
  const trimmed =
    style === "said" || style === "flag" || style === "beside"
      ? word.replace(/[.!?:]+$/, "")
      : word.replace(/[.,]$/, "");
  return { start: at + scheme, end: at + scheme + trimmed.length, quoted: false };
}

/** Up to the closing quote, that of the text around it, a line's end, or the end of what is looked at. */
function quotedPart(text: string, slashes: number, mark: string): string {
  for (const { 0: whole, 1: run = "", index } of text.matchAll(/(\\*)["'`\n]/g)) {
    const sign = whole.at(-1);
    if (sign === "\n" && run.length % 2 === 0) return text.slice(0, index + run.length);
    // Within texts in texts, an escape is as many backslashes as there are levels, twice over.
    if (sign === mark && run.length % (2 * (slashes + 1)) === slashes)
      return text.slice(0, index + run.length - slashes);
    if (sign !== '"') continue;
    const isEndAround =
      mark !== '"' && /^\s*(?:[,:}\]]|$)/.test(text.slice(index + whole.length, index + 40));
    if (run.length < slashes || isEndAround) return text.slice(0, index);
  }
  return text;
}

interface JudgedValue extends FoundValue {
  readonly name: FoundName;
  readonly style: ValuePlace["style"];
  readonly strength: KeyStrength;
}

function isSecret(text: string, value: JudgedValue): boolean {
  const secret = text.slice(value.start, value.end);
  if (secret.length < 4 || isPlaceholder(secret) || isReference(secret)) return false;
  if (isCode(text, value, secret) || (value.strength !== "number" && isPlain(secret))) return false;
  if (/\s/.test(secret) && value.strength !== "password" && !isSalt(secret, value)) return false;
  if (value.style === "beside") return standsBeside(secret, value);
  if (value.strength === "number") return /^\d{4,8}$/.test(secret) || looksRandom(secret, 8);
  if (value.strength === "bare")
    return looksRandom(secret, 24) && /[a-z]/.test(secret) && /[A-Z]/.test(secret);
  if (value.strength === "password") return passwordLike(secret, value) || isPlainWord(text, secret, value);
  if (value.strength === "weak") return looksRandom(secret, 12);
  return looksRandom(secret, 8) || (value.style === "line" && looksDrawn(secret, 14));
}

/** The salts of a configuration are drawn from all that a keyboard has, blanks too. */
function isSalt(secret: string, { quoted }: JudgedValue): boolean {
  return (
    quoted &&
    secret.length >= 48 &&
    looksRandom(secret.replaceAll(/\s/g, ""), 40) &&
    /[^\w\s]{2}|[^\w\s].{1,6}[^\w\s]/.test(secret)
  );
}

/** "set password hunter2x": without a sign between, only what is not a word of a sentence. */
function standsBeside(secret: string, { quoted, strength }: JudgedValue): boolean {
  if (strength === "password")
    return quoted ? /\d/.test(secret) && secret.length >= 8 : looksRandom(secret, 8) && !/[/=:]/.test(secret);
  return (
    strength === "token" && looksRandom(secret, 20) && !/^[0-9a-f-]+$/i.test(secret) && !/[/.=:]/.test(secret)
  );
}

/** An expression of a program instead of a value: a name, a call, a member. */
function isCode(text: string, { quoted, end, style }: JudgedValue, secret: string): boolean {
  if (style === "tag" && text.charAt(end) !== "<") return true;
  if (quoted || style === "query") return false;
  if (/^[([]/.test(text.slice(end, end + 1)) && /^[\w$.:]+$/.test(secret)) return true;
  if (/^(?:new|await|typeof|return|func|function|lambda|async|not|if|else|for|while)$/.test(secret))
    return true;
  return (
    /^[A-Za-z_$][\w$]*(?:(?:\.|\?\.|::|->)[A-Za-z_$][\w$]*)+[;,]?$/.test(secret) &&
    !/[A-Za-z]\d|\d[A-Za-z]/.test(secret)
  );
}

/** Numbers with a unit, versions, dates, addresses of mail: things that are told beside secrets. */
function isPlain(secret: string): boolean {
  if (secret.length < 8 && /^-?\d+(?:\.\d+)*(?:ms|s|m|h|d|k|kb|mb|gb|%)?$/i.test(secret)) return true;
  return /^(?:0x[0-9a-f]{1,8}|\d{4}-\d\d-\d\d(?:T.*)?|[\w.+-]+@[\w-]+\.[\w.-]+)$/i.test(secret);
}

function passwordLike(secret: string, { quoted, style }: JudgedValue): boolean {
  if (/\s/.test(secret) && !looksRandom(secret.replaceAll(/\s/g, ""), 16) && !/\d/.test(secret)) return false;
  const symbols = /[^A-Za-z0-9_\s.,:;-]/.test(secret);
  const digits = /\d/.test(secret);
  if (secret.length >= 6 && (digits || symbols) && !/^[A-Za-z]+[.!?:;]$/.test(secret)) return true;
  // Letters alone: only what nobody could say, or one long word where nothing but a value can stand.
  if (secret.length >= 8 && !isWords(secret)) return true;
  return (quoted || style === "line" || style === "flag") && /^[a-z]{16,}$/i.test(secret);
}

/** A word of any language is a password where nothing but a value can stand. */
function isPlainWord(text: string, secret: string, value: JudgedValue): boolean {
  const { name, style, quoted, start, end } = value;
  // What is called a secret is often only named: the entry of a vault.
  if (/secret/i.test(text.slice(name.start, name.end))) return false;
  if (style === "line" || style === "query") return /^[A-Za-z]+$/.test(secret);
  // Elsewhere a name with a capital is that of a type, or a label: password: SecretStr, "password": "Passwort".
  if (!/^[a-z]+$/.test(secret)) return false;
  const before =
    text
      .slice(Math.max(0, name.start - 200), name.start)
      .split("\n")
      .at(-1) ?? "";
  const after = text.slice(end, end + 80);
  if (style === "flag") {
    if (quoted || text.charAt(start - 1) === "=") return true;
    return /^[ \t]+--?[a-z]/i.test(after) || (/\s--?[a-z]/i.test(before) && /^[ \t]*(?:\n|$)/.test(after));
  }
  if (style !== "pair") return false;
  if (quoted) return /["']$/.test(before) && /^\\{0,3}["']/.test(text.slice(name.end, name.end + 4));
  // YAML, a header, a note: a line of its own, and not the last one of an object in code.
  const isLine = /^[\s>#*-]*$/.test(before) && /:[ \t]+$/.test(text.slice(name.end, start));
  if (isLine && /^[ \t]*(?:\r?\n(?!\s*[})])|\\n|$)/.test(after)) return true;
  return isFieldOfRecord(before, text.slice(name.end, start), after.split(/\r?\n|\\n/, 1)[0] ?? "");
}

/**
 * A line of fields, such as `user: kim, password: sunflower, host: db1` or `user=kim password=sunflower port=5432`. Outside of
 * brackets, and beside a value with a figure: code and descriptions of fields hold words alone.
 */
function isFieldOfRecord(before: string, tie: string, after: string): boolean {
  const rest = `${before} ${after}`;
  if (!/[\d@]/.test(rest) || /[()[\]{}<>`"']/.test(rest) || /,\s*$/.test(after)) return false;
  const isFirst = /^[\s>#*-]*$/.test(before);
  if (tie === "=")
    return /(?:^|\s)[\w.-]+=\S+\s+$/.test(before)
      ? /^(?:\s|$)/.test(after)
      : isFirst && /^\s+[\w.-]+=\S/.test(after);
  if (!/^:[ \t]+$/.test(tie) || !/^\s*(?:[,;/|]\s|$)/.test(after)) return false;
  return isFirst ? /^\s*[,;/|]\s+\w[\w -]*:\s+\S/.test(after) : /\w:\s+\S+\s*[,;/|]\s+$/.test(before);
}
