import type { SkillRule } from "./skill-rule.ts";

/** Keys that were left in the files. */
export const keyRules: readonly SkillRule[] = [
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
