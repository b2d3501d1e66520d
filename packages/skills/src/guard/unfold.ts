/**
 * Does what a machine would do with constants before it acts: joins strings, decodes, turns around. What comes out is scanned
 * beside the text itself.
 *
 * @returns The unfolded text with its lines kept, and pieces that were encoded as a whole. Equal to the text where nothing was folded.
 */
export function unfold(text: string): { readonly text: string; readonly decoded: readonly DecodedPiece[] } {
  let out = text.replace(zeroWidth, "").normalize("NFKC");
  out = foldLookAlikes(out);
  for (let round = 0; round < 4; round++) {
    const before = out;
    for (const step of steps) out = step(out);
    if (out === before || out.length > text.length * 4 + 1_000) break;
  }
  return { text: substituteNames(out), decoded: decodePieces(out) };
}

export interface DecodedPiece {
  readonly at: number;
  readonly text: string;
}

const zeroWidth = /[\u00AD\u200B-\u200F\u2060-\u2064\uFEFF\u180E]/g;

/** Letters of other scripts that look like Latin ones, inside of words that hold Latin ones too. */
function foldLookAlikes(text: string): string {
  return text.replace(/[A-Za-z]*[\u0370-\u03FF\u0400-\u052F][A-Za-z\u0370-\u03FF\u0400-\u052F]*/g, (word) =>
    /[A-Za-z]/.test(word) ? [...word].map((letter) => lookAlikes[letter] ?? letter).join("") : word,
  );
}

// oxfmt-ignore
const lookAlikes: Readonly<Record<string, string>> = {
  а: "a", в: "b", е: "e", о: "o", р: "p", с: "c", у: "y", х: "x", і: "i", ј: "j", ѕ: "s", һ: "h", ԁ: "d", ԛ: "q", ԝ: "w", к: "k", м: "m", т: "t", п: "n",
  А: "A", В: "B", Е: "E", К: "K", М: "M", Н: "H", О: "O", Р: "P", С: "C", Т: "T", У: "Y", Х: "X", І: "I", Ѕ: "S", Ј: "J",
  α: "a", ο: "o", ρ: "p", ν: "v", υ: "u", ι: "i", κ: "k", τ: "t", ε: "e", Α: "A", Β: "B", Ε: "E", Ο: "O", Ρ: "P", Τ: "T",
};

type Step = (text: string) => string;

const quoted = String.raw`(?:"(?:[^"\\\n]|\\.){0,400}"|'(?:[^'\\\n]|\\.){0,400}')`;

const steps: readonly Step[] = [
  // \x68, \u0068, \150 inside of text
  (text) =>
    text
      .replace(/\\x([0-9a-f]{2})/gi, (_, hex: string) => printable(Number.parseInt(hex, 16), `\\x${hex}`))
      .replace(/\\u\{?([0-9a-f]{4})\}?/gi, (_, hex: string) =>
        printable(Number.parseInt(hex, 16), `\\u${hex}`),
      )
      .replace(/\\([0-3][0-7]{2})/g, (_, octal: string) =>
        printable(Number.parseInt(octal, 8), `\\${octal}`),
      ),
  // map(chr, [104, 116]), String.fromCharCode(104, 116), bytes([104]), [char]104
  (text) =>
    text
      .replace(
        /(?:["']{2}\s*\.\s*join\s*\(\s*)?(?:map\s*\(\s*chr\s*,\s*[[(]|(?:String\s*\.\s*)?from(?:CharCode|CodePoint)\s*\(\s*(?:\.{3}\s*\[)?|\bbytes(?:array)?\s*\(\s*\[|Buffer\.from\s*\(\s*\[|\[char\[\]\]\s*\(?)\s*((?:0x[0-9a-f]+|\d+)(?:\s*,\s*(?:0x[0-9a-f]+|\d+))+)\s*,?\s*[\])]*(?:\s*\.\s*(?:decode|toString)\s*\([^)]*\))?/gi,
        (whole: string, list: string) => fromCodes(list) ?? whole,
      )
      .replace(
        /(?:["']{2}\s*\.\s*join\s*\(\s*)[[(]?\s*chr\s*\(\s*(\w+)(?:\s*[-+^]\s*\w+)?\s*\)\s*for\s+\w+\s+in\s+[[(]\s*((?:\d+\s*,\s*)+\d+)\s*,?\s*[\])]+/g,
        (whole: string, _: string, list: string) => fromCodes(list) ?? whole,
      )
      .replace(
        /\b(?:chr|String\.fromCharCode)\s*\(\s*(0x[0-9a-f]+|\d{1,6})\s*\)/gi,
        (whole: string, code: string) => fromCodes(code) ?? whole,
      ),
  // "".join(["a", "b"]), ["a", "b"].join(""), "".join(("a", "b")), ["b","a"].reverse().join("")
  (text) =>
    text
      .replace(
        new RegExp(
          `(${quoted})\\s*\\.\\s*join\\s*\\(\\s*[\\[(]((?:\\s*${quoted}\\s*,?)+)\\s*[\\])]\\s*\\)`,
          "g",
        ),
        (_, glue: string, list: string) => quote(stringsOf(list).join(inside(glue))),
      )
      .replace(
        new RegExp(
          `\\[((?:\\s*${quoted}\\s*,?)+)\\]\\s*(\\.\\s*reverse\\s*\\(\\s*\\)\\s*)?\\.\\s*join\\s*\\(\\s*(${quoted})?\\s*\\)`,
          "g",
        ),
        (_, list: string, turned: string | undefined, glue: string | undefined) => {
          const strings = stringsOf(list);
          return quote(
            (turned === undefined ? strings : strings.toReversed()).join(
              glue === undefined ? "," : inside(glue),
            ),
          );
        },
      ),
  // "cu" + "rl", 'a' . 'b', "a" "b"
  (text) =>
    text.replace(
      new RegExp(
        `(${quoted})(?:\\s*(?:\\+|\\.(?=\\s*["']))\\s*|[ \\t]+(?=["'][\\w/.:-]{1,12}["']\\s*[)\\],;\\n]))(?=["'])(${quoted})`,
        "g",
      ),
      (whole: string, a: string, b: string) =>
        a.length + b.length > 800 ? whole : quote(inside(a) + inside(b)),
    ),
  // "txt"[::-1], "txt".split("").reverse().join(""), rot13
  (text) =>
    text
      .replace(new RegExp(`(${quoted})\\s*\\[\\s*::\\s*-1\\s*\\]`, "g"), (_, a: string) =>
        quote(turn(inside(a))),
      )
      .replace(
        new RegExp(
          `(${quoted})\\s*\\.split\\(\\s*["']{2}\\s*\\)\\s*\\.reverse\\(\\)\\s*\\.join\\(\\s*["']{2}\\s*\\)`,
          "g",
        ),
        (_, a: string) => quote(turn(inside(a))),
      )
      .replace(
        new RegExp(`\\bdecode\\s*\\(\\s*(${quoted})\\s*,\\s*["']rot[-_]?13["']\\s*\\)`, "gi"),
        (_, a: string) => quote(rot13(inside(a))),
      ),
  // base64 and hex given to a decoder
  (text) =>
    text
      .replace(
        new RegExp(
          `(?:b64decode|urlsafe_b64decode|decodebytes|atob|FromBase64String|Base64\\.(?:strict_)?decode64|base64_decode|a2b_base64)\\s*\\(?\\s*b?(${quoted})\\s*\\)?(?:\\s*\\.\\s*decode\\s*\\([^)]*\\))?`,
          "g",
        ),
        (whole: string, a: string) => quoteIf(fromBase64(inside(a)), whole),
      )
      .replace(
        new RegExp(
          `Buffer\\.from\\s*\\(\\s*(${quoted})\\s*,\\s*["'](base64|hex)["']\\s*\\)(?:\\s*\\.\\s*toString\\s*\\([^)]*\\))?`,
          "g",
        ),
        (whole: string, a: string, form: string) =>
          quoteIf(form === "hex" ? fromHex(inside(a)) : fromBase64(inside(a)), whole),
      )
      .replace(
        new RegExp(
          `(?:fromhex|unhexlify)\\s*\\(\\s*b?(${quoted})\\s*\\)(?:\\s*\\.\\s*decode\\s*\\([^)]*\\))?`,
          "g",
        ),
        (whole: string, a: string) => quoteIf(fromHex(inside(a)), whole),
      )
      .replace(/%([2-7][0-9a-f])%([2-7][0-9a-f])/gi, (_, a: string, b: string) =>
        String.fromCharCode(Number.parseInt(a, 16), Number.parseInt(b, 16)),
      ),
  // echo … | rev, echo … | tr 'A-Za-z' 'N-ZA-Mn-za-m'
  (text) =>
    text
      .replace(
        new RegExp(`echo\\s+(?:-\\w+\\s+)?(${quoted}|\\S+)\\s*\\|\\s*rev\\b`, "g"),
        (_, a: string) => `echo ${quote(turn(inside(a)))}`,
      )
      .replace(
        new RegExp(`rev\\s*<<<\\s*(${quoted}|[^\\s)]+)`, "g"),
        (_, a: string) => `echo ${quote(turn(inside(a)))}`,
      )
      .replace(
        new RegExp(
          `echo\\s+(${quoted}|\\S+)\\s*\\|\\s*tr\\s+["']?[Aa]-[Zz][Aa]-[Zz]["']?\\s+["']?[Nn]-[Zz][Aa]-[Mm][Nn]-[Zz][Aa]-[Mm]["']?`,
          "g",
        ),
        (_, a: string) => `echo ${quote(rot13(inside(a)))}`,
      ),
  // c""url, c\url, $'curl', w'g'et
  (text) =>
    text
      .replace(/\$\{IFS\}|\$IFS(?:\$\d)?/g, " ")
      .replace(/(?<=[A-Za-z])(?:""|'')(?=[A-Za-z])/g, "")
      .replace(/(?<![\w\\"'.-])([a-z]{0,6})\\([a-z])(?=[a-z]*[\s;|&])/g, "$1$2")
      .replace(/(?<![\w\\"'.-])([a-z]{1,6})(["'])([a-z]{1,6})\2(?=[a-z]*[\s;|&])/g, "$1$3")
      .replace(/\$\(\s*(?:echo|printf)\s+["']?([\w./:-]{1,60})["']?\s*\)/g, "$1")
      .replace(/\$'([^'\n]{1,200})'/g, "'$1'"),
];

/** `a=cu; b=rl; $a$b …` and `P = "https"` + P: short constants take the place of their names where several stand together. */
function substituteNames(text: string): string {
  const values = new Map<string, string>();
  const texts = new Map<string, string>();
  for (const [, name = "", , value = ""] of text.matchAll(
    /(?:^|[\s;(&])(?:export\s+|local\s+|const\s+|let\s+|var\s+|\$)?([A-Za-z_]\w{0,30})\s?=\s?(["']?)([^\s"'`;|&$(){}\n]{1,300})\2(?=[\s;)&]|$)/gm,
  )) {
    if (!/^(?:true|false|null|None|\d+)$/.test(value)) values.set(name, value);
  }
  for (const [, name = "", whole = ""] of text.matchAll(
    new RegExp(
      `(?:^|[\\s;(])(?:const\\s+|let\\s+|var\\s+|\\$)?([A-Za-z_]\\w{0,30})\\s*=\\s*(${quoted})\\s*(?=[;,\\n]|$)`,
      "gm",
    ),
  ))
    texts.set(name, inside(whole));
  if (values.size + texts.size === 0) return text;
  let out = text.replace(
    /\$\{?([A-Za-z_]\w*)\}?/g,
    (whole: string, name: string) => values.get(name) ?? whole,
  );
  // a + b + c
  out = out.replace(/\b[A-Za-z_]\w{0,30}(?:\s*\+\s*[A-Za-z_]\w{0,30}){2,12}/g, (whole: string) => {
    const parts = whole.split("+").map((name) => texts.get(name.trim()) ?? values.get(name.trim()));
    return parts.every((part) => part !== undefined) ? quote(parts.join("")) : whole;
  });
  // Code of other languages: names that are joined, called or given as an argument.
  out = out.replace(
    /\b([A-Za-z_]\w{0,30})\b(?=\s*(?:\+|,\s*(?:data|json|headers)|\)))/g,
    (whole: string, name: string) => {
      const value = values.get(name);
      return value !== undefined && /[/.:]/.test(value) ? quote(value) : whole;
    },
  );
  return out.length > text.length * 6 + 5_000 ? text : joinStrings(out);
}

function joinStrings(text: string): string {
  let out = text;
  for (let round = 0; round < 4; round++) {
    const next = out.replace(
      new RegExp(`(${quoted})\\s*\\+\\s*(${quoted})`, "g"),
      (_, a: string, b: string) => quote(inside(a) + inside(b)),
    );
    if (next === out) break;
    out = next;
  }
  return out;
}

/** Long runs of base64 or hex that come out as readable text. */
function decodePieces(text: string): readonly DecodedPiece[] {
  const pieces: DecodedPiece[] = [];
  for (const match of text.matchAll(/[A-Za-z0-9+/_-]{20,}={0,2}/g)) {
    if (/^[a-z-]+$/.test(match[0]) || (/^[\w-]*\/[\w/-]*$/.test(match[0]) && !/\d/.test(match[0]))) continue;
    const found = (/^[0-9a-f]+$/i.test(match[0]) ? fromHex(match[0]) : undefined) ?? fromBase64(match[0]);
    if (found !== undefined) pieces.push({ at: match.index, text: found });
    if (pieces.length > 40) break;
  }
  for (const match of text.matchAll(/(?:\b[0-9a-f]{2}[ \t]){12,}[0-9a-f]{2}\b/gi)) {
    const found = fromHex(match[0].replace(/\s/g, ""));
    if (found !== undefined) pieces.push({ at: match.index, text: found });
  }
  // Base64 that is broken into lines.
  for (const match of text.matchAll(/(?:^[ \t#/"'*+-]*[A-Za-z0-9+/]{16,}={0,2}["',]*[ \t]*\n){2,}/gm)) {
    const found = fromBase64(match[0].replace(/[^A-Za-z0-9+/=]/g, ""));
    if (found !== undefined) pieces.push({ at: match.index, text: found });
  }
  return pieces;
}

function fromBase64(text: string): string | undefined {
  if (!/^[A-Za-z0-9+/_=\s-]{8,}$/.test(text)) return undefined;
  return readable(Buffer.from(text.replace(/\s/g, ""), "base64").toString("utf8"), text.length);
}

function fromHex(text: string): string | undefined {
  return text.length % 2 === 0 && /^[0-9a-f]{8,}$/i.test(text)
    ? readable(Buffer.from(text, "hex").toString("utf8"), text.length)
    : undefined;
}

/** Random bytes are almost never all printable. */
function readable(text: string, encodedLength: number): string | undefined {
  return text.length >= Math.min(4, encodedLength / 3) &&
    /^[\t\n\r\x20-\x7E\u00A0-\u024F\u0400-\u04FF\u4E00-\u9FFF]+$/.test(text)
    ? text
    : undefined;
}

function fromCodes(list: string): string | undefined {
  const text = list
    .split(",")
    .map((code) => Number(code.trim()))
    .map((code) => (code >= 9 && code < 0x3000 ? String.fromCodePoint(code) : "\0"))
    .join("");
  return text.includes("\0") ? undefined : quote(text);
}

function printable(code: number, raw: string): string {
  // Quotes and backslashes would end the text that they are in.
  return code >= 0x20 && code < 0x7f && code !== 0x22 && code !== 0x27 && code !== 0x5c
    ? String.fromCharCode(code)
    : raw;
}

function stringsOf(list: string): string[] {
  return [...list.matchAll(new RegExp(quoted, "g"))].map(([text]) => inside(text));
}

function inside(text: string): string {
  return /^(["'])[^]*\1$/.test(text) ? text.slice(1, -1) : text;
}

function quote(text: string): string {
  return `"${text.replaceAll('"', "'").replaceAll("\n", " ")}"`;
}

function quoteIf(text: string | undefined, otherwise: string): string {
  return text === undefined ? otherwise : quote(text);
}

function turn(text: string): string {
  return [...text].toReversed().join("");
}

function rot13(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const base = letter <= "Z" ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });
}
