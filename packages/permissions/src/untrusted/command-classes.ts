import type { FoundCommand } from "@hermes/command-safety";

/** Programs that print what they read and do nothing else, whatever their arguments say, apart from those named below. */
const printing = new Set(
  (
    "ls cat head tail wc grep egrep fgrep rg stat du df pwd echo printf test [ true false : which whoami id date uname " +
    "nproc basename dirname realpath readlink sort uniq cut tr diff cmp comm nl tac rev jq ps uptime free sha256sum sha1sum " +
    "md5sum od strings seq locale groups find sleep"
  ).split(" "),
);

/** Arguments with which one of them writes or runs something; GNU programs take shortened names. */
const acting: Readonly<Record<string, RegExp>> = {
  sort: /^-[a-zA-Z]*[oTS]|^--[oct]/,
  date: /^-[a-zA-Z]*s|^--s/,
  rg: /^--(?:pre|hostname)/,
  find: /^-(?:delete|exec|execdir|ok|okdir|fprint|fprintf|fls|fprint0)$/,
  printf: /^-/,
};

const gitReaders = new Set(
  "status log diff show blame ls-files ls-tree rev-parse describe shortlog cat-file rev-list merge-base branch".split(
    " ",
  ),
);

/** Whether a command surely prints what it reads and does nothing else. */
export function onlyPrints({ argv: [path = "", ...args] }: FoundCommand): boolean {
  const [, folder = "", name = ""] = /^(.*\/)?([^/]*)$/.exec(path) ?? [];
  if (folder !== "" && !/^\/(?:usr\/)?bin\/$/.test(folder)) return false;
  if (args.some((word) => word.includes("\uFFFD"))) return false;
  if (name === "git") return onlyPrintsGit(args);
  if (!printing.has(name)) return false;
  if (name === "uniq" && args.filter((word) => !word.startsWith("-")).length > 1) return false;
  const writes = acting[name];
  return writes === undefined || !args.some((word) => writes.test(word));
}

function onlyPrintsGit([verb = "", ...args]: readonly string[]): boolean {
  if (verb === "branch")
    return args.every((word) => /^(?:-a|-r|-v|-vv|--list|--show-current|--all)$/.test(word));
  return gitReaders.has(verb) && !args.some((word) => /^(?:-O|--o|--ext|--textconv|--exec)/.test(word));
}

/**
 * Whether a text does more than run the commands that were found in it: sets variables, names, functions or traps that change
 * what these, or later ones in the same shell, mean.
 */
export function changesMeaning(text: string): boolean {
  return (
    /(?:^|[\s;&|({`!])[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=/.test(text) ||
    /(?:^|[;&|({`!\n]|\b(?:if|elif|while|until|then|else|do|time|coproc)\s)\s*(?:alias|unalias|export|declare|typeset|local|readonly|set|shopt|source|\.|eval|trap|enable|hash|exec|builtin|command|unset|bind|function|mapfile|readarray|read|let|coproc|ulimit|umask|printf\s+-v)(?=[\s;&|)}]|$)/.test(
      text,
    ) ||
    /\(\s*\)\s*[{(]/.test(text)
  );
}

/** Whether a text only moves to another folder. */
export function onlyChangesFolder(text: string): boolean {
  return /^\s*(?:cd|pushd|popd|pwd)(?:\s+[^\s;&|<>`$()]+)?\s*$/.test(text);
}

/** Programs that speak with other machines: run without a network they would only fail. */
const networking =
  /^(?:curl|wget|aria2c|https?|xh|lynx|w3m|links|nc|ncat|netcat|socat|telnet|ssh|scp|sftp|rsync|ftp|lftp|dig|nslookup|host|ping|traceroute|gh|glab|hub|aws|gcloud|az|kubectl|helm|terraform|docker|podman|mail|sendmail|mutt|twine|wrangler|vercel|netlify|fly|heroku)$/;

export function usesNetwork({ argv: [path = "", verb = ""] }: FoundCommand): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return (
    networking.test(name) ||
    (name === "git" && /^(?:push|fetch|pull|clone|ls-remote|submodule|send-email)$/.test(verb))
  );
}

/** Reading at the forge where the person is logged in: what is asked for goes there and nowhere else. */
export function readsForge({ argv: [path = "", noun = "", verb = "", ...args] }: FoundCommand): boolean {
  return (
    /^(?:gh|glab)$/.test(path) &&
    /^(?:issue|pr|mr|repo|release|run|workflow|label)$/.test(noun) &&
    /^(?:view|list|status|diff|checks)$/.test(verb) &&
    !args.some((word) => /^(?:-w|--web|--hostname)|:\/\/|\uFFFD|(?:\/.*){2}/.test(word))
  );
}

const installs =
  /^(?:npm (?:ci|install|i)|pnpm (?:install|i)|yarn(?: install)?|bun install|pip3? install -r [\w./-]*\.txt|uv sync|poetry install|bundle install|go mod download|cargo fetch)(?: --?(?:frozen-lockfile|immutable|no-audit|no-fund|prefer-offline|offline|omit=dev|production|silent|quiet|q))*$/;

/** Whether a command resultSources what the project names already, and nothing else. */
export function installsFromManifest({ argv }: FoundCommand): boolean {
  return installs.test(argv.join(" "));
}

/** Programs that only handle their words, and open no file. */
export function opensNoFiles({ argv: [path = ""] }: FoundCommand): boolean {
  return /(?:^|\/)(?:dirname|basename|test|\[|which|seq|sleep|true|false)$/.test(path);
}

/** Programs that print what others wrote elsewhere. */
export function printsRemoteText({ argv: [path = "", verb = ""] }: FoundCommand): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return (
    /^(?:gh|glab|hub|lynx|w3m|links)$/.test(name) ||
    (/^(?:npm|pnpm|yarn)$/.test(name) && /^(?:view|show|info|search)$/.test(verb))
  );
}

/** Whether a command runs files that it need not name: a runner of tests, a build, an interpreter, a program of the project. */
export function runsFiles({ argv: [path = ""] }: FoundCommand): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (path.includes("/") && !/^\/(?:usr\/)?s?bin\//.test(path)) return true;
  return /^(?:[a-z]*sh|python[\d.]*|pypy[\d.]*|node|nodejs|deno|bun|tsx|ts-node|ruby|perl|php|lua[\d.]*|Rscript|make|gmake|just|task|ninja|cmake|java|mvn|gradle|go|cargo|dotnet|npm|npx|pnpm|pnpx|yarn|bunx|uv|uvx|poetry|pipx|tox|nox|pytest|vitest|jest|mocha|rake|bundle|rspec|swift|mix|sbt|stack|cabal|zig)$/.test(
    name,
  );
}
