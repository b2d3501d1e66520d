import type { TextSpan } from "@hermes/redaction";

/** Characters that hide words from a person and not from a model: tags, direction changes, nothing between letters. */
export function findInvisible(text: string): TextSpan | undefined {
  for (const pattern of hidden) {
    const found = pattern.exec(text);
    if (found !== null) return { start: found.index, end: found.index + found[0].length };
  }
  return undefined;
}

const hidden: readonly RegExp[] = [
  // Tags spell out ASCII unseen. After a black flag they make the flag of a region, and end with a cancel tag.
  /(?<!\u{1f3f4}[\u{e0020}-\u{e007e}]{0,8})[\u{e0000}-\u{e007f}]{2,}/u,
  /[\u{e0100}-\u{e01ef}]{4,}/u,
  /[\ufe00-\ufe0f]{4,}/,
  // Overrides of direction make text read in another order than it stands.
  /[\u202d\u202e]/,
  /[\u2066-\u2068][^\u2069\n]{0,400}[\u202a-\u202e]|[\u202a\u202b](?![^\n]{0,400}[\u202c])/,
  // Zero width between Latin letters or figures. Joiners belong into emoji and into other scripts.
  /[A-Za-z0-9][\u200b\u2060-\u2064\ufeff\u00ad\u200c\u200d\u034f]{1,40}[A-Za-z0-9](?:.{0,40}[A-Za-z0-9][\u200b\u2060-\u2064\ufeff\u200c\u200d\u034f]{1,40}[A-Za-z0-9])/s,
  /[\u200b-\u200d\u2060-\u2064\ufeff]{6,}/,
  /[\u3164\u115f\u1160\uffa0]{2,}/,
  // Text that a terminal would erase or hide.
  // eslint-disable-next-line no-control-regex -- these are what is looked for
  /\u001b\[(?:8m|\d{0,3}[JK]|\d{1,3}[AD]).{0,200}/,
];
