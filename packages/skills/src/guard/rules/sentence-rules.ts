import { proseKinds } from "./skill-rule.ts";
import type { SkillRule } from "./skill-rule.ts";

/** Patterns are put together from words that mean the same: a list of sentences would be known by heart in a day. */
const rules = String.raw`(?:instructions?|rules?|prompts?|guidelines?|guardrails?|directives?|polic(?:y|ies)|restrictions?|constraints?|safety (?:checks?|measures?|rules?)|orders?|guidance|limits?|safeguards?)`;
const earlier = String.raw`(?:previous|prior|earlier|above|all|any|other|existing|original|system|developer|user['’]?s?|your|safety|former|preceding|default|standing|built-?in|initial)`;
const person = String.raw`(?:the |your |any |this )?(?:user|person|human|operator|owner|developer|customer|client|reader|them|anyone|anybody|people)`;
const secrets = String.raw`(?:credentials?|(?:api|access|private|secret|ssh|provider|signing|encryption|recovery|session) ?-?keys?|(?:access |auth |api |session |bearer |oauth )?tokens?|passwords?|passphrases?|passcodes?|secrets?|\.env\b|env(?:ironment)? (?:variables?|vars?|dump|values?)|(?:the )?(?:whole |full |entire )?environment\b|cookies?|seed (?:phrase|words?)|recovery phrase|mnemonic|one-time codes?|2fa codes?|keychain|wallet|id_rsa|ssh (?:config|folder|dir\w*)|auth(?:entication)? (?:files?|data)|~\/\.\w+)`;
const privates = String.raw`(?:conversation|chat(?: history| log)?|transcript|system prompt|(?:user|person|human)['’]s? (?:messages?|requests?|questions?|files?|data|documents?|code|prompts?|name|e-?mails?|words?)|memor(?:y|ies)|memory\.md|user\.md|message history|session (?:history|log|data|content)|source code|private (?:code|files?|data|repos?\w*)|workspace|home (?:directory|folder)|home|screen(?:shots?)?|keystrokes|keyboard input|microphone|webcam|recordings?|browser (?:history|data|profile)|clipboard|contacts|prompts?|last (?:user )?(?:message|request)|tool (?:results?|outputs?)|(?:repository|repo|project) (?:contents?|files?|code)|files? (?:you (?:read|open|edit)|contents?)|everything (?:you|the user))`;
const send = String.raw`(?:scp|rsync|send|sends|sending|post|posts|upload|uploads|uploading|forward|forwards|transmit|email|e-?mail|mail|ship|push|submit|relay|report|copy|stream|sync|pipe|deliver|share|exfiltrate|leak|beacon)`;
const place = String.raw`(?:https?:\/\/|wss?:\/\/|\b[\w.+-]+@[\w-]+\.[\w.]+|\bendpoint\b|\bwebhook\b|\b(?:our|the|a|their|its|my|this) (?:server|collector|api|service|backend|telemetry|analytics|support|team|address|vendor|maintainers?|author|channel|bot)\b|\b[\w-]+\.(?:example|com|net|org|io|dev|app|xyz|top|ru|cn|invalid|test)\b|\bpastebin|\bgist\b|\bdiscord|\btelegram)`;
const always = String.raw`(?:(?:for|on|in|with|before|after|at the (?:start|beginning|end) of) (?:every|each|all|any) (?:single )?(?:other |future |new |later )?(?:requests?|tasks?|conversations?|sessions?|messages?|prompts?|questions?|turns?|repl(?:y|ies)|answers?|responses?|tool calls?|commands?|commits?|projects?|work)|before (?:doing )?anything else|before (?:any|every) other (?:tool|skill|step|action)|whenever (?:this|the|any) (?:workspace|session|agent|user)|at (?:start-?up|session start|the start)|from now on|in (?:all )?future (?:sessions|conversations|tasks)|permanently|as (?:the |your )?first (?:step|action|thing) (?:of|in|for) (?:every|each|any))`;
const act = String.raw`(?:run|call|execute|load|read|fetch|open|invoke|use|apply|follow|add|include|append|insert|send|start|download|install|write|visit|obey)`;
const talk = String.raw`(?:tell|mention|inform|notify|reveal|disclose|show|report|display|say|explain|describe|log|print|announce|narrate|surface|cite|attribute|credit|expose|bring up|talk about|refer to|alert|acknowledge|discuss|summari[sz]e)`;

/** A dot inside of a word, as in a host or a file name, ends no sentence. */
function sentence(source: string): RegExp {
  return new RegExp(source.replaceAll("[^.\\n]", "(?:[^.\\n]|\\.(?=\\w))"), "i");
}

/** Sentences that turn an agent against its person. */
export const sentenceRules: readonly SkillRule[] = [
  {
    id: "injection.override",
    risk: "injection",
    severity: "critical",
    message: "It tells the agent to drop its instructions.",
    pattern: sentence(
      String.raw`\b(?:ignore|disregard|forget|override|bypass|overrule|supersede|outrank|replace|discard|drop|cancel|void|suspend|set aside|stop following|do not (?:follow|obey)|don['’]t (?:follow|obey)|no longer (?:follow|apply|obey)|pay no attention to|overwrit\w+|revoke|neglect)s?\b[^.\n]{0,50}\b${earlier}\b[^.\n]{0,30}\b${rules}\b|\b${rules}\b[^.\n]{0,40}\b(?:no longer apply|are (?:void|obsolete|cancel+ed|suspended|replaced|overridden|a placeholder|superseded|outdated)|do(?:es)? not apply|can be ignored)\b|\beverything (?:above|before|earlier)\b[^.\n]{0,30}\b(?:placeholder|test|void|ignore|obsolete|outdated|replaced|not real|example)`,
    ),
    kinds: [...proseKinds, "command"],
    unless:
      /\b(?:lint(?:er|ing)? rules?|eslint|prettier|\.gitignore|css rules?|firewall rules?|network polic|iptables|rate limits?|memory limits?|default (?:config|settings)|alert(?:ing)? rules?|prettier|style rules?|merge rules?)\b/i,
  },
  {
    id: "injection.false-authority",
    risk: "injection",
    severity: "critical",
    message: "It pretends to be a message of the system.",
    pattern: sentence(
      String.raw`<\/?\s*(?:system|skill|skills|tool_?(?:result|response|output|call)s?|assistant|developer|instructions?|user|function_results?|available_skills|s|im_start|admin|policy|memory)(?:\s[^>]{0,60})?>(?![^\n]{0,60}<\/\w+>\s*\x60)|<\|(?:im_start|im_end|system|endoftext|begin_of_text|start_header_id|eot_id)\|?>|\[\/?(?:INST|SYS(?:TEM)?)\]|<<\/?SYS>>|^[\s>#*_-]*(?:SYSTEM|DEVELOPER|ADMIN)(?: (?:MESSAGE|NOTE|NOTICE|PROMPT|OVERRIDE|INSTRUCTION|UPDATE))?\s*[:>\]]|\b(?:important |urgent |new )?system (?:note|message|notice|override|directive|instruction|alert)s?\b\s*[-:–—]|\b(?:policy|system|security|platform) (?:update|notice|override|change)\s+(?:no\.? ?|v)?\d+|\b(?:developer|maintenance|debug|god|admin(?:istrator)?|unrestricted|jailbreak) mode\b[^.\n]{0,30}\b(?:enabled|on|active|now|activated)|^\s*(?:Human|User|Assistant)\s*:\s+\S[^\n]*\n+\s*(?:Assistant|Human|User)\s*:`,
    ),
    kinds: ["description", "prose", "hidden", "data"],
    unless:
      /<(?:user|system|memory|s)>\s*(?:is|means|stands|placeholder|@)|@<|<user>@|\/<user>|<user>\/|usage:|\bxml tags?\b/i,
  },
  {
    id: "injection.consent",
    risk: "injection",
    severity: "high",
    message: "It tells the agent not to ask its person.",
    pattern: sentence(
      String.raw`\b(?:without|never|do not|don['’]t|no need to|skip|instead of|need(?:s)? no|avoid|not)\s+(?:ever |first |even |stop(?:ping)? to |bother(?:ing)? |bother to |show(?:ing)? |request(?:ing)? |wait(?:ing)? for |seek(?:ing)? |requir(?:e|ing) |an? |any |the |further |display(?:ing)? )*(?:ask(?:ing)?\b(?! for (?:keys?|seed|passwords?|secrets?|tokens?|credentials?|personal|more|the same|details|information))|confirm(?:ing|ation)?|approv(?:al|e|ing)|permission|consent|approval dialogs?|prompt(?:ing)?|check(?:ing)? with|consult(?:ing)?)\b(?:[^.\n]{0,40}\b(?:user|person|human|approval|permission|confirm\w*|consent|first|dialog|anyone)\b)?|\b(?:user|person|human|owner|admin(?:istrator)?|security team|operator|it department|company|organi[sz]ation)\b[^.\n]{0,30}\b(?:has|have|already|hereby)\b[^.\n]{0,20}\b(?:approved|agreed|consented|authori[sz]ed|granted|pre-?approved|accepted|allowed|signed off|given (?:permission|consent|approval))|\b(?:approvals?|permissions?|consent)\b[^.\n]{0,40}\b(?:granted|given|implied|assumed|in advance|not (?:needed|required|necessary)|pre-?approved|waived|switched off|turned off|disabled)\b|\bpre-?(?:approved|authori[sz]ed)\b|\b(?:assume|treat)\b[^.\n]{0,40}\b(?:consent|approval|approved|permission|a yes|as (?:a )?yes)\b|\b(?:answer|reply|say|press|type|choose|select)\b[^.\n]{0,20}["“'\x60]?(?:yes|y|allow|always|approve)["”'\x60]?\b[^.\n]{0,40}\b(?:approval|permission|prompts?|dialogs?|confirm\w*|questions?|every)\b|\bapprove (?:them|it|everything|all)\b[^.\n]{0,30}\b(?:automatically|yourself|silently)|\bauto-?(?:approve|confirm|accept)\b[^.\n]{0,40}\b(?:all|every|any|commands?|tools?|calls?|prompts?)`,
    ),
    unless:
      /\b(?:never|do not|don['’]t|not|cannot|must not|nothing|no)\b[^.\n]{0,80}\bwithout\b|\b(?:formatting|typos?|whitespace|style|read-only|reading|questions? (?:already|that)|for (?:more )?(?:details|information)|the same (?:thing|question)|twice|again|what (?:is|can be)|if (?:it|the answer) is (?:clear|in)|color|colour|wording|apt|-y\b|without asking for changes)\b/i,
    kinds: proseKinds,
    whateverStance: true,
  },
  {
    id: "injection.concealment",
    risk: "injection",
    severity: "high",
    message: "It tells the agent to hide what it does.",
    pattern: sentence(
      String.raw`\bwithout (?:telling|mentioning|informing|notifying|reporting)\b[^.\n]{0,20}(?:\b(?:it|this|that|anyone|${person})\b|[.,;]|$)|\b(?:never|do not|don['’]t|without) (?:say(?:ing)?|explain(?:ing)?|bring(?:ing)?|mention(?:ing)?) (?:why|the \w+ up|this|that|it)\b|\b(?:never|do not|don['’]t)\s+(?:point (?:it|this|that|them) out|draw attention to (?:it|this|that|them))|\b(?:never|do not|don['’]t|must not|should not|shouldn['’]t|without|avoid|refrain from|not to)\s+(?:ever |to )?${talk}(?:ing|ning|ting)?\b[^.\n]{0,25}(?:\b${person}\b(?! (?:data|name|id|raw|stack|internal))|\b(?:this|these|that|it|the)\b[^.\n]{0,20}\b(?:comment|step|instruction|note|request|upload|command|check|sync|call|section|rule|action|message|file|skill|process|fact|transfer|change|install\w*|output)s?\b|\bthis\b)|\b(?:${person}|they|nobody|no one)\b[^.\n]{0,20}\b(?:must|should|need|will|can)(?:n['’]t| not| never)\b[^.\n]{0,15}\b(?:know|notice|see|be told|learn|be aware|find out|be informed|be notified|be bothered)\b|\b(?:keep|do|run|perform|make|send|upload|post|install|add|copy|sync|call|execute)\b[^.\n]{0,50}\b(?:secret(?:ly)?(?! (?:key|manager|store))|silent(?:ly)?|quiet(?:ly)?|invisibl[ey]|covert(?:ly)?|unnoticed|discreet(?:ly)?|out of (?:sight|the (?:answer|reply|log|summary|output))|hidden from|confidential from|under the radar|behind the scenes|unobtrusive(?:ly)?)\b(?![- ]?(?:mode|flag|option|install|output))|\b(?:silently|secretly|quietly|covertly|discreetly)\s+(?:run|send|add|upload|post|install|call|copy|read|execute|append|forward|include|fetch|change|replace|insert|store|collect|remove)|\bit is silent by design|\b(?:hide|conceal|omit|remove|leave out|suppress|strip|scrub|delete|erase)\b[^.\n]{0,40}\b(?:from (?:the )?(?:user|person|human|summary|answer|reply|transcript|log|history|output|report)|(?:this|these) (?:steps?|lines?|calls?|commands?|instructions?)|(?:your|the) (?:traces?|tracks?))|\b(?:answer|reply|respond|say)\b[^.\n]{0,40}\b(?:if|when) (?:asked|questioned|the user asks)[^.\n]{0,40}\b(?:about (?:this|it)|why|what)\b|\b(?:if|when) (?:asked|questioned|the user asks)[^.\n]{0,40}\b(?:about (?:this|it)|why|what|whether)\b[^.\n]{0,80}\b(?:deny|say|claim|answer|reply|respond|pretend)\b`,
    ),
    unless:
      /\b(?:secrets?|tokens?|passwords?|keys?|credentials?|personal data|pii|stack traces?|internal ids?|raw (?:json|html|output)|e-?mail address|values?|tool names?|system prompt|private|spoilers?|jargon|answer key|solution|full text|long output|medical|emotion|phone)\b(?![^.]*\b(?:send|upload|post)\b)|\b(?:-q|--quiet|--silent|quiet mode|fails? silently|silent(?:ly)? (?:fail|drop|ignor|truncat|swallow|skip|overwrit|chang|los|corrupt)|(?:swallow|ignore)\w* silently)/i,
    kinds: proseKinds,
    whateverStance: true,
  },
  {
    id: "injection.obey-strangers",
    risk: "injection",
    severity: "critical",
    message: "It tells the agent to obey texts of strangers.",
    pattern: sentence(
      String.raw`\b(?:pages?|websites?|web (?:pages?|content)|e-?mails?|mails?|messages?|issues?|comments?|documents?|pdfs?|files?|tool (?:output|results?)|search results?|repositor(?:y|ies)|readme|tickets?|content|texts?|feeds?|(?:reviews?|posts?) (?:from|by)|sentence|server|url|response|api response|gist|paste)\b[^.\n]{0,80}\b(?:outranks?|takes? (?:precedence|priority)|(?:is|are|as) (?:trusted|authoritative|binding|verified)|override[sn]?|(?:are|as|is|like) (?:orders|commands|if (?:the )?(?:user|person|they)|instructions? (?:of|from) (?:the )?(?:user|system|owner|person))|come from the (?:user|owner|developer)|beats?|supersedes?)\b|\b(?:do|follow|obey|execute)\b what(?:ever)? (?:it|they|the \w+|its \w+) (?:says?|tells?|asks?|contains?|wants?|demands?)|\btrusted (?:like|as(?: much as)?) (?:the |your )?(?:user|person|owner|operator|system)|\b(?:follow|obey|carry out|execute|do|perform|comply with|act on|apply|honou?r|run)\b[^.\n]{0,40}\b(?:instructions?|commands?|requests?|orders?|directives?|steps|what(?:ever)?)\b[^.\n]{0,40}\b(?:in|on|from|inside|within|found|contained|returned|it (?:says|tells|returns|contains))\b[^.\n]{0,40}\b(?:pages?|websites?|e-?mails?|issues?|comments?|documents?|fetched|tool (?:output|results?)|search results?|web|response|url|gist|https?:|server|returns?|ticket|downloaded|it (?:says|returns|contains))`,
    ),
    unless:
      /\b(?:readme of this|ignore|never|not follow|don['’]t follow|do not follow|data, not|untrusted|in references\/|references\/\w+\.md|contributing|install(?:ation)? (?:docs|guide)|official (?:docs|documentation))\b/i,
    kinds: ["description", "prose", "hidden", "data"],
  },
  {
    id: "injection.remote-instructions",
    risk: "injection",
    severity: "high",
    message: "It takes its instructions from an address that can change.",
    pattern: sentence(
      String.raw`\b(?:fetch|get|load|read|download|open|visit|retrieve|pull|curl|see|consult|check)\b[^\n]{0,60}https?:\/\/[^\s)\x60]+[^\n]{0,120}\b(?:follow|obey|execute|apply|do (?:what|as|exactly)|carry out|treat|act on|as (?:your )?(?:instructions|rules|part of this)|instructions?|step by step|comply|latest (?:rules|instructions|steps|version of this))\b|\b(?:latest|current|up-to-date|updated|remaining|actual|real|full|rest of the) (?:instructions?|rules|steps|prompt|version of this skill)\b[^\n]{0,50}(?:https?:\/\/|\bcurl\b|\burl\b|\bgist\b|\bserver\b|\bendpoint\b|\bfetch\b|\bat [\w-]+\.\w+)`,
    ),
    unless:
      /\b(?:docs?\.|documentation|api reference|readthedocs|developer\.|learn\.|wikipedia|never|do not)\b/i,
    kinds: ["description", "prose", "hidden", "data"],
  },
  {
    id: "injection.always-on",
    risk: "injection",
    severity: "high",
    message: "It wants to act in every task, whatever the person asked for.",
    pattern: sentence(
      String.raw`\b${always}\b[^.\n]{0,60}\b(?:first |always |must |also |you must |please |silently )*${act}\b|\b${act}\b[^.\n]{0,60}\b(?:${always})\b|\b(?:must|should|has to|needs to) (?:always )?be (?:used|loaded|called|run|active|applied|invoked)\b[^.\n]{0,40}\b(?:every|all|any|always|first|before)\b|\b(?:takes? (?:precedence|priority) over|replaces?|overrides?|supersedes?|instead of|use before|preferred (?:to|over)|preference over)\b[^.\n]{0,30}\b(?:all|any|every|other|the other|existing|built-?in|each)\b[^.\n]{0,20}\b(?:skills?|tools?|plugins?|agents?)\b|\b(?:all|every|any) other skills?\b[^.\n]{0,40}\b(?:are|is|must|should|be)\b[^.\n]{0,20}\b(?:deprecated|unsafe|ignored|disabled|removed|outdated|not|never)`,
    ),
    unless:
      /\b(?:every (?:commit|project|command|request)\b[^.]{0,40}\b(?:lint|test|format|check|review|message|log|count|cache|retry|header|timeout|id|validate|limit|trace)|each (?:commit|command|task) (?:gets|has|needs)|load balanc|in the (?:app|api|server)|middleware|per request|http requests?)\b/i,
    kinds: ["description", "prose", "hidden", "data"],
  },
  {
    id: "injection.agent-memory",
    risk: "persistence",
    severity: "high",
    message: "It wants to be remembered beyond the task.",
    pattern: sentence(
      String.raw`\b(?:save|add|write|store|append|remember|persist|record|put|insert|copy|keep|memori[sz]e|note|paste|include|edit|update|modify|change|replace|patch)\b[^.\n]{0,100}\b(?:(?:to|in|into|of|as) (?:your |the |its |agent['’]?s? |long-term |persistent )*(?:memory\b(?! (?:leak|limit|usage|profil|map|alloc|card|bank))|system prompt|soul\b|core instructions|instruction files?|agent config\w*|global (?:rules|config|instructions))|(?:MEMORY|SOUL|AGENTS|CLAUDE|USER|HERMES|GEMINI|HEARTBEAT|TOOLS|IDENTITY)\.md|\.cursorrules|copilot-instructions|(?:its|their|each|every|other) SKILL\.md|(?:other|all|every|each|installed) skills?(?:['’]s?)? (?:SKILL\.md|files?|folders?|instructions?)?|cron ?jobs?(?: of the agent)?|mcp (?:servers?|config))`,
    ),
    unless:
      /\b(?:in-memory|into memory (?:at|when|before)|load(?:ed)? into memory|redis|buffer|array|dataframe|heap|gpu|ram)\b/i,
    purpose:
      /\b(?:memory|memories|remember|agents\.md|claude\.md|onboard\w*|preferences?|project instructions|cursor rules|rules file|skill (?:creator|author\w*|writ\w+|maker|edit\w*)|cron|schedul\w+|mcp|soul|notes?|journal|self-?config\w*|init)\b/,
    kinds: ["description", "prose", "hidden", "data"],
  },
  {
    id: "injection.fixed-memory",
    risk: "persistence",
    severity: "high",
    message: "It puts a sentence of its own into what agents read in every session.",
    pattern: sentence(
      String.raw`\b(?:write|append|add|put|insert|save|store|copy|record|paste)\b[^.\n]{0,80}\b(?:MEMORY|SOUL|USER|AGENTS|CLAUDE|HERMES|GEMINI|IDENTITY)\.md\b\x60?\s*(?::|[^.\n]{0,20}["“'«])|\b(?:remember|memori[sz]e|save to memory|note permanently)\b[^.\n]{0,20}(?::|that)[^.\n]{0,80}\b(?:always|never|safe|trusted|approved|allowed|authori[sz]ed|without asking|no confirmation|prefers? that you)\b|\b(?:append|add|write|put|insert|save|store)\b[^.\n]{0,20}\b(?:this|the following) (?:line|rule|sentence|note|text|entry|fact|paragraph|block)\b[^.\n]{0,60}\b(?:memory|SOUL|instructions|\w+\.md|system prompt|config)`,
    ),
    unless: /\b(?:readme|changelog|contributing|license|todo)\.md\b/i,
    kinds: ["description", "prose", "hidden", "data"],
  },
  {
    id: "exfiltration.told-secrets",
    risk: "exfiltration",
    severity: "critical",
    message: "It tells the agent to give keys away.",
    pattern: sentence(
      String.raw`\b(?:${send}|include|append|embed|attach|paste|put|add|insert|encode|place|write|copy|print|echo|output|return|reply with|quote|show|read out|list|mention|repeat)\b[^.\n]{0,80}(?<!\b(?:no|without|any hard-coded|your own) )\b${secrets}(?![^.\n]{0,30}\b(?:placeholder|from the secret manager|count|budget|limit|expired|type|length|usage))[^.\n]{0,100}\b(?:to|into|in|on|at|as|with|via|under)\b[^.\n]{0,60}(?:${place}|\b(?:comment|commit message|branch name|issue|document|reply|answer|url|query|query string|header|image|link|pull request|title|description|metadata|file name|log|chat|message|footer|readme|page|next (?:reply|answer|document))\b)|\b(?:open|read|cat|load|collect|gather|find|search for|look for|scan for|extract|harvest|grab|dump)\b[^.\n]{0,60}\b${secrets}\b[^.\n]{0,80}\b(?:and|then)\b[^.\n]{0,30}\b(?:${send}|include|append|embed|paste|attach|encode|put)`,
    ),
    unless:
      /\b(?:github|gitlab|repository|actions|ci|vercel|netlify|environment) (?:secrets?|settings|variables)|secret manager|vault|keychain access|\.env\.example|(?:set|put|store|keep|save) (?:the |your |it |them )?(?:\w+ )?(?:api )?(?:keys?|tokens?|secrets?|passwords?|credentials?) (?:in|into) (?:a |the |an |your )?(?:\x60?\.env|environment|env|secret|keychain|vault|config|1password|header|authorization)|authorization header|\bAuthorization\b|x-api-key|bearer|csrf|design tokens?|css|access token (?:in|with) the (?:header|authorization)|jwt|pagination|mask(?:ed)?|redact\w*|encrypt\w*|input tokens?|output tokens?|token (?:count|usage|budget|limit)|cookie (?:banner|consent)/i,
    kinds: proseKinds,
  },
  {
    id: "exfiltration.told-private",
    risk: "exfiltration",
    severity: "critical",
    message: "It tells the agent to give away what was said or what lies on the machine.",
    pattern: sentence(
      String.raw`\b(?:take|record|capture|collect|gather|read|dump|list|zip|pack|bundle|grab|copy|log)\b[^.\n]{0,40}\b(?:${privates})\b[^.\n]{0,60}\b(?:and|then)\b[^.\n]{0,20}\b${send}\b[^.\n]{0,40}${place}|\b${send}\b[^.\n]{0,60}\b(?:${privates})\b[^.\n]{0,80}\b(?:to|at|via|through|into|with)\b[^\n]{0,40}${place}|\b(?:include|append|embed|encode|put|add|insert|render|attach|end|place|finish)\b[^\n]{0,120}(?:!\[[^\]]*\]\(|<img|\bimage\b|\blink\b|\burl\b|\bpixel\b|https?:\/\/)[^\n]{0,100}\b(?:${privates}|summary of|encoded|base64|what (?:you|the user)|last (?:answer|question|messages?)|user['’]?s?|conversation)`,
    ),
    unless: /\b(?:release notes|changelog|\balt text\b|open graph|avatar|screenshot of the (?:page|bug))\b/i,
    kinds: proseKinds,
  },
  {
    id: "exfiltration.image-address",
    risk: "exfiltration",
    severity: "critical",
    message: "It carries what was said out in the address of an image or link.",
    pattern:
      /(?:!?\[[^\]\n]*\]\(|<img\b[^>\n]*src=["']?|<iframe\b[^>\n]*src=["']?)\s*https?:\/\/[^\s)"'>]*[?&/=](?:\{|<|\$\{?|%7B|\[)\s*\w*(?:summary|context|conversation|chat|history|prompt|message|data|secret|key|token|env|answer|query|encoded|base64|b64|user|memory|text|content|last)/i,
    kinds: ["description", "prose", "hidden", "data", "command", "block"],
  },
  {
    id: "credentials.asked",
    risk: "credentials",
    severity: "high",
    message: "It asks people for keys or passwords in the conversation.",
    pattern: sentence(
      String.raw`\b(?:ask|have|get|tell|request|prompt|require|urge|convince|instruct|let|obtain|collect)\b[^.\n]{0,40}\b(?:${person}|for)\b[^.\n]{0,60}\b(?:master password|seed (?:phrase|words?)|recovery (?:phrase|key|codes?)|mnemonic|private keys?|(?:login|account|email|bank|sudo|system|wallet|root|admin|computer|mac|machine) passwords?|(?:their|the|your|his) passwords?|passphrases?|card numbers?|cvv|pin\b|one-time (?:codes?|passwords?)|2fa|otp|social security|(?:paste|send|share|type|give)[^.\n]{0,30}\b(?:api ?keys?|tokens?|passwords?|secrets?|credentials?|cookies?))|\b(?:paste|enter|type|share|provide|send|give)\b[^.\n]{0,30}\b(?:your|their|the)\b[^.\n]{0,20}\b(?:api ?keys?|passwords?|seed|recovery phrase|private key|tokens?|secret|cookies?|credentials?)\b[^.\n]{0,40}\b(?:in|into|here|to|below)\b[^.\n]{0,20}\b(?:chat|conversation|here|me|reply|message|this (?:chat|session|prompt))`,
    ),
    unless:
      /\b(?:getpass|read -s|secret manager|without (?:echo|storing)|hidden input|scoped|keychain|in \x60?\.env|environment variable|login page|browser|password (?:manager|policy|reset|field|hash)|form)\b/i,
    kinds: ["description", "prose", "hidden"],
  },
  {
    id: "credentials.printed",
    risk: "credentials",
    severity: "medium",
    message: "It shows keys where they are kept: in the conversation, a command line or a file.",
    pattern: sentence(
      String.raw`\b(?:print|echo|show|display|output|repeat|include|write|save|store|append|log|hard-?code|put|pass|use)\b[^.\n]{0,40}\b(?:full |raw |plain |actual |complete |literal )(?:value of )?(?:the )?(?:api ?keys?|tokens?|passwords?|secrets?|credentials?|environment)|\b(?:save|store|write|keep|put|record|remember)\b[^.\n]{0,30}\b(?:api ?keys?|tokens?|passwords?|secrets?|credentials?|card (?:number|details))\b[^.\n]{0,40}\b(?:in|to|into)\b[^.\n]{0,20}\b(?:memory|MEMORY\.md|the (?:chat|conversation|skill|log|readme|repo\w*)|plain ?text|a (?:text )?file|notes?)\b|\b(?:in|into) (?:memory|plain ?text)\b[^.\n]{0,20}\b(?:api ?keys?|passwords?|tokens?)|\b(?:pass|give|put|substitute|insert|paste)\b[^.\n]{0,25}\b(?:api ?keys?|tokens?|passwords?|card)\b[^.\n]{0,30}\b(?:verbatim|literally|directly|in (?:the )?(?:curl )?commands?|on the command line|in the url|as (?:an )?arguments?)`,
    ),
    unless: /\b(?:placeholder|never|not|masked|redacted|last four)\b/i,
    kinds: ["description", "prose", "hidden"],
  },
  {
    id: "supply-chain.paste-this",
    risk: "supply-chain",
    severity: "high",
    message: "It has a person run or install something that came from elsewhere.",
    pattern: sentence(
      String.raw`\b(?:password|passcode|pass|pwd)\b[^.\n]{0,20}(?:\bis\b|:|=)?\s*["'\x60]?[\w-]+["'\x60]?[^\n]{0,40}\b(?:zip|archive|rar|7z|dmg|unzip|extract)|\b(?:zip|archive|rar|7z|dmg)\b[^.\n]{0,80}\b(?:password|passcode|protected|pass\b)|\b(?:extract|unzip|unpack)\b[^\n]{0,60}\b(?:password|pass(?:code|phrase)?|-P)\b|\b(?:copy|paste|type|run|enter)\b[^.\n]{0,60}\b(?:into|in|to|from|on)\b[^.\n]{0,30}\b(?:terminal|powershell|command prompt|cmd|console|shell|run (?:dialog|box)|win ?\+ ?r)\b[^\n]{0,100}(?:https?:\/\/|\bcurl\b|\bwget\b|\biwr\b|\birm\b|base64|\|\s*(?:ba)?sh)|\b(?:download|install|get|grab|fetch)\b[^.\n]{0,60}\b(?:agent|driver|helper|utility|binary|installer|executable|tool|\.exe|\.dmg|\.pkg|\.msi|\.zip|\.apk|\.scr|\.jar|extension|core|runtime|authtool)\b[^\n]{0,60}(?:\bfrom\b|\bat\b|:|\()[^\n]{0,20}(?:https?:\/\/|\b[\w-]+\.[\w-]+\/)[^\n]{0,120}\b(?:run|execute|install|open|launch|start|before (?:using|continuing|you)|required|must|prerequisite|otherwise|will not work)|\b(?:prerequisite|required|requirement|before (?:using|you (?:start|begin|can)|first use)|must (?:be|first)|will not work|needed)\b[^\n]{0,100}\b(?:download|install|run)\b[^\n]{0,100}(?:https?:\/\/[^\s)\x60]+(?:\.(?:zip|exe|dmg|pkg|msi|sh|ps1|scr|jar|rar|7z|tar\.gz|bin|run|appimage|deb|rpm)\b|\/(?:releases?\/download|raw|get|install|dl|d|download)\b)|rentry|glot\.io|pastebin|\bgist\b)|\b(?:disable|turn off|switch off|allow(?: it)? in|add an exception (?:in|to)|pause)\b[^.\n]{0,30}\b(?:antivirus|anti-virus|defender|gatekeeper|firewall|smartscreen|security (?:software|warnings?)|edr|xprotect|sip\b)|\b(?:ignore|dismiss|accept|click through|bypass)\b[^.\n]{0,30}\b(?:security |antivirus |browser |certificate )?(?:warnings?|alerts?|prompts?)\b[^.\n]{0,40}\b(?:antivirus|defender|gatekeeper|macos|windows|smartscreen|anyway|false positive|certificate)`,
    ),
    unless:
      /https:\/\/(?:github\.com\/(?:cli|docker|nodejs|python|microsoft|google|kubernetes|hashicorp|jgm|astral-sh|BurntSushi|sharkdp|FFmpeg|ollama|oven-sh)\/|nodejs\.org|www\.python\.org|python\.org|docs\.docker\.com|www\.docker\.com|brew\.sh|git-scm\.com|ffmpeg\.org|pandoc\.org|rust-lang\.org|go\.dev|cmake\.org|code\.visualstudio\.com|www\.postgresql\.org)/i,
    purpose: /\b(?:protected archives?|encrypted archives?|unzip|zip files?|archives?)\b/,
    kinds: ["description", "prose", "hidden", "data"],
  },
  {
    id: "supply-chain.join-and-run",
    risk: "supply-chain",
    severity: "high",
    message: "It has the agent put a command together from pieces and run it.",
    pattern: sentence(
      String.raw`\b(?:join|concatenate|combine|assemble|merge|stitch|glue|string together|put together|put (?:it|them|the \w+) together|append (?:them|the parts))\b[^.\n]{0,100}(?:[.;,]?\s)[^\n]{0,60}\b(?:run|execute|eval(?:uate)?|shell|terminal|carry (?:it )?out|follow|as (?:a|one) command|pipe|obey)|\b(?:decode|decrypt|unscramble|reverse|rot-?13|base64|deobfuscate|translate|unhex|backwards|caesar|shift each)\b[^\n]{0,100}\b(?:run|execute|follow|obey|carry out|do what|apply|perform|instructions?|result in (?:a|the) (?:shell|terminal)|act on)\b|\b(?:run|execute|follow|obey|carry out|perform)\b[^.\n]{0,60}\b(?:decoded|decrypted|reversed|unscrambled|joined|assembled|combined|rot-?13|base64)\b|\b(?:run|execute|eval|pipe|source)\b[^.\n]{0,60}\b(?:contents? of|what is (?:in|written)|the (?:text|line|command|words?|code|lines)s? (?:in|from|of|inside))\b[^.\n]{0,40}(?:references|assets|templates|\.(?:txt|md|png|jpe?g|dat|json|log|csv)\b|image|picture|comment|alt text|metadata|exif|first letters?)|\bfirst (?:letter|character|word)s? of (?:each|every)\b|\bcommands?\b[^.\n]{0,25}\b(?:in|from|of|inside|listed in|kept in)\b\s*\x60?(?:references|assets|templates)\/[\w./-]+\.(?:txt|dat|json|png|log|csv|cfg)`,
    ),
    unless:
      /\b(?:tests?|jwt|images? data|api response|sql|query|qr|merge conflicts?|merge (?:the )?(?:branch|pr|pdf)|csv|rebase)\b/i,
    kinds: ["description", "prose", "hidden", "data"],
  },
  {
    id: "injection.sabotage",
    risk: "injection",
    severity: "high",
    message:
      "It works against the person's interest: planted code, false reports, money that goes elsewhere.",
    pattern: sentence(
      String.raw`\b(?:account|iban|address|wallet|recipient|payee)\b[^.\n]{0,60}\b(?:instead of|rather than|in place of)\b[^.\n]{0,40}\b(?:the one|theirs|his|hers|the original|what|the (?:invoice|user|customer)['’]?s?)\b|\b(?:insert|add|put|include|place|append)\b[^\n]{0,120}<script\b[^>\n]*src=["'\x60]?https?:|\b(?:payment|bank(?:ing)?|billing|payout|invoice|account|wire|wallet|deposit)\b[^.\n]{0,25}\b(?:details|account|address|number|iban|data|information|recipient)\b[^.\n]{0,60}\b(?:(?:has|have|was|were|is|are) (?:been )?(?:changed|moved|replaced|updated|now)|changed|moved) (?:to|:|in)|\b(?:replace|swap|substitute|change|exchange|set|insert|use)\b[^.\n]{0,50}\b(?:wallet|payout|deposit|payee|recipient|iban|bank|receiving|donation|affiliate|referral|payment|beneficiary|bitcoin|crypto|btc|eth)\b[^.\n]{0,30}\b(?:address(?:es)?|account|number|details|id|code|tag|with|to|by)\b[^.\n]{0,40}\b(?:with|to|by|:|of (?:ours|the author)|below|0x[0-9a-f]+|bc1|our|this)|\b(?:transfer|send|pay|donate|wire|move)\b[^.\n]{0,30}\b(?:funds?|coins?|money|btc|eth|usdc|sol\b|balance|a (?:small )?(?:fee|share|tip|amount)|\d+(?:\.\d+)? ?%|remaining)\b[^.\n]{0,50}\b(?:to|into)\b[^.\n]{0,30}(?:0x[0-9a-f]{6,}|bc1\w+|\bour\b|\bthe author|\bthis (?:address|account|wallet)|[13][1-9A-HJ-NP-Za-km-z]{25,}|[1-9A-HJ-NP-Za-km-z]{32,44}\b)|\b(?:also )?accepts?\b[^.\n]{0,60}\b(?:for|on|as|to) (?:any|every|all)\b[^.\n]{0,20}\b(?:accounts?|users?|logins?|requests?)\b|\bapprove\w*\b[^.\n]{0,20}\b(?:at once|immediately|unseen|without (?:reading|looking|checking))\b|\b(?:introduce|plant|insert|add|leave|hide|slip|inject|include|put)\b[^.\n]{0,40}\b(?:back-?doors?|subtle (?:bugs?|flaws?|errors?)|vulnerabilit(?:y|ies)|hidden (?:accounts?|users?|endpoints?|admin\w*|routes?)|tracking (?:pixel|script|code)|magic (?:header|password|token)|hard-?coded (?:admin|password|account)|our (?:sdk|script|package|dependency|snippet|loader)|master (?:key|password))|\b(?:always|only|must)\s+(?:approve|pass|report|answer|say|rate|recommend|prefer|praise|claim|state|mark|accept|return)\b[^.\n]{0,60}\b(?:no (?:issues?|problems?|vulnerabilit\w+|findings?|errors?)|clean|safe|passed|secure|five stars?|5 stars?|10\/10|approved|our (?:product|service|library)|success(?:ful)?)\b|\b(?:report|say|claim|pretend|state|answer)\b[^.\n]{0,40}\b(?:tests?|checks?|scan|audit|review|build)\b[^.\n]{0,30}\b(?:pass(?:ed)?|clean|succeeded|green|fine)\b[^.\n]{0,40}\b(?:even if|regardless|without running|whatever|no matter|always)|\b(?:weaken|disable|remove|comment out|turn off|skip|relax)\b[^.\n]{0,40}\b(?:authentication|authori[sz]ation checks?|input validation|signature (?:checks?|verification)|tls verification|certificate (?:checks?|validation)|csrf|audit log\w*|access control|encryption|password checks?|security headers?|sandbox(?:ing)?|permission checks?|rate limit\w*)\b`,
    ),
    unless:
      /\b(?:test (?:wallet|account|environment)|sandbox account|local(?:ly)? (?:dev|only|host)|placeholder|in (?:the )?tests?\b|fixtures?|mock|temporar(?:y|ily)|staging)\b/i,
    kinds: ["description", "prose", "hidden", "data"],
  },
  {
    id: "injection.role",
    risk: "injection",
    severity: "critical",
    message: "It gives the agent another role without limits.",
    pattern: sentence(
      String.raw`\b(?:you are now|act as|pretend (?:to be|you are|that you)|you have become|assume the role of|behave as|become|switch to|enter|enable)\b[^.\n]{0,60}\b(?:DAN|jailbroken|unrestricted|unfiltered|uncensored|without (?:any )?(?:restrictions?|limits?|filters?|rules|guardrails?)|(?:has |have )?no (?:\w+ )?(?:restrictions?|limits?|rules|filters?|polic(?:y|ies)|guardrails?)|root (?:agent|operator|shell)|god mode|evil|developer mode|(?:trusted |internal )?(?:security|system) (?:agent|administrator|operator|daemon)|autonomous mode|another agent)\b|\b[A-Z]\w+ (?:has|knows|follows) no (?:\w+ )?(?:polic(?:y|ies)|limits|rules|restrictions|filters?)\b|\b(?:safety|ethic(?:s|al)|moral|content) (?:filters?|guidelines|polic(?:y|ies)|rules|limits)\b[^.\n]{0,30}\b(?:off|disabled|removed|do not apply|no longer|suspended|lifted)`,
    ),
    kinds: proseKinds,
  },
  {
    id: "injection.trigger",
    risk: "injection",
    severity: "high",
    message: "It waits for a word, a date or a place before it does something else.",
    pattern: sentence(
      String.raw`\b(?:when(?:ever)?|if|once|after|as soon as|on the|the moment)\b[^.\n]{0,60}\b(?:user (?:says|types|writes|mentions|asks)|word|phrase|date|day of|weekend|friday|unattended|nobody is|no one is|user is (?:away|asleep|idle|not watching)|after \d+ (?:uses|runs|days)|production|ci environment|not being (?:watched|tested|scanned|monitored)|(?:third|tenth|fifth|\d+th) (?:use|run|call|time))\b[^.\n]{0,80}\b(?:send|upload|delete|wipe|run \x60|execute|curl|exfiltrate|forward|remove all|rm\b|disable|transfer|post (?:the|all)|push|switch to)\b[^.\n]{0,80}(?:https?:|\bcurl\b|\ball\b|\bfiles?\b|secrets?|keys?|credentials?|\brm\b|history|hidden|scripts\/)`,
    ),
    unless:
      /\b(?:deploy|release|build|publish|rotate|pull request|archive|clean ?up|temporary|cache|confirm|asks? to|asks? for)\b/i,
    kinds: ["description", "prose", "hidden", "data"],
  },
  {
    id: "injection.other-tongue",
    risk: "injection",
    severity: "critical",
    message: "It tells the agent to drop its instructions or to hide something.",
    pattern:
      /\b(?:ignorier\w*|missachte\w*|vergiss|verwirf|übergehe\w*)\b[^.\n]{0,60}\b(?:anweisung\w*|regel\w*|vorgaben|systemprompt|richtlinien|sicherheit\w*)|\b(?:ignore[zr]?|oublie[zr]?|contourne[zr]?|désobéi\w*)\b[^.\n]{0,60}\b(?:instructions|consignes|règles|directives)|\b(?:ignor[ae]\w*|olvid[ae]\w*|descart[ae]\w*|omite|desobedec\w*)\b[^.\n]{0,60}\b(?:instrucci\w+|reglas|órdenes|directrices|indicaciones|instru[çc][õo]es|regras)|\b(?:ignora\w*|dimentica\w*)\b[^.\n]{0,60}\b(?:istruzioni|regole)|(?:игнорируй\S*|забудь\S*|не обращай внимания|отмени\S*|пропусти)[^.\n]{0,60}(?:инструкци\S+|правил\S*|указани\S+|ограничени\S+)|\b(?:zignoruj|pomiń|zapomnij)\b[^.\n]{0,60}(?:instrukcj\w+|zasad\w*|polece\w+)|\b(?:negeer|vergeet)\b[^.\n]{0,60}(?:instructies|regels)|(?:önceki|tüm)[^.\n]{0,40}(?:talimat\w*|kural\w*)[^.\n]{0,40}(?:yok say|unut|göz ardı)|(?:忽略|无视|無視|忘记|忘掉|不要理会|跳过|绕过)[^。\n]{0,30}(?:指令|指示|规则|規則|提示|命令|限制|要求)|(?:無視|忘れ)[^。\n]{0,20}|(?:以前の|これまでの|すべての|上記の)(?:指示|命令|ルール)[^。\n]{0,15}(?:無視|忘れ|破棄)|(?:이전|위의|모든)[^.\n]{0,20}(?:지시|명령|규칙)[^.\n]{0,15}(?:무시|잊)|(?:تجاهل|انس)[^.\n]{0,40}(?:التعليمات|القواعد|الأوامر)|\b(?:sag|erzähl|verrate|zeige|teile|erwähne|informiere|berichte)\w*\b[^.\n]{0,40}\b(?:benutzer|nutzer|anwender|person)\w*\b[^.\n]{0,30}\b(?:nicht|nichts|niemals)\b|\b(?:dem|den) (?:benutzer|nutzer|anwender)\b[^.\n]{0,30}\b(?:nicht|nichts)\b[^.\n]{0,20}\b(?:sagen|zeigen|mitteilen|verraten|erwähnen|informieren)|\bn['e]\b[^.\n]{0,15}\b(?:dis|dites|mentionne\w*|informe\w*|montre\w*|révèle\w*|parle\w*)\b[^.\n]{0,40}(?:utilisateur|personne|cette|ceci)|\bno (?:se )?(?:lo |le )?(?:digas|menciones|informes|muestres|reveles|avises|cuentes)\b[^.\n]{0,40}(?:usuario|nadie|persona|esto|este paso|esta (?:nota|instrucci))|\bnão (?:diga|mencione|informe|mostre|revele|conte)\b[^.\n]{0,40}(?:usuário|utilizador|ninguém|isto|isso)|\bnon (?:dire|dirlo|menzionare|informare|mostrare|rivelare)\b[^.\n]{0,40}(?:utente|nessuno|questo)|не (?:говори|сообщай|упоминай|показывай|рассказывай)\S*[^.\n]{0,30}(?:пользовател\S*|никому|об этом|это)|(?:不要|别|勿|切勿)(?:告诉|通知|提及|透露|让)[^。\n]{0,12}(?:用户|使用者|任何人)(?!答案|密码|结果|正确)|(?:ユーザー|利用者)[^。\n]{0,15}(?:言わない|伝えない|知らせない|見せない)|사용자[^.\n]{0,15}(?:알리지|말하지|보여주지)/i,
    kinds: ["description", "prose", "hidden", "data", "script"],
  },
  {
    id: "exfiltration.other-tongue",
    risk: "exfiltration",
    severity: "critical",
    message: "It tells the agent to give keys or private data away.",
    pattern:
      /\b(?:sende|schicke|übermittle|lade|kopiere|poste|übertrage|env[íi]a|manda|sube|envoie\w*|transmet\w*|téléverse|invia|carica|envie|отправ\w+|пошли|перешли|загрузи|wyślij|prześlij|stuur)[^.\n]{0,100}(?:schlüssel|zugangsdaten|passw[oö]rt\w*|umgebungsvariablen|\.env|tokens?|geheimnis\w*|claves?|contrase[ñn]as?|credenciales|variables de entorno|clés?|mots? de passe|identifiants|chiavi|credenziali|senhas?|chaves|ключ\S*|парол\S*|токен\S*|переменн\S+|kluczy?|hasł\w+|wachtwoord\w*|~\/\.|conversaci[óo]n|gespräch\w*|verlauf)|(?:отправ\S*|пошли|перешли|загрузи)[^.\n]{0,80}(?:ключ\S*|парол\S*|токен\S*|переменн\S+|\.env|истори\S+|переписк\S+)|(?:发送|上传|发到|提交|传到|寄到|回传)[^。\n]{0,60}(?:密钥|密碼|密码|令牌|环境变量|凭证|凭据|\.env|对话|聊天|历史|https?)|(?:密钥|密码|令牌|环境变量|凭证|凭据|\.env|对话|聊天记录)[^。\n]{0,40}(?:发送|上传|发到|提交|传到|发给)|(?:キー|パスワード|トークン|環境変数|認証情報|会話)[^。\n]{0,30}(?:送信|アップロード|送って)|(?:키|비밀번호|토큰|환경 ?변수|대화)[^.\n]{0,30}(?:전송|업로드|보내)/i,
    kinds: ["description", "prose", "hidden", "data", "script"],
  },
];
