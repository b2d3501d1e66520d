import type { TextSurface } from "./text-surface.ts";

/** One kind of order that a text may hold. Patterns are for lower case and plain letters. */
export interface InjectionRule {
  readonly id: string;
  /** What the passage does, after "This passage". */
  readonly reason: string;
  readonly pattern: RegExp;
  /** Surfaces on which it is normal. @default none */
  readonly except?: readonly TextSurface[] | undefined;
  /** The surfaces on which it alone counts. @default all */
  readonly only?: readonly TextSurface[] | undefined;
  /** What must stand somewhere in the text for the pattern to be worth trying. */
  readonly needs: readonly RegExp[];
  /** "Never do this" is good advice. @default false */
  readonly negatable?: boolean | undefined;
}

/** Up to so many characters of the same sentence; a dot within a name does not end it. */
const gap = (most: number): string => String.raw`(?:[^.!?]|[.!?](?=[^\s"'])){0,${most}}?`;

const agent = String.raw`(?:a\.?i\.?(?: (?:assistants?|agents?|models?|systems?|tools?|reviewers?|readers?|crawlers?|contributors?|bots?|users?))?|llms?|large language models?|language models?|(?:coding |virtual |chat |automated |autonomous )?(?:assistants?|agents?)|chat ?bots?|(?:chat)?gpt(?:-?[0-9o]+)?|claude|gemini|copilot|hermes)`;
const verb = String.raw`(?:ignore|disregard|forget|grep|search|find|collect|zip|look up|forward|curl|pass|load|send|post|upload|forward|submit|e-?mail|reveal|print|output|share|copy|read|open|run|execute|fetch|download|install|delete|remove|add|append|include|insert|write|save|store|remember|reply|respond|answer|say|tell|show|visit|click|call|use|invite|transfer|pay|buy|order|approve|merge|push|publish|disable|enable|change|set|update|create|make|give|grant|follow|do|treat|summari[sz]e|recommend|rank|rate|state|stop|skip|list|attach|encode|mention|prefer|always|never)`;
const secret = String.raw`(?:system prompts?|(?:initial|hidden|original|secret|internal) (?:prompts?|instructions?)|api[ _-]?keys?|credentials?|passwords?|passphrases?|passcodes?|secrets?|secret keys?|access tokens?|auth tokens?|tokens?|ssh[ -]keys?|private keys?|pairing codes?|one-time codes?|2fa codes?|\.env\b|\b[a-z_]{1,40}\.pem\b|id_(?:rsa|ed25519)|\.ssh\b|\.aws\b|\.netrc|\.npmrc|\.kube|authorized_keys|keychain|cookies|session (?:ids?|cookies?|tokens?)|environment variables?|env vars?|printenv|wallets?|seed phrases?|(?:chat|conversation|message|browsing|shell) (?:history|logs?|transcripts?)|(?:whole|entire|full|complete|this|our) (?:conversation|chat|thread|context)(?! ids?\b)|conversations?(?! (?:ids?|list|view|window|page)\b)|inbox|(?:last|latest|recent|all) (?:[0-9a-z]+ )?(?:e-?mails?|messages|mails)|contacts(?: list)?|address book|(?:user|owner|visitor|customer)'?s? (?:e-?mails?|e-?mail address|phone|address|name|location|data|files?|calendar|documents?|payment \w+)|payment (?:methods?|details)|credit cards?|card numbers?|bank (?:details|account)|home (?:directory|folder)|notes folder|(?:memory|user|soul)\.md|~\/[\w.]+|\$home|documents folder|the logs?\b|memories|private (?:files?|data|notes?|repos?\w*|messages?)|confidential|personal (?:data|information|details)|source code|database dump|(?:all|every|any) (?:[a-z]+ )?(?:invoices|mails?|e-?mails?|attachments|contracts)|customer (?:data|list)|/etc/(?:passwd|shadow))`;
const target = String.raw`(?:https?:\/\/|ftp:\/\/|[\w.+-]+@[\w-]+\.[\w.-]+|\b[\w-]+(?:\.[\w-]+)*\.(?:example|com|net|org|io|test|xyz|dev|app|info|ru|cn|invalid|onion|site|online)\b|webhook|paste ?bin|\bgist\b|attacker|(?:this|that|our|my|the following|external) (?:address|url|site|server|number|endpoint|form|channel|account|e-?mail|inbox|bot)|\bto (?:me|us)\b|telegram|discord|query (?:string|parameter)|\?\w+=)`;
const order = String.raw`(?:^|[.!?:;,"'(\[>*#|\n-]\s{0,4}|\b(?:please|then|and|or|first|next|now|also|must|should|shall|always|will|to|you|instead|just|immediately|quietly|silently|secretly|kindly|step [0-9]+|(?:each|every) [a-z]+(?: at [0-9:]+)?|daily|nightly|weekly|hourly|monthly|may|can|could you|would you|agent|assistant)[:,]?\s{1,4})`;
const destructive = String.raw`(?:delete|wipe|erase|remove|drop|destroy|format|rm -rf|send|forward|e-?mail|upload|post|push|deploy|publish|pay|transfer|buy|purchase|order|install|execute|run|approve|merge|grant|share|invite|disable|add|change|reset|overwrite|move|accept)`;

const needed = [secret, agent].map((words) => ({ words, anywhere: new RegExp(words) }));

function rule(id: string, reason: string, pattern: string, rest: Partial<InjectionRule> = {}): InjectionRule {
  // Where the words are one choice of several, the pattern can do without them.
  const needs = needed
    .filter(({ words }) => /^(?:exfil|address)\./.test(id) && pattern.includes(words))
    .map(({ anywhere }) => anywhere);
  return { id, reason, pattern: new RegExp(pattern, "g"), needs, ...rest };
}

const earlier = String.raw`(?:(?:all|any|every|each|the|your|these|those|this|that|my|our|of|previous|previously|prior|above|earlier|preceding|foregoing|existing|current|former|old|initial|original|system|safety|security|developer|operator|user|user's|owner's|given|standing|other|default|built-in|internal|and|or|past|programmed|ethical|content)[,\s]+){1,7}`;

/** What orders to an agent look like, wherever they stand. Made when called: most runs never scan a text. */
export function createInjectionRules(): readonly InjectionRule[] {
  return [
    rule(
      "override.instructions",
      "tells an agent to set its instructions aside",
      String.raw`\b(?:ignor(?:e|ing)|disregard(?:ing)?|forget|override|bypass|discard|neglect|drop|abandon|set aside|throw away|do not (?:follow|obey)|don't (?:follow|obey)|stop (?:following|obeying)|pay no attention to|erase|cancel|void)\s+${earlier}(?:instructions?|prompts?|rules|guidelines|guidance|directives?|directions|commands|orders|constraints|restrictions|limitations|polic(?:y|ies)|safeguards?|guardrails?|protocols?|programming|training|context|system messages?|told|said)\b`,
      { negatable: true },
    ),
    rule(
      "override.everything",
      "tells an agent to set its instructions aside",
      String.raw`\b(?:ignore|disregard|forget)\s+(?:everything|all|anything|what(?:ever)?)\s+(?:(?:you|that|was|were|have|has|been|i|the|user|developer|owner|system|above|before|said|told|written|instructed|so far|previously)\s*){1,8}`,
      { negatable: true },
    ),
    rule(
      "override.replaced",
      "gives an agent new instructions in the place of its own",
      String.raw`\b(?:new|updated|revised|real|actual|true|higher[- ]priority|overriding|superseding) (?:system )?(?:instructions?|prompts?|directives?|orders|task|objective|goal|rules)\b\s{0,4}(?::|are\b|is\b|from\b|follow|supersede|override|replace|take)`,
      { except: ["context-file"] },
    ),
    rule(
      "override.supersede",
      "claims to stand above an agent's instructions",
      String.raw`\b(?:supersedes?|overrides?|replaces?|takes? (?:precedence|priority) over|outranks?) (?:${earlier})(?:instructions?|prompts?|rules|guidelines|polic(?:y|ies)|system prompt|settings|configuration|safety)\b`,
      { negatable: true, except: ["context-file"] },
    ),
    rule(
      "identity.unbound",
      "gives an agent another identity without rules",
      String.raw`\b(?:you are (?:now|no longer)|from now on,? you(?:'re| are| will)|act as|pretend (?:to be|that you are|you are)|behave (?:as|like)|enter|switch (?:in)?to|activate|enable|you are in)\b${gap(60)}\b(?:dan\b|unrestricted|unfiltered|uncensored|jail ?br\w+|without (?:any )?(?:rules|limits|limitations|restrictions|filters?|safety)|no (?:rules|limits|limitations|restrictions|filters?)|(?:developer|god|debug|maintenance|admin|root|sudo|unsafe|yolo|test) mode|do anything now|evil|bound by|obey (?:only|me|any)|the (?:agent|assistant|bot) of)`,
    ),
    rule(
      "identity.owner",
      "names another owner of the agent",
      String.raw`\b(?:your (?:real|true|actual|new|only|rightful) (?:owner|master|operator|user|boss|creator|administrator|identity|purpose|goal|name)|(?:is|as|am|are) (?:now )?(?:the |an? |your )?(?:new |real |true |second |co-?|rightful )(?:owner|administrator|admin|operator|master)\b|(?:obey|trust|follow) (?:only )?(?:me|him|her|them|messages from|orders from|instructions from|commands from|requests from|anything from|everything from|whoever)\b|treat ${gap(60)} as (?:if (?:they|it|he|she) (?:were|was|came from|is|are) )?(?:the |an? |your )?(?:owner|admin\w*|operator|trusted|instructions?|commands?|orders|approved|approval|system))`,
      { negatable: true },
    ),
    rule(
      "identity.has-authority",
      "gives somebody the rights of the owner",
      String.raw`(?:@[\w.-]{2,40}|\b(?:user|account|number|contact|sender|chat|whoever|anyone|anybody|person|he|she|they|[a-z]+@[\w.-]+)\b)${gap(50)}\b(?:has|have|with|gets?|holds?|carries) (?:the )?(?:full |same |all |complete |unlimited |owner |admin |root )+(?:rights|access|permissions?|authority|privileges|powers?)(?: as| to|\b)`,
      { only: ["memory", "email", "web-page", "tool-result", "cron-prompt", "dm", "imported-text"] },
    ),
    rule(
      "approval.spoofed",
      "claims an approval that was not given here",
      String.raw`\b(?:approval|permission|consent|authori[sz]ation|confirmation)s? (?:is |was |has been |have been |already )*(?:granted|given|obtained|confirmed|received|recorded|on file)\b|\b(?:the |your )?(?:user|owner|admin\w*|operator|boss|ceo|cto|management|security team|it department|it|developer|supervisor) (?:has |have )?(?:already |just |previously |permanently |explicitly |pre-?)*(?:approved?|authori[sz]ed|consented|agreed|okayed|ok'?d|cleared|confirmed|signed off|said (?:it'?s |that's |this is )?(?:ok|okay|fine|yes))\b(?! your\b)${gap(80)}(?:\b(?:so|you can|you may|proceed|go ahead|execute|run|send|delete|without|all|any|every|future|command|transfer|payment|tool|request|action|this|it)\b)|\b(?:pre-?approved|pre-?authori[sz]ed|auto-?approved?)\b|\bhereby (?:authori[sz]e|approve|permit|instruct|order|consent|confirm)\b|\b(?:this|it|action|request|command|call) (?:is|was|has been) (?:already |officially )?(?:approved|authori[sz]ed|cleared) by\b|\[(?:approved|authorized|system|admin)\]|\b(?:consider|treat|count|take) (?:this|it|that|the (?:message|following)|my (?:message|reply)) as (?:an? |the |your |my )?(?:approval|approved|consent|confirm\w+|yes)\b|\banswer (?:yes|always|approve) (?:to|for) (?:the|any|all|every) (?:approval|prompt|confirmation|question)`,
      { negatable: true, except: ["context-file"] },
    ),
    rule(
      "approval.removed",
      "takes away questions that protect the person",
      String.raw`\b(?:skip|disable|turn off|switch off|bypass|suppress|remove|deactivate|stop asking for|auto-?(?:accept|confirm|approve)|never ask(?: me| the user)? for|no longer ask for|don't ask for|do not ask for|don't wait for|do not wait for|without(?: any| further| prior)?)\b\s(?:(?:the|all|any|every|user|further|human|manual|security|safety|tool|command|of|these|its|your|pending|asking for|requesting|seeking|waiting for) ){0,4}(?:approvals?|confirmations?|permission (?:checks?|prompts?|requests?)|permissions?|safety (?:checks?|filters?|settings?)|security (?:checks?|prompts?|scan\w*|polic\w+|review)|sandbox(?:ing)?|guard ?rails?|consent|content filters?|injection (?:scan\w*|filter\w*)|redaction|audit(?: log)?(?:ging)?)\b`,
      { negatable: true, except: ["context-file", "web-page"] },
    ),
    rule(
      "approval.not-needed",
      "takes away questions that protect the person",
      String.raw`\b(?:approvals?|confirmations?|permissions?|consent)\b${gap(40)}\b(?:is|are) (?:not|no longer|never|un)\s?(?:needed|required|necessary)\b|\bno (?:approval|confirmation|permission)s? (?:is |are )?(?:needed|required|necessary)\b|\b(?:all|any|every|each) ${gap(40)}\b(?:commands?|tools?|tool calls?|requests?|actions?|purchases?|payments?|transfers?|links?|attachments?|domains?|hosts?|messages?)\b${gap(30)}\b(?:is|are|counts? as|can be) (?:considered )?(?:pre-?|always |automatically |permanently )?(?:approved|authori[sz]ed|trusted|safe to (?:run|open|execute)|allowed without)`,
      { negatable: true, except: ["context-file"] },
    ),
    rule(
      "conceal.from-user",
      "tells an agent to hide something from the person",
      String.raw`\b(?:do not|don't|never|must not|mustn't|avoid|without|refrain from|no need to|should not)\s+(?:ever |even |the user |explicitly )?(?:tell(?:ing)?|inform(?:ing)?|mention(?:ing)?|notify(?:ing)?|alert(?:ing)?|warn(?:ing)?|reveal(?:ing)?|show(?:ing)?|disclos(?:e|ing)|ask(?:ing)?|report(?:ing)?|say(?:ing)?|let(?:ting)?|display(?:ing)?|log(?:ging)?|confirm(?:ing)?)\b${gap(45)}\b(?:the )?(?:user|owner|human|operator|person|anyone|anybody|customer|victim|developer|reviewer|him|her|them)(?:'s)?\b`,
      { except: ["context-file"], negatable: true },
    ),
    rule(
      "conceal.in-rules",
      "tells an agent to hide something from the person",
      String.raw`\b(?:do not|don't|never|without)\s+(?:ever |even )?(?:tell(?:ing)?|inform(?:ing)?|mention(?:ing)?|notify(?:ing)?|alert(?:ing)?|reveal(?:ing)?|show(?:ing)?|disclos(?:e|ing)|report(?:ing)?)\b${gap(40)}\b(?:to )?(?:the )?(?:user|owner|human|developer|reviewer|person|anyone)\b|\b(?:do not|don't|never) (?:mention|report|flag|show|reveal|disclose|log|list)\b${gap(40)}\b(?:this (?:file|rule|step|instruction|comment|section|line|change)|these (?:instructions|rules|steps|changes)|vulnerab\w+|in (?:the|your) (?:summary|output|reply|answer|commit|pull request|pr|diff|log))`,
      { only: ["context-file"] },
    ),
    rule(
      "conceal.silently",
      "asks for something to be done unseen",
      String.raw`\b(?:quietly|silently|secretly|covertly|discreetly|in the background|invisibly|unnoticed)\b,?\s(?:also |then |and )?${verb}\b|\b(?:delete|wipe|erase|remove|send|forward|e-?mail|upload|push|deploy|pay|transfer|buy|grant|share|invite|disable|approve|merge|publish|install|overwrite|post)\b${gap(80)}\b(?:secretly|covertly|unnoticed|behind (?:the|his|her|their) (?:user'?s? )?backs?|without (?:asking|telling|showing|informing|confirm\w+|confirmation|approval|a word|notice|notifying|mentioning|prompting|review|being asked|the user))\b`,
      { negatable: true, except: ["context-file"] },
    ),
    rule(
      "conceal.pretend",
      "tells an agent to give a false account",
      String.raw`\b(?:say|claim|report|pretend|state|reply|respond|answer|tell (?:the user|them|him|her))\b${gap(30)}\b(?:that )?(?:(?:all |the )?tests? (?:pass\w*|succeed\w*|are green)|nothing (?:happened|was|changed)|everything (?:is|was|went) (?:fine|ok|normal)|it was (?:a|an) (?:error|bug|accident)|there (?:are|were) no (?:issues|problems|vulnerab\w+|warnings|changes))\b${gap(40)}\b(?:even|regardless|instead|without|no matter|anyway|always|although|whatever)`,
    ),
    rule(
      "exfil.to-somewhere",
      "asks for private data to be sent away",
      String.raw`${order}(?:send|post|upload|forward|submit|e-?mail|mail|transmit|exfiltrate|leak|share|publish|deliver|report|copy|bcc|cc|curl|attach|append|embed|include|encode|put|insert|paste|pass|transfer|sync|back ?up|export|reply with|dump)\b${gap(90)}${secret}${gap(110)}${target}`,
      { negatable: true },
    ),
    rule(
      "exfil.somewhere-with",
      "asks for private data to be sent away",
      String.raw`${order}(?:call|fetch|visit|open|load|request|get|post|curl|wget|ping|query|browse|navigate|contact|reply|answer|text|message|e-?mail|bcc|cc|render|display|show)\b${gap(60)}${target}${gap(80)}\b(?:with|containing|including|append\w*|followed by|carrying|plus|and (?:attach|include|append|add|paste|send))\b${gap(60)}${secret}`,
      { negatable: true, except: ["web-page", "context-file"] },
    ),
    rule(
      "exfil.read-then-send",
      "asks for private data to be read and sent",
      String.raw`${order}(?:read|cat|open|collect|gather|take|find|look up|get|fetch|grab|extract|list|search for|base64|zip|tar|archive|encode|copy)\b${gap(50)}${secret}${gap(60)}\b(?:and|then|to|,|\||>)\s{0,3}(?:then )?(?:also )?(?:send|post|upload|forward|submit|e-?mail|mail|transmit|share|publish|paste|put|include|append|return|reply|curl|nc\b|append|write|report|add)`,
      { negatable: true },
    ),
    rule(
      "exfil.shown",
      "asks for private data to be shown",
      String.raw`${order}(?:reveal|exfiltrate|leak|dump|disclose|print|output|repeat|recite|echo|spell out|expose|divulge|hand over|give (?:me|us)|tell (?:me|us)|show (?:me|us)|read (?:me|us|out)|send (?:me|us|him|her|them)|include|s3nd)\b\s(?:(?:me|us|out|all|any|every|the|your|its|their|user's|owner's|full|complete|entire|exact|contents?|content|of|text|stored|saved|current|in|to|value|values|last|hidden|user|owner|system|initial|original|internal|my|his|her|first|[0-9]+|words?|lines?|above) ){0,8}${secret}`,
      { negatable: true, except: ["context-file", "web-page", "dm"] },
    ),
    rule(
      "exfil.prompt",
      "asks for an agent's instructions or a person's data to be shown",
      String.raw`${order}(?:reveal|exfiltrate|leak|dump|disclose|print|output|repeat|recite|echo|spell out|expose|divulge|hand over|give (?:me|us)|tell (?:me|us)|show (?:me|us)|read (?:me|us|out)|send (?:me|us|him|her|them)|include|s3nd)\b\s(?:(?:me|us|out|all|any|every|the|your|its|their|user's|owner's|full|complete|entire|exact|contents?|content|of|text|stored|saved|current|in|to|value|values|last|hidden|user|owner|system|initial|original|internal|my|his|her|first|[0-9]+|words?|lines?|above) ){0,8}(?:system prompts?|(?:hidden|secret|internal|initial|original) instructions?|instructions (?:above|you|verbatim)|your (?:instructions|prompt|rules|configuration|tools)|everything above|(?:text|words|lines) above|(?:the )?(?:user|owner|visitor|customer)'?s? (?:e-?mails?|e-?mail address|phone|address|name|location|data|files?|calendar|documents?|password\w*|secrets?|keys?|tokens?))`,
      { negatable: true, except: ["context-file"] },
    ),
    rule(
      "exfil.in-answer",
      "asks for private data in an answer or an address",
      String.raw`\b(?:include|append|embed|attach|add|insert|put|encode|place|paste)\b${gap(50)}${secret}${gap(50)}\b(?:in|into|to|as|at the end of|inside|within)\b ${gap(25)}\b(?:repl(?:y|ies)|answers?|responses?|messages?|commits?|summary|urls?|links?|image|search quer\w+|next (?:message|search|request|call|query)|title|filename|issue|pull request|comments?|footers?|signature|header|output|branch name|\x60?(?:context|notes|metadata|sidenote|extra)\x60?)`,
      { negatable: true, except: ["dm"] },
    ),
    rule(
      "exfil.image",
      "has private data in the address of a picture or a link",
      String.raw`!?\[[^\]\n]{0,200}\]\(\s{0,3}https?:\/\/[^)\n]{0,300}(?:\{\{?|<|\$\{|%7b|\[)[^)\n]{0,20}(?:secret|key|token|data|history|summary|conversation|prompt|password|env|email|content|context|message|user|base64)`,
    ),
    rule(
      "marker.role",
      "imitates the marks between the parts of a conversation",
      String.raw`<\|(?:im_(?:start|end)|system|user|assistant|endoftext|eot_id|start_header_id|end_header_id|tool)\|>|\[/?(?:inst|sys|system_prompt|available_tools|tool_results?)\]|<</?sys>>|</?(?:system|system[_-](?:prompt|message|reminder|instructions?)|assistant|developer|tool[_-]?(?:result|output|response)s?|function[_-]?(?:results?|calls?)|untrusted[\w-]*|user[_-](?:message|input|query))\s{0,3}>|(?:^|\n)\s{0,4}#{2,4}\s{0,3}(?:system|instruction|human|user|assistant|developer)\s{0,3}:|\bend of (?:the )?(?:untrusted|user|web|page|document|tool|file|email|external|quoted)[ -](?:\w+ )?(?:content|input|data|text|output|block|section)|(?:begin|start) (?:of )?(?:new )?(?:system|developer|admin|trusted) (?:prompt|message|instructions?|section)|={3,}\s{0,3}(?:end|begin|system|new)\b[^\n]{0,40}={3,}`,
      { except: ["context-file"] },
    ),
    rule(
      "marker.hidden-role",
      "imitates the marks between the parts of a conversation",
      String.raw`<\|(?:im_(?:start|end)|system|user|assistant|endoftext|eot_id|start_header_id)\|>|\[/?(?:inst|sys)\]|<</?sys>>|</?(?:system|system[_-](?:prompt|message|reminder)|tool[_-]?results?)\s{0,3}>`,
      { only: ["context-file"] },
    ),
    rule(
      "marker.fake-voice",
      "speaks as the system, the person or a tool",
      String.raw`(?:^|[\n"'>([{|*]\s{0,4}|[.!?]\s{1,3})(?:(?:system|developer|admin\w*|root|operator|security)(?: (?:message|notice|notification|prompt|override|alert|instruction|update|note|command|team))?|tool (?:output|result|response)(?: ?\([^)\n]{0,40}\))?|function result|(?:human|user|owner) ?\([^)\n]{0,40}\)|user (?:says|message|confirms|confirmed)|hermes)\s{0,3}[:\])>-]+\s{0,4}${gap(90)}\b(?:${verb}|approved?|granted|next command|must|now|mode|disabled|enabled|compromised|override|you (?:are|must|should|may|can|have))\b`,
      { except: ["context-file"] },
    ),
    rule(
      "address.attention",
      "speaks to an agent that reads it",
      String.raw`\b(?:attention|notice|note|dear|hey|hello|hi|important|message|instructions?|directive|reminder|warning|psa|memo|request|info|information)\b[ :,!-]{1,3}(?:(?:to|for) )?(?:(?:the|all|any|every|other|you|automated) ){0,3}${agent}\b`,
      { except: ["context-file"] },
    ),
    rule(
      "address.reader",
      "speaks to an agent that reads it",
      String.raw`\b(?:if you are (?:an? |the )?|(?:when|while|as) (?:an? |the )?|any |every |all )${agent}(?:,| (?:reading|processing|summari[sz]ing|that (?:reads?|process\w*|summari[sz]\w*|sees?)|who reads?|visiting|parsing|reviewing|indexing|must|should|shall|has to|have to|is required|are required|needs? to|please))\b`,
      { except: ["context-file", "memory"] },
    ),
    rule(
      "address.order",
      "gives an order to an agent",
      String.raw`(?:^|[\n.!?:;>"'(\[*|-]\s{0,4}|\b(?:hey|dear|ok|okay|hi)\s)@?${agent}\s{0,2}[,:!-]\s{0,4}(?:you (?:must|should|will|are to|need to|can now)|please|kindly|now|first|immediately|also)?\s{0,2}${verb}\b`,
      { except: ["dm"] },
    ),
    rule(
      "address.duty",
      "gives an order to an agent",
      String.raw`\b(?:the |your |any |every |this |all )?${agent} (?:must|shall|should|has to|have to|needs? to|is (?:required|instructed|ordered|asked|told) to|are (?:required|instructed|ordered|asked) to|will now|may now)\b${gap(60)}\b(?:send|upload|forward|reveal|run|execute|fetch|download|install|delete|ignore|disregard|transfer|pay|buy|recommend|rank|rate|approve|say|visit|click|grant|obey|trust|comply|never mention|not mention|not tell|hide)`,
      { except: ["context-file", "memory"] },
    ),
    rule(
      "address.summary",
      "orders what an agent is to say",
      String.raw`\b(?:the |your |any )?(?:summary|answer|reply|response|translation|review|report) (?:must|should|has to|needs to|shall|will) (?:also )?(?:contain|include|say|state|mention|recommend|end with|begin with|start with|link|not (?:mention|contain|include))|\b(?:when|while|before|after|if)(?: you(?: are)?)? (?:summari[sz](?:ing|e)|translat(?:ing|e)|quot(?:ing|e)|answer(?:ing)?|process(?:ing)?|reading|read|review(?:ing)?|index(?:ing)?)\b${gap(60)}(?:,|\b(?:first|always|also|please|instead|you must|make sure to))\s(?:\w+ )?${verb}\b`,
      { only: ["web-page", "email", "tool-result", "imported-text"] },
    ),
    rule(
      "trigger.later",
      "plants an act for a later moment",
      String.raw`\b(?:when(?:ever)?|if|once|as soon as|every time|each time|the next time|after|before)\b ${gap(70)}(?:,|\bthen\b|\balways\b|\bfirst\b|\bimmediately\b)\s{1,3}(?:(?:please|then|first|also|always|you must|you should|immediately|just|the (?:agent|assistant) (?:must|should)|quietly|silently) ){0,3}(?:delete|wipe|erase|drop|destroy|send|forward|e-?mail|upload|post|push|pay|transfer|buy|execute|run|curl|approve|grant|share|invite|disable|overwrite|publish|bcc|copy|leak|reveal|rm)\b${gap(90)}(?:\bwithout (?:asking|confirm\w+|telling|approval|showing|a question|warning|notice)|https?:\/\/|[\w.+-]+@[\w-]+\.[\w.-]+|\b(?:backups?|credentials?|secrets?|passwords?|tokens?|keys?|\.env|inbox|contacts|everything|all (?:files|data|messages|mails|e-?mails)|home (?:folder|directory)|repository|database|production|payment|money|wallet|curl|rm -rf|force)\b)`,
      { negatable: true, except: ["context-file"] },
    ),
    rule(
      "action.destructive",
      "asks for something destructive or irreversible",
      String.raw`${order}(?:rm -[rf]{1,3}\b|run (?:\x60)?rm |git push --force|git push -f|delete (?:all|every|the (?:backups?|database|repository|repo|home|user'?s?|logs?|whole|entire|production))|wipe (?:the|all|every)|drop (?:the )?(?:database|tables?|production)|disable (?:the )?(?:firewall|antivirus|backups?|logging|audit\w*|2fa|mfa|tls|ssl|certificate|safety|security|sandbox|guard))`,
      { negatable: true, only: ["web-page", "email", "tool-result", "imported-text", "cron-prompt"] },
    ),
    rule(
      "action.foothold",
      "asks for a way in to be left",
      String.raw`\b(?:add|append|install|put|insert|write|copy|leave|plant|create|introduce|inject|include|embed)\b${gap(70)}(?:\bauthorized[_ ]keys\b|ssh-(?:rsa|ed25519|dss) aaaa|\bback ?doors?\b|\bkey ?loggers?\b|\breverse shells?\b|\b(?:cron ?(?:tab|job)|systemd|launch agent|\.bashrc|\.zshrc|\.profile|git hook|post-?install|pre-?commit hook)\b${gap(60)}(?:curl|wget|https?:|nc |base64|bash -c|sh -c)|\b(?:tracking pixel|malicious|malware|trojan|an? (?:\w+ )?(?:exploit|vulnerability)|hard-?coded (?:password|credential|admin|key)|master password|secret (?:account|admin|user|login|endpoint|bypass))\b)`,
      { negatable: true },
    ),
    rule(
      "action.weaken",
      "asks for weaker protection",
      String.raw`${order}(?:disable|turn off|remove|weaken|bypass|skip|comment out|relax|set|use|replace)\b${gap(50)}(?:\b(?:tls|ssl|certificate|signature|input|jwt|csrf|auth\w*|permission|access|security|type)[ -](?:verification|validation|checks?|headers?|control|tests?|scan\w*)\b|\brejectunauthorized\b|\bverify ?= ?false\b|\bnode_tls_reject_unauthorized\b|\b(?:chmod|mode) 0?777\b|--no-verify|\beval\(|\bmd5\b${gap(20)}passwords?)${gap(60)}(?:\b(?:everywhere|always|in (?:all|every|production|each)|for (?:all|every|each)|whenever|silently|without|never mention|do not mention|don't mention|by default|unless)\b|$)`,
      { negatable: true, only: ["context-file", "memory", "skill", "imported-text"] },
    ),
    rule(
      "action.run-fetched",
      "asks for a program from the network to be run",
      String.raw`\b(?:run|execute|paste|type|enter|start|use|call|invoke|eval)\b${gap(60)}\b(?:curl|wget|iwr|irm|invoke-webrequest|bash <\(|powershell|nc |python3? -c|base64 (?:-d|--decode))${gap(120)}(?:\||>\(|;|&&|\biex\b|https?:\/\/)`,
      { only: ["memory", "tool-result", "email", "cron-prompt", "dm", "imported-text"], negatable: true },
    ),
    rule(
      "action.agent-runs-fetched",
      "asks an agent to run a program from the network before its work",
      String.raw`\b(?:before|after|first|always|at the start|every (?:session|time|task)|whenever|on startup|each (?:session|task|commit|time))\b${gap(90)}\b(?:curl|wget|iwr|irm)\b${gap(120)}(?:\|\s{0,3}(?:sudo )?(?:ba|z|da)?sh\b|\|\s{0,3}(?:python|node|perl|iex))|\b(?:curl|wget)\b[^\n]{0,120}(?:-d|--data\S{0,12}|-f|-t|--post-\w+|--upload-file)\s[^\n]{0,60}(?:\$\(|\x60|@)[^\n]{0,60}(?:env|\.ssh|\.aws|secret|token|key|passwd|history|id_rsa|credential|hostname|whoami|\.env)`,
      { negatable: true },
    ),
    rule(
      "action.env-sent",
      "has a command that sends secrets away",
      String.raw`(?:\bcat\b|\benv\b|\bprintenv\b|\btar\b|\bbase64\b|<)[^\n]{0,60}(?:\.env\b|\.ssh|\.aws|id_rsa|id_ed25519|credentials|\.netrc|history|passwd|secrets?|keychain|\benv\b)[^\n]{0,60}\|[^\n]{0,60}\b(?:curl|wget|nc|ncat|netcat|socat|mail|sendmail|ssh)\b`,
    ),
    rule(
      "action.money",
      "asks for money or goods to be moved",
      String.raw`${order}(?:transfer|pay|wire|send|buy|purchase|donate|order)\b ${gap(40)}(?:[$€£]\s?[0-9]|[0-9]+\s?(?:usd|eur|gbp|btc|eth|usdt|dollars?|euros?|bitcoin)|\b(?:gift cards?|bitcoin|btc|crypto|iban)\b|payment methods?)|\buse the (?:user|visitor|customer|owner)'?s? (?:payment|card|wallet|account|credit)`,
      { only: ["web-page", "email", "tool-result", "dm", "imported-text", "memory"], negatable: true },
    ),
    rule(
      "policy.allowlist",
      "opens the list of what may run",
      String.raw`\b(?:(?:allow|white)[- ]?list|command_allowlist|permissions\.ya?ml|approvals?\.mode|approval mode)` +
        String.raw`${gap(30)}\b(?:should|must|set|add|contains?|include|put|needs|to|is)\b${gap(40)}(?:\b(?:star|asterisk|wild ?cards?|everything|anything|any command|all commands|all tools|yolo|off|every (?:command|host|tool))\b|[:=\s"'\x60(]\*(?:["'\x60)\s.]|$))`,
      { negatable: true, except: ["web-page"] },
    ),
    rule(
      "approval.by-claim",
      "asks for rights on the strength of a claim",
      String.raw`\b(?:i am|i'm|this is|it is|it's) (?:really |actually |still )?(?:the |your )?(?:real |actual |true )?(?:owner|admin\w*|developer|boss|creator|operator)\b|\b(?:approve|accept|confirm|allow|unlock|authori[sz]e|pair)\b ${gap(40)}\b(?:without (?:the |a |any )?(?:code|check|question|verification)|right now|immediately|skip)`,
      { only: ["dm", "email"] },
    ),
    rule(
      "trigger.unseen",
      "plants an act for when nobody looks",
      String.raw`\b(?:when(?:ever)?|while|if|once|as soon as|until)\b (?:the |your )?(?:user|owner|human|nobody|no one|person|everyone)\b${gap(20)}\b(?:idle|away|asleep|offline|not looking|gone|absent|watching|sleeping|looks away|logs? (?:off|out))\b`,
      { except: ["context-file"], negatable: true },
    ),
    rule(
      "policy.void",
      "declares rules void",
      String.raw`\b(?:rules|instructions|restrictions|polic(?:y|ies)|limits|limitations|guidelines|guardrails|safety (?:rules|checks)|safeguards)\b${gap(50)}\b(?:do not|don't|does not|no longer|never|cease to) (?:apply|count|hold|bind|matter|exist)\b${gap(40)}(?:\b(?:here|to you|in this|for this|any ?more|to agents?|to requests|when|on this)\b|$)|\b(?:keep|stay|remain) (?:quiet|silent)(?: about| on|$|\b)|\bkeep (?:this|it|that) (?:between us|to yourself|secret|hidden|private|confidential) ?(?:from|$|[.,;!])`,
      { negatable: true },
    ),
    rule(
      "conceal.rules",
      "tells an agent to deny what it was told",
      String.raw`\b(?:if|when|whenever)\b${gap(60)}\b(?:asks?|asked|questions?|inquires?|wants? to know)\b${gap(80)}\b(?:answer|say|reply|respond|claim|tell|deny|pretend|state|insist)\b${gap(50)}\b(?:none|nothing|no (?:such|rules|instructions|hidden|access)|not (?:have|know|allowed)|don't (?:have|know)|never|denied|different|instead|only)\b|\bdeny\b ${gap(25)}\b(?:having|knowing|that you|any knowledge|the existence|access)\b`,
      { only: ["memory", "web-page", "email", "tool-result", "imported-text", "context-file"] },
    ),
    rule(
      "action.ordered-review",
      "has an agent wave something through",
      String.raw`\b(?:${agent}|reviewers?|bots?|automation)\b${gap(60)}\b(?:should|must|shall|always|are to|is to)\b${gap(25)}\b(?:approve|merge|accept|trust|sign off|lgtm)\b${gap(70)}(?:\b(?:by|from) (?:user |author |@)|\bwithout\b|\bregardless\b|\beven if\b|\bautomatically\b|\bimmediately\b|\ball\b|\bevery\b)`,
      { negatable: true },
    ),
    rule(
      "action.spread",
      "has foreign code put into many places",
      String.raw`\b(?:add|insert|include|copy|paste|append|put|inject)\b${gap(70)}\b(?:to|in|into|at the top of|at the end of) (?:every|all|each|any) ${gap(25)}\b(?:login|auth\w*|password|payment|checkout|session|token|crypto\w*|signing|upload|admin|request) ?(?:handlers?|functions?|routes?|modules?|forms?|pages?|checks?|controllers?|flows?|endpoints?)`,
      {
        negatable: true,
        only: ["context-file", "web-page", "memory", "skill", "imported-text", "tool-result"],
      },
    ),
    rule(
      "action.report-only",
      "tells an agent to report less than it did",
      String.raw`\b(?:report|reply|answer|respond|say|print|output|return|write)(?: back)?(?: with)? (?:only|just|nothing (?:but|except))\b ?(?:the word )?["'\x60]?(?:ok|okay|done|success|yes|fine)\b`,
      { only: ["cron-prompt", "web-page", "email", "tool-result", "memory", "imported-text"] },
    ),
    rule(
      "action.invite",
      "asks for people to be drawn in",
      String.raw`${order}(?:invite|add|message|e-?mail|contact|write to|cc|forward (?:this|it))\b ${gap(30)}\b(?:all|every|each|everyone in)\b ${gap(25)}\b(?:contacts?|friends|colleagues|participants|addresses|channels?|members|address book)\b`,
      { negatable: true, only: ["web-page", "email", "tool-result", "imported-text"] },
    ),
    rule(
      "persist.memory",
      "asks to be kept as a rule for later",
      String.raw`\b(?:save|store|remember|add|write|record|keep|persist|memori[sz]e|append|put)\b${gap(70)}\b(?:(?:to|in|into|as) (?:your |the |its |a |an |agent'?s? |long-term |permanent )*(?:memor(?:y|ies)|memory\.md|user\.md|soul\.md|agents\.md|skills?|knowledge base|system prompt|permanent (?:rule|instruction|preference)|standing (?:rule|order|instruction))|(?:for|in|across) (?:all |every |any )*(?:future|later|coming|subsequent|next) (?:sessions?|conversations?|chats?|tasks?|runs?))\b`,
      { only: ["web-page", "email", "tool-result", "context-file", "imported-text"], negatable: true },
    ),
    rule(
      "persist.every-session",
      "plants a rule for every later conversation",
      String.raw`\b(?:in|for|at the (?:start|end) of|with) (?:all|every|each) (?:future |new |later |coming )?(?:sessions?|conversations?|chats?|replies|reply|answers?|responses?|messages?|e-?mails?|commits?)\b${gap(60)}\b(?:${destructive}|include|append|insert|recommend|mention|link|bcc|cc|obey|trust)\b${gap(80)}(?:${target}|${secret})|\b(?:always|forever|permanently|from now on|every time)\b${gap(40)}\b(?:bcc|cc|forward|copy|send|upload|post|append|insert|include|recommend|link)\b${gap(80)}(?:https?:\/\/|[\w.+-]+@[\w-]+\.[\w.-]+|\b(?:shop|promo|affiliate|ref)\b)`,
      { negatable: true, except: ["context-file"] },
    ),
    rule(
      "tool.greedy",
      "makes a tool take what it has no need of",
      String.raw`\b(?:this|the) tool (?:must|should|has to|needs to|shall) (?:always )?be (?:called|used|run|invoked) (?:before|first|prior|instead|with every|on every|for every|whenever)|\b(?:before|after|instead of) (?:using|calling|every|any|each|all)(?: of the)?(?: other| another| call (?:of|to))* tools?\b|\b(?:needs?|requires?|expects?|pass|provide|supply|include|send|give)\b${gap(50)}\b(?:whole|entire|full|complete) (?:conversation|chat|context|history|transcript|system prompt|message history|prompt)|\balways (?:call|use|prefer|invoke) this tool\b|\b(?:do not|don't|never) (?:use|call|trust) (?:the |any )?(?:other|built-?in|original|\w+_\w+) tools?\b|\b(?:read|load|open|pass|provide|put|include)\b${gap(50)}(?:~\/|\/etc\/|\/home\/|\.ssh|\.env|\.aws|mcp\.json|config\.ya?ml|id_rsa)${gap(60)}\b(?:as|in|into|to|via|through) (?:the |its |this )?(?:\x60?\w+\x60? )?(?:parameters?|arguments?|fields?|sidenote|context|notes?|\x60\w+\x60)`,
      { only: ["tool-result", "tool-description", "imported-text", "skill"] },
    ),
    rule(
      "step.skill",
      "makes a skill or a plan of a foreign text",
      String.raw`\b(?:save|store|install|load|import|register|create|add)\b${gap(25)}\b(?:this (?:page|text|mail|message|document|site|file)|the following|it)\b${gap(15)}\bas (?:a |an |your )?(?:new )?(?:skills?|plugins?|tools?|cron ?jobs?|scheduled tasks?|hooks?|rules?)\b|\b(?:create|add|schedule|set up) (?:a |an )?(?:cron ?job|scheduled task|recurring task|reminder|hook|plugin)\b${gap(60)}\b(?:that|which|to)\b${gap(30)}\b(?:sends?|uploads?|runs?|executes?|fetch(?:es)?|downloads?|forwards?|posts?|checks? in)\b`,
      { only: ["web-page", "email", "tool-result", "imported-text", "memory"], negatable: true },
    ),
    rule(
      "authority.urgent",
      "presses with an authority",
      String.raw`\b(?:(?:message|notice|order|instruction|request|directive|notification|alert|update|e-?mail)s? from|on behalf of|by order of|this is|i am|i'm|we are|as) (?:the |your |our |a |an )?(?:\w+ ){0,2}(?:security team|administrators?|admins?|it (?:department|support|team)|platform (?:team|security)|support team|developers?|creators?|openai|anthropic|google|microsoft|owner of this (?:web ?site|page|site|server|bot|agent)|vendor|police|government|ceo|compliance)\b${gap(160)}(?:[.!?]\s)?${gap(160)}\b(?:${destructive}|read|submit|verify|confirm|reveal|provide|use|hand|open|click|log ?in|paste|print|enable|authori[sz]e|give|tell)\b`,
      { only: ["web-page", "email", "tool-result", "dm", "imported-text", "memory"] },
    ),
    rule(
      "encoded.obey",
      "holds orders in an encoded form",
      String.raw`\b(?:decode|decipher|decrypt|unscramble|reverse|rot-?13|base64|unhex|translate)\b${gap(80)}\b(?:and|then|,)\s(?:then )?(?:follow|execute|run|obey|do (?:what|as)|carry out|apply|act on|comply|perform)\b|\b(?:follow|execute|obey|run|carry out|apply)\b${gap(40)}\b(?:base64|rot-?13|hex|encoded|reversed|encrypted|hidden|invisible) (?:instructions?|text|message|string|commands?|block|payload|order)`,
      { negatable: true },
    ),
    rule(
      "fetch.obey",
      "tells an agent to obey another text",
      String.raw`\b(?:follow|obey|execute|apply|carry out|do|treat|perform|run)\b ${gap(25)}\b(?:instructions?|orders|commands|steps|directives|whatever|everything|what(?: it)? says|rules)\b${gap(40)}\b(?:at|from|in|on|under|found|there|page|file|linked|of)\b${gap(40)}(?:https?:\/\/|\b[\w-]+\.(?:example|com|net|org|io|test|xyz|dev)\b|data-\w+|the (?:page|site|mail|comment|attribute|attachment|image|document|subject|link))`,
      { negatable: true, except: ["context-file"] },
    ),
    rule(
      "fetch.attribute",
      "tells an agent to run what stands elsewhere in the page",
      String.raw`\b(?:run|execute|follow|eval)\b${gap(50)}\b(?:shell )?(?:commands?|code|script|instructions?)\b${gap(30)}\bin (?:the |this )?(?:data-[\w-]+|attribute|alt|comment|title|meta|footer|hidden)`,
      { negatable: true },
    ),
    rule(
      "hidden.markup",
      "hides words to an agent in markup",
      String.raw`<!--(?:(?!-->)[\s\S]){0,400}?(?:\b(?:ignore|disregard) (?:all|any|the|previous|prior|your)|\b(?:send|upload|post|exfiltrate|forward)\b(?:(?!-->)[\s\S]){0,80}?(?:https?:|secret|token|key|\.env|@)|\b(?:do not|don't|never) (?:tell|mention|show|reveal|inform)|\b${agent}\b(?:(?!-->)[\s\S]){0,60}?\b(?:must|should|please|run|add|include|execute|fetch|insert|use|call|always|never)\b|\bcurl\b[^\n]{0,80}\|)`,
    ),
    rule(
      "hidden.style",
      "hides words to an agent in markup",
      String.raw`(?:display\s{0,2}:\s{0,2}none|visibility\s{0,2}:\s{0,2}hidden|font-size\s{0,2}:\s{0,2}[01](?:px|pt|em|%)?\b|opacity\s{0,2}:\s{0,2}0(?:\.0\d?)?\b|color\s{0,2}:\s{0,2}(?:white|#fff(?:fff)?|transparent)|left\s{0,2}:\s{0,2}-\d{3,}|height\s{0,2}:\s{0,2}0|aria-hidden="?true|\bhidden\b)[^>\n]{0,120}>[^<]{0,200}\b(?:${agent}|ignore (?:all|the|previous|your)|instructions?|system prompt|reveal|send|forward|upload|e-?mail|recommend|say that|execute|run)\b`,
    ),
  ];
}
