import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { HermesError } from "@hermes/registry/errors";
import { quoteShellWord } from "@hermes/command-safety";

/** One folder whose changes are kept aside. All paths absolute. */
export interface Layer {
  readonly root: string;
  /** What the command wrote. */
  readonly upper: string;
  readonly work: string;
  /** The folder as it is, seen from within the copy. */
  readonly lower: string;
  /** Entries of changed folders as the command left them, ended by NUL. */
  readonly listing: string;
}

/** The layers of some folders, below a scratch folder. */
export function layersOf(scratch: string, roots: readonly string[]): readonly Layer[] {
  return roots.map((root, index) => {
    const folder = join(scratch, String(index));
    return {
      root: mountable(root),
      upper: join(mountable(folder), "upper"),
      work: join(folder, "work"),
      lower: join(folder, "lower"),
      listing: join(folder, "listing"),
    };
  });
}

/** Enters namespaces of its own: as root the real one's, so that files of other users can be staged, else a user's. */
export function outsideScript(scratch: string): string {
  const inside = quoteShellWord(join(scratch, "inside.sh"));
  return [
    `shell=$1`,
    `if [ "$(id -u)" = 0 ] && unshare --mount true 2>/dev/null; then`,
    `  exec unshare --mount sh ${inside} "$shell" index=off`,
    `fi`,
    `exec unshare --user --map-root-user --mount sh ${inside} "$shell" userxattr "$(id -u)" "$(id -g)"`,
    ``,
  ].join("\n");
}

export interface InsideOptions {
  readonly scratch: string;
  readonly layers: readonly Layer[];
  readonly cwd: string;
  readonly hidden: readonly string[];
  /** What it sees as `/tmp`. */
  readonly tmp: string;
}

/** Mounts the overlays, runs the command in a jail over them, and lists what it left. */
export function insideScript({ scratch, layers, cwd, hidden, tmp }: InsideOptions): string {
  return [
    `shell=$1`,
    `set -e`,
    `mount --make-rprivate /`,
    ...layers.flatMap(({ root, upper, work, lower }) => [
      `mount --bind ${quoteShellWord(root)} ${quoteShellWord(lower)}`,
      `mount -t overlay overlay -o lowerdir=${quoteShellWord(lower)},upperdir=${quoteShellWord(upper)},workdir=${quoteShellWord(work)},$2 ${quoteShellWord(root)}`,
    ]),
    `[ -z "$3" ] || user="--unshare-user --uid $3 --gid $4"`,
    // The real root could mount over what it must not see.
    `[ -n "$3" ] || user="${rightsOfRoot}"`,
    `set +e`,
    `bwrap ${jailOptions(layers, { hidden, tmp }).join(" ")} --chdir ${quoteShellWord(cwd)} $user -- "$shell" -c "$(cat ${quoteShellWord(join(scratch, "command"))})"`,
    `code=$?`,
    ...layers.map(
      ({ root, upper, lower, listing }) =>
        `(cd ${quoteShellWord(upper)} && find . -type d -print0) | (cd ${quoteShellWord(root)} && LOWER=${quoteShellWord(lower)} xargs -0 sh -c 'for folder; do if [ -d "$folder" ] && [ -d "$LOWER/$folder" ]; then find "$folder" -mindepth 1 -maxdepth 1 -print0; fi; done' sh) > ${quoteShellWord(listing)} 2>/dev/null`,
    ),
    `: > ${quoteShellWord(join(scratch, "ran"))}`,
    `exit $code`,
    ``,
  ].join("\n");
}

/** What root needs for files of other users, and nothing beyond. */
const rightsOfRoot = [
  "--cap-drop ALL",
  ..."CHOWN DAC_OVERRIDE FOWNER FSETID KILL SETGID SETUID".split(" ").map((name) => `--cap-add CAP_${name}`),
].join(" ");

function jailOptions(
  layers: readonly Layer[],
  { hidden, tmp }: Pick<InsideOptions, "hidden" | "tmp">,
): readonly string[] {
  const unseen = [...new Set(hidden)].filter((path) => existsSync(path));
  const withinRoot = (path: string): boolean => layers.some(({ root }) => `${path}/`.startsWith(`${root}/`));
  return [
    "--ro-bind / /",
    "--dev /dev",
    "--proc /proc",
    // Sockets of services lie there: a staged command must not reach what can't be taken back.
    "--tmpfs /run",
    `--bind ${quoteShellWord(tmp)} /tmp`,
    ...unseen.filter((path) => !withinRoot(path)).map(hide),
    ...layers.map(({ root }) => `--bind ${quoteShellWord(root)} ${quoteShellWord(root)}`),
    ...unseen.filter(withinRoot).map(hide),
    "--unshare-net --unshare-pid --unshare-ipc --die-with-parent --new-session",
    "--unsetenv SSH_AUTH_SOCK --unsetenv DBUS_SESSION_BUS_ADDRESS --unsetenv DOCKER_HOST",
  ];
}

function hide(path: string): string {
  return statSync(path).isDirectory()
    ? `--tmpfs ${quoteShellWord(path)}`
    : `--ro-bind /dev/null ${quoteShellWord(path)}`;
}

/** Overlay options can't express every path. */
function mountable(path: string): string {
  if (!/[,:\\\n]/.test(path)) return path;
  throw new HermesError(
    `The command could not be tried on a copy: ${path} has a character that a mount can't name.`,
    {
      code: "PERMISSIONS_STAGE_FAILED",
      hint: "Decide without a trial.",
    },
  );
}
