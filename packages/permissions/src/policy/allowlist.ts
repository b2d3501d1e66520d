import { escapePattern } from "./match-text.ts";
import type { Rule } from "./rule.ts";

// What the Python original calls the kinds of command that a person has allowed for good, and the findings here that
// are the same.
// oxfmt-ignore
const formerLabels: Readonly<Record<string, string>> = {
  "delete in root path": "delete.*",
  "recursive delete": "delete.recursive",
  "recursive delete (long flag)": "delete.recursive",
  "find -delete": "delete.*",
  "find -exec rm": "delete.*",
  "xargs with rm": "delete.*",
  "git reset --hard (destroys uncommitted changes)": "git.discard",
  "git force push (rewrites remote history)": "git.force-push",
  "git force push short flag (rewrites remote history)": "git.force-push",
  "git clean with force (deletes untracked files)": "git.clean",
  "git branch force delete": "git.delete-branch",
};

/**
 * The original's `command_allowlist` as rules. A label that is known lifts the same finding here, a rule is one, and
 * everything else is the pattern of a command. What is none of these allows nothing.
 */
export function rulesOfAllowlist(list: readonly string[]): readonly Rule[] {
  return list.flatMap((entry, index) => {
    const text = entry.trim();
    if (text === "") return [];
    const finding = formerLabels[text];
    const base = {
      effect: "allow",
      scope: {},
      source: `config.yaml, command_allowlist ${index + 1}`,
    } as const;
    if (finding !== undefined)
      return [{ ...base, text: `finding(${finding})`, name: "finding", argument: finding }];
    const rule = /^([\w-]+(?:\.[\w*-]+)?)\(([^]+)\)$/.exec(text);
    if (rule !== null) return [{ ...base, text, name: rule[1] ?? "", argument: rule[2] }];
    const argument = text.includes("*") ? text : escapePattern(text);
    return [{ ...base, text: `terminal(${argument})`, name: "terminal", argument }];
  });
}
