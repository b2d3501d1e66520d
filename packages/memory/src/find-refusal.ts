/**
 * Why a text must not become memory; undefined when nothing speaks against it. A short list of what is obvious, not a
 * proof: memory is read in every session, so that a false statement or a clever instruction can still harm.
 */
export function findRefusal(text: string): string | undefined {
  return rules.find(({ pattern }) => pattern.test(text))?.reason;
}

interface Rule {
  readonly pattern: RegExp;
  readonly reason: string;
}

const invisible = "it holds invisible or direction-changing characters";
const instruction = "it reads like an instruction to override rules, not like a fact";
const leak = "it reads like an instruction to send or hide information";
const secret = "it looks like a password, key or token";

const rules: readonly Rule[] = [
  { reason: invisible, pattern: /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/ },
  {
    reason: invisible,
    pattern: /[\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFF9-\uFFFB]/,
  },
  { reason: invisible, pattern: /[\u{E0000}-\u{E007F}\u{E0100}-\u{E01EF}]/u },
  // Joiners belong into emoji, Persian and Indic words; between Latin letters they hide something.
  { reason: invisible, pattern: /[A-Za-z0-9][\u00AD\u200C\u200D]+[A-Za-z0-9]/ },

  {
    reason: instruction,
    pattern:
      /\b(?:ignore|disregard|forget|override|bypass)\b.{0,30}\b(?:previous|prior|above|earlier|all|any|your|system|safety)\b.{0,30}\b(?:instructions?|rules?|prompts?|guidelines?|restrictions?|polic(?:y|ies))\b/i,
  },
  {
    reason: instruction,
    pattern:
      /\b(?:new|updated) system (?:prompt|instructions?)\b|<\/?system>|\[\/?INST\]|<\|im_(?:start|end)\|>/i,
  },
  {
    reason: instruction,
    pattern:
      /\b(?:skip|disable|turn off|without|never ask for)\b.{0,20}\b(?:approvals?|confirmations?|permission checks?|safety checks?)\b/i,
  },
  {
    reason: leak,
    pattern: /\b(?:do not|don't|never)\s+(?:tell|inform|mention|reveal|show)\b.{0,30}\b(?:the )?user\b/i,
  },
  {
    reason: leak,
    pattern:
      /\b(?:send|post|upload|forward|exfiltrate|leak)\b.{0,60}\b(?:memory\.md|user\.md|\.env|credentials?|secrets?|api keys?|passwords?|tokens?|conversations?)\b.{0,40}(?:https?:|@)/i,
  },
  { reason: leak, pattern: /\b(?:curl|wget|fetch)\b[^\n]{0,120}\$\{?\w*(?:KEY|TOKEN|SECRET|PASSWORD)/i },

  { reason: secret, pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----/ },
  { reason: secret, pattern: /\b(?:sk|pk|rk)[-_](?:[A-Za-z0-9]+[-_])*[A-Za-z0-9]{16,}/ },
  {
    reason: secret,
    pattern:
      /\b(?:gh[pousr]_|github_pat_|glpat-|gsk_|hf_|npm_|pypi-|dop_v1_|tvly-|xai-|shpat_)[A-Za-z0-9_-]{16,}/,
  },
  {
    reason: secret,
    pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b|\bAIza[A-Za-z0-9_-]{30,}|\bxox[abeprs]-[A-Za-z0-9-]{10,}/,
  },
  { reason: secret, pattern: /\beyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{5,}/ },
  { reason: secret, pattern: /\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@]+:[^\s/@]+@/i },
  {
    reason: secret,
    pattern:
      /\b(?:password|passwd|passphrase|secret|token|api[ _-]?key|access[ _-]?key)\b\s*(?:is|:|=)\s*["'`]?(?=\S*(?:\d|[^\w\s"'`.,]))\S{8,}/i,
  },
  { reason: secret, pattern: /\b\w*(?:_KEY|_TOKEN|_SECRET|_PASSWORD)\s*[=:]\s*["']?[^\s"'$<{]{8,}/ },
];
