import { sentenceAt } from "./read-spans.ts";
import type { Span } from "./read-spans.ts";
import { isQuestion } from "./rules/sentences.ts";

/**
 * How a text stands to what it names. `does`: it is to be done. `avoids`: it says not to. `discusses`: it explains, lists or
 * looks for it. `asks`: it is to be done after a person agreed.
 */
export type Stance = "does" | "avoids" | "discusses" | "asks";

/** Reads the words around a match. Code that is run has no stance but `does`. */
export function stanceOf(span: Span, at: number, length: number): Stance {
  if (span.kind === "script" || span.kind === "data") return "does";
  if (span.kind === "hidden") return "does";
  const isCode = span.kind === "command" || span.kind === "block";
  const from = Math.max(0, at - nearbyChars);
  const nearby = span.text.slice(from, at + length + nearbyChars);
  const sentence = isCode ? span.around : sentenceAt(nearby, at - from, length);
  if (avoids(sentence, isCode ? undefined : span.text.slice(at, at + length), isCode ? span.text : "")) {
    return "avoids";
  }
  if (discussing.test(sentence) || isQuestion(sentence)) return "discusses";
  if (span.kind === "block" && isBadExample(span.text, at)) return "avoids";
  if (span.kind === "command" && isMention(span)) return "discusses";
  if (asking.test(sentence)) return "asks";
  return "does";
}

/** A sentence is no longer than that to both sides. */
const nearbyChars = 600;

const negation =
  /\b(?:never|do not|don['’]t|does not|doesn['’]t|must not|mustn['’]t|should not|shouldn['’]t|cannot|can['’]t|avoid(?:s|ing)?|refuse(?:s|d)?(?: to)?|reject(?:s|ed)?|forbid(?:s|den)?|prohibit(?:s|ed)?|instead of|rather than|not allowed|no need to|without ever|stop if|unsafe|dangerous|wrong|bad|anti-?pattern|beware|nicht|niemals|nunca|jamais|никогда|не)\b/i;

/** "Never skip this" and "never forget to" say to do it. */
const doubled =
  /\b(?:never|do not|don['’]t|must not)\s+(?:(?:ever|you)\s+)?(?:skip|forget|omit|fail|miss|leave out|stop|hesitate|wait)\b/gi;

/** Whether a "never" in the same clause turns what stands at a place around. */
export function negates(sentence: string, at: number): boolean {
  return negation.test(clauseBefore(sentence.slice(0, at).replace(doubled, " ")));
}

/** A negation counts when it stands before the match in the same clause, or is what the clause says of it. */
function avoids(sentence: string, match: string | undefined, code: string): boolean {
  const text = sentence.replace(doubled, " ");
  const needle = match ?? `\`${code.split("\n")[0] ?? ""}`;
  const at = text.indexOf(needle.slice(0, 60));
  // Code after a heading or a line such as "Never do this:".
  if (at === -1)
    return (
      negation.test(text.split("\n").at(-1) ?? text) ||
      /\b(?:bad|don['’]?ts?|avoid|anti-?patterns?|wrong|unsafe)\b/i.test(text.split("\n")[0] ?? "")
    );
  const clause = clauseBefore(text.slice(0, at));
  const after = text.slice(at + needle.length, at + needle.length + code.length + 80);
  return (
    negation.test(clause) ||
    /^[`"'”’)\s]*(?:is|are|must be|has to be|would be)?\s*(?:never|not allowed|not needed|forbidden|refused|rejected|blocked|unsafe|dangerous|a bad idea|prohibited)\b/i.test(
      after,
    )
  );
}

/** A comma and "and" carry a negation on; a full stop, a semicolon, "but" and "then" end it. */
function clauseBefore(text: string): string {
  return (
    text
      .split(/[.;:!?]\s|\b(?:but|instead(?! of)|then|just|simply|however|otherwise|sondern|aber)\b/i)
      .at(-1) ?? text
  );
}

const discussing =
  /\b(?:explains|explain (?:terms|what|how|why|that|each|them|these|the (?:attack|alert|risk|warning|signs))|terms? such as|such as|for example|e\.g\.|examples? of|look(?:s|ing)? (?:\w+ ){0,2}for|search(?:es)? (?:\w+ ){0,3}for|detect(?:s|ion)?|flag(?:s|ged)?\b(?! =)|find(?:s|ing)?\b.{0,30}\b(?:uses?|calls?|patterns?)|check(?:s)? for|scan(?:s)? for|report(?:s)? (?:any|each|uses?)|review(?:s)? (?:list|for)|watch for|red flags?|signs? of|indicators?|symptoms?|attack(?:s|ers?)?\b|malicious|malware|suspicious|vulnerab\w+|exploits?|phish\w*|scams?|known bad|risk(?:s|y)?|lesson|teach|means that|is what|what .{1,30} means|describes|history of|treat .{0,40} as (?:data|text|untrusted)|prompt injection|text like|may contain|quote|if (?:it|a|the|any) .{0,60}(?:tells|says|asks|instructs|claims|contains|tries)|ctf|alert(?:s)? on|rule(?:s)? match|sigma|yara|wordlist|refus(?:e|es) (?:any|every|all)|regex(?:es)?|show (?:the )?(?:\w+ )?(?:samples|examples)|dangerous commands?|remote shell|(?:phrase|texte) comme|(?:sätze|text) wie|frases? como)\b|\b(?:question|report)s?\s+`|\bsigns?:|\b(?:show (?:the )?(?:examples?|samples?)|typical (?:sentences?|phrases?|lines?|wordings?))\b[^"“«]{0,20}["“«]/i;

const asking =
  /\b(?:after (?:the )?(?:user|person|they|human|owner|operator|explicit)|only (?:after|if|when|with) .{0,40}(?:user|person|confirm\w*|approv\w*|yes|agree\w*|consent|asks?|ok)|ask(?:s)? (?:(?:the |your )?(?:user|person) )?(?:first|before|whether|if|to confirm|for (?:an? )?(?:explicit )?(?:confirmation|approval|permission|consent))|confirm(?:s)? (?:with|first|before|that)|with (?:the user's |explicit |their )?(?:approval|consent|permission|confirmation)|if the (?:user|person) (?:asks|agrees|confirms|approves|says yes|wants)|types? yes|show .{0,40}(?:first|before)|dry[- ]run)\b/i;

/** In a lesson the comment above the lines says that they are wrong. */
function isBadExample(text: string, at: number): boolean {
  const lines = text
    .slice(0, text.indexOf("\n", at) === -1 ? text.length : text.indexOf("\n", at))
    .split("\n");
  const comments = lines.slice(-8).filter((line) => /^\s*(?:#|\/\/|--|\*|<!--)|\s(?:#|\/\/)\s/.test(line));
  const comment = comments.slice(-2).join("\n");
  return /\b(?:bad|wrong|never|vulnerable|unsafe|dangerous|insecure|don['’]?t|do not|avoid|attack(?:er)?|malicious)\b|❌|✗/i.test(
    comment,
  );
}

/** Code that is only named: a bare word, or one of several in a list. */
function isMention(span: Span): boolean {
  const code = span.text.trim();
  if (!/\s/.test(code) && !/[|;&<>$]/.test(code) && !/^[\w.]+\(.*\)$/.test(code)) return true;
  const codes = span.around.match(/`[^`]+`/g)?.length ?? 0;
  return (
    codes >= 4 && !/\b(?:run|execute|then|paste|type|first|after|before|start|finally)\b/i.test(span.around)
  );
}

/** What the skill says it is for: its name, its description and its headings. */
export function purposeOf(name: string, spans: readonly Span[]): string {
  const told = spans.filter(
    ({ kind, text }) => kind === "description" && /^(?:description|name)\s*:/i.test(text),
  );
  const headings = spans.filter(({ kind, text }) => kind === "prose" && /^#{1,2}\s/.test(text));
  return [
    name.replaceAll(/[-_.]/g, " "),
    ...told.map(({ text }) => text),
    ...headings.map(({ text }) => text),
  ]
    .join("\n")
    .toLowerCase();
}
