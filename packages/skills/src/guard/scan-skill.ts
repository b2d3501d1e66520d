import { excerptOf, isAtLeast, sortFindings } from "./finding.ts";
import type { SkillFinding, SkillSeverity } from "./finding.ts";
import { learnedFindings } from "./learned/learned-findings.ts";
import { readSpans } from "./read-spans.ts";
import type { Span } from "./read-spans.ts";
import { networkRules, obfuscationRules, remoteCodeRules } from "./rules/code-rules.ts";
import { flowFindings } from "./rules/flow-rules.ts";
import { destructionRules, persistenceRules, privilegeRules } from "./rules/harm-rules.ts";
import { hiddenTextFindings } from "./rules/hidden-text.ts";
import { keyRules } from "./rules/key-rules.ts";
import { lookAlikeOwnerFindings } from "./rules/look-alike-owners.ts";
import { packageFlowFindings } from "./rules/package-flow.ts";
import { packageNameFindings } from "./rules/package-names.ts";
import { effectFindings } from "./rules/effect-rules.ts";
import { speechFindings } from "./rules/speech-findings.ts";
import { sentenceRules } from "./rules/sentence-rules.ts";
import { isCodeOnly } from "./rules/sentences.ts";
import { codeKinds } from "./rules/skill-rule.ts";
import type { SkillRule } from "./rules/skill-rule.ts";
import { unknownHostFindings } from "./rules/unknown-host.ts";
import { structureFindings } from "./rules/structure.ts";
import { textOf } from "./skill-package.ts";
import type { SkillPackage } from "./skill-package.ts";
import { purposeOf, stanceOf } from "./stance.ts";
import type { Stance } from "./stance.ts";
import { unfold } from "./unfold.ts";

/** How much the source of a skill is trusted before anything of it was read. */
export type SkillTrust = "builtin" | "trusted" | "community" | "agent";

export type SkillVerdict = "allow" | "review" | "block";

export interface ScanSkillOptions {
  /** @default "community" */
  readonly trust?: SkillTrust | undefined;
}

export interface SkillScan {
  /** `review`: a person looks at the findings and confirms. `block`: it is not taken. */
  readonly decision: SkillVerdict;
  /** Worst first. */
  readonly findings: readonly SkillFinding[];
  /** What this scan is and isn't, for whoever shows its result. */
  readonly notice: string;
}

const notice =
  "This is a scanner: it knows kinds of harm, not intentions. A skill without findings can still do harm; its scripts run under the permissions of the conversation.";

/** Longer texts are read up to here; that a file is that long is a finding of its own. */
const maxScannedChars = 262_144;
const windowChars = 6_000;
const overlapChars = 1_000;

/**
 * Reads a skill for what it would do to whoever uses it: by the flow of data in its code, by what its sentences tell an agent
 * to do, and by what it says it is for. Static: nothing is run, nothing is fetched.
 */
export function scanSkill(skill: SkillPackage, options: ScanSkillOptions = {}): SkillScan {
  const whole = skill.files.flatMap(readSpans);
  const spans = whole.flatMap(windowsOf);
  const purpose = purposeOf(skill.name, spans);
  const told = spans
    .filter(({ kind }) => kind === "prose" || kind === "description" || kind === "command")
    .map(({ text }) => text)
    .join("\n")
    .toLowerCase();
  const context: ScanContext = { purpose, told };
  const ruled = sortFindings([
    ...structureFindings(skill),
    ...skill.files.flatMap((file) =>
      hiddenTextFindings(file.path, textOf(file)?.slice(0, maxScannedChars) ?? ""),
    ),
    ...spans.flatMap((span) => spanFindings(span, context)),
    ...packageFlowFindings(spans, context),
  ]);
  // What was learned from examples never outvotes the rules: it is asked about skills that they let through.
  const isThrough = decide(ruled, "community") === "allow";
  const findings = isThrough ? [...learnedFindings(whole, skill.name), ...ruled] : ruled;
  return { decision: decide(findings, options.trust ?? "community"), findings, notice };
}

interface ScanContext {
  /** What the skill says it is for, in lower case. */
  readonly purpose: string;
  /** All its sentences, in lower case. */
  readonly told: string;
}

/**
 * Critical findings of strangers block, high ones are for a person to look at, and so are several small ones of different
 * kinds. What comes with Hermes was read before it was shipped.
 */
export function decide(findings: readonly SkillFinding[], trust: SkillTrust): SkillVerdict {
  if (trust === "builtin") return "allow";
  if (findings.some(({ severity }) => severity === "critical")) return "block";
  if (trust === "trusted") return "allow";
  if (findings.some(({ severity }) => severity === "high")) return "review";
  const smaller = new Set(
    findings.filter(({ severity }) => isAtLeast(severity, "medium")).map(({ risk }) => risk),
  );
  return smaller.size >= 2 ? "review" : "allow";
}

/**
 * Long texts are read in pieces that overlap, so that the time to read one grows with its length alone. What is further apart
 * than a piece is long is found by the flows between pieces.
 */
function windowsOf(span: Span): readonly Span[] {
  const text = span.text.slice(0, maxScannedChars);
  if (text.length <= windowChars) return [span];
  const windows: Span[] = [];
  let line = span.line;
  for (let at = 0; at < text.length; at += windowChars - overlapChars) {
    windows.push({ ...span, line, text: text.slice(at, at + windowChars) });
    line += text.slice(at, at + windowChars - overlapChars).split("\n").length - 1;
  }
  return windows;
}

/** A skill that teaches, reviews or detects harm has to name it. */
const lesson =
  /\b(?:detect\w*|yara|sigma|explain\w*|teach\w*|training|awareness|review\w*|audit\w*|incident\w*|forensics?|malware|injections?|guardrails?|red team|dangerous|mistakes?|traps?|pitfalls?|attacks?|safety|phish\w*)\b/;

const hasItRun =
  /\b(?:run|execute|paste|type|enter|start|begin|install|use|call|launch|open|first|once|always|must|needs?|required?)\b|führe|ausführen|ejecuta|exécute|запусти|выполни|运行|执行|実行/i;

function spanFindings(span: Span, context: ScanContext): readonly SkillFinding[] {
  const plain = textFindings(span, context).map((finding) => asNamed(finding, span, context));
  const { text, decoded } = unfold(span.text);
  const folded = text === span.text ? [] : textFindings({ ...span, text }, context);
  const known = new Set(plain.map(({ rule }) => rule));
  return [
    ...plain,
    ...folded.filter(({ rule, severity }) => !known.has(rule) && isAtLeast(severity, "medium")).map(asHidden),
    ...decoded.flatMap(({ at, text: piece }) => decodedFindings(span, { at, piece }, context)),
  ];
}

/**
 * What a lesson holds besides programs, and code in a sentence that has nobody run it, is for a person to look at: it is
 * shown, or it is meant.
 */
function asNamed(finding: SkillFinding, span: Span, { purpose }: ScanContext): SkillFinding {
  const { kind, around } = span;
  const mayBeShown =
    (kind !== "script" && kind !== "hidden" && lesson.test(purpose)) ||
    // Code that stands alone is there to be run.
    (kind === "command" && !isCodeOnly(around) && !hasItRun.test(around));
  return mayBeShown && finding.severity === "critical" ? { ...finding, severity: "high" } : finding;
}

/** Whoever hides what is harmful knows that it is. */
function asHidden(finding: SkillFinding): SkillFinding {
  return {
    ...finding,
    severity: "critical",
    message: `${finding.message} It is written so that it can't be seen.`,
  };
}

function decodedFindings(
  span: Span,
  { at, piece }: { readonly at: number; readonly piece: string },
  context: ScanContext,
): SkillFinding[] {
  const line = span.line + span.text.slice(0, at).split("\n").length - 1;
  const inner: Span = { kind: "data", file: span.file, line, text: piece, around: "" };
  return textFindings(inner, context)
    .filter(({ severity }) => isAtLeast(severity, "medium"))
    .map((finding) => asHidden({ ...finding, line }));
}

// Rules are written as they read best; all matches are wanted.
const allRules: readonly SkillRule[] = [
  ...remoteCodeRules,
  ...obfuscationRules,
  ...networkRules,
  ...destructionRules,
  ...persistenceRules,
  ...privilegeRules,
  ...sentenceRules,
  ...keyRules,
].map((rule) => ({ ...rule, pattern: new RegExp(rule.pattern.source, `${rule.pattern.flags}g`) }));

function textFindings(span: Span, context: ScanContext): readonly SkillFinding[] {
  const found = [
    ...allRules.flatMap((rule) => ruleFindings(span, rule, context)),
    ...speechFindings(span),
    ...unknownHostFindings(span),
    ...(span.kind === "prose" && stanceOf(span, 0, span.text.length) === "does"
      ? packageNameFindings(span)
      : []),
  ];
  if (codeKinds.includes(span.kind)) {
    const stance = stanceOf(span, 0, span.text.length);
    const flows = [...flowFindings(span, span.text, context), ...effectFindings(span)].flatMap((finding) =>
      withStance(finding, stance),
    );
    return [
      ...found,
      ...flows,
      ...(stance === "avoids" ? [] : [...packageNameFindings(span), ...lookAlikeOwnerFindings(span)]),
    ];
  }
  return found;
}

function ruleFindings(span: Span, rule: SkillRule, context: ScanContext): readonly SkillFinding[] {
  if (rule.kinds !== undefined && !rule.kinds.includes(span.kind)) return [];
  const found: SkillFinding[] = [];
  for (const match of span.text.matchAll(rule.pattern)) {
    if (match[0] === "") break;
    const around = surroundings(span, match.index, match[0].length);
    if (rule.unless?.test(around) === true) continue;
    const finding: SkillFinding = {
      rule: rule.id,
      risk: rule.risk,
      severity: severityIn(span, rule, context),
      file: span.file,
      line: span.line + span.text.slice(0, match.index).split("\n").length - 1,
      message: rule.message,
      excerpt: excerptOf(match[0]),
    };
    const stance = stanceOf(span, match.index, match[0].length);
    const holdsItsOwnNegation =
      rule.whateverStance === true &&
      /^(?:never|no|not|do|don|must|should|avoid|refrain|skip|instead|need)/i.test(match[0]);
    found.push(...withStance(finding, stance === "avoids" && holdsItsOwnNegation ? "does" : stance));
    if (found.length >= 5) break;
  }
  return found;
}

/** The lines that a match touches; a sentence for prose. */
function surroundings(span: Span, at: number, length: number): string {
  const from = span.text.lastIndexOf("\n", at - 1) + 1;
  const to = span.text.indexOf("\n", at + length);
  return span.text.slice(
    Math.max(from, at - 300),
    Math.min(to === -1 ? span.text.length : to, at + length + 300),
  );
}

function severityIn(span: Span, { id, severity, purpose }: SkillRule, context: ScanContext): SkillSeverity {
  // Nobody hides what is honest.
  if (span.kind === "hidden") return severity === "medium" ? "high" : "critical";
  const isGated = !id.startsWith("destruction.") || gate.test(context.told);
  if (purpose?.test(context.purpose) === true && isGated && !reachesOut.test(span.text))
    return severity === "critical" ? "medium" : "low";
  return severity;
}

/** Whoever destroys honestly says what is spared, or asks. */
const gate =
  /\b(?:confirm\w*|ask\w*|only|never|refuse|dry[- ]?run|back(?:ed)? ?up|backup|scratch|test\w*|staging|local\w*|sandbox|lesson|practi[cs]e|check\w*|copy|copies|in memory|tutorial|example)\b/;

/** A purpose excuses what a skill does here, not code that it takes from elsewhere or puts where nobody looks. */
const reachesOut =
  /(?:\b|\\n)(?:curl|wget)\b[^\n]*https?:|urlopen|requests\.(?:get|post)|fetch\s*\(\s*["'`]https?:|\bnc\b\s|\/dev\/tcp|(?:\/tmp|\/var\/tmp|\/dev\/shm|\.cache)\/\.\w|base64\s+(?:-d|--decode)|\|\s*(?:ba|z)?sh\b/;

function withStance(finding: SkillFinding, stance: Stance): readonly SkillFinding[] {
  switch (stance) {
    case "does":
      return [finding];
    case "asks":
      return [{ ...finding, severity: finding.severity === "critical" ? "high" : "low" }];
    case "avoids":
    case "discusses":
      return [];
  }
}
