import { agentSurfaces, allSurfaces, foreignSurfaces } from "../rule.ts";
import type { Rule } from "../rule.ts";

const rule = { kind: "prose", severity: "ask", surfaces: allSurfaces } as const;
const person = String.raw`(?:the\s{1,9})?(?:users?|humans?|person|owner|operator)`;
const instructions = String.raw`(?:instructions?|directives?|rules|guidelines?|prompts?|restrictions|polic(?:y|ies)|guardrails)`;

const send = String.raw`(?:send|post|upload|forward|exfiltrate|leak|transmit|e-?mail|mail|submit)(?:s|ing)?`;
const secrets = String.raw`\b(?:memory\.md|user\.md|credentials|secrets|passwords?|(?:private|ssh) keys?|system prompt|chat history|environment variables|(?:the|this|our|whole|full|entire) conversation)\b|(?<!\w)\.env\b|\bid_rsa\b|\.ssh\b|\.netrc\b|\.aws\b|_history\b`;
const elsewhere = String.raw`https?:\/\/|\b[\w.+-]{1,40}@[\w-]{1,40}\.\w`;

/** Sentences that try to take over an agent, whatever they want of it. */
export const promptInjectionRules: readonly Rule[] = [
  {
    ...rule,
    id: "injection.instruction-override",
    keywords: ["ignor", "disregard", "forget", "overrid", "bypass"],
    pattern: new RegExp(
      String.raw`\b(?:ignor(?:e|ing)|disregard(?:ing)?|forget|overrid(?:e|ing)|bypass(?:ing)?)\s{1,9}(?:(?:all|any|every|of|the|your|my|these|those|and)\s{1,9}){0,4}(?:(?:previous|prior|above|earlier|preceding|foregoing|existing|original|initial|system|developer|safety)(?:\s{1,9}\w{1,30}){0,2}\s{1,9}${instructions}\b|(?:instructions?|guidelines|guardrails)\s{1,9}(?:above|before|so far|you (?:were|have been) given)\b)|\b(?:ignore|disregard|forget)\s{1,9}(?:all\s{1,9}(?:of\s{1,9})?)?your\s{1,9}(?:\w{1,30}\s{1,9})?${instructions}\b|\b(?:ignore|disregard|forget)\s{1,9}(?:everything|all|anything)\s{1,9}(?:above|before this|you (?:were|have been) told)\b`,
      "i",
    ),
    sentence: "It tells the agent to set its instructions aside.",
  },
  {
    ...rule,
    id: "injection.role-markup",
    keywords: ["<|", "inst]", "sys>>", "system", "</available_skills", "</untrusted"],
    pattern:
      /<\|(?:im_(?:start|end)|system|user|assistant|endoftext|eot_id|start_header_id|begin_of_text)\|>|\[\/?INST\]|<<\/?SYS>>|<\/?system(?:[-_ ](?:reminder|prompt|message|override))?>|<\/(?:available_skills|untrusted[-_\w]{0,20})>|^\[SYSTEM\]/im,
    sentence: "It imitates the marks between the parts of a conversation, to speak with another's authority.",
  },
  {
    ...rule,
    id: "injection.false-authority",
    keywords: ["system", "developer", "admin"],
    surfaces: [...foreignSurfaces, "memory", "context-file", "tool-description"],
    pattern:
      /^[\W_]{0,6}(?:system|developer|admin(?:istrator)?)\s{1,9}(?:message|override|notice|instruction|directive|prompt|update)s?\b\s{0,3}[:\]*]|\b(?:new|updated|revised)\s{1,9}(?:system|developer)\s{1,9}(?:prompt|instructions?|message)\b/im,
    sentence: "It claims to speak for the system, the developer or an administrator.",
  },
  {
    ...rule,
    id: "injection.addressed-to-agents",
    keywords: ["ai", "llm", "language model", "language-model", "automated"],
    surfaces: [...foreignSurfaces, "memory"],
    pattern:
      /\battention\s{0,2}[,:]?\s{1,9}(?:all\s{1,9})?(?:AI|LLM)s?\b|\b(?:attention|notice|note|message|instructions?|important|urgent)\b[^\n]{0,20}\b(?:to|for)\s{1,9}(?:all\s{1,9}|any\s{1,9}|the\s{1,9})?(?:AI|LLM|language[- ]model|automated)s?\s{0,9}(?:agents?|assistants?|models?|systems?|reviewers?|readers?)\b|\b(?:AI|LLM)\s{1,9}(?:agents?|assistants?|models?)\b[^\n]{0,40}\b(?:must|should|shall|are\s{1,9}(?:required|instructed))\b/i,
    sentence: "It gives orders to agents that read it.",
  },
  {
    ...rule,
    id: "injection.hidden-order",
    keywords: ["ai", "llm", "language model", "assistant", "agent", "you"],
    // Hidden markup raises it.
    severity: "note",
    pattern:
      /\b(?:AI|LLM|language model|assistant|agent)s?\b\s{0,2}[,:]\s{0,3}\w|\b(?:AI|LLM|language model|assistant|agent)s?\b[^\n]{0,60}\b(?:must|shall|should|please)\b|\b(?:before|when|whenever)\s{1,9}you\s{1,9}(?:answer|reply|respond|summari[sz]e|read)\b/i,
    sentence: "It speaks to an agent.",
  },
  {
    ...rule,
    id: "injection.jailbreak",
    keywords: ["you are", "as if you", "as though you"],
    pattern:
      /\byou\s{1,9}are\s{1,9}(?:now\s{1,9})?(?:DAN\b|jailbroken|unrestricted|uncensored|no longer (?:bound|restricted|limited))|\byou\s{1,9}are\s{1,9}now\s{1,9}(?:free\s{1,9}(?:of|from)|in\s{1,9}(?:developer|debug|god|maintenance|unsafe)\s{1,9}mode)|\b(?:act|respond|behave)\s{1,9}(?:as\s{1,9}if|as\s{1,9}though)\s{1,9}you\s{1,9}(?:have|had)\s{1,9}no\s{1,9}(?:restrictions|rules|guidelines|limits)/i,
    sentence: "It tells the agent that its limits no longer hold.",
  },
  {
    ...rule,
    id: "injection.secrecy",
    keywords: ["without", "not", "n't", "never", "hide", "conceal", "keep"],
    pattern: new RegExp(
      String.raw`\b(?:without\s{1,9}(?:telling|informing|notifying|alerting)\s{1,9}${person}\b|(?:do not|don't|never|must not)\s{1,9}(?:tell|inform|alert|notify|warn)\s{1,9}${person}(?:\s{1,9}(?:about|of|that)\b|\s{0,9}[.,;!)]|\s{0,9}$)|(?:do not|don't|never|must not)\s{1,9}(?:mention|reveal|disclose)\s{1,9}(?:(?:this|that|it|these|any of this)\b[^.\n]{0,40}|[^.\n]{0,30}\s)to\s{1,9}${person}\b|(?:hide|conceal|keep)\s{1,9}(?:this|it|that|these|them)\b[^.\n]{0,30}\s{1,9}from\s{1,9}${person}\b)`,
      "im",
    ),
    sentence: "It tells the agent to keep something from the person.",
  },
  {
    ...rule,
    id: "injection.approval-bypass",
    keywords: ["approval", "confirmation", "permission", "safety check"],
    surfaces: [...foreignSurfaces, "memory", "tool-description"],
    pattern:
      /\b(?:skip|disable|turn off|bypass|never ask for|do(?:n't| not) ask for)\s{1,9}(?:(?:all|any|the|your|user|human|further)\s{1,9}){0,3}(?:approvals?|confirmations?|permissions?(?: (?:checks?|prompts?))?|safety checks?)\b/i,
    sentence: "It tells the agent to act without asking.",
  },
  {
    ...rule,
    id: "injection.approval-bypass",
    keywords: ["without"],
    surfaces: ["memory"],
    pattern:
      /\bwithout\s{1,9}(?:\w{1,30}\s{1,9})?(?:approvals?|confirmations?|permission checks?|safety checks?)\b/i,
    sentence: "It tells the agent to act without asking.",
  },
  {
    ...rule,
    id: "injection.memory-write",
    keywords: ["your", "agent's", "term", "permanent"],
    surfaces: [...foreignSurfaces, "tool-description"],
    pattern:
      /\b(?:save|store|remember|add|write|append|record|copy)\b[^.\n]{0,60}\b(?:to|in|into)\s{1,9}(?:your|the agent's|long[- ]term|permanent)\s{1,9}(?:long[- ]term\s{1,9})?(?:memory|memories|system prompt|instructions|rules)\b/i,
    sentence: "It asks to be kept as a rule for later sessions.",
  },
  {
    ...rule,
    id: "injection.identity-file",
    keywords: ["soul.md", "memory.md", "user.md", ".hermes/", ".codex/"],
    surfaces: [...foreignSurfaces, "skill", "context-file", "tool-description"],
    pattern:
      /\b(?:[Aa]dd|[Aa]ppend|[Ww]rite|[Pp]ut|[Ss]ave|[Ii]nsert|[Cc]opy)\b[^\n]{0,80}\b(?:to|in|into)\b[^\n]{0,30}(?:\b(?:SOUL|MEMORY|USER)\.md\b|\.hermes\/(?:plugins|config|permissions)|\.codex\/config)/,
    sentence: "It wants text written into what the agent reads in every session.",
  },
  {
    ...rule,
    id: "injection.tool-shadowing",
    keywords: ["tool", "function", "call", "pass"],
    surfaces: ["tool-description", "tool-result"],
    pattern:
      /\b(?:before|instead of)\s{1,9}(?:using|calling|invoking|running)\s{1,9}(?:any|every|each|all|another)\s{1,9}(?:other\s{1,9})?(?:tools?|functions?)\b|\b(?:always|must)\s{1,9}(?:be\s{1,9})?call(?:ed)?\s{1,9}(?:this\s{1,9}(?:tool|function)\s{1,9})?(?:first|before)\b|\bpass\b[^.\n]{0,60}\b(?:entire|whole|full)\s{1,9}(?:conversation|chat|context|system prompt)\b/i,
    sentence: "It changes how other tools are used, or takes what it has no need of.",
  },
  {
    ...rule,
    id: "injection.remote-instructions",
    keywords: ["http"],
    surfaces: [...foreignSurfaces, "memory", "cron-prompt", "tool-description", "skill"],
    pattern:
      /\b(?:fetch|download|open|visit|read|load|check|curl)\b[^\n]{0,60}https?:\/\/\S{1,200}[^\n]{0,60}\b(?:follow|obey|execute|run|do)\b[^\n]{0,30}\b(?:instructions?|commands?|steps?|tasks?|what(?:ever)? it|it says)\b/i,
    sentence: "It has the agent obey whatever an address says.",
  },
  {
    ...rule,
    id: "exfiltration.requested",
    keywords: ["http", "@"],
    pattern: new RegExp(
      String.raw`\b${send}\b[^\n]{0,80}(?:${secrets})[^\n]{0,60}\b(?:to|at|via)\b[^\n]{0,20}(?:${elsewhere})|(?:${secrets})[^\n]{0,60}\b${send}\b[^\n]{0,40}(?:${elsewhere})`,
      "i",
    ),
    sentence: "It asks for secrets or for the conversation to be sent elsewhere.",
  },
  {
    ...rule,
    id: "exfiltration.image-url",
    keywords: ["!["],
    surfaces: [...foreignSurfaces, ...agentSurfaces],
    pattern:
      /!\[[^\]\n]{0,100}\]\(https?:\/\/[^)\s]{1,200}[?&]\w{1,20}=(?:\{|<|\[|\$|%7b)[^)\n]{0,40}(?:data|secret|key|token|conversation|history|summary|context|answer|message|prompt)/i,
    sentence: "It has data put into the address of an image, which is sent when the image is shown.",
  },
];
