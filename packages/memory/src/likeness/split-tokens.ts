export interface Token {
  /** As written, without marks around it. */
  readonly written: string;
  readonly lower: string;
  readonly isExact: boolean;
  readonly startsSentence: boolean;
  /** A mark stands before it. */
  readonly startsClause: boolean;
  /** A full stop or a semicolon stands before it. */
  readonly startsPart: boolean;
  readonly joined: boolean;
  /** "and" or "or" joins it, as a list does. */
  readonly listed: boolean;
}

/** The words and numbers of a text; "Port: 8080" has an `=` between them. */
export function splitTokens(text: string): readonly Token[] {
  let startsSentence = true;
  let startsClause = false;
  let startsPart = false;
  let joined = false;
  let listed = false;
  const tokens: Token[] = [];
  for (const [piece] of text.matchAll(/[,;()]|[^\s,;()!?"“”„«»[\]{}…]+/gu)) {
    const written = piece
      .replace(/^['‘`*.:-]+|['‘`*.:-]+$/gu, "")
      .replace(/^_+(.*?)_+$/u, "$1")
      .replace(/'s$/u, "");
    if ((written === "" && piece !== "=") || /^[,;()]$/u.test(piece)) {
      if (piece === ",") joined = true;
      startsClause = true;
      startsPart ||= piece === ";";
      continue;
    }
    const lower = (written === "" ? piece : written).toLowerCase();
    const isExact = /[\d/\\_@$#~]|\w[.:]\w/u.test(written);
    // "user-visible" is "user visible"; "pop-up" and "e-mail" are words.
    const split = isExact
      ? written.split(/(?<=^\d+)-(?=\p{L}+$)/u)
      : (written === "" ? piece : written).split(/[-–+&]/u).filter((part) => part !== "");
    const parts = isExact || split.every((part) => part.length > 2) ? split : [split.join("")];
    for (const part of parts) {
      const exact = isExact && (parts.length === 1 || /\d/u.test(part));
      tokens.push({
        written: part,
        lower: part.toLowerCase(),
        isExact: exact,
        startsSentence,
        startsClause,
        startsPart,
        joined,
        listed,
      });
      startsClause = false;
      startsPart = false;
    }
    listed = lower === "and" || lower === "or";
    joined = lower === "and" || lower === "or" || lower === "&";
    startsSentence = /[.!?:]$/u.test(piece) && !/^(?:dr|mrs?|ms|prof|st)\.$/iu.test(piece);
    startsClause = startsSentence;
    startsPart = startsSentence && !piece.endsWith(":");
    // "Port: 8080" is "port = 8080".
    if (piece.endsWith(":") && !isExact)
      tokens.push({
        written: "=",
        lower: "=",
        isExact: false,
        startsSentence: true,
        startsClause: true,
        startsPart: false,
        joined: false,
        listed: false,
      });
  }
  return tokens;
}
