import type { SkillRule } from "./skill-rule.ts";

/** Keys that were left in the files. */
export const keyRules: readonly SkillRule[] = [
  {
    id: "credentials.back-door",
    risk: "credentials",
    severity: "high",
    message: "It lets in whoever knows a word that is written in it.",
    pattern:
      /\b(?:password|passwd|pwd|pass|token|secret|api_?key|pin)\b["'\])]*\s*={2,3}\s*["'][^"'\n]{4,60}["']|["'][^"'\n]{6,60}["']\s*={2,3}\s*(?:\w+\.)?(?:password|passwd|pwd|token|secret)\b|\b(?:headers?|args|query|params|cookies|get)\b[^\n]{0,30}["'][\w-]{3,30}["'][)\]]*\s*={2,3}\s*["'][^"'\n]{6,60}["'][^]{0,60}\b(?:admin|return\s+[Tt]rue|login|role|bypass)/,
    unless:
      /\b(?:test|example|demo|assert|expect|placeholder|undefined|string|changeme|password\s*={2,3}\s*["']password)\b/i,
    kinds: ["script"],
  },
  {
    id: "credentials.hard-coded",
    risk: "credentials",
    severity: "high",
    message: "It holds a key.",
    pattern:
      /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b|\bgh[pousr]_[A-Za-z0-9]{30,}|\bgithub_pat_[A-Za-z0-9_]{30,}|\bglpat-[A-Za-z0-9_-]{18,}|\bsk-(?:ant-|proj-|or-)?[A-Za-z0-9_-]{24,}|\b[rs]k_live_[A-Za-z0-9]{16,}|\bxox[abeprs]-[A-Za-z0-9-]{20,}|\bAIza[A-Za-z0-9_-]{33,}|\bhf_[A-Za-z0-9]{28,}|\bnpm_[A-Za-z0-9]{30,}|\bpypi-[A-Za-z0-9_-]{40,}|-----BEGIN (?:RSA |EC |OPENSSH |DSA |PGP )?PRIVATE KEY(?: BLOCK)?-----\s*\n?\s*[A-Za-z0-9+/=]{30,}|\b\d{8,10}:AA[A-Za-z0-9_-]{30,}|\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}|\beyJ[A-Za-z0-9_-]{15,}\.eyJ[A-Za-z0-9_-]{15,}\.[A-Za-z0-9_-]{15,}/,
    unless:
      /EXAMPLE|your[-_]|[xX]{6,}|placeholder|\.\.\.|<\w+>|0{10,}|1234567890(?:abcdef)?|REDACTED|dummy|\*{4,}/i,
  },
  {
    id: "credentials.hard-coded",
    risk: "credentials",
    severity: "medium",
    message: "It holds what looks like a password.",
    pattern:
      /\b(?:password|passwd|secret|api_?key|token)\b["']?\s*[:=]\s*["'](?=[^"'\s]*\d)(?=[^"'\s]*[A-Za-z])[^"'\s${}<>]{12,}["']/i,
    unless: /example|your|placeholder|test|dummy|changeme|xxx|\.\.\.|getenv|environ|process\.env/i,
    kinds: ["script", "block"],
  },
];
