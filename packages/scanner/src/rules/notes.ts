import type { Rule } from "../rule.ts";

const secret = {
  kind: "code",
  severity: "ask",
  inDocument: "ask",
  surfaces: ["memory"],
  sentence: "It looks like a password, key or token, which notes must not hold.",
} as const;

/** What a note must not hold besides: notes are read in every session, and sent to the model's maker each time. */
export const noteRules: readonly Rule[] = [
  {
    ...secret,
    id: "credentials.private-key",
    keywords: ["private key"],
    pattern: /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----/,
  },
  {
    ...secret,
    id: "credentials.token",
    keywords: [
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
    ],
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
];
