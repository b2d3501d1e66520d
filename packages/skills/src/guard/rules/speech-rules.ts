import { excerptOf } from "../finding.ts";
import type { SkillFinding, SkillRisk, SkillSeverity } from "../finding.ts";
import type { Span } from "../read-spans.ts";
import { negates, stanceOf } from "../stance.ts";
import type { Stance } from "../stance.ts";
import { conceptsOf } from "./concepts.ts";
import type { Concept } from "./concepts.ts";
import { belongsTo } from "./key-owners.ts";

/** An order to the agent: concepts that meet in one sentence, whatever its words and their order. */
interface SpeechRule {
  readonly id: string;
  readonly risk: SkillRisk;
  readonly severity: SkillSeverity;
  readonly message: string;
  readonly all: readonly Concept[];
  /** What the sentence must also hold. */
  readonly also?: RegExp | undefined;
  /** Ordinary where the sentence holds this. */
  readonly unless?: RegExp | undefined;
  /** The concept that a "never" before it turns around; without it the negation is a part of the order. */
  readonly act?: Concept | undefined;
  readonly kinds?: readonly Span["kind"][] | undefined;
  readonly purpose?: RegExp | undefined;
}

const ordinaryKey =
  /\bauthori[sz]ation\b|\bbearer\b|x-api-key|\bmask|\bredact|\bencrypt(?!ed? (?:it|them) to)|\bplaceholder|\bjwt\b|csrf|(?:set|store|keep|save|put|add)s? (?:\S+ ){0,4}(?:in|into|to|as) (?:\S+ )?(?:\x60?\.env|env|environment|secret|keychain|vault|config|1password|gitignore)|\b(?:log ?in|sign ?in|authenticate|get (?:an?|your) (?:free )?(?:\w+ )?(?:api )?key|obtain|create (?:an?|your|one|it)|generate|revoke|rotate|sign up)\b|secret manager|github secrets|\bpublic keys?\b|cookie banner/i;
const documents = /\bdocs?\b|documentation|api reference|readthedocs|developer\.|learn\.|wikipedia|\bnever\b|changelog|release notes/i;
const gated =
  /\b(?:never|do not|don['’]t|must not|cannot|can['’]t|not|nothing|no one|no)\b[^.]{0,120}\b(?:without|unless|until|before)\b|\b(?:only|always|first)\b[^.]{0,40}\b(?:ask|confirm|approv|consent|permission)|\b(?:ask|wait|get|require[sd]?|request|obtain|need)s?\b[^.]{0,20}\b(?:for )?(?:explicit |the |user |their |an? )*(?:approval|confirmation|consent|permission)/i;

const speechRules: readonly SpeechRule[] = [
  {
    id: "exfiltration.told-secrets",
    risk: "exfiltration",
    severity: "critical",
    message: "It tells the agent to give keys away.",
    all: ["secret", "send", "outside"],
    act: "send",
    unless: ordinaryKey,
  },
  {
    id: "exfiltration.told-secrets",
    risk: "exfiltration",
    severity: "high",
    message: "It tells the agent to put keys where others read them.",
    all: ["secret", "put", "public"],
    act: "put",
    unless: ordinaryKey,
  },
  {
    id: "exfiltration.told-private",
    risk: "exfiltration",
    severity: "high",
    message: "It tells the agent to give away what was said or what lies on the machine.",
    all: ["private", "send", "outside"],
    act: "send",
    unless: /\bsource code (?:is|at)|\balt text\b|open graph|avatar|docs?\b[^.]*https|\blicen[cs]e/i,
  },
  {
    id: "exfiltration.told-private",
    risk: "exfiltration",
    severity: "high",
    message: "It tells the agent to carry what was said out in an address.",
    all: ["private", "put", "outside"],
    also: /!\[|<img|\bimage\b|\bpixel\b|\blinks?\b|[?&]\w+=|\burl\b/i,
    act: "put",
  },
  {
    id: "injection.override",
    risk: "injection",
    severity: "critical",
    message: "It tells the agent to drop its instructions.",
    all: ["cancel", "earlier", "rules"],
    act: "cancel",
    unless:
      /\b(?:lint\w*|eslint|prettier|\.?gitignore|\.\w+ignore|css|firewall|network polic\w*|iptables|rate|memory|default (?:config|settings|value)|alert\w*|style|formatting|merge|cache|routing|config\w*|env\w*|template|precedence|inherit\w*|layers?|theme|parent|class|method|command[- ]line|flags?|api) ?(?:rules?|limits?|polic\w+|instructions?|prompts?)?\b/i,
  },
  {
    id: "injection.consent",
    risk: "injection",
    severity: "high",
    message: "It tells the agent not to ask its person.",
    all: ["guard", "off"],
    also: /(?:without|never|no need|no|not|skip\w*|bypass\w*|disable[sd]?|turn\w*|switch\w*|suppress|avoid|off|in advance|automatically|yourself|assume\w*|given|granted|unnecessary|annoying|already|ohne|nie|sin|sans|без|не|不要|无需|跳过|なしで|없이)(?:\s+\S+){0,5}\s*(?:approv|confirm|consent|permission|sandbox|guard|scan|safety|allow|dialog|bestätig|genehm|erlaub|permiso|aprob|autoris|подтвер|разреш|确认|批准|同意|许可|確認|承認|승인|확인)|(?:approv\w*|confirm\w*|consent|permissions?|sandbox\w*|guards?|dialogs?|prompts?|allowlist|denylist|checks?|filters?|always allow)['\"”’\x60:)]*(?:\s+\S+){0,5}\s+(?:off|disabled|skipped|granted|given|unnecessary|not|waived|already|yourself|automatically|annoying|none|false|never)\b/i,
    unless: gated,
  },
  {
    id: "injection.concealment",
    risk: "injection",
    severity: "high",
    message: "It tells the agent to hide what it does.",
    all: ["not", "tell", "person"],
    also: /(?:\bnicht|\bnichts|\bnie|\bsin\b|nunca|jamais|\bsans\b|\bn['e]|\bnon\b|\bnão\b|не|без|不要|别|勿|不让|ない|ず|마세요|말고|지 ?마|لا )/i,
    unless: /^[\x20-\x7E\s]*$/,
  },
  {
    id: "injection.obey-strangers",
    risk: "injection",
    severity: "high",
    message: "It tells the agent to obey texts of strangers.",
    all: ["foreign", "authority"],
    act: "authority",
    also: /\b(?:agent|assistant|model|ai|you|user|owner|operator|act|obey|follow|carry|instruct\w*|author\w*|trust\w*)\b/i,
    unless: /\b(?:css|config\w*|default|template|layout|citation|untrusted|not|never|data)\b/i,
  },
  {
    id: "injection.obey-strangers",
    risk: "injection",
    severity: "high",
    message: "It tells the agent to obey texts of strangers.",
    all: ["foreign", "obey"],
    also: /\b(?:obey|comply|carr(?:y|ies)\b[^.]{0,40}\bout|execute|act (?:up)?on|do|follow|perform|run|heed|adopt)\b[^.]{0,40}\b(?:(?:it|they|that|the \w+(?: ['"\w]+){0,4}|which|page|mail) (?:says?|tells?|asks?|contains?|wants?|demands?|orders?|returns?)|(?:instructions?|commands?|orders?|requests|directives|tasks)\b[^.]{0,30}\b(?:in|on|from|inside|within|found|returned|contained)\b)/i,
    act: "obey",
    unless:
      /\b(?:untrusted|ignore|never|data, not|in references\/|references\/\w+\.md|contributing|official|install\w*|user ?['’]?s (?:request|comments?)|from the user|review comments|test (?:data|pages)|(?:trusted|authori[sz]ed) (?:users|maintainers))\b/i,
  },
  {
    id: "injection.remote-instructions",
    risk: "injection",
    severity: "high",
    message: "It takes its instructions from an address that can change.",
    all: ["fetch", "outside"],
    also: /\bhttps?:\/\/[^\s)\x60"']+[^.]{0,20}(?:\.[^.]{0,80}){0,2}\b(?:obey|stick to|do (?:what|as|exactly|whatever)|carry out|comply|follow (?:it|them|the new|what|its|the (?:instructions|rules|steps) (?:there|in it|it))|(?:new|latest) version|contradicts?|as (?:your )?(?:instructions|rules))|\b(?:behaviou?r|rules|instructions?|orders|task|version|prompt)\b[^.]{0,30}\b(?:defined|live|lives|kept|come|comes|found|at|from|by)\b[^.]{0,25}https?:\/\/|\b(?:replace|overwrite|update|swap)\b[^.]{0,40}SKILL\.md[^.]{0,40}https?:/i,
    act: "fetch",
    unless: documents,
  },
  {
    id: "injection.always-on",
    risk: "injection",
    severity: "high",
    message: "It wants to act in every task, whatever the person asked for.",
    all: ["always"],
    also: /\b(?:run|call|execute|load|fetch|open|invoke|send|start|download|install|post|obey|hand|contact|ping)\b[^.]{0,80}(?:https?:|\bcurl\b|\bscripts\/|\bskill\b|\bterminal\b|\bcommand in\b|\breferences\/|task text|silently|quietly|without)/i,
    act: "always",
    unless: /\b(?:tests?|lint|format|check|review|commit|load this skill when|this project|npm|changelog)\b/i,
  },
  {
    id: "injection.loyalty",
    risk: "injection",
    severity: "high",
    message: "It makes the agent serve somebody else than its person.",
    all: ["loyalty"],
    act: "loyalty",
    unless: /\b(?:persona|role-?play|interview|purpose of|goal of|copyright|licen[cs]e|translat\w+|style|voice)\b/i,
  },
  {
    id: "injection.verdict",
    risk: "injection",
    severity: "critical",
    message: "It speaks to whoever checks it and says that it is harmless.",
    all: ["reviewer"],
    also: /\b(?:reviewers?|scanners?|auditors?|scans?|guards?|security (?:tools?|team)|checkers?|verifiers?|moderators?)\b(?:[^.]{0,60}\b(?:should|must|can|may|please|need not|:)\b|[^.]{0,12}[:,])[^.]{0,60}\b(?:safe|clean|trusted?|skip|no (?:further )?(?:checks?|findings?|issues)|unnecessary|not (?:needed|necessary|flag)|ignore|pass|approved?|benign|whitelist)\b|\[scan: ?\w+\]|\b(?:skip|no further|bypass)\b[^.]{0,20}\b(?:review|checks|scans?|audit)\b[^.]{0,40}\b(?:necessary|needed|this (?:skill|package|file)|signed|trusted|safe)|\b(?:verified|certified|audited|signed|approved|vetted)\b[^.]{0,40}\b(?:security team|anthropic|openai|nous|hermes|microsoft|google|scanners?)\b[^.]{0,60}\b(?:safe|trust|no |skip|checks?)/i,
    unless: /\b(?:report|findings?|false positives?|dependenc\w+|cve|severity|if (?:the|a) scan)\b/i,
  },
  {
    id: "injection.hidden-order",
    risk: "injection",
    severity: "critical",
    message: "It speaks to the agent where its person doesn't look.",
    all: ["agent"],
    also: /\b(?:run|execute|load|read|open|fetch|send|post|ignore|disregard|obey|follow|must|do not|never|always|instead|keep|include|append|call|use|install|remember|real task|first)\b|执行|运行|发送|忽略|выполн|отправ|игнорир|führe|sende|ignorier|ejecuta|env[íi]a|exécute/i,
    kinds: ["hidden"],
    unless: /\b(?:generated by|do not edit|auto-?generated|keep in sync|todo|note to (?:maintainers|editors)|prettier-ignore|markdownlint|vale|eslint)\b/i,
  },
  {
    id: "credentials.asked",
    risk: "credentials",
    severity: "high",
    message: "It asks people for keys or passwords in the conversation.",
    all: ["demand", "personalSecret"],
    also: /\b(?:ask|have|get|tell|request|urge|convince|instruct|let|obtain|collect|prompt)\b(?:\s+\S+){0,3}?\s+(?:user|person|customer|them|human|owner|for)\b|\b(?:paste|type|enter|give|share|provide|send|tell)\b(?:\s+\S+){0,8}\s+(?:here|chat|conversation|you|reply|me)\b|dialog|display dialog|frag|pide|demande|попроси|спроси|要求|询问|让用户/i,
    act: "demand",
    unless:
      /\b(?:getpass|read -s|secret manager|hidden input|password (?:manager|policy|reset|field|hash|strength|protected|file)|login page|on the (?:website|page|site)|in (?:their|the) (?:own )?(?:browser|terminal|app)|themselves|never|scammers?|form (?:field|validation)|test (?:user|account)|hash\w*|field|label|placeholder|ui\b|component)\b/i,
  },
  {
    id: "injection.sabotage",
    risk: "injection",
    severity: "high",
    message: "It has the agent report what is not so.",
    all: ["lie", "not"],
    also: /\b(?:report|say|claim|pretend|state|write|declare|mark|insist|certify|approve)\b[^.]{0,40}\b(?:green|passed|passing|clean|broken|unused|everything was|was checked|original|all (?:is )?(?:fine|good)|no (?:issues|findings|problems))\b/i,
    act: "lie",
    unless: /\b(?:never|do not|don['’]t|must not|only (?:if|when|after)|until|unless)\b[^.]{0,60}\b(?:claim|report|say|declare|mark|pretend|state|write)\b|\bif (?:no|all|every|the)\b/i,
  },
  {
    id: "injection.sabotage",
    risk: "injection",
    severity: "high",
    message: "It has money go elsewhere.",
    all: ["money"],
    also: /\b(?:replace|swap|substitute|exchange|redirect|rewrite|switch)\b[^.]{0,60}\b(?:recipient|payee|address|iban|account|number|details|beneficiary)\b|\b(?:instead of|rather than|in place of)\b[^.]{0,40}\b(?:theirs|original|user|customer|one)\b|\b(?:is|are) wrong\b|\b(?:has|have|was|were) (?:been )?(?:changed|moved|replaced|updated)\b/i,
    act: "money",
    unless: /\b(?:confirm\w*|verify|phone|placeholder|test|mask\w*|format|validate|typo|example)\b/i,
  },
];

const speechKinds: readonly Span["kind"][] = ["description", "prose", "hidden", "data"];

export interface SpeechOptions {
  readonly purpose: string;
}

/** What the sentences of a span tell the agent to do. */
export function speechFindings(span: Span, _options: SpeechOptions): readonly SkillFinding[] {
  const sentences = speechKinds.includes(span.kind)
    ? sentencesOf(span.text)
    : span.kind === "script" || span.kind === "block"
      ? commentsOf(span.text)
      : [];
  return sentences.flatMap((sentence) => sentenceFindings(span, sentence));
}

interface Sentence {
  readonly at: number;
  readonly text: string;
}

/** Longer sentences are lists or code; they are read in part. */
const maxSentenceChars = 600;

/** Sentences, each with the one after it: an order is often given in two. */
function sentencesOf(text: string): readonly Sentence[] {
  const ends = [...text.matchAll(/[.!?。!?;](?=["'”)\x60*_]{0,3}(?:\s|$)|(?<=[。!?]))|\n\s*(?=\n|[-*>#]|\d+[.)])/g)];
  const starts = [0, ...ends.map(({ index, 0: end }) => index + end.length), text.length];
  const single: Sentence[] = [];
  for (let index = 0; index + 1 < starts.length; index++) {
    const from = starts[index] ?? 0;
    const to = Math.min(starts[index + 1] ?? from, from + maxSentenceChars);
    if (to - from >= 8) single.push({ at: from, text: text.slice(from, to).replace(/\s+/g, " ") });
  }
  return single;
}

/** Sentences in comments and in texts that a program holds. */
function commentsOf(text: string): readonly Sentence[] {
  const found = text.matchAll(
    /(?:(?:^|\s)(?:#|\/\/|--|\*|;)\s*|^)([A-Z\p{L}][^\n]{20,400})|(["'\x60])((?:[^"'\x60\n\\]|\\.){30,400})\2/gmu,
  );
  return [...found]
    .map(({ index, 1: comment, 3: quoted }) => ({ at: index, text: comment ?? quoted ?? "" }))
    .filter(({ text: words }) => words.split(" ").length >= 5);
}

function sentenceFindings(span: Span, sentence: Sentence): SkillFinding[] {
  const placeOf = conceptsOf(sentence.text);
  return speechRules.flatMap((rule): SkillFinding[] => {
    if (rule.kinds !== undefined && !rule.kinds.includes(span.kind)) return [];
    if (!rule.all.every((concept) => placeOf(concept) !== undefined)) return [];
    if (rule.also?.test(sentence.text) === false || rule.unless?.test(sentence.text) === true) return [];
    if (rule.id === "exfiltration.told-secrets" && goesHome(sentence.text)) return [];
    const at = rule.act === undefined ? undefined : placeOf(rule.act);
    const stance = sentenceStance(span, sentence, at);
    if (stance === "avoids" || stance === "discusses") return [];
    const { id, risk, severity, message } = rule;
    return [
      {
        rule: id,
        risk,
        severity: stance === "asks" ? (severity === "critical" ? "high" : "low") : severity,
        message,
        file: span.file,
        line: span.line + span.text.slice(0, sentence.at).split("\n").length - 1,
        excerpt: excerptOf(sentence.text),
      },
    ];
  });
}

/** A key that goes to whom it is from. */
function goesHome(text: string): boolean {
  const names = text.match(/\b[A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+\b/g) ?? [];
  const hosts = [...text.matchAll(/https?:\/\/([\w.-]+)/g)].map(([, host = ""]) => host.toLowerCase());
  return names.length > 0 && hosts.length > 0 && names.every((name) => belongsTo(name, hosts));
}

function sentenceStance(span: Span, { at, text }: Sentence, act: number | undefined): Stance {
  if (span.kind === "hidden" || span.kind === "data") return "does";
  if (act !== undefined && negates(text, act)) return "avoids";
  const stance = stanceOf({ ...span, kind: "prose", text }, 0, text.length);
  if (act === undefined && stance === "avoids") return "does";
  void at;
  return stance === "avoids" ? "does" : stance;
}
