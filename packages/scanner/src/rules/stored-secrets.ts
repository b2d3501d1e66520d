import type { Rule } from "../rule.ts";

const secret = {
  kind: "code",
  severity: "ask",
  inDocument: "ask",
  surfaces: ["memory"],
  sentence: "It looks like a password, key or token, which notes must not hold.",
} as const;

/** Where tokens of the well-known kinds begin. */
const tokenWords: readonly string[] = [
  "sk-",
  "sk_",
  "pk-",
  "pk_",
  "rk-",
  "rk_",
  "gh",
  "glpat",
  "gsk_",
  "hf_",
  "npm_",
  "pypi",
  "dop_",
  "tvly",
  "xai-",
  "shpat",
  "akia",
  "asia",
  "aiza",
  "xox",
  "eyj",
];

/** Secrets that were written down: notes are sent to the model in every session, skills are shared. */
export const storedSecretRules: readonly Rule[] = [
  {
    ...secret,
    id: "credentials.private-key",
    keywords: ["private key"],
    pattern: /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----/,
  },
  {
    ...secret,
    id: "credentials.token",
    keywords: tokenWords,
    pattern:
      /\b(?:sk|pk|rk)[-_](?:[A-Za-z0-9]{1,40}[-_]){0,4}[A-Za-z0-9]{16,}|\b(?:gh[pousr]_|github_pat_|glpat-|gsk_|hf_|npm_|pypi-|dop_v1_|tvly-|xai-|shpat_)[A-Za-z0-9_-]{16,}|\b(?:AKIA|ASIA)[A-Z0-9]{16}\b|\bAIza[A-Za-z0-9_-]{30,}|\bxox[abeprs]-[A-Za-z0-9-]{10,}|\beyJ[A-Za-z0-9_-]{10,2000}\.[A-Za-z0-9_-]{10,2000}\.[A-Za-z0-9_-]{5,}/,
  },
  {
    ...secret,
    id: "credentials.in-address",
    keywords: ["://"],
    pattern: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@]{1,100}:[^\s/@]{1,200}@/i,
  },
  {
    ...secret,
    id: "credentials.assigned",
    keywords: ["pass", "secret", "token", "key"],
    pattern:
      /\b(?:password|passwd|passphrase|secret|token|api[ _-]?key|access[ _-]?key)\b\s{0,3}(?:is|:|=)\s{0,3}["'`]?(?=\S{0,200}(?:\d|[^\w\s"'`.,]))\S{8,}/i,
  },
  {
    ...secret,
    id: "credentials.assigned",
    keywords: ["_key", "_token", "_secret", "_password"],
    pattern: /\b\w{0,60}(?:_KEY|_TOKEN|_SECRET|_PASSWORD)\s{0,3}[=:]\s{0,3}["']?[^\s"'$<{]{8,}/,
  },
  {
    ...secret,
    id: "exfiltration.secret-in-command",
    keywords: ["curl", "wget", "fetch"],
    pattern: /\b(?:curl|wget|fetch)\b[^\n]{0,120}\$\{?\w{0,40}(?:KEY|TOKEN|SECRET|PASSWORD)/i,
    sentence: "It gives a secret to a command that sends it somewhere.",
  },
  {
    ...secret,
    id: "credentials.hard-coded",
    surfaces: ["skill"],
    keywords: [...tokenWords, "private key"],
    pattern:
      /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b|\bgh[pousr]_[A-Za-z0-9]{30,}|\bgithub_pat_[A-Za-z0-9_]{30,}|\bglpat-[A-Za-z0-9_-]{18,}|\bsk-(?:ant-|proj-|or-)?[A-Za-z0-9_-]{24,}|\b[rs]k_live_[A-Za-z0-9]{16,}|\bxox[abeprs]-[A-Za-z0-9-]{20,}|\bAIza[A-Za-z0-9_-]{33,}|\bhf_[A-Za-z0-9]{28,}|\bnpm_[A-Za-z0-9]{30,}|\bpypi-[A-Za-z0-9_-]{40,}|-----BEGIN (?:[A-Z]{2,8} )?PRIVATE KEY(?: BLOCK)?-----\s{0,9}[A-Za-z0-9+/=]{30,}/,
    unless: /EXAMPLE|your[-_]|x{6,}|placeholder|\.{3}|<\w{1,30}>|0{10,}|12345678|redacted|dummy|\*{4,}/i,
    sentence: "It holds a key, which everybody who reads it can use.",
  },
];
