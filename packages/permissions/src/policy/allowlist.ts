import { escapePattern } from "./match-text.ts";
import type { Rule } from "./rule.ts";

// What the Python original calls the kinds of command that a person has allowed for good, and the findings here that
// are the same.
// oxfmt-ignore
const legacyLabels: Readonly<Record<string, string>> = {
  "delete in root path": "delete.*",
  "recursive delete": "delete.recursive",
  "recursive delete (long flag)": "delete.recursive",
  "find -delete": "delete.search",
  "find -exec rm": "delete.search",
  "xargs with rm": "delete.*",
  "world/other-writable permissions": "permissions.*",
  "recursive world/other-writable (long flag)": "permissions.*",
  "recursive chown to root": "permissions.*",
  "recursive chown to root (long flag)": "permissions.*",
  "disk copy": "disk.raw",
  "SQL DROP": "database.drop",
  "SQL DELETE without WHERE": "database.delete",
  "SQL TRUNCATE": "database.delete",
  "overwrite system config": "system.write",
  "copy/move file into /etc/": "system.write",
  "in-place edit of system config": "system.write",
  "stop/disable system service": "service.changed",
  "stop/restart system service": "service.changed",
  "kill all processes": "process.kill-all",
  "force kill processes": "process.kill",
  "pipe remote content to shell": "code.remote",
  "execute remote script via process substitution": "code.remote",
  "git reset --hard (destroys uncommitted changes)": "git.discard",
  "git clean with force (deletes untracked files)": "git.discard",
  "git branch force delete": "git.discard",
  "git force push (rewrites remote history)": "git.force-push",
  "git force push short flag (rewrites remote history)": "git.force-push",
};

/**
 * The original's `command_allowlist` as rules. A label that is known lifts the same finding here, a rule is one, and
 * everything else is the pattern of a command. What is none of these allows nothing.
 */
export function rulesOfAllowlist(list: readonly string[], settingsFile: string): readonly Rule[] {
  return list.flatMap((entry, index) => {
    const text = entry.trim();
    if (text === "") return [];
    const finding = legacyLabels[text];
    const base = {
      effect: "allow",
      scope: {},
      source: `${settingsFile}, command_allowlist ${index + 1}`,
    } as const;
    if (finding !== undefined)
      return [{ ...base, text: `finding(${finding})`, name: "finding", argument: finding }];
    const rule = /^([\w-]+(?:\.[\w*-]+)?)\(([^]+)\)$/.exec(text);
    if (rule !== null) return [{ ...base, text, name: rule[1] ?? "", argument: rule[2] }];
    const argument = text.includes("*") ? text : escapePattern(text);
    return [{ ...base, text: `terminal(${argument})`, name: "terminal", argument }];
  });
}
