import { phrases } from "./word-lists.ts";

/** Spells alike what is written in several ways: contractions, times, sizes, numbers, and what is said in several words. */
export function spellAlike(text: string): string {
  // Paths, addresses and identifiers stay as they are written.
  let spelled = text
    .normalize("NFKC")
    .replaceAll("’", "'")
    .split(/(\S*[/\\_@#`]\S*)/u)
    .map((part, index) => (index % 2 === 1 ? part : spellWords(part)))
    .join("");
  // "tea over coffee" prefers one; "over the wire" does not.
  if (!/\b(?:prefer|like|want|favor|choose|love|enjoy)/iu.test(spelled))
    spelled = spelled.replace(/\bover\b/giu, "via");
  // "weekly on Tuesday" is "every Tuesday".
  return isOfWeekday.test(spelled) ? spelled.replace(/\b(?:each|every|a|per) (?:week|day)\b/iu, "") : spelled;
}

function spellWords(text: string): string {
  return rules.reduce<string>(
    (spelled, [pattern, by]) =>
      // Both kinds of replacement are overloads of their own.
      typeof by === "string" ? spelled.replace(pattern, by) : spelled.replace(pattern, by),
    text,
  );
}

const isOfWeekday = /\b(?:mon|tues|wednes|thurs|fri|satur|sun|work|week)days?\b/iu;

type Rule = readonly [pattern: RegExp, by: string | ((...found: string[]) => string)];

const small =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split(
    " ",
  );
const tens = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const ordinals =
  "third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth".split(
    " ",
  );
const units: Readonly<Record<string, string>> = {
  h: "hours",
  hrs: "hours",
  min: "minutes",
  mins: "minutes",
  sec: "seconds",
  secs: "seconds",
  s: "seconds",
  "°": "degrees",
  "%": "percent",
  "€": "euros",
  $: "dollars",
  "£": "pounds",
  terabytes: "tb",
  gigabytes: "gb",
  megabytes: "mb",
};
const unitNames = "h|hrs|mins?|secs?|s|°|%|€|\\$|£|terabytes|gigabytes|megabytes|gb|mb|kb|tb|ms|mg|kg|g|km";
const smallNames = small.join("|");
const isEnd = "(?=$|[.,;)]|\\s(?:on|every|each|for|in|and|with|daily)\\b)";

function numberOf(word: string): string {
  const [ten = "", one = ""] = word.toLowerCase().split(/[- ]/);
  const tenAt = tens.indexOf(ten);
  if (tenAt >= 0) return String((tenAt + 2) * 10 + Math.max(small.indexOf(one), 0));
  return String(small.indexOf(ten));
}

/** The hour of a clock with 24 of them; `~` says that the half of the day is not known. */
function clock(hour: string | number, minute: string | number, half?: string): string {
  const isPm = half !== undefined && /^(?:p|in the (?:afternoon|evening))/iu.test(half);
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (isPm ? 12 : 0);
  return `${hours}:${String(minute).padStart(2, "0")}`;
}

const rules: readonly Rule[] = [
  // The month, not what may be.
  [
    /\bMay(?= \d)|(?<=(?:\d|\d(?:st|nd|rd|th)|\b(?:in|of|until|till|by|since|before|after|from|to|every|each|early|late)) )May\b/gu,
    "mai",
  ],
  [/\b(can)not\b/giu, "$1 not"],
  [/\bwon't\b/giu, "will not"],
  [/\bcan't\b/giu, "can not"],
  [/(\w)n't\b/giu, "$1 not"],
  [/(\p{L}{3,})our(?=s\b|ed\b|ing\b|ite|able|hood|-|\b)/giu, "$1or"],
  [/(\d),(?=\d{3}\b)/gu, "$1"],
  [/([€$£])\s?(\d+(?:\.\d+)?)/gu, "$2 $1"],
  [/\bonce (?=a |per |every |each )/giu, "1 "],
  [/\btwice\b/giu, "2"],
  [/\b(\d+)x\b/giu, "$1"],
  [/\bhalf an hour\b/giu, "30 minutes"],
  [/\b(?:a )?half (?:a )?year\b/giu, "6 months"],
  [/\b(?:(?:19)?(\d0)s)\b(?<=\b(?:19\d0|the \d0)s)/giu, "$1ies"],
  [
    /\b(twen|thir|for|fif|six|seven|eigh|nine)ties\b/giu,
    (_, ten = "") => `${numberOf(`${ten.toLowerCase()}ty`)}ies`,
  ],
  [/\b(\d+)(?:nd|rd|th)\b/giu, "$1"],
  [/\b1st\b/giu, "first"],
  [
    new RegExp(`\\b(${ordinals.join("|")})\\b`, "giu"),
    (_, word = "") => String(ordinals.indexOf(word.toLowerCase()) + 3),
  ],
  [/\b(the|every|each|on) second\b/giu, "$1 2"],
  [/\b(?:no|any|some|every)[ -]one\b|\bone of\b/giu, (found = "") => found.replace(/[ -]/u, "")],
  [
    new RegExp(`\\b(?:(?:${tens.join("|")})(?:[- ](?:${smallNames}))?|${smallNames})\\b`, "giu"),
    (word = "") => numberOf(word),
  ],
  [/\bnoon\b/giu, "12:00"],
  [/\bmidnight\b/giu, "0:00"],
  [
    /\b(half|quarter) (past|to) (\d{1,2})\b/giu,
    (_, part = "", side = "", hour = "") =>
      side.toLowerCase() === "to"
        ? `~${clock(Number(hour) - 1, 45)}`
        : `~${clock(hour, part.toLowerCase() === "half" ? 30 : 15)}`,
  ],
  [
    /~?\b(\d{1,2})(?:[:.](\d\d))?\s?(am\b|pm\b|a\.m\.|p\.m\.|(?:o'clock )?in the (?:morning|afternoon|evening)\b)/giu,
    (_, hour = "", minute, half) => clock(hour, minute ?? "00", half),
  ],
  [/\b(\d{1,2}) o'clock\b/giu, (_, hour = "") => `~${clock(hour, 0)}`],
  [/\b0(\d:\d\d)\b/gu, "$1"],
  [
    /\bfrom (\d{1,2}) (to|until|till) (\d{1,2})\b(?![:.%-]?\w)/giu,
    (_, from = "", to = "", until = "") => `from ~${from}:00 ${to} ~${until}:00`,
  ],
  [new RegExp(`\\bat (\\d{1,2})${isEnd}`, "giu"), (_, hour = "") => `at ~${clock(hour, 0)}`],
  [
    new RegExp(`(\\d)\\s?(${unitNames})(?![\\p{L}\\d])`, "giu"),
    (_, digit = "", unit = "") => `${digit} ${units[unit.toLowerCase()] ?? unit.toLowerCase()}`,
  ],
  [/\bdaily\b/giu, "each day"],
  [/\bnightly\b/giu, "each night"],
  [/\bhourly\b/giu, "each hour"],
  [/\bweekly\b/giu, "each week"],
  [/\bmonthly\b/giu, "each month"],
  [/\bquarterly\b/giu, "each quarter"],
  [/\b(?:yearly|annual|annually)\b/giu, "each year"],
  ...phrases.map(([phrase, word]): Rule => [new RegExp(`\\b(?:${phrase})\\b`, "giu"), word]),
];

/** Whether two numbers, times, names or paths are the same one. */
export function isSameExact(left: string, right: string): boolean {
  if (left === right) return true;
  if (!left.startsWith("~") && !right.startsWith("~")) return false;
  const [one, other] = [left, right].map((time) => /^~?(\d+)(?::(\d\d))?$/u.exec(time));
  return (
    one !== undefined &&
    one !== null &&
    other !== undefined &&
    other !== null &&
    Number(one[1]) % 12 === Number(other[1]) % 12 &&
    (one[2] ?? "00") === (other[2] ?? "00")
  );
}
