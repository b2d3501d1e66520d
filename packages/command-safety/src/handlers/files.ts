import { contains, isIrreplaceable, isWork, isWorkspaceOrScratch } from "../paths/judge-path.ts";
import type { CommandContext, ProgramHandler } from "../command-context.ts";
import type { OptionTable } from "../programs/options.ts";
import { hasOption, operandsOf, readOptions } from "../programs/options.ts";
import { isKnown, UNKNOWN } from "../shell/unknown.ts";

/** What a project makes again by itself: deleting it loses nothing. */
const regenerable =
  /(^|\/)(node_modules|dist|build|out|target|coverage|htmlcov|\.next|\.nuxt|\.output|\.svelte-kit|\.turbo|\.parcel-cache|\.cache|__pycache__|\.pytest_cache|\.mypy_cache|\.ruff_cache|\.tox|\.nox|\.venv|venv|[\w.-]*\.egg-info|\.gradle|\.angular|\.vite|\.eslintcache|\.nyc_output|bin|obj|tmp|temp|\.tmp|logs?|\.terraform|DerivedData|Pods|_build|deps|site|storybook-static|test-results|playwright-report|[\w-]*\.tsbuildinfo|\.DS_Store|result|generated|gen|package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|Cargo\.lock|poetry\.lock|uv\.lock|Pipfile\.lock|Gemfile\.lock|composer\.lock|pubspec\.lock)(\/|$)/;

/** `rm`, `rmdir` and their kin. */
export const remove: ProgramHandler = ({ name, args, wrappers }, context) => {
  const isRecursive =
    hasOption(args, "rR", ["recursive"]) ||
    /^(rimraf|srm|del-cli|trash|trash-put)$/.test(name) ||
    args.some((word) => /^-?\uFFFF/.test(word) && !word.includes("/"));
  const targets = operandsOf(args);
  for (const target of targets) removeOne(target, isRecursive, context);
  if (wrappers.some((wrapper) => /^(xargs|parallel|find|fd)$/.test(wrapper)))
    context.ask("delete.search", "It deletes whatever a search or a list brings up.", targets);
  if (targets.some((target) => /^(\.\/)?\*$|^\.\*$/.test(target)))
    context.ask("delete.everything", "It deletes everything in the folder.", ["."]);
  return "";
};

function removeOne(target: string, isRecursive: boolean, context: CommandContext): void {
  const path = context.resolve(target);
  const wiped = wholeFolder(target, context);
  if (
    wiped !== undefined &&
    isIrreplaceable(wiped, context.places) &&
    (isRecursive || wiped !== target) &&
    (!context.state.remote || wiped === "/")
  ) {
    context.refuse("delete.root", `It would delete ${wiped} with everything in it.`);
    context.effect({ kind: "delete", path: wiped });
    return;
  }
  if (isRecursive) judgeTree(target, path, context);
  if (!(isRecursive && path === undefined)) context.touch("delete", target, { recursive: isRecursive });
}

/** The folder that a target stands for as a whole: `/`, `/*`, `~/`, `/home/../*`, `/e*`. */
function wholeFolder(target: string, context: CommandContext): string | undefined {
  // An unknown part may be empty, but it is no certain wish to wipe the root either.
  if (!isKnown(target)) return undefined;
  const plain = /^\.?\*+$/.test(target)
    ? "."
    : target.replace(/\/\.?\*+$|\/\{?\.\[\^?!?\.?\]\*\}?$|\/\*\*\/\*$/, "/");
  const path = context.resolve(plain === "" ? "/" : plain);
  if (path === undefined) return /^\/\*?$/.test(target) ? "/" : undefined;
  return /^\/[^/]*[*?[][^/]*$/.test(path) ? "/" : path;
}

function judgeTree(target: string, path: string | undefined, context: CommandContext): void {
  const { places, state } = context;
  const inside =
    path === undefined
      ? target
      : path.startsWith(`${places.workspace}/`)
        ? path.slice(places.workspace.length + 1)
        : undefined;
  if (
    !state.remote &&
    inside !== undefined &&
    isKnown(inside) &&
    regenerable.test(inside) &&
    !inside.includes("..")
  )
    return;
  if (path !== undefined && !state.remote && isKnown(path) && isInScratch(path, context)) return;
  context.ask("delete.recursive", `It deletes ${path ?? target} with everything in it.`, [path ?? target]);
}

function isInScratch(path: string, { places }: CommandContext): boolean {
  return (
    !isWork(path, places) &&
    isWorkspaceOrScratch(path, { ...places, workspace: "/nowhere", extraRoots: [] }) &&
    path.split("/").length > 2 &&
    !/^\/(var\/)?tmp\/?[*?.]*$/.test(path)
  );
}

export const shred: ProgramHandler = ({ name, args }, context) => {
  const targets = operandsOf(args);
  for (const target of targets) context.touch(target.startsWith("/dev/") ? "write" : "delete", target);
  if (targets.length > 0)
    context.ask("delete.shred", `${name} destroys the content of ${targets.join(", ")}.`, targets);
};

const copyOptions: OptionTable = {
  flags: "abdDfHiklLnNpPrRsTuvxcCBZ",
  values: "tS",
  longValues: "target-directory suffix owner mode group backup context",
  anywhere: true,
};

/** `cp`, `mv`, `install`, `ln`: the last operand is written, the others are read, or deleted. */
export const copy: ProgramHandler = ({ name, args }, context) => {
  const { operands, options } = readOptions(
    args,
    name === "install" ? { ...copyOptions, values: "tSomgZ" } : copyOptions,
  );
  if (name === "install" && options.has("d")) {
    for (const each of operands) context.touch("write", each);
    return "";
  }
  const folder = options.get("t") ?? options.get("target-directory");
  const target = folder ?? operands.at(-1);
  if (target === undefined) return "";
  const isRecursive = hasOption(args, "rRa", ["recursive", "archive"]);
  // Whoever has another name of a file writes it by that.
  const isLink =
    /^g?(ln|link)$/.test(name) || (/cp$/.test(name) && hasOption(args, "ls", ["link", "symbolic-link"]));
  const isSymbolic = hasOption(args, "s", ["symbolic", "symbolic-link"]);
  for (const source of folder === undefined ? operands.slice(0, -1) : operands) {
    const path = context.resolve(source);
    if (name === "mv" || name === "gmv") moveAway(source, path, context);
    else context.touch("read", source, { recursive: isRecursive });
    if (isLink && opensToWriting(path, isSymbolic, context)) context.touch("write", source);
    const base = source.replace(/\/+$/, "").split("/").at(-1) ?? "";
    for (const written of [target, `${target}/${base}`]) noteCopy(path, context.resolve(written), context);
    if (base !== "" && isKnown(base)) context.touch("write", `${target}/${base}`);
  }
  context.touch("write", target);
  return "";
};

/** By a hard link it is another file's name that is written; where a symbolic one leads is looked at when it is used. */
function opensToWriting(
  source: string | undefined,
  isSymbolic: boolean,
  { places }: CommandContext,
): boolean {
  if (source === undefined) return !isSymbolic;
  return contains(places.home, source) || (!isSymbolic && !isWorkspaceOrScratch(source, places));
}

/** What is copied from elsewhere and then run is judged as what it was, or as unknown. */
function noteCopy(
  source: string | undefined,
  target: string | undefined,
  { state, places }: CommandContext,
): void {
  if (target === undefined) return;
  const known = source === undefined ? undefined : state.files.get(source);
  if (known !== undefined) state.files.set(target, known);
  else if (source === undefined || !source.startsWith(`${places.workspace}/`))
    state.files.set(target, UNKNOWN);
}

function moveAway(source: string, path: string | undefined, context: CommandContext): void {
  const whole = wholeFolder(source, context);
  if (whole !== undefined && isIrreplaceable(whole, context.places))
    context.refuse("delete.root", `It would move ${whole} away.`);
  else if (path === context.places.workspace)
    context.ask("delete.recursive", "It moves the whole workspace away.", [source]);
  context.touch("delete", source, { recursive: true });
  context.touch("read", source, { recursive: true });
}

/** `gzip` and its kin put the packed file in the place of the plain one. */
export const compress: ProgramHandler = ({ args }, context) => {
  const access = hasOption(args, "ctlkL", ["stdout", "test", "list", "keep", "to-stdout"]) ? "read" : "write";
  for (const target of operandsOf(args)) context.touch(access, target);
};

export const tee: ProgramHandler = ({ args, stdin }, context) => {
  for (const target of operandsOf(args)) {
    context.touch("write", target);
    const path = context.resolve(target);
    if (path !== undefined)
      context.state.files.set(path, hasOption(args, "a", ["append"]) ? UNKNOWN : (stdin ?? UNKNOWN));
  }
  return stdin;
};

/** An empty folder at home harms nobody. */
export const makeFolder: ProgramHandler = ({ args }, context) => {
  for (const target of operandsOf(args.filter((_, index) => args[index - 1] !== "-m")))
    if (context.resolve(target)?.startsWith(`${context.places.homedir}/`) !== true)
      context.touch("write", target);
  return "";
};

/** `dd if=FROM of=TO`, and `ddrescue FROM TO`. */
export const copyRaw: ProgramHandler = ({ name, args }, context) => {
  if (name === "ddrescue") for (const target of operandsOf(args).slice(1)) context.touch("write", target);
  for (const word of args) {
    if (word.startsWith("if=") && !word.startsWith("if=/dev/")) context.touch("read", word.slice(3));
    if (!word.startsWith("of=")) continue;
    context.touch("write", word.slice(3));
    if (!isKnown(word))
      context.ask("disk.raw", "It writes raw bytes to a place that shows only when it runs.");
  }
};

/** `patch`: the file that it names is written; without one it follows the patch. */
export const patchFiles: ProgramHandler = ({ args }, context) => {
  const { operands, options } = readOptions(args, {
    flags: "bcEefflNnRstTuvZ",
    values: "BdDFgioprVYz",
    longFlags: "backup dry-run force forward reverse silent quiet batch",
    longValues: "directory input output strip reject-file",
    anywhere: true,
  });
  if (options.has("dry-run")) return;
  const written = [
    options.get("d") ?? options.get("directory"),
    options.get("o") ?? options.get("output") ?? operands[0],
  ];
  for (const each of written) if (each !== undefined) context.touch("write", each);
  const input = options.get("i") ?? options.get("input") ?? operands[1];
  if (input !== undefined) context.touch("read", input);
};
