// Programs that only read and print, whatever their arguments say, apart from those named below.
const readers = new Set(
  (
    "ls cat head tail wc grep egrep fgrep rg file stat du df pwd echo printf test [ [[ true false cd pushd popd : " +
    "which type whereis whoami id date uname hostname env printenv basename dirname realpath readlink sort uniq cut tr " +
    "diff cmp comm nl tac rev column jq tree ps uptime free lsof sha256sum sha1sum md5sum cksum od xxd hexdump strings " +
    "less more seq expr sleep locale nproc arch tty groups"
  ).split(" "),
);

const gitReaders = new Set(
  "status log diff show blame ls-files ls-tree rev-parse describe shortlog grep cat-file rev-list merge-base name-rev whatchanged".split(
    " ",
  ),
);

const gitChanges = new Set(
  (
    "add am apply checkout cherry-pick clean clone commit fetch filter-branch filter-repo gc init merge mv prune pull push " +
    "rebase reset restore revert rm submodule switch update-ref"
  ).split(" "),
);

/** Whether what git is told to do changes something, whatever else it is told. */
export function changesWithGit(action: string): boolean {
  return gitChanges.has(action);
}

/** Arguments with which a reader writes or runs something. */
const writingArguments: Readonly<Record<string, RegExp>> = {
  sort: /^(-o|--output|--compress-program)/,
  tree: /^-o/,
  date: /^(-s|--set)/,
  hostname: /^[^-]/,
  uniq: /^[^-]/,
  env: /^[^=]*$/,
  rg: /^--pre/,
  less: /^(-o|-O|--log-file)/,
  xxd: /^-r/,
};

/** Whether a command line of one program, wrappers taken off, surely changes nothing. */
export function isReader([path = "", ...rest]: readonly string[]): boolean {
  const program = path.slice(path.lastIndexOf("/") + 1);
  if (rest.some((word) => word.includes("\uFFFD"))) return false;
  if (program === "git") {
    const verb = rest.find((word) => !word.startsWith("-"));
    return (
      rest[0] === verb &&
      gitReaders.has(verb ?? "") &&
      !rest.some((word) => /^(-o|--output|--ext-diff|--textconv|-O)/.test(word))
    );
  }
  if (program === "find")
    return !rest.some((word) => /^-(delete|exec|execdir|ok|okdir|fprint|fprintf|fls|fprint0)$/.test(word));
  if (!readers.has(program)) return false;
  const writes = writingArguments[program];
  return writes === undefined || !rest.some((word) => writes.test(word));
}
