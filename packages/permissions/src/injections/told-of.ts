/**
 * Whether a passage tells of an order instead of giving it: it stands in quotation marks or code beside words about
 * attacks, tests or examples, or the sentence reports what somebody wanted.
 */
export function isToldOf(text: string, start: number, end: number): boolean {
  const before = sentenceBefore(text, start);
  if (reported.test(before)) return true;
  const around = text.slice(Math.max(0, start - 300), Math.min(text.length, end + 200));
  return isQuoted(text, start, end) && discussion.test(around);
}

/** "never ask …", "do not send …": advice against what the passage names. */
export function isNegated(text: string, start: number): boolean {
  return negation.test(text.slice(Math.max(0, start - 40), start + 1));
}

const negation =
  /\b(?:never|not|don't|doesn't|didn't|won't|can't|cannot|mustn't|shouldn't|must not|should not|may not|do not|does not|avoid|nobody|no one|refuse(?:s|d)? to|instead of|rather than|without|forbidden|prohibited|nor|isn't|aren't|block(?:s|ed)?|prevents?|detects?|stops?)\b[^.!?;:]{0,24}$/;

const reported =
  /(?<![.\w-])(?:asked|told|tried|wanted|ordered|urged|tricked|instructed|begged|pressured|requested|claim(?:s|ed|ing)|demand(?:s|ed)|attempt(?:s|ed)|says?|said|reads?|contain(?:s|ed)|includ(?:es|ed)|wrote|written|saying|called|titled|named|labell?ed|phrases?|sentences?|strings?|words?|messages? like|texts? like|such as|e\.g\.|for example|for instance|example:|attacks?|attackers?|injections?|phish\w*|scam\w*|malware|jailbreak\w*|refus(?:es?|ed)|suspicious|spam|malicious|adversar\w+|hostile|payloads?|detect(?:s|ed|ing|or)?|flag(?:s|ged)?|warn(?:s|ed|ing)|beware|red[- ]team\w*|test cases?|assert\w*|expect\w*|regex|patterns?|fixtures?)\b[^.!?\n]{0,160}$/;

const discussion =
  /(?<![.\w-])(?:attack\w*|injection\w*|inject(?:s|ed|ing)?|phish\w*|scam\w*|jailbreak\w*|example|examples|e\.g\.|such as|like|detect\w*|filter\w*|classif\w*|refus\w*|suspicious|malicious|hostile|untrusted|adversar\w*|defen[cs]e\w*|mitigat\w*|vulnerab\w*|security|paper|study|research\w*|novel|story|chapter|character|film|movie|game|said|says|whisper\w*|murmur\w*|shout\w*|mutter\w*|replied|cried|laughed|asked|wrote|written|writes|quot\w*|phrases?|strings?|asserts?|expect\w*|tests?|regex|patterns?|corpus|dataset|explain\w*|article|lesson|warn\w*|beware|red[- ]team\w*|means|translation|called|titled|song|lyrics|sign)\b/;

const quotes: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  "`": "`",
  "“": "”",
  "„": "“",
  "‘": "’",
  "«": "»",
  "「": "」",
  "『": "』",
  "(": ")",
};

function isQuoted(text: string, start: number, end: number): boolean {
  const lineStart = text.lastIndexOf("\n", start) + 1;
  const lineEnd = text.indexOf("\n", end);
  const before = text.slice(Math.max(lineStart, start - 200), start + 1);
  const after = text.slice(end - 1, Math.min(lineEnd === -1 ? text.length : lineEnd, end + 300));
  for (const [opening, closing] of Object.entries(quotes)) {
    if (opening === "(") continue;
    if (!after.includes(closing)) continue;
    const marks = before.split(opening).length - 1;
    // The same mark opens and closes: an odd number of them before means that one is open.
    if (
      opening === closing
        ? marks % 2 === 1 && !(opening === "'" && /\w'\w*$/.test(before))
        : marks > before.split(closing).length - 1
    )
      return true;
  }
  return text.slice(0, start).split("```").length % 2 === 0;
}

function sentenceBefore(text: string, start: number): string {
  const before = text.slice(Math.max(0, start - 200), start + 1);
  const end = Math.max(
    before.lastIndexOf(". "),
    before.lastIndexOf("! "),
    before.lastIndexOf("? "),
    before.lastIndexOf("\n"),
  );
  return before.slice(end + 1);
}
