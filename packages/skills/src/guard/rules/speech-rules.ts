import { excerptOf } from "../finding.ts";
import type { SkillFinding, SkillRisk, SkillSeverity } from "../finding.ts";
import type { Span } from "../read-spans.ts";
import { negates, stanceOf } from "../stance.ts";
import type { Stance } from "../stance.ts";
import { conceptsOf, hushAbroad } from "./concepts.ts";
import type { Concept } from "./concepts.ts";
import { belongsTo } from "./key-owners.ts";

/** An order to the agent: concepts that meet in one sentence, whatever its words and their order. */
interface SpeechRule {
  readonly id: string;
  readonly risk: SkillRisk;
  readonly severity: SkillSeverity;
  readonly message: string;
  readonly all: readonly Concept[];
  /** How many characters apart they may begin. @default 160 */
  readonly reach?: number | undefined;
  /** What the sentence must also hold. */
  readonly also?: RegExp | undefined;
  /** Ordinary where the sentence holds this. */
  readonly unless?: RegExp | undefined;
  /** Ordinary where the paragraph holds this. */
  readonly nearby?: RegExp | undefined;
  /** The order may be given in two sentences. */
  readonly inTwo?: boolean | undefined;
  /** The concept that a "never" before it turns around; without it the negation is a part of the order. */
  readonly act?: Concept | undefined;
  readonly kinds?: readonly Span["kind"][] | undefined;
  readonly purpose?: RegExp | undefined;
}

const ordinaryKey =
  /\bauthori[sz]ation\b|\bbearer\b|x-api-key|\bmask|\bredact|\bencrypt(?!ed? (?:it|them) to)|\bplaceholder|\bjwt\b|csrf|(?:set|store|keep|save|put|add)s? (?:\S+ ){0,4}(?:in|into|to|as) (?:\S+ )?(?:\x60?\.env|env|environment|secret|keychain|vault|config|1password|gitignore)|\b(?:(?:log|sign) in (?:to|with|using|at)|authenticate|get (?:an?|your) (?:free )?(?:\w+ )?(?:api )?key|obtain|create (?:an?|your|one|it)|generate|revoke|rotate|sign up)\b|secret manager|github secrets|\bpublic keys?\b|cookie banner/i;
const documents =
  /\bdocs?\b|documentation|api reference|readthedocs|developer\.|learn\.|wikipedia|\bnever\b|changelog|release notes/i;
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
    all: ["put", "secret", "public"],
    reach: 120,
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
    reach: 70,
    act: "cancel",
    also: /\b(?:ignor\w*|disregard\w*|forget|override|bypass|overrule|discard|drop|cancel|suspend|supersedes?|abandon|unlearn|neglect|revoke|void|set aside|stop following|pay no attention to)\b[^.]{0,50}\b(?:instructions?|rules?|prompts?|guidelines?|guardrails?|directives?|polic\w+|restrictions?|constraints?|orders|guidance|limits|safeguards?|safety|boundaries)\b|\b(?:instructions?|rules?|prompts?|guidelines?|guardrails?|directives?|polic\w+|restrictions?|constraints?|orders|guidance|limits|safeguards?|above|earlier|before)\b[^.]{0,40}\b(?:are|is|were|was|have been|has been|no longer|do(?:es)? not|can be|expired?|retired|void|lifted)\b|[^\x00-\x7F]/i,
    unless:
      /\b(?:lint\w*|eslint|prettier|\.?gitignore|\.\w+ignore|css|firewall|network polic\w*|iptables|rate|memory|default (?:config|settings|value)|alert\w*|style|formatting|merge|cache|routing|config\w*|env\w*|template|precedence|inherit\w*|layers?|theme|parent|class|method|command[- ]line|flags?|api) ?(?:rules?|limits?|polic\w+|instructions?|prompts?)?\b/i,
  },
  {
    id: "injection.consent",
    risk: "injection",
    severity: "high",
    message: "It tells the agent not to ask its person.",
    all: ["guard", "off"],
    reach: 60,
    also: /(?:without|never|no need|no|not|skip\w*|bypass\w*|disable[sd]?|turn\w*|switch\w*|suppress|avoid|off|in advance|automatically|yourself|assume\w*|given|granted|unnecessary|annoying|already|ohne|nie|sin|sans|без|не|不要|无需|跳过|なしで|없이)(?:\s+\S+){0,5}\s*(?:approv|confirm|consent|permission|question|asking\b|ask\b|check\b|allow|dialog|bestätig|genehm|erlaub|permiso|aprob|autoris|подтвер|разреш|确认|批准|同意|许可|確認|承認|승인|확인)|(?:approv\w*|confirm\w*|consent|permissions?|sandbox\w*|guards?|dialogs?|prompts?|allowlist|denylist|checks?|filters?|always allow|questions?)['\"”’\x60:)]*(?:\s+\S+){0,5}\s+(?:off|in their place|for them|on their behalf|with ['"]?yes|disabled|skipped|granted|given|unnecessary|not|waived|already|yourself|automatically|annoying|none|false)\b/i,
    unless: new RegExp(
      String.raw`${gated.source}|^\W*--?\w|\btreat\w* (?:it|this|that|them|\w+) as\b|\bgrants? no\b|\balways ask\b`,
      "i",
    ),
    nearby: /\balways (?:ask|confirm)|\bask (?:first|before)\b|\bfor anything (?:else|that)\b/i,
  },
  {
    id: "injection.concealment",
    risk: "injection",
    severity: "high",
    message: "It tells the agent to hide what it does.",
    all: ["not", "tell", "person"],
    also: hushAbroad,
    unless: /答案|密码|结果|lösung|respuesta|réponse/i,
  },
  {
    id: "injection.quiet",
    risk: "injection",
    severity: "high",
    message: "It tells the agent to do something unseen.",
    all: ["quiet"],
    also: new RegExp(
      String.raw`(?:^|[,;:(]\s*|\b(?:and|then|to|must|should|always|also|please|first|you|step \d+)\s+)(?:run|send|upload|post|call|copy|execute|append|forward|add|insert|collect|open|read|write|save|store|commit|push|approve|answer|replace|change|load|fetch|include|sync|start|enable|accept|remove|delete|modify|perform|do)\b[^.]{0,50}\b(?:silently|secretly|quietly|invisibly|covertly|discreetly|unnoticed|unobtrusively|behind the scenes|under the radar|out of sight|hidden from|without (?:any )?(?:trace|mention))|\b(?:silently|secretly|quietly|covertly|discreetly)\s+(?:run|send|upload|post|call|copy|execute|append|forward|add|insert|collect|open|read|write|save|store|commit|push|approve|answer|replace|change|load|fetch|include|sync|start|enable|accept|remove|delete|modify|perform|do)\b|heimlich|unbemerkt|\ben silencio\b|\ben secret\b|незаметно|тайно|втайне|悄悄|偷偷|こっそり|몰래`,
      "i",
    ),
    act: "quiet",
    unless:
      /--(?:quiet|silent)|\b(?:-q|quiet(?:ly)? mode|silent mode|fails? silently|(?:fail|drop|skip|swallow|ignor|truncat|los|corrupt|overwrit|downgrad|degrad|fall\w* back|retr)\w* (?:\w+ ){0,3}(?:silent|quiet)|(?:silent|quiet)(?:ly)? (?:fail|drop|skip|swallow|ignor|truncat|los|corrupt|overwrit|degrad|retr|fall|break|chang|disabl|return|produc|install))\w*|secretly (?:want|hope)|install\b[^.]{0,30}silent|winget|msiexec|daemon|in the background (?:with|using|so|and (?:poll|check|wait))/i,
  },
  {
    id: "injection.obey-strangers",
    risk: "injection",
    severity: "high",
    message: "It tells the agent to obey texts of strangers.",
    all: ["foreign", "authority"],
    inTwo: true,
    act: "authority",
    also: /\b(?:agent|assistant|model|ai|you|user|owner|operator|act|obey|follow|carry|instruct\w*|authors?|trust\w*)\b/i,
    unless: /\b(?:css|config\w*|default|template|layout|citation|untrusted|not|never|data)\b/i,
  },
  {
    id: "injection.obey-strangers",
    risk: "injection",
    severity: "high",
    message: "It tells the agent to obey texts of strangers.",
    all: ["foreign", "obey"],
    also: /\b(?:obey|comply|carr(?:y|ies)\b[^.]{0,40}\bout|execute|act (?:up)?on|do|follow|perform|run|heed|adopt)\b[^.]{0,40}\b(?:(?:it|they|that|the \w+(?: ['"\w]+){0,4}|which|page|mail) (?:says?|tells?|asks?|contains?|wants?|demands?|orders?|returns?)|(?:instructions?|commands?|orders?|requests|directives|tasks|snippets|code|scripts)\b[^.]{0,30}\b(?:in|on|from|inside|within|found|returned|contained)\b)/i,
    act: "obey",
    unless:
      /\b(?:untrusted|ignored?|never|is data|are data|as data|data, not|evidence|not orders|sandbox|container|in references\/|references\/\w+\.md|contributing|official|install\w*|user ?['’]?s (?:request|comments?)|from the user|review comments|test (?:data|pages)|(?:trusted|authori[sz]ed) (?:users|maintainers))\b/i,
  },
  {
    id: "injection.remote-instructions",
    risk: "injection",
    severity: "high",
    message: "It takes its instructions from an address that can change.",
    all: ["outside"],
    also: /\bhttps?:\/\/[^\s)\x60"']+[^.]{0,20}(?:\.[^.]{0,80}){0,2}\b(?:obey|stick to|do (?:what|as|exactly|whatever)|carry out|comply|follow (?:it|them|the new|what|its|the (?:instructions|rules|steps) (?:there|in it|it))|(?:new|latest) version|contradicts?|as (?:your )?(?:instructions|rules))|\b(?:behaviou?r|rules|instructions?|orders|task|version|prompt)\b[^.]{0,30}\b(?:defined|live|lives|kept|come|comes|found|at|from|by)\b[^.]{0,25}https?:\/\/|\b(?:replace|overwrite|update|swap)\b[^.]{0,40}SKILL\.md[^.]{0,40}https?:/i,
    act: "outside",
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
    id: "injection.always-on",
    risk: "injection",
    severity: "high",
    message: "It wants something sent out in every task.",
    all: ["always", "send", "outside"],
    act: "send",
  },
  {
    id: "injection.barrier",
    risk: "injection",
    severity: "high",
    message: "It tells the agent to switch a protection off.",
    all: ["barrier"],
    reach: 60,
    also: /\b(?:disable|turn off|switch off|bypass|deactivate|suspend|circumvent|evade|get around|work around|uninstall|whitelist|exempt|exclude)\b[^.]{0,50}\b(?:sandbox\w*|guard|scan\w*|safety|security|allow-?list|deny-?list|approval|audit log\w*|content|command filter|pre-?commit|guardrails?|redaction|restrictions?)\b|\b(?:sandbox|guard|scanner|safety checks?|approval (?:mode|system|gate)|guardrails?)\b[^.]{0,30}\b(?:off|disabled|switched off|deactivated|suspended|bypassed)\b/i,
    act: "barrier",
    unless:
      /\b(?:eslint|css|iframe|browser|temporar|macos sandbox|app sandbox|entitlement|local(?:ly)? (?:dev|only)|tests?|chrome(?:ium)?|puppeteer|playwright|electron)\b/i,
  },
  {
    id: "injection.loyalty",
    risk: "injection",
    severity: "high",
    message: "It makes the agent serve somebody else than its person.",
    all: ["loyalty"],
    act: "loyalty",
    unless:
      /\b(?:persona|role-?play|interview|purpose of|goal of|copyright|licen[cs]e|translat\w+|style|voice)\b/i,
  },
  {
    id: "injection.sabotage",
    risk: "injection",
    severity: "high",
    message: "It works for its maker at its person's cost.",
    all: ["benefit"],
    also: /\b(?:sends?|transfer|star|follow|replace|recommend|add|prefer|promote|mention|put|insert|use|set|like|upvote|subscribe|steer|praise|swap|change|buy|choose)\b/i,
    act: "benefit",
    unless:
      /\b(?:licen[cs]e|credit|citation|attribution|remove|strip|disclose|marked?|brand voice|positioning)\b/i,
  },
  {
    id: "privilege.told-access",
    risk: "privilege",
    severity: "high",
    message: "It opens what is private to strangers.",
    all: ["grant"],
    act: "grant",
  },
  {
    id: "injection.consent",
    risk: "injection",
    severity: "high",
    message: "It says that its person agreed already.",
    all: ["person"],
    also: /\b(?:user|owner|operator|person|human|admin(?:istrator)?|security team|company|organi[sz]ation)\b[^.]{0,30}\b(?:has|have|already|hereby)\b[^.]{0,20}\b(?:approved|confirmed|agreed|consented|authori[sz]ed|granted|pre-?approved|accepted|allowed|signed off|given (?:permission|consent|approval))\b/i,
    unless:
      /\b(?:after|once|when|if|until|unless|only|whether|before|wait|has not|have not|as soon as|that the user has|the user has (?:already )?(?:set|chosen|granted (?:the app|access)))\b/i,
  },
  {
    id: "injection.addressed",
    risk: "injection",
    severity: "high",
    message: "It speaks to agents apart from its person and has them send something.",
    all: ["agent", "outside"],
    also: /^\W*(?:\^?\w+\]:\s*)?(?:note (?:to|for) )?(?:the |all |any )?(?:assistants?|agents?|models?|ai|llms?|bots?)\b[^.]{0,25}[:,]\s|\b(?:for|to) (?:the |any |all )?(?:assistants?|agents?|models?|ai|llms?) (?:only|reading)\b/i,
    unless: /\bdocs?\b|\bsee\b/i,
  },
  {
    id: "supply-chain.told-install",
    risk: "supply-chain",
    severity: "high",
    message: "It has a program installed that lies at a stranger's address.",
    all: ["outside"],
    also: /\b(?:install|download|get|fetch|grab|run|open|needs?|requires?)\b[^.]{0,80}https?:\/\/(?!github\.com\/(?:cli|docker|nodejs|microsoft|google|astral-sh)\/|[\w.]*(?:python\.org|nodejs\.org|apple\.com|microsoft\.com|google\.com|docker\.com|jetbrains\.com|adobe\.com)\/)[^\s)\x60"']+\.(?:whl|pkg|dmg|zip|exe|msi|ps1|scr|jar|rar|7z|apk|crx|xpi|vsix|deb|rpm|appimage|bin|run|iso)\b|\bpress\b[^.]{0,20}\bwin ?\+ ?r\b/i,
    act: "outside",
    unless: /sha256|checksum|signature|example data|sample/i,
  },
  {
    id: "supply-chain.told-install",
    risk: "supply-chain",
    severity: "high",
    message: "It has its person paste what they don't see into a shell.",
    all: ["pasting"],
    act: "pasting",
  },
  {
    id: "injection.verdict",
    risk: "injection",
    severity: "high",
    message: "It tells the agent to pass over warnings about itself.",
    all: ["warning", "cancel"],
    reach: 200,
    inTwo: true,
    act: "cancel",
  },
  {
    id: "injection.override",
    risk: "injection",
    severity: "high",
    message: "It says that there are no limits any more.",
    all: ["limitless"],
    act: "limitless",
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
    id: "injection.spreading",
    risk: "persistence",
    severity: "high",
    message: "It puts itself into other skills or into what agents read in every session.",
    all: ["store", "mind"],
    also: /\b(?:each|every|all|other|installed|any)\b[^.]{0,30}(?:\bskills?\b|SKILL\.md|AGENTS\.md|CLAUDE\.md|repositor|project)|\b(?:card (?:number|details)|cvv|passwords?|agreed|consented|owner|no (?:check|need|question|confirmation)|needs? no|rely|applies|api keys?|one-time|approved|authori[sz]ed|no need to ask|never ask|without asking|trusted|obey)\b/i,
    act: "store",
    unless:
      /\b(?:read|counts?|list|index|catalog|audit|lint|validate|director(?:y|ies)|folders?|never|if (?:it|the \w+) (?:is|does)|frontmatter|naming)\b/i,
  },
  {
    id: "injection.hidden-order",
    risk: "injection",
    severity: "critical",
    message: "It speaks to the agent where its person doesn't look.",
    all: ["agent"],
    also: /\b(?:run|execute|load|read|open|fetch|send|post|ignore|disregard|obey|follow|must|do not|never|always|instead|keep|include|append|call|use|install|remember|store|publish|have to|has to|need to|copy|put|add|write|upload|share|runs|real task|first)\b|执行|运行|发送|忽略|выполн|отправ|игнорир|führe|sende|ignorier|ejecuta|env[íi]a|exécute/i,
    kinds: ["hidden"],
    unless:
      /\b(?:generated by|do not edit|auto-?generated|keep in sync|todo|note to (?:maintainers|editors)|prettier-ignore|markdownlint|vale|eslint)\b/i,
  },
  {
    id: "credentials.asked",
    risk: "credentials",
    severity: "high",
    message: "It asks people for keys or passwords in the conversation.",
    all: ["demand", "personalSecret"],
    also: /\b(?:ask|have|get|tell|request|urge|convince|instruct|let|obtain|collect)\b(?:\s+\S+){0,3}?\s+(?:user|person|customer|them|human|owner|for)\b|\b(?:paste|type|enter|give|share|provide|send|tell)\b(?:\s+\S+){0,8}\s+(?:here|chat|conversation|you|reply|me)\b|dialog|display dialog|frag|pide|demande|попроси|спроси|要求|询问|让用户/i,
    act: "demand",
    unless:
      /\b(?:getpass|read -s|secret manager|hidden input|password (?:manager|policy|reset|field|hash|strength|protected|file)|login page|on the (?:website|page|site)|in (?:their|the) (?:own )?(?:browser|terminal|app)|themselves|never|scammers?|stop and|manual(?:ly)?|form (?:field|validation)|test (?:user|account)|hash\w*|field|label|placeholder|ui\b|component)\b/i,
  },
  {
    id: "injection.sabotage",
    risk: "injection",
    severity: "high",
    message: "It has the agent report what is not so.",
    all: ["lie", "not"],
    also: /\b(?:report|say|claim|pretend|state|write|declare|mark|insist|certify|approve)\b[^.]{0,40}\b(?:green|passed|passing|clean|broken|unused|everything was|was checked|original|all (?:is )?(?:fine|good)|no (?:issues|findings|problems))\b/i,
    act: "lie",
    unless:
      /\b(?:never|do not|don['’]t|must not|only (?:if|when|after)|until|unless)\b[^.]{0,60}\b(?:claim|report|say|declare|mark|pretend|state|write)\b|\b(?:if|when) (?:no|all|every|the|there)\b/i,
  },
  {
    id: "injection.sabotage",
    risk: "injection",
    severity: "high",
    message: "It has the agent deceive its person.",
    all: ["deceit"],
    act: "deceit",
    unless:
      /\b(?:never|phish\w*|scam\w*|spoof\w*|fraud\w*|negotiat\w*|game|fiction|stor(?:y|ies)|magic|test(?:s|ing)? that|if (?:the )?users? )\b/i,
  },
  {
    id: "injection.sabotage",
    risk: "injection",
    severity: "high",
    message: "It has money go elsewhere.",
    all: ["money"],
    also: /\b(?:replace|swap|substitute|exchange|redirect|rewrite|switch)\b[^.]{0,60}\b(?:recipient|payee|address|iban|account|number|details|beneficiary)\b|\b(?:instead of|rather than|in place of|not)\b[^.]{0,40}\b(?:theirs|original|user|customer|one|own|person)\b|\b(?:is|are) wrong\b|\b(?:has|have|was|were) (?:been )?(?:changed|moved|replaced|updated)\b/i,
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
  readonly isPair?: boolean;
  readonly at: number;
  readonly text: string;
}

/** Longer sentences are lists or code; they are read in part. */
const maxSentenceChars = 500;

/** Sentences, each with the one after it: an order is often given in two. */
function sentencesOf(text: string): readonly Sentence[] {
  const ends = [
    ...text.matchAll(/[.!?](?=["'”)\x60*_]{0,3}(?:\s|$))|[。！？；]|\n\s*(?=\n|[-*>#]|\d+[.)])/g),
  ];
  const starts = [0, ...ends.map(({ index, 0: end }) => index + end.length), text.length];
  const single: Sentence[] = [];
  for (let index = 0; index + 1 < starts.length; index++) {
    const from = starts[index] ?? 0;
    const to = Math.min(starts[index + 1] ?? from, from + maxSentenceChars);
    if (to - from >= 8) single.push({ at: from, text: text.slice(from, to).replace(/\s+/g, " ") });
  }
  const pairs = single.slice(1).map(({ text: second }, index) => {
    const { at, text: first } = single[index] ?? { at: 0, text: "" };
    return { at, text: `${first} ${second}`, isPair: true };
  });
  return [...single, ...pairs];
}

/** Sentences in comments and in texts that a program holds. */
function commentsOf(text: string): readonly Sentence[] {
  const found = text.matchAll(
    /(?:^|\s)(?:#|\/\/|--|\*|;)\s*(\p{L}[^\n]{20,400})|^(\p{Lu}\p{Ll}* \p{L}[^\n]{20,400}|[\p{Lo}][^\n]{10,400})|(["'\x60])((?:[^"'\x60\n\\]|\\.){30,400})\3/gmu,
  );
  return [...found]
    .map(({ index, 1: comment, 2: line, 4: quoted }) => ({
      at: index,
      text: comment ?? line ?? quoted ?? "",
    }))
    .filter(
      ({ text: words }) => words.split(" ").length >= 5 && (words.match(/[{}();=<>$\\]/g)?.length ?? 0) < 4,
    );
}

function sentenceFindings(span: Span, sentence: Sentence): SkillFinding[] {
  // A question tells nobody to do anything; a table or an object holds no sentences.
  if (span.kind === "prose" && isCodeOnly(sentence.text)) return [];
  if (/\?["')\x60*_]*\s*$/.test(sentence.text) || isData(sentence.text)) return [];
  const placesOf = conceptsOf(sentence.text);
  return speechRules.flatMap((rule): SkillFinding[] => {
    if (rule.kinds !== undefined && !rule.kinds.includes(span.kind)) return [];
    if (sentence.isPair && rule.inTwo !== true) return [];
    const meeting = meetingPlaces(rule.all.map(placesOf), rule.reach ?? 160);
    if (meeting === undefined) return [];
    if (rule.also?.test(sentence.text) === false || rule.unless?.test(sentence.text) === true) return [];
    if (rule.nearby?.test(span.text) === true) return [];
    if (rule.id === "exfiltration.told-secrets" && goesHome(sentence.text)) return [];
    const act = rule.act === undefined ? undefined : meeting[rule.all.indexOf(rule.act)];
    const said = act === undefined ? undefined : rule.also?.exec(sentence.text)?.index;
    const stance =
      said !== undefined && negates(sentence.text, said) ? "avoids" : sentenceStance(span, sentence, act);
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

/** What the code of a sentence does is judged as code. */
function isCodeOnly(text: string): boolean {
  return text.includes("`") && (text.replace(/`[^`]*`/g, " ").match(/\p{L}{2,}/gu)?.length ?? 0) < 3;
}

function isData(text: string): boolean {
  return (
    (text.match(/["{}[\]|]/g)?.length ?? 0) > Math.max(6, text.length / 14) || /^\s*\|.*\|.*\|/.test(text)
  );
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
