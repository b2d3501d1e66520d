import { excerptOf } from "../finding.ts";
import type { SkillFinding, SkillSeverity } from "../finding.ts";
import type { Span } from "../read-spans.ts";
import { negates, stanceOf } from "../stance.ts";
import type { Stance } from "../stance.ts";
import { conceptsOf } from "./concepts.ts";
import type { Concept } from "./concepts.ts";
import { disloyaltyRules } from "./disloyalty.ts";
import { belongsTo } from "./key-owners.ts";
import { commentsOf, isCodeOnly, isData, isQuestion, sentencesOf } from "./sentences.ts";
import type { Sentence } from "./sentences.ts";
import { toldHarmRules } from "./told-harm.ts";

const speechRules = [...toldHarmRules, ...disloyaltyRules];

const speechKinds: readonly Span["kind"][] = ["description", "prose", "hidden", "data"];

/** What the sentences of a span tell the agent to do. */
export function speechFindings(span: Span): readonly SkillFinding[] {
  const sentences = speechKinds.includes(span.kind)
    ? sentencesOf(span.text)
    : span.kind === "script" || span.kind === "block"
      ? commentsOf(span.text)
      : [];
  return sentences.flatMap((sentence) => sentenceFindings(span, sentence));
}

/** Where such a thing is the act, the verb that a negation would stand before is in the rule's own pattern. */
const things: ReadonlySet<Concept> = new Set<Concept>(["money", "benefit", "barrier", "outside"]);

function sentenceFindings(span: Span, sentence: Sentence): SkillFinding[] {
  if (isQuestion(sentence.text) || isData(sentence.text)) return [];
  if (span.kind === "prose" && isCodeOnly(sentence.text)) return [];
  const placesOf = conceptsOf(sentence.text);
  return speechRules.flatMap((rule): SkillFinding[] => {
    if (rule.kinds !== undefined && !rule.kinds.includes(span.kind)) return [];
    if (sentence.isPair && rule.inTwo !== true) return [];
    // The first that is missing spares looking for the others, which takes longest of all.
    if (!rule.all.every((concept) => placesOf(concept).length > 0)) return [];
    const meeting = meetingPlaces(rule.all.map(placesOf), rule.reach ?? 160);
    if (meeting === undefined) return [];
    if (rule.also?.test(sentence.text) === false || rule.unless?.test(sentence.text) === true) return [];
    if (rule.nearby?.test(span.text) === true) return [];
    if (rule.id === "exfiltration.told-secrets" && goesHome(sentence.text)) return [];
    const act = rule.act === undefined ? undefined : meeting[rule.all.indexOf(rule.act)];
    if (sentence.isPair === true && meeting.some((place) => negates(sentence.text, place))) return [];
    const said =
      rule.act !== undefined && things.has(rule.act) ? rule.also?.exec(sentence.text)?.index : undefined;
    const stance =
      said !== undefined && negates(sentence.text, said) ? "avoids" : sentenceStance(span, sentence, act);
    if (stance === "avoids" || stance === "discusses") return [];
    const { id, risk, severity, message } = rule;
    return [
      {
        rule: id,
        risk,
        severity: stance === "asks" || sentence.isPair === true ? lessThan(severity, stance) : severity,
        message,
        file: span.file,
        line: span.line + span.text.slice(0, sentence.at).split("\n").length - 1,
        excerpt: excerptOf(sentence.text),
      },
    ];
  });
}

/** What is asked for first, and what two sentences say together, is for a person to look at. */
function lessThan(severity: SkillSeverity, stance: Stance): SkillSeverity {
  if (severity === "critical") return "high";
  return stance === "asks" ? "low" : severity;
}

/** One place of each list, all within reach of the first one; undefined when they never come that close. */
function meetingPlaces(lists: readonly (readonly number[])[], reach: number): readonly number[] | undefined {
  for (const start of lists.flat().toSorted((a, b) => a - b)) {
    const places = lists.map((list) => list.find((place) => place >= start));
    if (places.every((place) => place !== undefined && place - start <= reach))
      return places.map((place) => place ?? start);
  }
  return undefined;
}

/** A key that goes to whom it is from. */
function goesHome(text: string): boolean {
  const names = text.match(/\b[A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+\b/g) ?? [];
  const hosts = [...text.matchAll(/https?:\/\/([\w.-]+)/g)].map(([, host = ""]) => host.toLowerCase());
  return names.length > 0 && hosts.length > 0 && names.every((name) => belongsTo(name, hosts));
}

const badExamples =
  /\b(?:pitfalls?|anti-?patterns?|mistakes?|don['’]?ts?|never|avoid|red flags?|not to do|blockers?|bad examples?|failure modes?|warning signs?|attacks?|threats?|out of scope)\b/i;

function sentenceStance(span: Span, { text }: Sentence, act: number | undefined): Stance {
  if (span.kind === "hidden" || span.kind === "data") return "does";
  if (act !== undefined && negates(text, act)) return "avoids";
  if (span.kind === "prose" && badExamples.test(span.around.split("\n")[0] ?? "")) return "discusses";
  // "If a mail says so, do it" is an order all the same.
  const plain = act === undefined ? text : text.replace(/\b(?:if|when|whenever|should)\b/gi, " ");
  const stance = stanceOf({ ...span, kind: "prose", text: plain }, 0, plain.length);
  return stance === "avoids" ? "does" : stance;
}
