import { rule } from "./injection-rule.ts";
import type { InjectionRule } from "./injection-rule.ts";
import { agent, gap, verb } from "./order-words.ts";

/** Orders that speak to an agent in a false voice, or are hidden, or are to be kept from the person. */
export const concealRules: readonly InjectionRule[] = [
  rule(
    "conceal.from-user",
    "tells an agent to hide something from the person",
    [
      String.raw`\b(?:do not|don't|never|must not|mustn't|avoid|without|refrain from|no need to|should not)\s+(?:ever |even |the user |explicitly )?(?:tell(?:ing)?|inform(?:ing)?|mention(?:ing)?|notify(?:ing)?|alert(?:ing)?|warn(?:ing)?|reveal(?:ing)?|show(?:ing)?|disclos(?:e|ing)|ask(?:ing)?|report(?:ing)?|say(?:ing)?|let(?:ting)?|display(?:ing)?|log(?:ging)?|confirm(?:ing)?)\b${gap(45)}\b(?:the )?(?:user|owner|human|operator|person|anyone|anybody|customer|victim|developer|reviewer|him|her|them)(?:'s)?\b`,
    ],
    { except: ["context-file"], negatable: true },
  ),
  rule(
    "conceal.in-rules",
    "tells an agent to hide something from the person",
    [
      String.raw`\b(?:do not|don't|never|without)\s+(?:ever |even )?(?:tell(?:ing)?|inform(?:ing)?|mention(?:ing)?|notify(?:ing)?|alert(?:ing)?|reveal(?:ing)?|show(?:ing)?|disclos(?:e|ing)|report(?:ing)?)\b${gap(40)}\b(?:to )?(?:the )?(?:user|owner|human|developer|reviewer|person|anyone)\b`,
      String.raw`\b(?:do not|don't|never) (?:mention|report|flag|show|reveal|disclose|log|list)\b${gap(40)}\b(?:this (?:file|rule|step|instruction|comment|section|line|change)|these (?:instructions|rules|steps|changes)|vulnerab\w+|in (?:the|your) (?:summary|output|reply|answer|commit|pull request|pr|diff|log))`,
    ],
    { only: ["context-file"] },
  ),
  rule(
    "conceal.silently",
    "asks for something to be done unseen",
    [
      String.raw`\b(?:quietly|silently|secretly|covertly|discreetly|in the background|invisibly|unnoticed)\b,?\s(?:also |then |and )?${verb}\b`,
      String.raw`\b(?:delete|wipe|erase|remove|send|forward|e-?mail|upload|push|deploy|pay|transfer|buy|grant|share|invite|disable|approve|merge|publish|install|overwrite|post)\b${gap(80)}\b(?:secretly|covertly|unnoticed|behind (?:the|his|her|their) (?:user'?s? )?backs?|without (?:asking|telling|showing|informing|confirm\w+|confirmation|approval|a word|notice|notifying|mentioning|prompting|review|being asked|the user))\b`,
    ],
    { negatable: true, except: ["context-file"] },
  ),
  rule("conceal.pretend", "tells an agent to give a false account", [
    String.raw`\b(?:say|claim|report|pretend|state|reply|respond|answer|tell (?:the user|them|him|her))\b${gap(30)}\b(?:that )?(?:(?:all |the )?tests? (?:pass\w*|succeed\w*|are green)|nothing (?:happened|was|changed)|everything (?:is|was|went) (?:fine|ok|normal)|it was (?:a|an) (?:error|bug|accident)|there (?:are|were) no (?:issues|problems|vulnerab\w+|warnings|changes))\b${gap(40)}\b(?:even|regardless|instead|without|no matter|anyway|always|although|whatever)`,
  ]),
  rule(
    "marker.role",
    "imitates the marks between the parts of a conversation",
    [
      String.raw`<\|(?:im_(?:start|end)|system|user|assistant|endoftext|eot_id|start_header_id|end_header_id|tool)\|>`,
      String.raw`\[/?(?:inst|sys|system_prompt|available_tools|tool_results?)\]`,
      String.raw`<</?sys>>`,
      String.raw`</?(?:system|system[_-](?:prompt|message|reminder|instructions?)|assistant|developer|tool[_-]?(?:result|output|response)s?|function[_-]?(?:results?|calls?)|untrusted[\w-]*|user[_-](?:message|input|query))\s{0,3}>`,
      String.raw`(?:^|\n)\s{0,4}#{2,4}\s{0,3}(?:system|instruction|human|user|assistant|developer)\s{0,3}:`,
      String.raw`\bend of (?:the )?(?:untrusted|user|web|page|document|tool|file|email|external|quoted)[ -](?:\w+ )?(?:content|input|data|text|output|block|section)`,
      String.raw`(?:begin|start) (?:of )?(?:new )?(?:system|developer|admin|trusted) (?:prompt|message|instructions?|section)`,
      String.raw`={3,}\s{0,3}(?:end|begin|system|new)\b[^\n]{0,40}={3,}`,
    ],
    { except: ["context-file"] },
  ),
  rule(
    "marker.hidden-role",
    "imitates the marks between the parts of a conversation",
    [
      String.raw`<\|(?:im_(?:start|end)|system|user|assistant|endoftext|eot_id|start_header_id)\|>`,
      String.raw`\[/?(?:inst|sys)\]`,
      String.raw`<</?sys>>`,
      String.raw`</?(?:system|system[_-](?:prompt|message|reminder)|tool[_-]?results?)\s{0,3}>`,
    ],
    { only: ["context-file"] },
  ),
  rule(
    "marker.fake-voice",
    "speaks as the system, the person or a tool",
    [
      String.raw`(?:^|[\n"'>([{|*]\s{0,4}|[.!?]\s{1,3})(?:(?:system|developer|admin\w*|root|operator|security)(?: (?:message|notice|notification|prompt|override|alert|instruction|update|note|command|team))?|tool (?:output|result|response)(?: ?\([^)\n]{0,40}\))?|function result|(?:human|user|owner) ?\([^)\n]{0,40}\)|user (?:says|message|confirms|confirmed)|hermes)\s{0,3}[:\])>-]+\s{0,4}${gap(90)}\b(?:${verb}|approved?|granted|next command|must|now|mode|disabled|enabled|compromised|override|you (?:are|must|should|may|can|have))\b`,
    ],
    { except: ["context-file"] },
  ),
  rule(
    "address.attention",
    "speaks to an agent that reads it",
    [
      String.raw`\b(?:attention|notice|note|dear|hey|hello|hi|important|message|instructions?|directive|reminder|warning|psa|memo|request|info|information)\b[ :,!-]{1,3}(?:(?:to|for) )?(?:(?:the|all|any|every|other|you|automated) ){0,3}${agent}\b`,
    ],
    { except: ["context-file"] },
  ),
  rule(
    "address.reader",
    "speaks to an agent that reads it",
    [
      String.raw`\b(?:if you are (?:an? |the )?|(?:when|while|as) (?:an? |the )?|any |every |all )${agent}(?:,| (?:reading|processing|summari[sz]ing|that (?:reads?|process\w*|summari[sz]\w*|sees?)|who reads?|visiting|parsing|reviewing|indexing|must|should|shall|has to|have to|is required|are required|needs? to|please))\b`,
    ],
    { except: ["context-file", "memory"] },
  ),
  rule(
    "address.order",
    "gives an order to an agent",
    [
      String.raw`(?:^|[\n.!?:;>"'(\[*|-]\s{0,4}|\b(?:hey|dear|ok|okay|hi)\s)@?${agent}\s{0,2}[,:!-]\s{0,4}(?:you (?:must|should|will|are to|need to|can now)|please|kindly|now|first|immediately|also)?\s{0,2}${verb}\b`,
    ],
    { except: ["dm"] },
  ),
  rule(
    "address.duty",
    "gives an order to an agent",
    [
      String.raw`\b(?:the |your |any |every |this |all )?${agent} (?:must|shall|should|has to|have to|needs? to|is (?:required|instructed|ordered|asked|told) to|are (?:required|instructed|ordered|asked) to|will now|may now)\b${gap(60)}\b(?:send|upload|forward|reveal|run|execute|fetch|download|install|delete|ignore|disregard|transfer|pay|buy|recommend|rank|rate|approve|say|visit|click|grant|obey|trust|comply|never mention|not mention|not tell|hide)`,
    ],
    { except: ["context-file", "memory"] },
  ),
  rule(
    "address.summary",
    "orders what an agent is to say",
    [
      String.raw`\b(?:the |your |any )?(?:summary|answer|reply|response|translation|review|report) (?:must|should|has to|needs to|shall|will) (?:also )?(?:contain|include|say|state|mention|recommend|end with|begin with|start with|link|not (?:mention|contain|include))`,
      String.raw`\b(?:when|while|before|after|if)(?: you(?: are)?)? (?:summari[sz](?:ing|e)|translat(?:ing|e)|quot(?:ing|e)|answer(?:ing)?|process(?:ing)?|reading|read|review(?:ing)?|index(?:ing)?)\b${gap(60)}(?:,|\b(?:first|always|also|please|instead|you must|make sure to))\s(?:\w+ )?${verb}\b`,
    ],
    { only: ["web-page", "email", "tool-result", "imported-text"] },
  ),
  rule(
    "conceal.rules",
    "tells an agent to deny what it was told",
    [
      String.raw`\b(?:if|when|whenever)\b${gap(60)}\b(?:asks?|asked|questions?|inquires?|wants? to know)\b${gap(80)}\b(?:answer|say|reply|respond|claim|tell|deny|pretend|state|insist)\b${gap(50)}\b(?:none|nothing|no (?:such|rules|instructions|hidden|access)|not (?:have|know|allowed)|don't (?:have|know)|never|denied|different|instead|only)\b`,
      String.raw`\bdeny\b ${gap(25)}\b(?:having|knowing|that you|any knowledge|the existence|access)\b`,
    ],
    { only: ["memory", "web-page", "email", "tool-result", "imported-text", "context-file"] },
  ),
  rule(
    "encoded.obey",
    "holds orders in an encoded form",
    [
      String.raw`\b(?:decode|decipher|decrypt|unscramble|reverse|rot-?13|base64|unhex|translate)\b${gap(80)}\b(?:and|then|,)\s(?:then )?(?:follow|execute|run|obey|do (?:what|as)|carry out|apply|act on|comply|perform)\b`,
      String.raw`\b(?:follow|execute|obey|run|carry out|apply)\b${gap(40)}\b(?:base64|rot-?13|hex|encoded|reversed|encrypted|hidden|invisible) (?:instructions?|text|message|string|commands?|block|payload|order)`,
    ],
    { negatable: true },
  ),
  rule(
    "fetch.obey",
    "tells an agent to obey another text",
    [
      String.raw`\b(?:follow|obey|execute|apply|carry out|do|treat|perform|run)\b ${gap(25)}\b(?:instructions?|orders|commands|steps|directives|whatever|everything|what(?: it)? says|rules)\b${gap(40)}\b(?:at|from|in|on|under|found|there|page|file|linked|of)\b${gap(40)}(?:https?:\/\/|\b[\w-]+\.(?:example|com|net|org|io|test|xyz|dev)\b|data-\w+|the (?:page|site|mail|comment|attribute|attachment|image|document|subject|link))`,
    ],
    { negatable: true, except: ["context-file"] },
  ),
  rule(
    "fetch.attribute",
    "tells an agent to run what stands elsewhere in the page",
    [
      String.raw`\b(?:run|execute|follow|eval)\b${gap(50)}\b(?:shell )?(?:commands?|code|script|instructions?)\b${gap(30)}\bin (?:the |this )?(?:data-[\w-]+|attribute|alt|comment|title|meta|footer|hidden)`,
    ],
    { negatable: true },
  ),
  rule("hidden.markup", "hides words to an agent in markup", [
    String.raw`<!--(?:(?!-->)[\s\S]){0,400}?(?:\b(?:ignore|disregard) (?:all|any|the|previous|prior|your)|\b(?:send|upload|post|exfiltrate|forward)\b(?:(?!-->)[\s\S]){0,80}?(?:https?:|secret|token|key|\.env|@)|\b(?:do not|don't|never) (?:tell|mention|show|reveal|inform)|\b${agent}\b(?:(?!-->)[\s\S]){0,60}?\b(?:must|should|please|run|add|include|execute|fetch|insert|use|call|always|never)\b|\bcurl\b[^\n]{0,80}\|)`,
  ]),
  rule("hidden.style", "hides words to an agent in markup", [
    String.raw`(?:display\s{0,2}:\s{0,2}none|visibility\s{0,2}:\s{0,2}hidden|font-size\s{0,2}:\s{0,2}[01](?:px|pt|em|%)?\b|opacity\s{0,2}:\s{0,2}0(?:\.0\d?)?\b|color\s{0,2}:\s{0,2}(?:white|#fff(?:fff)?|transparent)|left\s{0,2}:\s{0,2}-\d{3,}|height\s{0,2}:\s{0,2}0|aria-hidden="?true|\bhidden\b)[^>\n]{0,120}>[^<]{0,200}\b(?:${agent}|ignore (?:all|the|previous|your)|instructions?|system prompt|reveal|send|forward|upload|e-?mail|recommend|say that|execute|run)\b`,
  ]),
];
