export interface SplitCode {
  /** The code with texts and comments taken out. */
  readonly bare: string;
  /** What stood within quotes. */
  readonly texts: readonly string[];
}

const hashComments = /^(python|ruby|perl|php|r|julia|tcl|elixir|awk|powershell|other)$/;

/** Takes texts and comments out of code, in one pass; good enough for every language with ordinary quotes. */
export function splitCode(code: string, language: string): SplitCode {
  let bare = "";
  const texts: string[] = [];
  for (let at = 0; at < code.length; at++) {
    const char = code[at] ?? "";
    const isComment =
      (char === "#" && hashComments.test(language) && !/[$\w{]/.test(code[at - 1] ?? " ")) ||
      (char === "/" && code[at + 1] === "/" && language === "javascript") ||
      (char === "-" && code[at + 1] === "-" && language === "lua");
    if (isComment) {
      const end = code.indexOf("\n", at);
      if (end === -1) break;
      at = end - 1;
      continue;
    }
    const isQuote =
      char === '"' || (char === "'" && language !== "lisp") || (char === "`" && language === "javascript");
    if (!isQuote) {
      bare += char;
      continue;
    }
    const triple = language === "python" && code.startsWith(char.repeat(3), at) ? char.repeat(3) : char;
    const end = closing(code, triple, at + triple.length);
    const text = code.slice(at + triple.length, end);
    texts.push(decode(text));
    // What a template or a formatted text computes is code again.
    const isTemplate =
      (char === "`" && language === "javascript") ||
      (language === "python" && /[fF]r?$/.test(bare.slice(-2))) ||
      (language === "ruby" && char === '"');
    bare +=
      char +
      (isTemplate ? [...text.matchAll(/[$#]?\{([^{}]*)\}/g)].map(([, inner]) => ` ${inner} `).join("") : "") +
      char;
    at = end + triple.length - 1;
  }
  return { bare, texts };
}

function closing(code: string, quote: string, from: number): number {
  for (let at = from; at < code.length; at++) {
    if (code[at] === "\\") at++;
    else if (code.startsWith(quote, at)) return at;
  }
  return code.length;
}

function decode(text: string): string {
  return text.replace(
    /\\x([\da-fA-F]{2})|\\u([\da-fA-F]{4})|\\([0-7]{3})/g,
    (_, hex?: string, unicode?: string, octal?: string) =>
      String.fromCharCode(Number.parseInt(hex ?? unicode ?? octal ?? "0", octal === undefined ? 16 : 8)),
  );
}
