import { isInterpreter } from "./binding.ts";
import { isBoundToCall, isUntrustedFinding } from "../untrusted/untrusted-finding.ts";
import { oneBlank } from "./operation.ts";
import { commonActions } from "./known-actions.ts";
import { escapePattern } from "./match-text.ts";
import type { CallAnalysis } from "./call-analysis.ts";

const longest = 200;
const wrapper =
  /^(sudo|doas|su|pkexec|env|nohup|timeout|nice|ionice|xargs|parallel|find|time|command|builtin|setsid|stdbuf|watch|ssh|docker|podman|kubectl|script|chroot|unshare|nsenter|bwrap|flock|strace|busybox|entr|git-bash)$/;

/**
 * What the answer "always" would write, for a person to read. Undefined where nothing may be allowed for good: texts
 * that are not wholly understood, that hide other programs behind an interpreter or a wrapper, or that are too long to
 * be read.
 */
export function permanentRule(analysis: CallAnalysis, scripts: readonly string[]): string | undefined {
  const { argument, command, findings, paths } = analysis;
  const kept = argument?.kind === "text" ? argument.kept : undefined;
  if (kept !== undefined && !findings.some(isBoundToCall)) return kept.rule;
  // Whoever writes such a text writes another one tomorrow.
  if (findings.some(isUntrustedFinding)) return undefined;
  const host = hostToKeep(analysis);
  if (host !== undefined) return ruleOfHost(host);
  if (analysis.behind !== undefined && analysis.behind.newHosts.length > 0) return undefined;
  if (command === undefined) {
    const changed = paths.some(({ access }) => access !== "read")
      ? paths.filter(({ access }) => access !== "read")
      : paths;
    const [path, other] = changed;
    return path === undefined || other !== undefined
      ? undefined
      : `${analysis.action}(${escapePattern(path.real)})`;
  }
  const text = oneBlank(command.text);
  if (!command.understood || text.length > longest || !/^[ -~\u00a1-\u02ff]+$/.test(text)) return undefined;
  if (/[|;&<>`]|\$\(/.test(text) || scripts.length > 0 || command.commands.length !== 1) return undefined;
  const [first = ""] = text.split(" ");
  const names = [first, ...command.commands.map(({ argv }) => argv[0] ?? "")];
  if (
    names.some(
      (name) =>
        isInterpreter(name) || wrapper.test(name.slice(name.lastIndexOf("/") + 1)) || name.includes("="),
    )
  )
    return undefined;
  return `${analysis.tool}(${escapePattern(text)})`;
}

/** The host that is all that a call asks for: that can be opened for good, whatever command reaches it. */
export function hostToKeep({ behind }: CallAnalysis): string | undefined {
  const [host, ...others] = behind?.newHosts ?? [];
  return others.length === 0 && behind?.asked.length === 1 && behind.profile !== "open" ? host : undefined;
}

function ruleOfHost(host: string): string {
  return `${commonActions.connect}(${host})`;
}
