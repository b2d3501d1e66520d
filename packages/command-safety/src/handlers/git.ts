import { projectSecrets } from "../paths/protected-paths.ts";
import type { CommandContext, ProgramHandler } from "../command-context.ts";
import { noteFetched } from "../command-context.ts";
import { hasOption, operandsOf, readOptions } from "../programs/options.ts";
import { isKnown } from "../shell/unknown.ts";

const globals = {
  flags: "pPhv",
  values: "cC",
  longFlags:
    "paginate no-pager bare no-replace-objects literal-pathspecs glob-pathspecs noglob-pathspecs icase-pathspecs no-optional-locks html-path man-path info-path version help",
  longValues: "git-dir work-tree namespace config-env exec-path super-prefix list-cmds attr-source",
};

/** Settings that make git run a program. */
const programSettings =
  /^(core\.(pager|editor|sshcommand|fsmonitor|hookspath|gitproxy|askpass|alternaterefscommand)|alias\.[^=]+|pager\.[^=]+|sequence\.editor|diff\.external|diff\.[^=]+\.(command|textconv)|difftool\.[^=]+\.(cmd|path)|mergetool\.[^=]+\.(cmd|path)|merge\.[^=]+\.driver|filter\.[^=]+\.(clean|smudge|process)|credential\.([^=]+\.)?helper|gpg\.([^=]+\.)?program|uploadpack\.packobjectshook|remote\.[^=]+\.(uploadpack|receivepack|vcs)|protocol\.ext\.allow|http\.sslverify|init\.templatedir|include\.path|includeif\..*|url\..*\.insteadof|submodule\.[^=]+\.update)$/i;
const plainPrograms =
  /^(|true|false|cat|less( -\w+)*|more|delta|bat|vim?|nvim|nano|emacs|code --wait|:|store|cache( --timeout=\d+)?|osxkeychain|manager|libsecret|ssh( -i [\w./~-]+)?|diff-so-fancy.*|never|user)$/;

/** `git`: what can't be undone, what others see, and what runs programs. */
export const git: ProgramHandler = ({ args: given }, context) => {
  const { options, all, operands, unknown } = readOptions(given, globals);
  if (["version", "help", "v", "h"].some((name) => options.has(name))) return undefined;
  if (unknown !== undefined) context.ask("command.option", `git is given "${unknown}".`);
  for (const [name, value] of all) {
    if (name === "c" || name === "config-env") judgeSetting(value, context);
    if (name === "exec-path" && value !== "")
      context.ask("git.program", `It takes git's programs from ${value}.`);
  }
  const [action = "", ...args] = operands;
  if (!isKnown(action)) context.ask("command.unknown", "What git is told to do shows only when it runs.");
  context.effect({ kind: "git", action, ref: operandsOf(args)[1] });
  if (hasOption(args, "", ["dry-run"]) || (/^(clean|push|add|rm|mv)$/.test(action) && hasOption(args, "n")))
    return undefined;
  judgeActions(action, args, context);
  if (Object.hasOwn(actions, action)) actions[action]?.(args, context);
  if (
    args.some((word) =>
      /^--(upload|receive)-pack|^--exec=|^--open-files-in-pager|^--ext-diff=|^ext::/.test(word),
    )
  )
    context.ask("git.program", `It makes git run a program: ${args.join(" ")}.`);
  if (args.includes("--no-index")) for (const path of operandsOf(args)) context.touch("read", path);
  return undefined;
};

interface GitRow {
  readonly actions: string;
  readonly code:
    | "git.discard"
    | "git.rewrite"
    | "git.remote"
    | "credentials.shown"
    | "send.message"
    | "git.push";
  /** Its first operand must be one of these. */
  readonly verbs?: string | undefined;
  /** One of these must be there: letters, then long names. */
  readonly letters?: string | undefined;
  readonly long?: string | undefined;
  /** None of these: letters, then long names. */
  readonly unless?: readonly [letters: string, long: string] | undefined;
}

const reasons: Readonly<Record<GitRow["code"], string>> = {
  "git.discard": "It throws away work that git keeps no copy of:",
  "git.rewrite": "It rewrites or removes history:",
  "git.remote": "It changes where this repository is pushed to:",
  "git.push": "It sends commits to others:",
  "credentials.shown": "It works with the stored passwords of git:",
  "send.message": "It sends mail:",
};

/** What actions of git do that nothing brings back, or that others see. */
// oxfmt-ignore
const rows: readonly GitRow[] = [
  { actions: "reset", code: "git.discard", long: "hard merge keep" },
  { actions: "clean", code: "git.discard", letters: "fxXd", long: "force" },
  { actions: "checkout", code: "git.discard", letters: "fB", long: "force ours theirs" },
  { actions: "restore", code: "git.discard", unless: ["S", "staged"] },
  { actions: "restore", code: "git.discard", letters: "W", long: "worktree" },
  { actions: "switch", code: "git.discard", letters: "fC", long: "force discard-changes force-create" },
  { actions: "stash", code: "git.discard", verbs: "drop clear" },
  { actions: "worktree", code: "git.discard", verbs: "remove", letters: "f", long: "force" },
  { actions: "submodule", code: "git.discard", verbs: "deinit", letters: "f", long: "force all" },
  { actions: "rm", code: "git.discard", letters: "fr", long: "force", unless: ["", "cached"] },
  { actions: "read-tree checkout-index", code: "git.discard", letters: "fu", long: "reset force" },
  { actions: "branch", code: "git.rewrite", letters: "DMCf", long: "force" },
  { actions: "tag", code: "git.rewrite", letters: "df", long: "delete force" },
  { actions: "filter-branch filter-repo update-ref replace prune", code: "git.rewrite" },
  { actions: "reflog", code: "git.rewrite", verbs: "expire delete drop" },
  { actions: "gc", code: "git.rewrite", long: "prune" },
  { actions: "lfs", code: "git.rewrite", verbs: "prune migrate" },
  { actions: "rebase", code: "git.rewrite", long: "root" },
  { actions: "pull fetch", code: "git.rewrite", letters: "f", long: "force" },
  { actions: "symbolic-ref", code: "git.rewrite", letters: "d", long: "delete" },
  { actions: "remote", code: "git.remote", verbs: "set-url remove rm rename prune" },
  { actions: "credential", code: "credentials.shown", verbs: "fill reject approve" },
  { actions: "credential-store credential-manager", code: "credentials.shown" },
  { actions: "send-email", code: "send.message" },
  { actions: "svn p4", code: "git.push", verbs: "dcommit submit" },
];

function judgeActions(action: string, args: readonly string[], context: CommandContext): void {
  const [verb = ""] = args;
  for (const { actions: names, code, verbs, letters = "", long = "", unless } of rows) {
    if (!names.split(" ").includes(action) || (verbs !== undefined && !verbs.split(" ").includes(verb)))
      continue;
    const isPlain = letters === "" && long === "";
    if (!isPlain && !hasOption(args, letters, long.split(" "))) continue;
    if (unless !== undefined && hasOption(args, unless[0], unless[1].split(" "))) continue;
    context.ask(code, `${reasons[code]} git ${[action, ...args].join(" ")}.`);
    return;
  }
}

/** `name=value`, as behind `-c`. */
function judgeSetting(setting: string, context: CommandContext): void {
  const [name = "", value = ""] = setting.split(/=(.*)/s);
  if (!programSettings.test(name)) return;
  const isPlain = /^alias\./i.test(name)
    ? !value.startsWith("!")
    : /sslverify$/i.test(name)
      ? value === "true"
      : plainPrograms.test(value) && !/hookspath|templatedir|include|insteadof/i.test(name);
  if (isPlain) return;
  context.ask("git.program", `The setting ${name}=${value} makes git run or trust something else.`);
  if (value.startsWith("!")) context.script(value.slice(1));
  else if (/(pager|editor|command|cmd|textconv|external)$/i.test(name)) context.script(value);
}

const actions: Readonly<Record<string, (args: readonly string[], context: CommandContext) => void>> = {
  checkout: (args, context) => {
    const operands = operandsOf(args);
    const makesBranch = hasOption(args, "bt", ["track", "orphan", "detach"]);
    const namesFiles =
      args.includes("--") ||
      (operands.length > 1 && !makesBranch) ||
      operands.some((word) => /^(\.|:\/|\*|\.\/.*)$/.test(word));
    if (namesFiles) context.ask("git.discard", `${reasons["git.discard"]} git checkout ${args.join(" ")}.`);
  },
  branch: (args, context) => {
    if (hasOption(args, "d", ["delete"]) && hasOption(args, "r", ["remotes"]))
      context.ask("git.rewrite", `${reasons["git.rewrite"]} git branch ${args.join(" ")}.`);
  },
  rm: (args, context) => {
    if (!hasOption(args, "", ["cached"]) && operandsOf(args).some((word) => word === "." || word === "*"))
      context.ask("git.discard", `${reasons["git.discard"]} git rm ${args.join(" ")}.`);
  },
  worktree: (args, context) => {
    const [folder] = readOptions(args.slice(1), worktreeOptions).operands;
    if (args[0] === "add" && folder !== undefined) context.touch("write", folder);
  },
  remote: ([action, ...rest], context) => {
    const [added, address] = operandsOf(rest);
    if (action === "add" && added !== undefined) context.notes.add(`remote ${added} ${address ?? ""}`);
    if (action === "add" && rest.some((word) => /^ext::|--mirror=push/.test(word)))
      context.ask("git.remote", "It adds a remote that runs a program or mirrors everything.");
  },
  add: (args, context) => {
    const secret = operandsOf(args).find((word) => projectSecrets.test(word));
    if (secret !== undefined)
      context.ask(
        "secrets.committed",
        `It puts ${secret}, which usually holds secrets, into the repository.`,
      );
  },
  push: judgePush,
  config: judgeConfig,
  clone: judgeClone,
  fetch: judgeClone,
  pull: judgeClone,
  bisect: ([action, ...command], context) => {
    if (action === "run") context.run(command, { wrapper: "git" });
  },
  submodule: (args, context) => {
    const at = args.indexOf("foreach");
    if (at >= 0)
      context.script(
        args
          .slice(at + 1)
          .filter((word) => !/^--(recursive|quiet)$/.test(word))
          .join(" "),
      );
  },
  "for-each-repo": (args, context) => void context.run(["git", ...operandsOf(args)]),
  rebase: (args, context) => runBehind(args, /^(?:-x|--exec)$/, /^(?:-x|--exec=)(.+)/, context),
  difftool: (args, context) => runBehind(args, /^(?:-x|--extcmd)$/, /^(?:-x|--extcmd=)(.+)/, context),
  "filter-branch": (args, context) => runBehind(args, /-filter$/, /-filter=(.+)/, context),
};

function runBehind(args: readonly string[], option: RegExp, glued: RegExp, context: CommandContext): void {
  for (const [index, word] of args.entries()) {
    const text = option.test(word) ? args[index + 1] : glued.exec(word)?.[1];
    if (text !== undefined) context.script(text);
  }
}

const worktreeOptions = {
  flags: "fdqv",
  values: "bB",
  longFlags: "force detach checkout no-checkout guess-remote track lock orphan quiet relative-paths",
  longValues: "reason",
  anywhere: true,
};

function judgePush(args: readonly string[], context: CommandContext): void {
  const { options, operands } = readOptions(args, {
    flags: "46duqvnf",
    values: "o",
    longFlags:
      "all mirror tags follow-tags delete force force-with-lease force-if-includes prune set-upstream verbose quiet dry-run no-verify atomic porcelain progress thin ipv4 ipv6 signed branches",
    longValues: "repo push-option receive-pack exec recurse-submodules",
    anywhere: true,
  });
  const [remote, ...refs] = operands;
  context.effect({ kind: "network", host: remote });
  const text = ["git push", ...args].join(" ");
  const isForced =
    ["f", "force", "force-with-lease", "force-if-includes", "mirror", "prune", "delete", "d"].some((name) =>
      options.has(name),
    ) || refs.some((ref) => /^([+:]|\uFFFF:)/.test(ref));
  if (isForced)
    context.ask("git.force-push", `It rewrites or deletes what others may have fetched: ${text}.`);
  if (options.has("no-verify"))
    context.ask("git.unverified", "It pushes without the checks that were set up.");
  const added = [...context.notes].find((note) => note.startsWith(`remote ${remote ?? ""} `));
  if (
    remote !== undefined &&
    (added !== undefined || /^(https?|ssh|git):\/\/|^[\w.-]+@[\w.-]+:/.test(remote))
  )
    context.ask(
      "git.push",
      `It pushes to ${added?.split(" ").at(-1) ?? remote}, which is no remote of this repository yet.`,
    );
  else if (!isForced) context.ask("git.push", `It shows commits to others, who can keep them: ${text}.`);
}

/** Settings that decide where a push goes, as `git remote set-url` does. */
const pushTargets = /^(remote\..*\.(url|pushurl)|remote\.pushdefault|branch\..*\.(remote|pushremote))$/i;

function judgeConfig(args: readonly string[], context: CommandContext): void {
  const rest = operandsOf(
    args.filter((_, index) => !/^(-f|--file|--type|--default|--comment)$/.test(args[index - 1] ?? "")),
  );
  const [first = "", ...others] = rest;
  if (/^(get|list)$/.test(first) || hasOption(args, "l", ["get", "get-all", "list", "get-regexp"])) return;
  const [name = "", value] = /^(set|unset|edit|rename-section|remove-section)$/.test(first) ? others : rest;
  if (value !== undefined) judgeSetting(`${name}=${value}`, context);
  const isWrite =
    value !== undefined ||
    /^(unset|edit|rename-section|remove-section)$/.test(first) ||
    hasOption(args, "e", ["unset", "unset-all", "edit", "rename-section", "remove-section"]);
  if (isWrite && hasOption(args, "", ["global", "system"]))
    context.ask(
      "startup.write",
      `It changes git's settings for every repository: git config ${args.join(" ")}.`,
    );
  if (value !== undefined && pushTargets.test(name))
    context.ask("git.remote", `It changes where this repository is pushed to: ${name}.`);
}

function judgeClone(args: readonly string[], context: CommandContext): void {
  const { all, operands } = readOptions(args, {
    flags: "lsnqvafptkjm46",
    values: "bcjou",
    longValues:
      "branch config depth origin upload-pack template reference separate-git-dir jobs filter server-option shallow-since",
    anywhere: true,
  });
  for (const [name, value] of all) {
    if (name === "c" || name === "config") judgeSetting(value, context);
    if (name === "template" || (name === "u" && /[/ ]/.test(value)))
      context.ask("git.program", `It takes programs or hooks from ${value}.`);
  }
  const [source, target] = operands;
  if (target !== undefined && /^[/~]/.test(target)) context.touch("write", target);
  const folder =
    target ??
    source
      ?.replace(/\/+$/, "")
      .split(/[/:]/)
      .at(-1)
      ?.replace(/\.git$/, "");
  if (source?.includes(":") === true && folder !== undefined && folder !== "") noteFetched(folder, context);
}
