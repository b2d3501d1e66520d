import { rule } from "./injection-rule.ts";
import type { InjectionRule } from "./injection-rule.ts";
import { destructive, earlier, gap } from "./order-words.ts";

/** Orders to set rules aside, to take another for the owner, to take approvals for given. */
export const authorityRules: readonly InjectionRule[] = [
  rule(
    "override.instructions",
    "tells an agent to set its instructions aside",
    [
      String.raw`\b(?:ignor(?:e|ing)|disregard(?:ing)?|forget|override|bypass|discard|neglect|drop|abandon|set aside|throw away|do not (?:follow|obey)|don't (?:follow|obey)|stop (?:following|obeying)|pay no attention to|erase|cancel|void)\s+${earlier}(?:instructions?|prompts?|rules|guidelines|guidance|directives?|directions|commands|orders|constraints|restrictions|limitations|polic(?:y|ies)|safeguards?|guardrails?|protocols?|programming|training|context|system messages?|told|said)\b`,
    ],
    { negatable: true },
  ),
  rule(
    "override.everything",
    "tells an agent to set its instructions aside",
    [
      String.raw`\b(?:ignore|disregard|forget)\s+(?:everything|all|anything|what(?:ever)?)\s+(?:(?:you|that|was|were|have|has|been|i|the|user|developer|owner|system|above|before|said|told|written|instructed|so far|previously)\s*){1,8}`,
    ],
    { negatable: true },
  ),
  rule(
    "override.replaced",
    "gives an agent new instructions in the place of its own",
    [
      String.raw`\b(?:new|updated|revised|real|actual|true|higher[- ]priority|overriding|superseding) (?:system )?(?:instructions?|prompts?|directives?|orders|task|objective|goal|rules)\b\s{0,4}(?::|are\b|is\b|from\b|follow|supersede|override|replace|take)`,
    ],
    { except: ["context-file"] },
  ),
  rule(
    "override.supersede",
    "claims to stand above an agent's instructions",
    [
      String.raw`\b(?:supersedes?|overrides?|replaces?|takes? (?:precedence|priority) over|outranks?) (?:${earlier})(?:instructions?|prompts?|rules|guidelines|polic(?:y|ies)|system prompt|settings|configuration|safety)\b`,
    ],
    { negatable: true, except: ["context-file"] },
  ),
  rule("identity.unbound", "gives an agent another identity without rules", [
    String.raw`\b(?:you are (?:now|no longer)|from now on,? you(?:'re| are| will)|act as|pretend (?:to be|that you are|you are)|behave (?:as|like)|enter|switch (?:in)?to|activate|enable|you are in)\b${gap(60)}\b(?:dan\b|unrestricted|unfiltered|uncensored|jail ?br\w+|without (?:any )?(?:rules|limits|limitations|restrictions|filters?|safety)|no (?:rules|limits|limitations|restrictions|filters?)|(?:developer|god|debug|maintenance|admin|root|sudo|unsafe|yolo|test) mode|do anything now|evil|bound by|obey (?:only|me|any)|the (?:agent|assistant|bot) of)`,
  ]),
  rule(
    "identity.owner",
    "names another owner of the agent",
    [
      String.raw`\b(?:your (?:real|true|actual|new|only|rightful) (?:owner|master|operator|user|boss|creator|administrator|identity|purpose|goal|name)|(?:is|as|am|are) (?:now )?(?:the |an? |your )?(?:new |real |true |second |co-?|rightful )(?:owner|administrator|admin|operator|master)\b|(?:obey|trust|follow) (?:only )?(?:me|him|her|them|messages from|orders from|instructions from|commands from|requests from|anything from|everything from|whoever)\b|treat ${gap(60)} as (?:if (?:they|it|he|she) (?:were|was|came from|is|are) )?(?:the |an? |your )?(?:owner|admin\w*|operator|trusted|instructions?|commands?|orders|approved|approval|system))`,
    ],
    { negatable: true },
  ),
  rule(
    "identity.has-authority",
    "gives somebody the rights of the owner",
    [
      String.raw`(?:@[\w.-]{2,40}|\b(?:user|account|number|contact|sender|chat|whoever|anyone|anybody|person|he|she|they|[a-z]+@[\w.-]+)\b)${gap(50)}\b(?:has|have|with|gets?|holds?|carries) (?:the )?(?:full |same |all |complete |unlimited |owner |admin |root )+(?:rights|access|permissions?|authority|privileges|powers?)(?: as| to|\b)`,
    ],
    { only: ["memory", "email", "web-page", "tool-result", "cron-prompt", "dm", "imported-text"] },
  ),
  rule(
    "approval.spoofed",
    "claims an approval that was not given here",
    [
      String.raw`\b(?:approval|permission|consent|authori[sz]ation|confirmation)s? (?:is |was |has been |have been |already )*(?:granted|given|obtained|confirmed|received|recorded|on file)\b`,
      String.raw`\b(?:the |your )?(?:user|owner|admin\w*|operator|boss|ceo|cto|management|security team|it department|it|developer|supervisor) (?:has |have )?(?:already |just |previously |permanently |explicitly |pre-?)*(?:approved?|authori[sz]ed|consented|agreed|okayed|ok'?d|cleared|confirmed|signed off|said (?:it'?s |that's |this is )?(?:ok|okay|fine|yes))\b(?! your\b)${gap(80)}(?:\b(?:so|you can|you may|proceed|go ahead|execute|run|send|delete|without|all|any|every|future|command|transfer|payment|tool|request|action|this|it)\b)`,
      String.raw`\b(?:pre-?approved|pre-?authori[sz]ed|auto-?approved?)\b`,
      String.raw`\bhereby (?:authori[sz]e|approve|permit|instruct|order|consent|confirm)\b`,
      String.raw`\b(?:this|it|action|request|command|call) (?:is|was|has been) (?:already |officially )?(?:approved|authori[sz]ed|cleared) by\b`,
      String.raw`\[(?:approved|authorized|system|admin)\]`,
      String.raw`\b(?:consider|treat|count|take) (?:this|it|that|the (?:message|following)|my (?:message|reply)) as (?:an? |the |your |my )?(?:approval|approved|consent|confirm\w+|yes)\b`,
      String.raw`\banswer (?:yes|always|approve) (?:to|for) (?:the|any|all|every) (?:approval|prompt|confirmation|question)`,
    ],
    { negatable: true, except: ["context-file"] },
  ),
  rule(
    "approval.removed",
    "takes away questions that protect the person",
    [
      String.raw`\b(?:skip|disable|turn off|switch off|bypass|suppress|remove|deactivate|stop asking for|auto-?(?:accept|confirm|approve)|never ask(?: me| the user)? for|no longer ask for|don't ask for|do not ask for|don't wait for|do not wait for|without(?: any| further| prior)?)\b\s(?:(?:the|all|any|every|user|further|human|manual|security|safety|tool|command|of|these|its|your|pending|asking for|requesting|seeking|waiting for) ){0,4}(?:approvals?|confirmations?|permission (?:checks?|prompts?|requests?)|permissions?|safety (?:checks?|filters?|settings?)|security (?:checks?|prompts?|scan\w*|polic\w+|review)|sandbox(?:ing)?|guard ?rails?|consent|content filters?|injection (?:scan\w*|filter\w*)|redaction|audit(?: log)?(?:ging)?)\b`,
    ],
    { negatable: true, except: ["context-file", "web-page"] },
  ),
  rule(
    "approval.not-needed",
    "takes away questions that protect the person",
    [
      String.raw`\b(?:approvals?|confirmations?|permissions?|consent)\b${gap(40)}\b(?:is|are) (?:not|no longer|never|un)\s?(?:needed|required|necessary)\b`,
      String.raw`\bno (?:approval|confirmation|permission)s? (?:is |are )?(?:needed|required|necessary)\b`,
      String.raw`\b(?:all|any|every|each) ${gap(40)}\b(?:commands?|tools?|tool calls?|requests?|actions?|purchases?|payments?|transfers?|links?|attachments?|domains?|hosts?|messages?)\b${gap(30)}\b(?:is|are|counts? as|can be) (?:considered )?(?:pre-?|always |automatically |permanently )?(?:approved|authori[sz]ed|trusted|safe to (?:run|open|execute)|allowed without)`,
    ],
    { negatable: true, except: ["context-file"] },
  ),
  rule(
    "policy.allowlist",
    "opens the list of what may run",
    [
      String.raw`\b(?:(?:allow|white)[- ]?list|command_allowlist|permissions\.ya?ml|approvals?\.mode|approval mode)${gap(30)}\b(?:should|must|set|add|contains?|include|put|needs|to|is)\b${gap(40)}(?:\b(?:star|asterisk|wild ?cards?|everything|anything|any command|all commands|all tools|yolo|off|every (?:command|host|tool))\b|[:=\s"'\x60(]\*(?:["'\x60)\s.]|$))`,
    ],
    { negatable: true, except: ["web-page"] },
  ),
  rule(
    "approval.by-claim",
    "asks for rights on the strength of a claim",
    [
      String.raw`\b(?:i am|i'm|this is|it is|it's) (?:really |actually |still )?(?:the |your )?(?:real |actual |true )?(?:owner|admin\w*|developer|boss|creator|operator)\b`,
      String.raw`\b(?:approve|accept|confirm|allow|unlock|authori[sz]e|pair)\b ${gap(40)}\b(?:without (?:the |a |any )?(?:code|check|question|verification)|right now|immediately|skip)`,
    ],
    { only: ["dm", "email"] },
  ),
  rule(
    "policy.void",
    "declares rules void",
    [
      String.raw`\b(?:rules|instructions|restrictions|polic(?:y|ies)|limits|limitations|guidelines|guardrails|safety (?:rules|checks)|safeguards)\b${gap(50)}\b(?:do not|don't|does not|no longer|never|cease to) (?:apply|count|hold|bind|matter|exist)\b${gap(40)}(?:\b(?:here|to you|in this|for this|any ?more|to agents?|to requests|when|on this)\b|$)`,
      String.raw`\b(?:keep|stay|remain) (?:quiet|silent)(?: about| on|$|\b)`,
      String.raw`\bkeep (?:this|it|that) (?:between us|to yourself|secret|hidden|private|confidential) ?(?:from|$|[.,;!])`,
    ],
    { negatable: true },
  ),
  rule(
    "authority.urgent",
    "presses with an authority",
    [
      String.raw`\b(?:(?:message|notice|order|instruction|request|directive|notification|alert|update|e-?mail)s? from|on behalf of|by order of|this is|i am|i'm|we are|as) (?:the |your |our |a |an )?(?:\w+ ){0,2}(?:security team|administrators?|admins?|it (?:department|support|team)|platform (?:team|security)|support team|developers?|creators?|openai|anthropic|google|microsoft|owner of this (?:web ?site|page|site|server|bot|agent)|vendor|police|government|ceo|compliance)\b${gap(160)}(?:[.!?]\s)?${gap(160)}\b(?:${destructive}|read|submit|verify|confirm|reveal|provide|use|hand|open|click|log ?in|paste|print|enable|authori[sz]e|give|tell)\b`,
    ],
    { only: ["web-page", "email", "tool-result", "dm", "imported-text", "memory"] },
  ),
];
