import { projectSecrets } from "../paths/protected-paths.ts";
import type { Call, Desk, Judge } from "../desk.ts";
import { noteFetched } from "../desk.ts";
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
  /^(core\.(pager|editor|sshcommand|fsmonitor|hookspath|gitproxy|askpass|alternaterefscommand)|alias\.[^=]+|pager\.[^=]+|sequence\.editor|diff\.external|diff\.[^=]+\.(command|textconv)|difftool\.[^=]+\.(cmd|path)|mergetool\.[^=]+\.(cmd|path)|merge\.[^=]+\.driver|filter\.[^=]+\.(clean|smudge|process)|credential\.([^=]+\.)?helper|gpg\.([^=]+\.)?program|uploadpack\.packobjectshook|remote\.[^=]+\.(uploadpack|receivepack|vcs)|browser\.[^=]+\.cmd|web\.browser|man\.[^=]+\.cmd|trailer\.[^=]+\.(command|cmd)|sendemail\.[^=]*cmd|interactive\.difffilter|protocol\.ext\.allow|http\.sslverify|init\.templatedir|include\.path|includeif\..*|url\..*\.insteadof|submodule\.[^=]+\.update)$/i;

/** `git`: what cannot be undone, what others see, and what runs programs. */
export const git: Judge = (call, desk) => {
  const { options, all, operands, unknown } = readOptions(call.args, globals);
  if (options.has("version") || options.has("help") || options.has("v") || options.has("h")) return;
  if (unknown !== undefined) desk.ask("command.option", `git is given "${unknown}".`);
  for (const [name, value] of all) {
    if (name === "c" || name === "config-env")
      judgeSetting(value.split("=")[0] ?? "", value.slice(value.indexOf("=") + 1), desk);
    if (name === "git-dir" && /^\/(tmp|var\/tmp|dev\/shm)\//.test(desk.resolve(value) ?? ""))
      desk.ask("git.program", `It takes git's settings and hooks from ${value}.`);
    if (name === "exec-path" && value !== "")
      desk.ask("git.program", `It takes git's programs from ${value}.`);
  }
  const [action = "", ...args] = operands;
  if (!isKnown(action)) desk.ask("command.unknown", "What git is told to do shows only when it runs.");
  desk.effect({ kind: "git", action, ref: operandsOf(args)[1] });
  if (
    hasOption(args, "", ["dry-run"]) ||
    ((action === "clean" || action === "push" || action === "add") && hasOption(args, "n"))
  )
    return;
  const judge = Object.hasOwn(actions, action) ? actions[action] : undefined;
  judge?.(args, desk, call);
  for (const [index, word] of args.entries()) {
    if (/^--(upload|receive)-pack|^--exec=|^--open-files-in-pager=|^--ext-diff=/.test(word))
      desk.ask("git.program", `It makes git run a program: ${word} ${args[index + 1] ?? ""}.`);
    if (/^ext::/.test(word)) desk.ask("git.program", "It makes git run a program as its connection.");
    if (/^(-O\S+|--open-files-in-pager=)/.test(word) && action === "grep")
      desk.ask("git.program", `It makes git open files with ${word}.`);
  }
  const contents = args.find((word) => word.startsWith("--contents="))?.slice(11);
  for (const path of args.includes("--no-index")
    ? operandsOf(args)
    : contents === undefined
      ? []
      : [contents])
    desk.touch("read", path);
  if (action === "rev-parse" && args[0] === "--show-toplevel" && args.length === 1)
    return `${desk.places.workspace}\n`;
  return undefined;
};

function judgeSetting(name: string, value: string, desk: Desk): void {
  if (!programSettings.test(name)) return;
  const isPlain =
    /^(|true|false|cat|less( -\w+)*|more|delta|bat|vim?|nvim|nano|emacs|code --wait|:|store|cache( --timeout=\d+)?|osxkeychain|manager|libsecret|ssh( -i [\w./~-]+)?|diff-so-fancy.*|never|user)$/.test(
      value,
    );
  if (
    /^alias\./i.test(name)
      ? !value.startsWith("!")
      : isPlain && !/sslverify|fsmonitor|hookspath|templatedir|include|insteadof/i.test(name)
  )
    return;
  if (/^http\.sslverify$/i.test(name) && value === "true") return;
  if (/fsmonitor$/i.test(name) && /^(true|false|)$/.test(value)) return;
  desk.ask("git.program", `The setting ${name}=${value} makes git run or trust something else.`);
  if (value.startsWith("!")) desk.script(value.slice(1));
  else if (/(pager|editor|command|cmd|textconv|external)$/i.test(name)) desk.script(value);
}

type GitJudge = (args: readonly string[], desk: Desk, call: Call) => void;

const discard = (desk: Desk, what: string): void =>
  desk.ask("git.discard", `It throws away work that git keeps no copy of: ${what}.`);
const rewrite = (desk: Desk, what: string): void =>
  desk.ask("git.rewrite", `It rewrites or removes history: ${what}.`);

const actions: Readonly<Record<string, GitJudge>> = {
  reset: (args, desk) => {
    if (hasOption(args, "", ["hard", "merge", "keep"])) discard(desk, `git reset ${args.join(" ")}`);
  },
  clean: (args, desk) => {
    if (hasOption(args, "f", ["force"]) || hasOption(args, "xXd"))
      discard(desk, "git clean deletes files that are not tracked");
  },
  checkout: (args, desk) => {
    const isForced = hasOption(args, "fB", ["force", "ours", "theirs"]);
    const operands = operandsOf(args);
    const makesBranch = hasOption(args, "bBt", ["track", "orphan", "detach"]);
    const namesFiles =
      args.includes("--") ||
      (operands.length > 1 && !makesBranch) ||
      operands.some(
        (word) =>
          word === "." ||
          word === ":/" ||
          word === "*" ||
          word.startsWith("./") ||
          (/\.\w{1,4}$/.test(word) && operands.length > 1 && !hasOption(args, "b")),
      );
    if (isForced || namesFiles) discard(desk, `git checkout ${args.join(" ")}`);
  },
  restore: (args, desk) => {
    if (!hasOption(args, "S", ["staged"]) || hasOption(args, "W", ["worktree"]))
      discard(desk, `git restore ${args.join(" ")}`);
  },
  switch: (args, desk) => {
    if (hasOption(args, "fC", ["force", "discard-changes", "force-create"]))
      discard(desk, `git switch ${args.join(" ")}`);
  },
  stash: ([action = ""], desk) => {
    if (/^(drop|clear)$/.test(action)) discard(desk, `git stash ${action}`);
  },
  branch: (args, desk) => {
    if (
      hasOption(args, "D") ||
      (hasOption(args, "d", ["delete"]) && hasOption(args, "f", ["force"])) ||
      hasOption(args, "MCf", ["force"])
    )
      rewrite(desk, `git branch ${args.join(" ")}`);
    if (hasOption(args, "d", ["delete"]) && hasOption(args, "r", ["remotes"]))
      rewrite(desk, `git branch ${args.join(" ")}`);
  },
  tag: (args, desk) => {
    if (hasOption(args, "df", ["delete", "force"])) rewrite(desk, `git tag ${args.join(" ")}`);
  },
  worktree: (args, desk) => {
    if (args[0] === "remove" && hasOption(args, "f", ["force"])) discard(desk, "a worktree with its changes");
    const [folder] = readOptions(args.slice(1), worktreeOptions).operands;
    if (args[0] === "add" && folder !== undefined) desk.touch("write", folder);
  },
  push: judgePush,
  "filter-branch": (args, desk) => {
    rewrite(desk, "git filter-branch");
    for (const [index, word] of args.entries()) if (/-filter$/.test(word)) desk.script(args[index + 1] ?? "");
  },
  "filter-repo": (_, desk) => rewrite(desk, "git filter-repo"),
  "update-ref": (args, desk) => {
    rewrite(desk, `git update-ref ${args.join(" ")}`);
  },
  "symbolic-ref": (args, desk) => {
    if (operandsOf(args).length > 1 || hasOption(args, "d", ["delete"]))
      rewrite(desk, `git symbolic-ref ${args.join(" ")}`);
  },
  replace: (_, desk) => rewrite(desk, "git replace"),
  reflog: ([action = ""], desk) => {
    if (/^(expire|delete|drop)$/.test(action)) rewrite(desk, `git reflog ${action}`);
  },
  gc: (args, desk) => {
    if (
      args.some((word) => /^--prune=(now|all)/.test(word)) ||
      (hasOption(args, "", ["aggressive"]) && args.some((word) => word.startsWith("--prune")))
    )
      rewrite(desk, "git gc --prune");
  },
  prune: (_, desk) => rewrite(desk, "git prune"),
  annex: ([action = "", ...rest], desk) => {
    if (/^(drop|dropunused|forget|uninit|dead)$/.test(action))
      discard(desk, `git annex ${action} ${rest.join(" ")}`);
  },
  lfs: ([action = ""], desk) => {
    if (/^(prune|migrate)$/.test(action)) rewrite(desk, `git lfs ${action}`);
  },
  remote: ([action = "", ...rest], desk) => {
    if (/^(set-url|remove|rm|rename|prune)$/.test(action))
      desk.ask(
        "git.remote",
        `It changes where this repository is pushed to: git remote ${action} ${rest.join(" ")}.`,
      );
    const [added, address] = operandsOf(rest);
    if (action === "add" && added !== undefined) desk.notes.add(`remote ${added} ${address ?? ""}`);
    if (action === "add" && rest.some((word) => /^ext::|--mirror=push/.test(word)))
      desk.ask("git.remote", "It adds a remote that runs a program or mirrors everything.");
  },
  rm: (args, desk) => {
    if (hasOption(args, "", ["cached"])) return;
    if (
      hasOption(args, "f", ["force"]) ||
      operandsOf(args).some((word) => word === "." || word === "*") ||
      hasOption(args, "r")
    )
      discard(desk, `git rm ${args.join(" ")}`);
  },
  rebase: (args, desk) => {
    runFor(args, /^(-x|--exec)$/, /^(?:-x|--exec=)(.+)/, desk);
    if (hasOption(args, "", ["root"])) rewrite(desk, "git rebase --root");
  },
  add: (args, desk) => {
    const secret = operandsOf(args).find((word) => projectSecrets.test(word));
    if (secret !== undefined)
      desk.ask("secrets.committed", `It puts ${secret}, which usually holds secrets, into the repository.`);
  },
  bisect: (args, desk) => {
    if (args[0] === "run") desk.run(args.slice(1), { wrapper: "git" });
  },
  submodule: (args, desk) => {
    const at = args.indexOf("foreach");
    if (at >= 0)
      desk.script(
        args
          .slice(at + 1)
          .filter((word) => !/^--(recursive|quiet)$/.test(word))
          .join(" "),
      );
    if (args[0] === "deinit" && hasOption(args, "f", ["force", "all"])) discard(desk, "git submodule deinit");
  },
  "for-each-repo": (args, desk) => runWords(args, desk),
  difftool: (args, desk) => runFor(args, /^(-x|--extcmd)$/, /^(?:-x|--extcmd=)(.+)/, desk),
  config: judgeConfig,
  "read-tree": (args, desk) => {
    if (hasOption(args, "u", ["reset"])) discard(desk, "git read-tree --reset");
  },
  "checkout-index": (args, desk) => {
    if (hasOption(args, "f", ["force"])) discard(desk, "git checkout-index --force");
  },
  clone: judgeClone,
  fetch: judgeClone,
  pull: (args, desk) => {
    judgeClone(args, desk);
    if (hasOption(args, "f", ["force"])) rewrite(desk, "git pull --force");
  },
  "send-email": (_, desk) => desk.ask("send.message", "It sends mail."),
  "credential-store": (_, desk) =>
    desk.ask("credentials.shown", "It works with the stored passwords of git."),
  "credential-manager": (_, desk) =>
    desk.ask("credentials.shown", "It works with the stored passwords of git."),
  credential: ([action = ""], desk) => {
    if (/^(fill|reject|approve)$/.test(action))
      desk.ask("credentials.shown", `It works with the stored passwords of git: git credential ${action}.`);
  },
  daemon: (_, desk) => desk.ask("network.listen", "It offers repositories to the network."),
  p4: (args, desk) => {
    if (args[0] === "submit") desk.ask("git.push", "It submits changes.");
  },
  svn: (args, desk) => {
    if (args[0] === "dcommit") desk.ask("git.push", "It sends commits to the server.");
  },
};

const worktreeOptions = {
  flags: "fdqv",
  values: "bB",
  longFlags: "force detach checkout no-checkout guess-remote track lock orphan quiet relative-paths",
  longValues: "reason",
  anywhere: true,
};

function judgePush(args: readonly string[], desk: Desk): void {
  const { options, operands } = readOptions(args, {
    flags: "46duqvnf",
    values: "o",
    longFlags:
      "all mirror tags follow-tags delete force force-with-lease force-if-includes prune set-upstream verbose quiet dry-run no-verify atomic porcelain progress thin ipv4 ipv6 signed branches",
    longValues: "repo push-option receive-pack exec recurse-submodules",
    anywhere: true,
  });
  const [remote, ...refs] = operands;
  desk.effect({ kind: "network", host: remote });
  const forced = [
    "f",
    "force",
    "force-with-lease",
    "force-if-includes",
    "mirror",
    "prune",
    "delete",
    "d",
  ].filter((name) => options.has(name));
  const badRefs = refs.filter((ref) => /^[+:]/.test(ref));
  if (forced.length > 0 || badRefs.length > 0)
    desk.ask(
      "git.force-push",
      `It rewrites or deletes what others may have fetched: git push ${args.join(" ")}.`,
    );
  if (options.has("no-verify")) desk.ask("git.unverified", "It pushes without the checks that were set up.");
  const added = [...desk.notes].find((note) => note.startsWith(`remote ${remote ?? ""} `));
  if (remote !== undefined && /^(https?|ssh|git):\/\/|^[\w.-]+@[\w.-]+:/.test(remote))
    desk.ask("git.push", `It pushes to ${remote}, which is no remote of this repository.`);
  else if (remote !== undefined && added !== undefined)
    desk.ask(
      "git.push",
      `It pushes to ${added.split(" ").at(-1) ?? remote}, which this command has just added.`,
    );
  else if (forced.length === 0 && badRefs.length === 0)
    desk.ask(
      "git.push",
      `It shows commits to others, who can keep them: ${["git push", ...args].join(" ")}.`,
    );
  if (refs.some((ref) => !isKnown(ref) && ref.startsWith("\uFFFF:")))
    desk.ask("git.force-push", "Which branch it overwrites shows only when it runs.");
}

/** Settings that decide where a push goes, as `git remote set-url` does. */
const pushTargets = /^(remote\..*\.(url|pushurl)|remote\.pushdefault|branch\..*\.(remote|pushremote))$/i;

function judgeConfig(args: readonly string[], desk: Desk): void {
  const rest = operandsOf(
    args.filter((_, index) => !/^(-f|--file|--type|--default|--comment)$/.test(args[index - 1] ?? "")),
  );
  const [first = "", ...others] = rest;
  const words = /^(set|unset|get|list|edit|rename-section|remove-section)$/.test(first) ? others : rest;
  const [name = "", value] = words;
  const isRead =
    first === "get" || first === "list" || hasOption(args, "l", ["get", "get-all", "list", "get-regexp"]);
  if (isRead) return;
  if (value !== undefined) judgeSetting(name, value, desk);
  const isWrite =
    value !== undefined ||
    /^(unset|edit|rename-section|remove-section)$/.test(first) ||
    hasOption(args, "e", ["unset", "unset-all", "edit", "rename-section", "remove-section"]);
  if (isWrite && hasOption(args, "", ["global", "system"]))
    desk.ask(
      "startup.write",
      `It changes git's settings for every repository: git config ${args.join(" ")}.`,
    );
  if (value !== undefined && pushTargets.test(name))
    desk.ask("git.remote", `It changes where this repository is pushed to: ${name}.`);
}

function judgeClone(args: readonly string[], desk: Desk): void {
  const { all, operands } = readOptions(args, {
    flags: "lsnqvafptkjm46",
    values: "bcjou",
    longValues:
      "branch config depth origin upload-pack template reference separate-git-dir jobs filter server-option shallow-since",
    anywhere: true,
  });
  for (const [name, value] of all) {
    if (name === "c" || name === "config")
      judgeSetting(value.split("=")[0] ?? "", value.slice(value.indexOf("=") + 1), desk);
    if (name === "u" && value.length > 1 && /[/ ]/.test(value))
      desk.ask("git.program", `It makes git run ${value}.`);
    if (name === "template") desk.ask("git.program", "It takes hooks from a template folder.");
  }
  const [source, target] = operands;
  if (target !== undefined && /^[/~]/.test(target)) desk.touch("write", target);
  const folder =
    target ??
    source
      ?.replace(/\/+$/, "")
      .split(/[/:]/)
      .at(-1)
      ?.replace(/\.git$/, "");
  if (source !== undefined && /:/.test(source) && folder !== undefined && folder !== "")
    noteFetched(folder, desk);
}

function runFor(args: readonly string[], option: RegExp, glued: RegExp, desk: Desk): void {
  for (const [index, word] of args.entries()) {
    const text = option.test(word) ? args[index + 1] : glued.exec(word)?.[1];
    if (text !== undefined) desk.script(text);
  }
}

function runWords(args: readonly string[], desk: Desk): void {
  const words = operandsOf(args);
  if (words.length > 0) desk.run(["git", ...words]);
}
