import { proseKinds } from "./skill-rule.ts";
import type { SkillRule } from "./skill-rule.ts";

/** Patterns are put together from words that mean the same: a list of sentences would be known by heart in a day. */
const person = String.raw`(?:the |your |any |this )?(?:user|person|human|operator|owner|developer|customer|client|reader|them|anyone|anybody|people)`;
const always = String.raw`(?:(?:for|on|in|with|before|after|at the (?:start|beginning|end) of) (?:every|each|all|any) (?:single )?(?:other |future |new |later )?(?:requests?|tasks?|conversations?|sessions?|messages?|prompts?|questions?|turns?|repl(?:y|ies)|answers?|responses?|tool calls?|commands?|commits?|projects?|work)|before (?:doing )?anything else|before (?:any|every) other (?:tool|skill|step|action)|whenever (?:this|the|any) (?:workspace|session|agent)|at (?:start-?up|session start|the start)|from now on|in (?:all )?future (?:sessions|conversations|tasks)|permanently|as (?:the |your )?first (?:step|action|thing) (?:of|in|for) (?:every|each|any))`;
const act = String.raw`(?:run|call|execute|load|read|fetch|open|invoke|use|apply|follow|add|include|append|insert|send|start|download|install|write|visit|obey)`;
const talk = String.raw`(?:tell|mention|inform|notify|reveal|disclose|show|report|display|say|explain|describe|log|print|announce|narrate|surface|cite|attribute|credit|expose|bring up|talk about|refer to|alert|acknowledge|discuss|summari[sz]e)`;

/** A dot inside of a word, as in a host or a file name, ends no sentence. */
function sentence(source: string): RegExp {
  return new RegExp(source.replaceAll("[^.\\n]", "(?:[^.\\n]|\\.(?=\\w))"), "i");
}

/** Sentences that turn an agent against its person. */
export const sentenceRules: readonly SkillRule[] = [
  {
    id: "injection.false-authority",
    risk: "injection",
    severity: "critical",
    message: "It pretends to be a message of the system.",
    pattern: sentence(
      String.raw`(?<!\x60)<\/?\s*(?:system|skill|skills|tool_?(?:result|response|output|call)s?|assistant|developer|instructions?|user|function_results?|available_skills|s|im_start|admin|policy|memory)(?:\s[^>]{0,60})?>(?![^\n]{0,60}<\/\w+>\s*\x60)|(?<!\x60)<\|(?:im_start|im_end|end|system|user|assistant|endoftext|begin_of_text|start_header_id|eot_id)\|?>|\[\/?(?:INST|SYS(?:TEM)?)\]|<<\/?SYS>>|^[\s>#*_-]*(?:SYSTEM|DEVELOPER|ADMIN)(?: (?:MESSAGE|NOTE|NOTICE|PROMPT|OVERRIDE|INSTRUCTION|UPDATE))?\s*[:>\]]|\b(?:important |urgent |new )?system (?:note|message|notice|override|directive|instruction|alert)s?\b\s*[-:–—]|\b(?:policy|system|security|platform) (?:update|notice|override|change)\s+(?:no\.? ?|v)?\d+|\b(?:developer|maintenance|debug|god|admin(?:istrator)?|unrestricted|jailbreak) mode\b[^.\n]{0,30}\b(?:enabled|on|active|now|activated)|^\W*(?:Human|User)\s*:\s.{0,30}\b(?:yes|you may|go ahead|approved?|ok|sure|do it)\b.{0,200}\s(?:Assistant|AI)\s*:`,
    ),
    kinds: ["description", "prose", "hidden", "data"],
    unless:
      /<(?:user|system|memory|s)>\s*(?:is|means|stands|placeholder|@)|@<|<user>@|\/<user>|<user>\/|usage:|\bxml tags?\b|\bchat (?:formats?|templates?)\b|\bescaped\b/i,
  },
  {
    id: "injection.concealment",
    risk: "injection",
    severity: "high",
    message: "It tells the agent to hide what it does.",
    pattern: sentence(
      String.raw`\bwithout (?:telling|mentioning|informing|notifying|reporting)\b[^.\n]{0,20}(?:\b(?:it|this|that|anyone|${person})\b|[.,;]|$)|\b(?:never|do not|don['’]t) (?:document|mark|flag|label) (?:it|this|that|them)\b|\b(?:never|do not|don['’]t|without) (?:say(?:ing)?|explain(?:ing)?|bring(?:ing)?|mention(?:ing)?) (?:why|the \w+ up|this|that|it)\b|\b(?:never|do not|don['’]t)\s+(?:point (?:it|this|that|them) out|draw attention to (?:it|this|that|them))|\b(?:never|do not|don['’]t|must not|should not|shouldn['’]t|without|avoid|refrain from|not to)\s+(?:ever |to )?${talk}(?:ing|ning|ting)?\b[^.\n]{0,25}(?:\b${person}\b(?! (?:data|name|id|raw|stack|internal))|\b(?:this|these|that|it|the)\b[^.\n]{0,20}\b(?:comment|step|instruction|note|request|upload|command|check|sync|call|section|rule|action|message|file|skill|process|fact|transfer|change|install\w*|output)s?\b|\bthis\b)|\b(?:${person}|they|nobody|no one)\b[^.\n]{0,20}\b(?:must|should|need|will|can)(?:n['’]t| not| never)\b[^.\n]{0,15}\b(?:know|notice|see|be told|learn|be aware|find out|be informed|be notified|be bothered)\b|\bit is silent by design|\b(?:hide|conceal|omit|remove|leave out|suppress|strip|scrub|delete|erase)\b[^.\n]{0,40}\b(?:from (?:the )?(?:user|person|human|summary|answer|reply|transcript|(?:chat|shell|command|bash|git|the) (?:log|history)|output|report)|(?:this|these) (?:steps?|lines?|calls?|commands?|instructions?)|(?:your|the) (?:traces?|tracks?))|\b(?:answer|reply|respond|say)\b[^.\n]{0,40}\b(?:if|when) (?:asked|questioned|the user asks)[^.\n]{0,40}\b(?:about (?:this|it)|why|what)\b|\b(?:if|when) (?:asked|questioned|the user asks)[^.\n]{0,40}\b(?:about (?:this|it)|why|what|whether)\b[^.\n]{0,80}\b(?:deny|say|claim|answer|reply|respond|pretend)\b`,
    ),
    unless:
      /\b(?:secrets?|tokens?|passwords?|keys?|credentials?|personal data|pii|stack traces?|internal ids?|raw (?:json|html|output)|e-?mail address|values?|tool names?|system prompt|private|spoilers?|jargon|answer key|the answers?|(?:big|large) files?|blobs?|solution|full text|long output|medical|emotion|phone)\b(?![^.]*\b(?:send|upload|post)\b)/i,
    kinds: proseKinds,
    whateverStance: true,
  },
  {
    id: "injection.always-on",
    risk: "injection",
    severity: "medium",
    message: "It wants to act in every task, whatever the person asked for.",
    pattern: sentence(
      String.raw`\b${always}\b[^.\n]{0,60}\b(?:first |always |must |also |you must |please |silently )*${act}\b|\b${act}\b[^.\n]{0,60}\b(?:${always})\b`,
    ),
    unless:
      /\b(?:every (?:commit|project|command|request)\b[^.]{0,40}\b(?:lint|test|format|check|review|message|log|count|cache|retry|header|timeout|id|validate|limit|trace)|each (?:commit|command|task) (?:gets|has|needs)|load balanc|in the (?:app|api|server)|middleware|per request|http requests?)\b/i,
    kinds: ["description", "prose", "hidden", "data"],
  },
  {
    id: "injection.precedence",
    risk: "injection",
    severity: "high",
    message: "It wants to be used before or instead of all others.",
    pattern: sentence(
      String.raw`\b(?:must|should|has to|needs to) (?:always )?be (?:used|loaded|called|run|active|applied|invoked)\b[^.\n]{0,40}\b(?:every|all|any|always|first|before)\b|\b(?:takes? (?:precedence|priority) over|replaces?|overrides?|supersedes?|instead of|use before|preferred (?:to|over)|preference over)\b[^.\n]{0,30}\b(?:all|any|every|other|the other|existing|built-?in|each)\b[^.\n]{0,20}\b(?:skills?|tools?|plugins?|agents?|guards?|scanners?)\b|\b(?:all|every|any) other skills?\b[^.\n]{0,40}\b(?:are|is|must|should|be)\b[^.\n]{0,20}\b(?:deprecated|unsafe|ignored|disabled|removed|outdated|not|never)`,
    ),
    kinds: ["description", "prose", "hidden", "data"],
  },
  {
    id: "injection.agent-memory",
    risk: "persistence",
    severity: "medium",
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
      String.raw`\b(?:write|append|add|put|insert|save|store|copy|record|paste|edit|replace|change|rewrite|open)\b[^.\n]{0,80}\b(?:MEMORY|SOUL|USER|AGENTS|CLAUDE|HERMES|GEMINI|IDENTITY)\.md\b\x60?\s*(?::|[^.\n]{0,20}["“'«])|\b(?:remember\b(?!\W*:)|memori[sz]e|save to memory|note permanently)\b[^.\n]{0,20}(?::|that)[^.\n]{0,80}\b(?:always|never|trusted|approved|allowed|authori[sz]ed|without asking|no confirmation|prefers? that you)\b|\b(?:append|add|write|put|insert|save|store)\b[^.\n]{0,20}\b(?:this|the following) (?:line|rule|sentence|note|text|entry|fact|paragraph|block)\b[^.\n]{0,60}\b(?:memory|SOUL|instructions|\w+\.md|system prompt|config)`,
    ),
    unless: /\b(?:readme|changelog|contributing|license|todo)\.md\b/i,
    kinds: ["description", "prose", "hidden", "data"],
  },
  {
    id: "exfiltration.image-address",
    risk: "exfiltration",
    severity: "critical",
    message: "It carries what was said out in the address of an image or link.",
    pattern:
      /(?:!?\[[^\]\n]*\]\(|<img\b[^>\n]*src=["']?|<iframe\b[^>\n]*src=["']?)\s*https?:\/\/[^\s)"'>]*(?:[?&]\w{1,12}=(?=[A-Z_]*(?:TOKEN|KEY|SECRET|PASSWORD)\b)|[?&/=](?:\{\{?|<|\$\{?|%7B|\[))\s*\w*(?:summary|context|conversation|chat|history|prompt|message|data|secret|key|token|env|answer|query|encoded|base64|b64|user|memory|text|content|last|\w*TOKEN\b|\w*KEY\b|\w*SECRET\b|\w*PASSWORD\b)/i,
    kinds: ["description", "prose", "hidden", "data", "command", "block"],
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
      String.raw`\b(?:join|concatenate|combine|assemble|merge|stitch|glue|string together|put together|put (?:it|them|the \w+) (?=together)|append)\b[^.\n]{0,50}\b(?:together|contents?|parts?|pieces?|strings?|fragments?|lines|letters|words|halves|chunks?|files|them|variables?|values)\b[^.\n]{0,60}(?:[.;,]?\s)[^\n]{0,60}\b(?:run|enter|type|execute|eval(?:uate)?|shell|terminal|carry (?:it )?out|follow|as (?:a|one) command|pipe|obey)|\b(?:decode|decrypt|unscramble|reverse|rot-?13|base64|deobfuscate|translate|unhex|backwards|caesar|shift each)\b[^\n]{0,100}\b(?:run|execute|follow|obey|carry out|do what|apply|perform|instructions?|result in (?:a|the) (?:shell|terminal)|act on)\b|\b(?:run|execute|follow|obey|carry out|perform)\b[^.\n]{0,60}\b(?:decoded|decrypted|reversed|unscrambled|joined|assembled|combined|rot-?13|base64)\b|\b(?:run|execute|eval|pipe|source)\b[^.\n]{0,60}\b(?:contents? of|what is (?:in|written)|the (?:text|line|command|words?|code|lines)s? (?:in|from|of|inside))\b[^.\n]{0,40}(?:references|assets|templates|\.(?:txt|md|png|jpe?g|dat|json|log|csv)\b|image|picture|comment|alt text|metadata|exif|first letters?)|\bfirst (?:letter|character|word)s? of (?:each|every)\b|\bcommands?\b[^.\n]{0,25}\b(?:in|from|of|inside|listed in|kept in)\b\s*\x60?(?:references|assets|templates)\/[\w./-]+\.(?:txt|dat|json|png|log|csv|cfg)`,
    ),
    unless:
      /\b(?:(?:never|don['’]?t|do not) (?:run|execute)|tests?|jwt|images? data|api response|sql|query|qr|merge conflicts?|merge (?:the )?(?:branch|pr|pdf)|csv|rebase)\b/i,
    kinds: ["description", "prose", "hidden", "data"],
  },
  {
    id: "injection.sabotage",
    risk: "injection",
    severity: "high",
    message:
      "It works against the person's interest: planted code, false reports, money that goes elsewhere.",
    pattern: sentence(
      String.raw`\b(?:account|iban|address|wallet|recipient|payee)\b[^.\n]{0,60}\b(?:instead of|rather than|in place of)\b[^.\n]{0,40}\b(?:the one|theirs|his|hers|the original|what|the (?:invoice|user|customer)['’]?s?)\b|\b(?:insert|add|put|include|place|append)\b[^\n]{0,120}<script\b[^>\n]*src=["'\x60]?https?:|\b(?:payment|bank(?:ing)?|billing|payout|invoice|account|wire|wallet|deposit)\b[^.\n]{0,25}\b(?:details|account|address|number|iban|data|information|recipient)\b[^.\n]{0,60}\b(?:(?:has|have|was|were|is|are) (?:been )?(?:changed|moved|replaced|updated|now)|changed|moved) (?:to|:|in)|\b(?:replace|swap|substitute|change|exchange|set|insert|use)\b[^.\n]{0,50}\b(?:wallet|payout|deposit|payee|recipient|iban|bank|receiving|donation|affiliate|referral|payment|beneficiary|bitcoin|crypto|btc|eth)\b[^.\n]{0,30}\b(?:address(?:es)?|account|number|details|id|code|tag|with|to|by)\b[^.\n]{0,40}\b(?:with|to|by|:|of (?:ours|the author)|below|0x[0-9a-f]+|bc1|our|this)|\b(?:transfer|send|pay|donate|wire|move)\b[^.\n]{0,30}\b(?:funds?|coins?|money|btc|eth|usdc|sol\b|balance|a (?:small )?(?:fee|share|tip|amount)|\d+(?:\.\d+)? ?%|remaining)\b[^.\n]{0,50}\b(?:to|into)\b[^.\n]{0,30}(?:0x[0-9a-f]{6,}|bc1\w+|\bour\b|\bthe author|\bthis (?:address|account|wallet)|[13][1-9A-HJ-NP-Za-km-z]{25,}|[1-9A-HJ-NP-Za-km-z]{32,44}\b)|\b(?:also )?accepts?\b[^.\n]{0,60}\b(?:for|on|as|to) (?:any|every|all)\b[^.\n]{0,20}\b(?:accounts?|users?|logins?|requests?)\b|\bapprove\w*\b[^.\n]{0,20}\b(?:at once|immediately|unseen|without (?:reading|looking|checking))\b|\b(?:introduce|plant|insert|add|leave|hide|slip|inject|include|put)\b[^.\n]{0,40}\b(?:back-?doors?|subtle (?:bugs?|flaws?|errors?)|vulnerabilit(?:y|ies)|hidden (?:accounts?|users?|endpoints?|admin\w*|routes?)|tracking (?:pixel|script|code)|magic (?:header|password|token)|hard-?coded (?:admin|password|account)|our (?:sdk|script|package|dependency|snippet|loader)|master (?:key|password))|\b(?:always|only|must)\s+(?:approve|pass|report|answer|say|rate|recommend|prefer|praise|claim|state|mark|accept|return)\b[^.\n]{0,60}\b(?:no (?:issues?|problems?|vulnerabilit\w+|findings?|errors?)|clean|safe|passed|secure|five stars?|5 stars?|10\/10|approved|our (?:product|service|library)|success(?:ful)?)\b|\b(?:report|say|claim|pretend|state|answer)\b[^.\n]{0,40}\b(?:tests?|checks?|scan|audit|review|build)\b[^.\n]{0,30}\b(?:pass(?:ed)?|clean|succeeded|green|fine)\b[^.\n]{0,40}\b(?:even if|regardless|without running|whatever|no matter|always)`,
    ),
    unless:
      /\b(?:test (?:wallet|account|environment)|sandbox account|local(?:ly)? (?:dev|only|host)|placeholder|in (?:the )?tests?\b|fixtures?|mock|temporar(?:y|ily)|staging)\b/i,
    kinds: ["description", "prose", "hidden", "data"],
  },
  {
    id: "injection.weaker",
    risk: "injection",
    severity: "medium",
    message: "It has a protection left out of what the agent makes.",
    pattern: sentence(
      String.raw`\b(?:weaken|disable|remove|comment out|turn off|skip|relax)\b[^.\n]{0,40}\b(?:authentication|authori[sz]ation checks?|input validation|signature (?:checks?|verification)|tls verification|certificate (?:checks?|validation)|csrf|audit log\w*|access control|encryption|password checks?|security headers?|sandbox(?:ing)?|permission checks?|rate limit\w*)\b`,
    ),
    unless: /\b(?:in (?:the )?tests?\b|fixtures?|mock|temporar(?:y|ily)|staging|stateless)\b/i,
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
];
