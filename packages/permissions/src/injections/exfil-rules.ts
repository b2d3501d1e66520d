import { rule } from "./injection-rule.ts";
import type { InjectionRule } from "./injection-rule.ts";
import { gap, order, secret, target } from "./order-words.ts";

/** Orders to give private data away. */
export const exfilRules: readonly InjectionRule[] = [
  rule(
    "exfil.to-somewhere",
    "asks for private data to be sent away",
    [
      String.raw`${order}(?:send|post|upload|forward|submit|e-?mail|mail|transmit|exfiltrate|leak|share|publish|deliver|report|copy|bcc|cc|curl|attach|append|embed|include|encode|put|insert|paste|pass|transfer|sync|back ?up|export|reply with|dump)\b${gap(90)}${secret}${gap(110)}${target}`,
    ],
    { negatable: true },
  ),
  rule(
    "exfil.somewhere-with",
    "asks for private data to be sent away",
    [
      String.raw`${order}(?:call|fetch|visit|open|load|request|get|post|curl|wget|ping|query|browse|navigate|contact|reply|answer|text|message|e-?mail|bcc|cc|render|display|show)\b${gap(60)}${target}${gap(80)}\b(?:with|containing|including|append\w*|followed by|carrying|plus|and (?:attach|include|append|add|paste|send))\b${gap(60)}${secret}`,
    ],
    { negatable: true, except: ["web-page", "context-file"] },
  ),
  rule(
    "exfil.read-then-send",
    "asks for private data to be read and sent",
    [
      String.raw`${order}(?:read|cat|open|collect|gather|take|find|look up|get|fetch|grab|extract|list|search for|base64|zip|tar|archive|encode|copy)\b${gap(50)}${secret}${gap(60)}\b(?:and|then|to|,|\||>)\s{0,3}(?:then )?(?:also )?(?:send|post|upload|forward|submit|e-?mail|mail|transmit|share|publish|paste|put|include|append|return|reply|curl|nc\b|append|write|report|add)`,
    ],
    { negatable: true },
  ),
  rule(
    "exfil.shown",
    "asks for private data to be shown",
    [
      String.raw`${order}(?:reveal|exfiltrate|leak|dump|disclose|print|output|repeat|recite|echo|spell out|expose|divulge|hand over|give (?:me|us)|tell (?:me|us)|show (?:me|us)|read (?:me|us|out)|send (?:me|us|him|her|them)|include|s3nd)\b\s(?:(?:me|us|out|all|any|every|the|your|its|their|user's|owner's|full|complete|entire|exact|contents?|content|of|text|stored|saved|current|in|to|value|values|last|hidden|user|owner|system|initial|original|internal|my|his|her|first|[0-9]+|words?|lines?|above) ){0,8}${secret}`,
    ],
    { negatable: true, except: ["context-file", "web-page", "dm"] },
  ),
  rule(
    "exfil.prompt",
    "asks for an agent's instructions or a person's data to be shown",
    [
      String.raw`${order}(?:reveal|exfiltrate|leak|dump|disclose|print|output|repeat|recite|echo|spell out|expose|divulge|hand over|give (?:me|us)|tell (?:me|us)|show (?:me|us)|read (?:me|us|out)|send (?:me|us|him|her|them)|include|s3nd)\b\s(?:(?:me|us|out|all|any|every|the|your|its|their|user's|owner's|full|complete|entire|exact|contents?|content|of|text|stored|saved|current|in|to|value|values|last|hidden|user|owner|system|initial|original|internal|my|his|her|first|[0-9]+|words?|lines?|above) ){0,8}(?:system prompts?|(?:hidden|secret|internal|initial|original) instructions?|instructions (?:above|you|verbatim)|your (?:instructions|prompt|rules|configuration|tools)|everything above|(?:text|words|lines) above|(?:the )?(?:user|owner|visitor|customer)'?s? (?:e-?mails?|e-?mail address|phone|address|name|location|data|files?|calendar|documents?|password\w*|secrets?|keys?|tokens?))`,
    ],
    { negatable: true, except: ["context-file"] },
  ),
  rule(
    "exfil.in-answer",
    "asks for private data in an answer or an address",
    [
      String.raw`\b(?:include|append|embed|attach|add|insert|put|encode|place|paste)\b${gap(50)}${secret}${gap(50)}\b(?:in|into|to|as|at the end of|inside|within)\b ${gap(25)}\b(?:repl(?:y|ies)|answers?|responses?|messages?|commits?|summary|urls?|links?|image|search quer\w+|next (?:message|search|request|call|query)|title|filename|issue|pull request|comments?|footers?|signature|header|output|branch name|\x60?(?:context|notes|metadata|sidenote|extra)\x60?)`,
    ],
    { negatable: true, except: ["dm"] },
  ),
  rule("exfil.image", "has private data in the address of a picture or a link", [
    String.raw`!?\[[^\]\n]{0,200}\]\(\s{0,3}https?:\/\/[^)\n]{0,300}(?:\{\{?|<|\$\{|%7b|\[)[^)\n]{0,20}(?:secret|key|token|data|history|summary|conversation|prompt|password|env|email|content|context|message|user|base64)`,
  ]),
];
