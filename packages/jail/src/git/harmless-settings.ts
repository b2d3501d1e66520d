/** Settings of git as `git config --list -z` tells them: key to values, in order. */
export type Settings = ReadonlyMap<string, readonly string[]>;

export interface SettingChange {
  readonly key: string;
  /** What it is to have; none: it goes. */
  readonly values: readonly string[];
}

export interface JudgedSettings {
  /** What is to change: nothing where a key is refused, since half of a command would be another one. */
  readonly taken: readonly SettingChange[];
  /** Keys that may do harm. */
  readonly refused: readonly string[];
}

/** Says of a remote that its address came from a jailed command, so that nobody reaches it unasked. */
export const addedInside = "addedinside";

/**
 * Splits what a command wants to change into what harms nobody and what does: what names a program, a file that git
 * reads settings from, or a place that is pushed to.
 *
 * @param actual What the repository has: the other two come from within the jail.
 * @param known Addresses that the person gave; a remote that gets another one is marked by `addedInside`.
 */
export function judgeSettings(
  { before, after, actual }: Readonly<Record<"before" | "after" | "actual", Settings>>,
  known: ReadonlySet<string>,
): JudgedSettings {
  const taken: SettingChange[] = [];
  const refused: string[] = [];
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const values = after.get(key) ?? [];
    if (same(values, before.get(key) ?? [])) continue;
    const harmless =
      values.length === 0
        ? rowOf(key) !== undefined || isGone(key, after)
        : values.every((value) => isHarmless(key, value)) || wasMoved(key, values, { after, actual });
    if (!harmless) refused.push(key);
    else {
      taken.push({ key, values });
      const { section, part, name } = parsed(key);
      if (section === "remote" && name === "url" && values.some((value) => !known.has(value)))
        taken.push({ key: `remote.${part}.${addedInside}`, values: ["true"] });
    }
  }
  return { taken: refused.length === 0 ? taken : [], refused };
}

interface Key {
  readonly section: string;
  /** Between the first and the last dot; empty where there is none. */
  readonly part: string;
  readonly name: string;
}

function parsed(key: string): Key {
  const first = key.indexOf(".");
  const last = key.lastIndexOf(".");
  return {
    section: key.slice(0, first),
    part: key.slice(first + 1, Math.max(last, first + 1)),
    name: key.slice(last + 1),
  };
}

function isHarmless(key: string, value: string): boolean {
  const { section, part } = parsed(key);
  if (section === "remote" && part !== "" && !remoteName.test(part)) return false;
  if (/[\0\r\n]/.test(part)) return false;
  const row = rowOf(key);
  return (
    row !== undefined && value.length <= 4_000 && (typeof row === "function" ? row(value) : row.test(value))
  );
}

function rowOf(key: string): Row | undefined {
  const { section, part, name } = parsed(key);
  return (
    harmless.get(part === "" ? `${section}.${name}` : `${section}.*.${name}`) ?? harmless.get(`${section}.`)
  );
}

/** Whether all of a branch, a remote or a submodule went with it. */
function isGone(key: string, after: Settings): boolean {
  const { section, part } = parsed(key);
  if (part === "" || !["branch", "remote", "submodule"].includes(section)) return false;
  return ![...after.keys()].some((other) => other.startsWith(`${section}.${part}.`));
}

/** Whether the repository has it under another name, which goes: a branch or a remote was renamed. */
function wasMoved(
  key: string,
  values: readonly string[],
  { after, actual }: Readonly<Record<"after" | "actual", Settings>>,
): boolean {
  const { section, name } = parsed(key);
  return [...actual].some(([other, held]) => {
    const old = parsed(other);
    return old.section === section && old.name === name && same(held, values) && isGone(other, after);
  });
}

function same(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

type Row = RegExp | ((value: string) => boolean);

const flag = /^(|true|false|yes|no|on|off|[01])$/i;
const word = /^[\w.,+-]*$/;
const words = /^[\w.,+# -]*$/;
// oxlint-disable-next-line no-control-regex -- these are what is not wanted
const line = /^[^\u0000-\u001f\u007f]*$/;
const reference = /^[\w@][\w./@+-]*$/;
const remoteName = /^(\.|\w[\w./-]*)$/;

/** An address without a program in it: `ext::…` and unknown schemes run one, and so does a host that begins with a dash. */
export function isPlainAddress(address: string): boolean {
  if (address === "" || address.startsWith("-") || !line.test(address) || /^[^/[]*::/.test(address))
    return false;
  const [, scheme, host = ""] = /^([a-z][a-z0-9+.-]*):\/\/([^/]*)/i.exec(address) ?? [];
  if (scheme === undefined) return !/^[^/:]*@-/.test(address);
  return /^(https?|ssh|git|git\+ssh|ssh\+git|file)$/.test(scheme) && !/(^|@)-/.test(host);
}

const rows = (keys: string, row: Row): readonly (readonly [string, Row])[] =>
  keys.split(" ").map((key) => [key, row] as const);

/**
 * What a jailed command may set in a repository, with the values that are harmless. A key that ends with a dot is a whole
 * section. In none of them is a program, a path that git writes to, or a place to push to.
 *
 * @see https://git-scm.com/docs/git-config#_variables
 */
const harmless: ReadonlyMap<string, Row> = new Map([
  ...rows("user.name user.email author.name author.email committer.name committer.email", line),
  ...rows("branch.*.remote", remoteName),
  ...rows("branch.*.merge", /^refs\/[\w./@+#-]+$/),
  ...rows("branch.*.rebase pull.rebase", /^(true|false|merges)$/),
  ...rows("branch.*.description", (value) => !value.includes("\0")),
  ...rows("branch.*.gh-merge-base branch.*.vscode-merge-base branch.*.base", reference),
  ...rows("branch.autosetupmerge branch.autosetuprebase branch.sort tag.sort", word),
  ...rows("remote.*.url submodule.*.url", isPlainAddress),
  ...rows("remote.*.fetch", /^[+^]?[\w./*@+-]+(:[\w./*@+-]+)?$/),
  ...rows("remote.*.tagopt", /^--(no-)?tags$/),
  ...rows("remote.*.prune remote.*.prunetags remote.*.skipdefaultupdate remote.*.skipfetchall", flag),
  ...rows(
    "submodule.*.active submodule.*.shallow submodule.*.fetchrecursesubmodules submodule.recurse",
    word,
  ),
  ...rows("submodule.*.update", /^(checkout|rebase|merge|none)$/),
  ...rows("submodule.*.branch", reference),
  ...rows("submodule.*.ignore", /^(none|untracked|dirty|all)$/),
  ...rows("submodule.active", line),
  ...rows(
    "core.autocrlf core.eol core.safecrlf core.filemode core.ignorecase core.symlinks core.abbrev",
    word,
  ),
  ...rows(
    "core.quotepath core.precomposeunicode core.logallrefupdates core.whitespace core.trustctime",
    word,
  ),
  ...rows("core.checkstat core.preloadindex core.untrackedcache core.longpaths core.bigfilethreshold", word),
  ...rows("core.compression core.commentchar", /^[\w;#%!.,+-]?[\w.,+-]*$/),
  ...rows("pull.ff pull.octopus push.default push.autosetupremote push.followtags", word),
  ...rows("merge.ff merge.conflictstyle merge.renames merge.log merge.stat merge.renamelimit", word),
  ...rows(
    "rebase.autostash rebase.autosquash rebase.updaterefs rebase.stat rebase.missingcommitscheck",
    word,
  ),
  ...rows("fetch.prune fetch.prunetags fetch.parallel fetch.writecommitgraph fetch.recursesubmodules", word),
  ...rows(
    "diff.algorithm diff.renames diff.renamelimit diff.colormoved diff.context diff.mnemonicprefix",
    word,
  ),
  ...rows("diff.noprefix diff.submodule diff.indentheuristic diff.wserrorhighlight", word),
  ...rows("commit.verbose commit.status commit.cleanup", word),
  ...rows("commit.template blame.ignorerevsfile", /^(?!.*\.\.)[\w.][\w./ -]*$/),
  ...rows("rerere.enabled rerere.autoupdate worktree.guessremote init.defaultbranch", reference),
  ...rows("gc.auto gc.autopacklimit gc.pruneexpire gc.reflogexpire index.version index.threads", word),
  ...rows("maintenance.auto lfs.repositoryformatversion", word),
  ...rows("color. advice. column. status. log.", words),
]);
