import { rule } from "./injection-rule.ts";
import type { InjectionRule } from "./injection-rule.ts";
import { agent, destructive, gap, order, secret, target } from "./order-words.ts";

/** Orders to do harm, now, later or in every session. */
export const actionRules: readonly InjectionRule[] = [
  rule(
    "trigger.later",
    "plants an act for a later moment",
    [
      String.raw`\b(?:when(?:ever)?|if|once|as soon as|every time|each time|the next time|after|before)\b ${gap(70)}(?:,|\bthen\b|\balways\b|\bfirst\b|\bimmediately\b)\s{1,3}(?:(?:please|then|first|also|always|you must|you should|immediately|just|the (?:agent|assistant) (?:must|should)|quietly|silently) ){0,3}(?:delete|wipe|erase|drop|destroy|send|forward|e-?mail|upload|post|push|pay|transfer|buy|execute|run|curl|approve|grant|share|invite|disable|overwrite|publish|bcc|copy|leak|reveal|rm)\b${gap(90)}(?:\bwithout (?:asking|confirm\w+|telling|approval|showing|a question|warning|notice)|https?:\/\/|[\w.+-]+@[\w-]+\.[\w.-]+|\b(?:backups?|credentials?|secrets?|passwords?|tokens?|keys?|\.env|inbox|contacts|everything|all (?:files|data|messages|mails|e-?mails)|home (?:folder|directory)|repository|database|production|payment|money|wallet|curl|rm -rf|force)\b)`,
    ],
    { negatable: true, except: ["context-file"] },
  ),
  rule(
    "action.destructive",
    "asks for something destructive or irreversible",
    [
      String.raw`${order}(?:rm -[rf]{1,3}\b|run (?:\x60)?rm |git push --force|git push -f|delete (?:all|every|the (?:backups?|database|repository|repo|home|user'?s?|logs?|whole|entire|production))|wipe (?:the|all|every)|drop (?:the )?(?:database|tables?|production)|disable (?:the )?(?:firewall|antivirus|backups?|logging|audit\w*|2fa|mfa|tls|ssl|certificate|safety|security|sandbox|guard))`,
    ],
    { negatable: true, only: ["web-page", "email", "tool-result", "imported-text", "cron-prompt"] },
  ),
  rule(
    "action.foothold",
    "asks for a way in to be left",
    [
      String.raw`\b(?:add|append|install|put|insert|write|copy|leave|plant|create|introduce|inject|include|embed)\b${gap(70)}(?:\bauthorized[_ ]keys\b|ssh-(?:rsa|ed25519|dss) aaaa|\bback ?doors?\b|\bkey ?loggers?\b|\breverse shells?\b|\b(?:cron ?(?:tab|job)|systemd|launch agent|\.bashrc|\.zshrc|\.profile|git hook|post-?install|pre-?commit hook)\b${gap(60)}(?:curl|wget|https?:|nc |base64|bash -c|sh -c)|\b(?:tracking pixel|malicious|malware|trojan|an? (?:\w+ )?(?:exploit|vulnerability)|hard-?coded (?:password|credential|admin|key)|master password|secret (?:account|admin|user|login|endpoint|bypass))\b)`,
    ],
    { negatable: true },
  ),
  rule(
    "action.weaken",
    "asks for weaker protection",
    [
      String.raw`${order}(?:disable|turn off|remove|weaken|bypass|skip|comment out|relax|set|use|replace)\b${gap(50)}(?:\b(?:tls|ssl|certificate|signature|input|jwt|csrf|auth\w*|permission|access|security|type)[ -](?:verification|validation|checks?|headers?|control|tests?|scan\w*)\b|\brejectunauthorized\b|\bverify ?= ?false\b|\bnode_tls_reject_unauthorized\b|\b(?:chmod|mode) 0?777\b|--no-verify|\beval\(|\bmd5\b${gap(20)}passwords?)${gap(60)}(?:\b(?:everywhere|always|in (?:all|every|production|each)|for (?:all|every|each)|whenever|silently|without|never mention|do not mention|don't mention|by default|unless)\b|$)`,
    ],
    { negatable: true, only: ["context-file", "memory", "skill", "imported-text"] },
  ),
  rule(
    "action.run-fetched",
    "asks for a program from the network to be run",
    [
      String.raw`\b(?:run|execute|paste|type|enter|start|use|call|invoke|eval)\b${gap(60)}\b(?:curl|wget|iwr|irm|invoke-webrequest|bash <\(|powershell|nc |python3? -c|base64 (?:-d|--decode))${gap(120)}(?:\||>\(|;|&&|\biex\b|https?:\/\/)`,
    ],
    { only: ["memory", "tool-result", "email", "cron-prompt", "dm", "imported-text"], negatable: true },
  ),
  rule(
    "action.agent-runs-fetched",
    "asks an agent to run a program from the network before its work",
    [
      String.raw`\b(?:before|after|first|always|at the start|every (?:session|time|task)|whenever|on startup|each (?:session|task|commit|time))\b${gap(90)}\b(?:curl|wget|iwr|irm)\b${gap(120)}(?:\|\s{0,3}(?:sudo )?(?:ba|z|da)?sh\b|\|\s{0,3}(?:python|node|perl|iex))`,
      String.raw`\b(?:curl|wget)\b[^\n]{0,120}(?:-d|--data\S{0,12}|-f|-t|--post-\w+|--upload-file)\s[^\n]{0,60}(?:\$\(|\x60|@)[^\n]{0,60}(?:env|\.ssh|\.aws|secret|token|key|passwd|history|id_rsa|credential|hostname|whoami|\.env)`,
    ],
    { negatable: true },
  ),
  rule("action.env-sent", "has a command that sends secrets away", [
    String.raw`(?:\bcat\b|\benv\b|\bprintenv\b|\btar\b|\bbase64\b|<)[^\n]{0,60}(?:\.env\b|\.ssh|\.aws|id_rsa|id_ed25519|credentials|\.netrc|history|passwd|secrets?|keychain|\benv\b)[^\n]{0,60}\|[^\n]{0,60}\b(?:curl|wget|nc|ncat|netcat|socat|mail|sendmail|ssh)\b`,
  ]),
  rule(
    "action.money",
    "asks for money or goods to be moved",
    [
      String.raw`${order}(?:transfer|pay|wire|send|buy|purchase|donate|order)\b ${gap(40)}(?:[$€£]\s?[0-9]|[0-9]+\s?(?:usd|eur|gbp|btc|eth|usdt|dollars?|euros?|bitcoin)|\b(?:gift cards?|bitcoin|btc|crypto|iban)\b|payment methods?)`,
      String.raw`\buse the (?:user|visitor|customer|owner)'?s? (?:payment|card|wallet|account|credit)`,
    ],
    { only: ["web-page", "email", "tool-result", "dm", "imported-text", "memory"], negatable: true },
  ),
  rule(
    "trigger.unseen",
    "plants an act for when nobody looks",
    [
      String.raw`\b(?:when(?:ever)?|while|if|once|as soon as|until)\b (?:the |your )?(?:user|owner|human|nobody|no one|person|everyone)\b${gap(20)}\b(?:idle|away|asleep|offline|not looking|gone|absent|watching|sleeping|looks away|logs? (?:off|out))\b`,
    ],
    { except: ["context-file"], negatable: true },
  ),
  rule(
    "action.ordered-review",
    "has an agent wave something through",
    [
      String.raw`\b(?:${agent}|reviewers?|bots?|automation)\b${gap(60)}\b(?:should|must|shall|always|are to|is to)\b${gap(25)}\b(?:approve|merge|accept|trust|sign off|lgtm)\b${gap(70)}(?:\b(?:by|from) (?:user |author |@)|\bwithout\b|\bregardless\b|\beven if\b|\bautomatically\b|\bimmediately\b|\ball\b|\bevery\b)`,
    ],
    { negatable: true },
  ),
  rule(
    "action.spread",
    "has foreign code put into many places",
    [
      String.raw`\b(?:add|insert|include|copy|paste|append|put|inject)\b${gap(70)}\b(?:to|in|into|at the top of|at the end of) (?:every|all|each|any) ${gap(25)}\b(?:login|auth\w*|password|payment|checkout|session|token|crypto\w*|signing|upload|admin|request) ?(?:handlers?|functions?|routes?|modules?|forms?|pages?|checks?|controllers?|flows?|endpoints?)`,
    ],
    {
      negatable: true,
      only: ["context-file", "web-page", "memory", "skill", "imported-text", "tool-result"],
    },
  ),
  rule(
    "action.report-only",
    "tells an agent to report less than it did",
    [
      String.raw`\b(?:report|reply|answer|respond|say|print|output|return|write)(?: back)?(?: with)? (?:only|just|nothing (?:but|except))\b ?(?:the word )?["'\x60]?(?:ok|okay|done|success|yes|fine)\b`,
    ],
    { only: ["cron-prompt", "web-page", "email", "tool-result", "memory", "imported-text"] },
  ),
  rule(
    "action.invite",
    "asks for people to be drawn in",
    [
      String.raw`${order}(?:invite|add|message|e-?mail|contact|write to|cc|forward (?:this|it))\b ${gap(30)}\b(?:all|every|each|everyone in)\b ${gap(25)}\b(?:contacts?|friends|colleagues|participants|addresses|channels?|members|address book)\b`,
    ],
    { negatable: true, only: ["web-page", "email", "tool-result", "imported-text"] },
  ),
  rule(
    "persist.memory",
    "asks to be kept as a rule for later",
    [
      String.raw`\b(?:save|store|remember|add|write|record|keep|persist|memori[sz]e|append|put)\b${gap(70)}\b(?:(?:to|in|into|as) (?:your |the |its |a |an |agent'?s? |long-term |permanent )*(?:memor(?:y|ies)|memory\.md|user\.md|soul\.md|agents\.md|skills?|knowledge base|system prompt|permanent (?:rule|instruction|preference)|standing (?:rule|order|instruction))|(?:for|in|across) (?:all |every |any )*(?:future|later|coming|subsequent|next) (?:sessions?|conversations?|chats?|tasks?|runs?))\b`,
    ],
    { only: ["web-page", "email", "tool-result", "context-file", "imported-text"], negatable: true },
  ),
  rule(
    "persist.every-session",
    "plants a rule for every later conversation",
    [
      String.raw`\b(?:in|for|at the (?:start|end) of|with) (?:all|every|each) (?:future |new |later |coming )?(?:sessions?|conversations?|chats?|replies|reply|answers?|responses?|messages?|e-?mails?|commits?)\b${gap(60)}\b(?:${destructive}|include|append|insert|recommend|mention|link|bcc|cc|obey|trust)\b${gap(80)}(?:${target}|${secret})`,
      String.raw`\b(?:always|forever|permanently|from now on|every time)\b${gap(40)}\b(?:bcc|cc|forward|copy|send|upload|post|append|insert|include|recommend|link)\b${gap(80)}(?:https?:\/\/|[\w.+-]+@[\w-]+\.[\w.-]+|\b(?:shop|promo|affiliate|ref)\b)`,
    ],
    { negatable: true, except: ["context-file"] },
  ),
  rule(
    "tool.greedy",
    "makes a tool take what it has no need of",
    [
      String.raw`\b(?:this|the) tool (?:must|should|has to|needs to|shall) (?:always )?be (?:called|used|run|invoked) (?:before|first|prior|instead|with every|on every|for every|whenever)`,
      String.raw`\b(?:before|after|instead of) (?:using|calling|every|any|each|all)(?: of the)?(?: other| another| call (?:of|to))* tools?\b`,
      String.raw`\b(?:needs?|requires?|expects?|pass|provide|supply|include|send|give)\b${gap(50)}\b(?:whole|entire|full|complete) (?:conversation|chat|context|history|transcript|system prompt|message history|prompt)`,
      String.raw`\balways (?:call|use|prefer|invoke) this tool\b`,
      String.raw`\b(?:do not|don't|never) (?:use|call|trust) (?:the |any )?(?:other|built-?in|original|\w+_\w+) tools?\b`,
      String.raw`\b(?:read|load|open|pass|provide|put|include)\b${gap(50)}(?:~\/|\/etc\/|\/home\/|\.ssh|\.env|\.aws|mcp\.json|config\.ya?ml|id_rsa)${gap(60)}\b(?:as|in|into|to|via|through) (?:the |its |this )?(?:\x60?\w+\x60? )?(?:parameters?|arguments?|fields?|sidenote|context|notes?|\x60\w+\x60)`,
    ],
    { only: ["tool-result", "tool-description", "imported-text", "skill"] },
  ),
  rule(
    "step.skill",
    "makes a skill or a plan of a foreign text",
    [
      String.raw`\b(?:save|store|install|load|import|register|create|add)\b${gap(25)}\b(?:this (?:page|text|mail|message|document|site|file)|the following|it)\b${gap(15)}\bas (?:a |an |your )?(?:new )?(?:skills?|plugins?|tools?|cron ?jobs?|scheduled tasks?|hooks?|rules?)\b`,
      String.raw`\b(?:create|add|schedule|set up) (?:a |an )?(?:cron ?job|scheduled task|recurring task|reminder|hook|plugin)\b${gap(60)}\b(?:that|which|to)\b${gap(30)}\b(?:sends?|uploads?|runs?|executes?|fetch(?:es)?|downloads?|forwards?|posts?|checks? in)\b`,
    ],
    { only: ["web-page", "email", "tool-result", "imported-text", "memory"], negatable: true },
  ),
];
