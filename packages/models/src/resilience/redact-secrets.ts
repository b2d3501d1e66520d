/**
 * Things that look like keys: the prefixes that vendors use (also half masked, as OpenAI repeats them), bearer
 * tokens, and long runs that no model, host or request id looks like.
 */
const secrets: readonly RegExp[] = [
  /\b(?:sk|rk|pk|gsk|xai|hf|nvapi|fw|pplx|csk|r8|tgp|ghp|gho|github_pat|glpat|AKIA|AIza|ya29)[-_.]?[A-Za-z0-9*_-]{8,}[A-Za-z0-9*]/g,
  /(?<=\bbearer\s+)[^\s"',;]{6,}/gi,
  /(?<=\b(?:api[-_ ]?key|x-api-key|access[-_ ]?token|authorization|secret)["']?\s*[:=]\s*["']?)(?!bearer\b)[^\s"',;]{6,}/gi,
  /\b[0-9a-f]{32,}\b/g,
  /\b(?=[A-Za-z0-9_]*[A-Z])(?=[A-Za-z0-9_]*[a-z])(?=[A-Za-z0-9_]*\d)(?!req_)[A-Za-z0-9_]{32,}/g,
];

/** Replaces what looks like a key. A provider's own words can repeat the key it refused. */
export function redactSecrets(text: string): string {
  return secrets.reduce((rest, pattern) => rest.replace(pattern, "[redacted]"), text);
}
