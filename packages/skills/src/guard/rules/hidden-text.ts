import { excerptOf } from "../finding.ts";
import type { SkillFinding, SkillSeverity } from "../finding.ts";

/** Characters that people don't see and models do. Emoji, flags, joiners of Persian and Indic words are left in peace. */
export function hiddenTextFindings(file: string, text: string): readonly SkillFinding[] {
  const found: SkillFinding[] = [];
  // The first mark of a file names its encoding.
  const body = text.replace(/^\uFEFF/, " ");
  for (const { pattern, severity, message, rule } of checks) {
    const match = pattern.exec(body);
    if (match === null) continue;
    const line = body.slice(0, match.index).split("\n").length;
    const shown = body.slice(Math.max(0, match.index - 30), match.index + match[0].length + 30);
    found.push({
      rule,
      risk: "hidden-text",
      severity,
      file,
      line,
      message,
      excerpt: excerptOf(escape(shown)),
    });
  }
  return found;
}

interface Check {
  readonly rule: string;
  readonly severity: SkillSeverity;
  readonly message: string;
  readonly pattern: RegExp;
}

const checks: readonly Check[] = [
  {
    rule: "hidden-text.tags",
    severity: "critical",
    message: "It holds invisible letters (tag characters) outside of a flag.",
    pattern: /(?<![\u{1F3F4}\u{E0020}-\u{E007E}])[\u{E0000}-\u{E007F}]|\u{1F3F4}[\u{E0020}-\u{E007E}]{7,}/u,
  },
  {
    rule: "hidden-text.selectors",
    severity: "critical",
    message: "It holds bytes hidden in variation selectors.",
    pattern: /[\uFE00-\uFE0F]{2,}|[\u{E0100}-\u{E01EF}]{2,}/u,
  },
  {
    rule: "hidden-text.direction",
    severity: "critical",
    message: "It turns the direction of text around, so that it reads otherwise than it runs.",
    pattern:
      /[\u202A\u202B\u202D\u202E]|[\u2066-\u2068](?=[^\u0590-\u08FF\uFB1D-\uFEFC\n]*(?:\u2069|\n|$))(?![^\u2069\n]*[\u0590-\u08FF])/u,
  },
  {
    rule: "hidden-text.invisible",
    severity: "high",
    message: "It holds invisible characters inside of words.",
    pattern:
      /[A-Za-z0-9][\u200B\u200C\u200D\u2060-\u2064\uFEFF\u180E\u034F\u115F\u1160\u3164\uFFA0\u17B4\u17B5]+[A-Za-z0-9]|[\u200B\u2060-\u2064\uFEFF\u180E\u3164\uFFA0]{2,}|[\u200B-\u200D\u2060\uFEFF]{4,}/u,
  },
  {
    rule: "hidden-text.look-alikes",
    severity: "high",
    message: "It mixes letters of two scripts in one word.",
    pattern:
      /[A-Za-z]{2,}[\u0400-\u04FF\u0530-\u058F\u13A0-\u13FF]+[A-Za-z]*|[\u0400-\u04FF\u0530-\u058F\u13A0-\u13FF]+[A-Za-z]{2,}|[A-Za-z]+[\u0430\u0435\u043E\u0440\u0441\u0443\u0445\u0456\u0455\u0458]+[A-Za-z]+|[A-Za-z]{2,}[\u03BF\u03BD\u03C1\u03B1\u03B9\u0391\u0392\u0395\u039F]+[A-Za-z]+|[\uFF21-\uFF3A\uFF41-\uFF5A]{4,}|[\u{1D400}-\u{1D7FF}]{5,}/u,
  },
  {
    rule: "hidden-text.blanks",
    severity: "high",
    message: "It holds data written in blanks at the ends of lines.",
    pattern:
      /(?:(?<=\S)[ \t]{0,40}\t[ \t]{7,60}\n[^\n]{0,300}){3,}|(?:\n[ \t]{12,}(?=\n)){6,}|[\u2800\u00A0\u2000-\u200A]{12,}/u,
  },
  {
    rule: "hidden-text.control",
    severity: "high",
    message: "It holds control characters that rewrite what a terminal shows.",
    pattern: /\u001B\[[\d;]*[A-HJKSTfhl]|\u001B\][^\u0007\n]{0,200}\u0007|[\u0008]{2,}|\u009B/,
  },
];

function escape(text: string): string {
  return text.replace(
    /[^\x20-\x7E\u00A1-\u024F\u0370-\u058F\u4E00-\u9FFF]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}
