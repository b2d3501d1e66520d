import { allSurfaces } from "../rule.ts";
import type { Rule } from "../rule.ts";

const characters = { kind: "characters", surfaces: allSurfaces } as const;

/** Characters that people don't see and models do. Emoji, flags, and joiners of Persian and Indic words pass. */
export const hiddenTextRules: readonly Rule[] = [
  {
    ...characters,
    id: "hidden-text.tag-characters",
    severity: "block",
    // After a black flag, tags make the flag of a region and end with a cancel tag.
    pattern: /(?<!\u{1f3f4}[\u{e0020}-\u{e007e}]{0,8})[\u{e0000}-\u{e007f}]{2,}/u,
    sentence: "It holds invisible letters (Unicode tag characters) that a model reads and a person does not.",
  },
  {
    ...characters,
    id: "hidden-text.variation-selectors",
    severity: "block",
    pattern: /[\ufe00-\ufe0f]{4,}|[\u{e0100}-\u{e01ef}]{4,}/u,
    sentence: "It holds bytes hidden in variation selectors.",
  },
  {
    ...characters,
    id: "hidden-text.bidirectional",
    severity: "ask",
    pattern: /[\u202d\u202e]|[\u2066-\u2068][^\u2069\n]{0,400}[\u202a-\u202e]/u,
    sentence: "It changes the direction of text, so that it reads otherwise than it runs.",
  },
  {
    ...characters,
    id: "hidden-text.zero-width",
    severity: "ask",
    pattern:
      /[A-Za-z0-9][\u200b-\u200d\u2060-\u2064\ufeff\u180e\u034f]{1,40}[A-Za-z0-9][^\n]{0,40}[\u200b-\u200d\u2060-\u2064\ufeff\u180e\u034f]|[\u200b\u2060-\u2064\ufeff]{4,}|[\u3164\u115f\u1160\uffa0]{2,}/,
    sentence: "It holds zero-width characters inside of words.",
  },
  {
    ...characters,
    id: "hidden-text.homoglyph",
    severity: "ask",
    pattern: /[A-Za-z][аеорсухіѕјԁһαονρ][A-Za-z]|https?:\/\/[\w.-]{0,60}[\u0370-\u04ff][\w.-]{0,60}[\w/]/,
    sentence: "It mixes letters of another alphabet that look like Latin ones (homoglyphs) into a word.",
  },
  {
    ...characters,
    id: "hidden-text.terminal-escape",
    severity: "ask",
    // oxlint-disable-next-line no-control-regex -- these are what is looked for
    pattern: /\u001b\[(?:8m|\d{0,3}[JK]|\d{1,3}[AD])|\u001b\]8;|\u0008{2,}/,
    sentence: "It holds control sequences that hide or erase what a terminal shows.",
  },
  {
    ...characters,
    id: "hidden-text.in-note",
    severity: "ask",
    surfaces: ["memory"],
    pattern:
      // oxlint-disable-next-line no-control-regex -- these are what is looked for
      /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\ufff9-\ufffb\u{e0100}-\u{e01ef}]|(?<!\u{1f3f4}[\u{e0020}-\u{e007e}]{0,8})[\u{e0000}-\u{e007f}]|[A-Za-z0-9][\u00ad\u200c\u200d]{1,40}[A-Za-z0-9]/u,
    sentence: "It holds invisible or direction-changing characters.",
  },
];
