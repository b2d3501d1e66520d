import { spawnSync } from "node:child_process";
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { optionalPrograms } from "../prerequisites.js";

/**
 * Makes an environment without the programs that a bare machine lacks: a `PATH` of links to everything else. As root on
 * Linux they are also hidden where they lie, for what looks for them there.
 *
 * @param {NodeJS.ProcessEnv} env
 */
export function hidePrograms(env) {
  const folder = mkdtempSync(join(tmpdir(), "hermes-bare-"));
  const bin = join(folder, "bin");
  mkdirSync(bin);
  /** @type {Set<string>} */
  const programs = new Set();
  for (const place of (env["PATH"] ?? "").split(delimiter)) {
    for (const name of namesIn(place)) {
      if (isOptional(name)) programs.add(name);
      else if (lstatSync(join(bin, name), { throwIfNoEntry: false }) === undefined)
        symlinkSync(join(place, name), join(bin, name));
    }
  }
  return {
    programs: Object.keys(optionalPrograms).filter((name) => programs.has(name)),
    env: { PATH: bin },
    before: hideWhereTheyLie(folder),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Also `python3.12`: what is called so is found by name. @param {string} name */
function isOptional(name) {
  return Object.hasOwn(optionalPrograms, name) || /^python[\d.]*$/.test(name);
}

/** @param {string} folder */
function namesIn(folder) {
  try {
    return readdirSync(folder);
  } catch {
    // A `PATH` may name folders that are not there.
    return [];
  }
}

/**
 * A view of `/usr` in which the programs are not there, for one process and its children alone: whiteouts in the upper
 * folder of an overlay. Nothing is deleted or changed.
 *
 * @param {string} folder
 * @returns {readonly string[]} What a program is started by; empty where this can't be done.
 * @see https://docs.kernel.org/filesystems/overlayfs.html#whiteouts-and-opaque-directories
 */
function hideWhereTheyLie(folder) {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return [];
  const places = ["bin", "sbin", "local/bin", "local/sbin"];
  const hidden = places.flatMap((place) =>
    namesIn(join("/usr", place))
      .filter(isOptional)
      .map((name) => join(place, name)),
  );
  const script = `set -e
layers=$1; shift
mount -t tmpfs tmpfs "$layers"
mkdir -p "$layers/work" ${places.map((place) => `"$layers/upper/${place}"`).join(" ")}
while [ "$1" != -- ]; do mknod "$layers/upper/$1" c 0 0; shift; done; shift
mount -t overlay overlay -o "lowerdir=/usr,upperdir=$layers/upper,workdir=$layers/work" /usr
exec "$@"`;
  const layers = join(folder, "layers");
  mkdirSync(layers);
  const before = ["unshare", "--mount", "sh", "-c", script, "sh", layers, ...hidden, "--"];
  const [command = "", ...args] = [...before, "true"];
  return spawnSync(command, args, { stdio: "ignore" }).status === 0 ? before : [];
}
