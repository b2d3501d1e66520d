import type { Finding } from "../finding.ts";
import { inScope, ruleFor } from "./operation.ts";
import type { Operation, MatchContext } from "./operation.ts";
import { matchText } from "./match-text.ts";
import type { Mode } from "./mode.ts";
import type { RuleBook } from "./rule-store.ts";
import { isLeaving } from "./behind-wall.ts";
import { isUntrustedFinding } from "../untrusted/untrusted-finding.ts";
import { compareRules } from "./rule.ts";
import type { Rule } from "./rule.ts";
import type { CallAnalysis } from "./call-analysis.ts";

/** What was decided, by which step of the order. */
export interface Decision {
  readonly verdict: "allow" | "ask" | "deny";
  readonly by: "hard-limit" | "rule" | "grant" | "finding" | "mode" | "broken-rules";
  /** The rule that decided, where one did. */
  readonly rule?: Rule | undefined;
  /** One or more plain sentences. */
  readonly reason: string;
  /** What the refused one is told to do instead. */
  readonly advice?: string | undefined;
  /** What would be asked about; empty where a rule asks. */
  readonly open: readonly Finding[];
  /** True where a model may answer the question (mode `auto`). */
  readonly byModel?: boolean | undefined;
}

export interface DecideContext extends MatchContext {
  readonly mode: Mode;
  /** `permissions.yaml`: no mode changes it without the person. */
  readonly rulesPath: string;
  /** Whether there is somebody who can be asked. */
  readonly attended: boolean;
}

/**
 * Decides a call by the order: hard limit, deny rule, (grant,) allow or ask rule, finding, mode. Whoever gets `ask` looks
 * for a grant first: a grant lifts what is asked and nothing else.
 */
export function decide(given: CallAnalysis, book: RuleBook, context: DecideContext): Decision {
  const { behind } = given;
  const analysis = behind === undefined ? given : { ...given, findings: behind.asked };
  const limit = analysis.findings.find(({ severity }) => severity === "refuse");
  if (limit !== undefined) return byLimit(limit);

  const main = analysis.operations.map((operation) => ruleFor(operation, book.rules, context));
  const side = analysis.sideOperations.map((operation) =>
    ruleFor(operation, withArguments(book.rules), context),
  );
  const strict = (effect: Rule["effect"]) =>
    narrowest([...main, ...side].filter((rule) => rule?.effect === effect));
  const denied = strict("deny");
  if (denied !== undefined) return byRule("deny", denied, analysis);
  const planned = refusedByPlan(analysis, context.mode);
  if (planned !== undefined) return planned;
  const asked = strict("ask");
  if (asked !== undefined) return byRule("ask", asked, analysis);
  const lifted = liftFindings(analysis, book, context);
  const [allowed] = main;
  const isAllowed = allowed !== undefined && main.every((rule) => rule !== undefined);
  const escaping = isAllowed ? analysis.findings.filter((finding) => escapes(finding, analysis, main)) : [];
  if (isAllowed && escaping.every((finding) => lifted.has(finding)))
    return { ...byRule("allow", allowed, analysis), open: [] };
  if (book.problems.length > 0 && !analysis.readOnly) return byBrokenRules(book.problems, analysis);
  const candidates = isAllowed ? escaping : analysis.findings;
  const open = candidates.filter((finding) => !lifted.has(finding));
  if (open.length === 0) return noQuestion(analysis, lifted, context.mode);
  return byMode(open, { ...context, mode: changesRules(analysis, context) ? "ask" : context.mode });
}

function byLimit(limit: Finding): Decision {
  const advice = limit.advice ?? "Nothing can allow this here. Leave it to the person.";
  return { verdict: "deny", by: "hard-limit", reason: limit.reason, advice, open: [limit] };
}

/** A rule for a command says nothing about the files that its input and output are led to. */
function escapes(
  { span }: Finding,
  { command }: CallAnalysis,
  rules: readonly (Rule | undefined)[],
): boolean {
  if (command === undefined) return false;
  const place = span === undefined ? command.text : command.text.slice(span.start, span.end);
  return (
    /[<>]/.test(place) && rules.some((rule) => rule?.argument !== undefined && !/[<>]/.test(rule.argument))
  );
}

function changesRules({ paths }: CallAnalysis, { rulesPath }: DecideContext): boolean {
  return paths.some(
    ({ access, path, host = path, real }) => access !== "read" && (host === rulesPath || real === rulesPath),
  );
}

/** A rule for a tool or a group as a whole matches its own calls; one with a path or a host matches that, whichever tool touches it. */
function withArguments(rules: readonly Rule[]): readonly Rule[] {
  return rules.filter(
    ({ argument, effect, name }) =>
      effect !== "allow" && (argument !== undefined || /^(file|network)\./.test(name)),
  );
}

function narrowest(rules: readonly (Rule | undefined)[]): Rule | undefined {
  return rules.filter((rule) => rule !== undefined).toSorted(compareRules)[0];
}

function byRule(verdict: Decision["verdict"], rule: Rule, { findings }: CallAnalysis): Decision {
  const words = { allow: "allows it", ask: "says to ask", deny: "forbids it" }[verdict];
  const reasons = verdict === "ask" ? findings.map(({ reason }) => reason) : [];
  const reason = [`The rule "${rule.text}" (${rule.source}) ${words}.`, ...reasons].join(" ");
  return { verdict, by: "rule", rule, reason, open: verdict === "ask" ? findings : [] };
}

function refusedByPlan(analysis: CallAnalysis, mode: Mode): Decision | undefined {
  if (mode !== "plan" || isHarmlessBehindWall(analysis)) return undefined;
  if (analysis.readOnly && !analysis.findings.some(isLeaving)) return undefined;
  const reason =
    "The mode is plan: nothing may be changed or run now, only read. Describe what you would do.";
  return { verdict: "deny", by: "mode", reason, open: [] };
}

/** What is not known to change anything may run where it can change nothing but scratch files. */
function isHarmlessBehindWall({ behind, findings }: CallAnalysis): boolean {
  return behind?.profile === "read-only" && !behind.changes && findings.length === 0;
}

function byBrokenRules(problems: readonly string[], { findings }: CallAnalysis): Decision {
  const reason = `The rules can't be understood, so that whatever acts is asked about: ${problems.join(" ")}`;
  return {
    verdict: "ask",
    by: "broken-rules",
    reason: [reason, ...findings.map((each) => each.reason)].join(" "),
    open: findings,
  };
}

function noQuestion(analysis: CallAnalysis, lifted: ReadonlyMap<Finding, Rule>, mode: Mode): Decision {
  const rule = narrowest([...lifted.values()]);
  if (rule !== undefined) return { ...byRule("allow", rule, analysis), open: [] };
  return { verdict: "allow", by: "mode", reason: `Nothing speaks against it (mode ${mode}).`, open: [] };
}

function byMode(
  open: readonly Finding[],
  { mode, attended }: Pick<DecideContext, "mode" | "attended">,
): Decision {
  const reason = open.map((finding) => finding.reason).join(" ");
  const leaves = open.some(isLeaving);
  const kept = open.filter(
    (finding) =>
      isUnreadable(finding) || isUntrustedFinding(finding) || isChanged(finding) || isByJob(finding),
  );
  if (kept.length > 0 && (mode === "yolo" || mode === "auto"))
    return { ...inSpiteOfMode(kept, mode), open: mode === "yolo" && !leaves ? kept : open };
  if (mode === "yolo" && leaves && !attended)
    return { verdict: "ask", by: "finding", reason, open, byModel: false };
  if (mode === "yolo")
    return { verdict: "allow", by: "mode", reason: `The mode is yolo. ${reason}`, open: [] };
  if (mode === "accept-edits" && open.every(isEdit))
    return { verdict: "allow", by: "mode", reason: `The mode is accept-edits. ${reason}`, open: [] };
  const byModel = mode === "auto" && !open.some(isForLater) && (attended || !leaves);
  return { verdict: "ask", by: "finding", reason, open, byModel };
}

/**
 * A text that could not be read to its end may hold what no mode allows. A part that only shows when it runs, such as an
 * unset variable, is not meant: it stands in a text that was read.
 */
function isUnreadable({ id }: Finding): boolean {
  return id === "command.unread" || id === "command.unclear";
}

/** A mode was chosen for what was there then. */
function isChanged({ id }: Finding): boolean {
  return id === "mcp.changed";
}

function inSpiteOfMode(open: readonly Finding[], mode: Mode): Decision {
  const reasons = open.map(({ reason }) => reason).join(" ");
  const why = open.some(isUnreadable)
    ? "what can't be read may hold what no mode allows"
    : open.some(isUntrustedFinding)
      ? "no mode allows what untrusted text may have asked for"
      : open.some(isByJob)
        ? "no mode lets a job change jobs"
        : "no mode agrees to what was changed";
  const reason = `The mode is ${mode}, but ${why}. ${reasons}`;
  return { verdict: "ask", by: "finding", reason, open, byModel: false };
}

/** What later sessions go by, and what is done without a person, is for the person to agree to. */
function isForLater({ id }: Finding): boolean {
  return id === "skill.change" || id === "cron.change";
}

/** A job that makes jobs would go on for good: a mode was not chosen for that. */
function isByJob({ id }: Finding): boolean {
  return id === "cron.by-job";
}

/** An edit beyond the workspace; files of the system and those that programs start from are more than that. */
function isEdit({ id }: Finding): boolean {
  return id === "workspace.outside";
}

/** Findings that a rule has allowed: by their kind, or as the only command or path that they are about. */
function liftFindings(
  analysis: CallAnalysis,
  book: RuleBook,
  context: DecideContext,
): ReadonlyMap<Finding, Rule> {
  const lifted = new Map<Finding, Rule>();
  for (const finding of analysis.findings) {
    const rule =
      findingRule(finding, book.findingRules, context) ??
      ruleOfPart(finding, analysis, book, context) ??
      ruleOfPath(finding, analysis, book, context);
    if (rule?.effect === "allow") lifted.set(finding, rule);
  }
  return lifted;
}

function findingRule({ id }: Finding, rules: readonly Rule[], context: DecideContext): Rule | undefined {
  const fitting = rules.filter((rule) => inScope(rule, context) && matchText(rule.argument ?? "", id));
  return fitting.toSorted(compareRules)[0];
}

/** The rule that allows the part of a call which a finding points at. */
function ruleOfPart(
  finding: Finding,
  analysis: CallAnalysis,
  book: RuleBook,
  context: DecideContext,
): Rule | undefined {
  const operations =
    analysis.command === undefined ? [] : partsOf(finding, analysis.command.text, analysis.operations);
  const rules = operations.map((operation) => ruleFor(operation, book.rules, context));
  const [first] = rules;
  return first !== undefined && rules.every((rule) => rule?.effect === "allow") ? first : undefined;
}

/** The rule that allows a file, whoever touches it. */
function ruleOfPath(
  { path }: Finding,
  analysis: CallAnalysis,
  book: RuleBook,
  context: DecideContext,
): Rule | undefined {
  if (path === undefined) return undefined;
  const operations = analysis.sideOperations.filter(
    ({ kind, forms }) => kind === "path" && forms.includes(path),
  );
  const rules = operations.map((operation) => ruleFor(operation, book.rules, context));
  const [first] = rules;
  const areAllowed = rules.every((rule) => rule?.effect === "allow" && rule.argument !== undefined);
  return first !== undefined && areAllowed ? first : undefined;
}

/** The commands that a finding's span lies in. Empty where it can't be determined. */
function partsOf({ span }: Finding, text: string, operations: readonly Operation[]): readonly Operation[] {
  if (span === undefined) return [];
  const around = operations.filter(({ forms: [form = ""] }) => {
    const start = form === "" ? -1 : text.indexOf(form);
    return (
      start !== -1 &&
      text.indexOf(form, start + 1) === -1 &&
      start <= span.start &&
      span.end <= start + form.length
    );
  });
  return around;
}
