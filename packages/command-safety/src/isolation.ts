import { normalize, resolve } from "node:path";
import picomatch from "picomatch";
import { contains } from "./paths/judge-path.ts";
import { hostPath, insidePaths, isOfPerson, mountOf, normalMounts } from "./paths/mounts.ts";
import type { Mount } from "./paths/mounts.ts";
import type { Places } from "./paths/places.ts";
import { isKnown, UNKNOWN } from "./shell/unknown.ts";
import type { Touch } from "./touches.ts";

/** Where a finding was made. */
export interface FindingPlace {
  /** Paths that it speaks of, as the program was given them. Undefined: the folder of the shell and every word. */
  readonly at: readonly string[] | undefined;
  /** Folder of the shell; undefined where it is not known. */
  readonly cwd: string | undefined;
  /** On another machine, so that no wall stands around it. */
  readonly remote: boolean;
  /** Program, arguments and variables of the command, or the code. */
  readonly words: readonly string[];
}

/** Kinds of findings that no wall around a command holds. */
const outward =
  /^(publish|send|cloud|cluster|deploy|infrastructure|credentials|git\.(force-)?push|network\.(upload|shell|remote|tunnel|metadata)|code\.remote-run|hermes|database\.unknown)/;

/**
 * Kinds that speak of files, or of a text that could not be read to its end: they count where they reach a mount. All
 * others (packages, services, processes, rights, code that shows only when it runs) stay within the wall.
 */
const ofFiles =
  /^(delete|git|permissions|path|workspace|secrets|database|action\.destructive|system\.write|command\.(unread|unclear))\b/;

/** The wall around an isolated place: what of a command reaches through it. Paths are those of the inside. */
export class Isolation {
  readonly #mounts: readonly Mount[];
  /** Mounts through which something of the person's can be changed. */
  readonly #open: readonly Mount[];

  constructor(mounts: readonly Mount[] = []) {
    this.#mounts = normalMounts(mounts);
    this.#open = this.#mounts.filter(isOpen);
  }

  /** The person's places as they are seen from within. One that is not mounted keeps its name, which leads nowhere. */
  placesInside({ workspace, home, homedir, scratch, extraRoots = [] }: Places): Places {
    const images = (path: string): readonly string[] => insidePaths(path, this.#mounts);
    const roots = [workspace, ...extraRoots];
    const below = this.#mounts.filter(({ host }) => roots.some((root) => contains(root, host)));
    const [work = workspace, ...more] = images(workspace);
    return {
      workspace: work,
      extraRoots: [...more, ...extraRoots.flatMap(images), ...below.map(({ inside }) => inside)],
      home: images(home)[0] ?? home,
      homedir: images(homedir)[0] ?? homedir,
      scratch,
    };
  }

  /** Where a file of the inside lies on this machine; undefined: not here. */
  hostOf(path: string): string | undefined {
    return hostPath(path, "read", this.#mounts);
  }

  /** Whether a finding of a kind that asks counts in spite of the wall. */
  counts(id: string, where: FindingPlace): boolean {
    if (where.remote || outward.test(id)) return true;
    return ofFiles.test(id) && this.#open.length > 0 && this.#reaches(where);
  }

  /** What a touch means to this machine: its path, and the mounts that lie below it. Nothing: it stays inside. */
  onHost(touch: Touch): readonly Touch[] {
    if (touch.remote) return [touch];
    const { path, access, recursive } = touch;
    const place = hostPath(path, access, this.#mounts);
    const own = place === undefined ? [] : [{ ...touch, path: place }];
    const mounts = access === "read" ? this.#mounts.filter(isOfPerson) : this.#open;
    const others = mounts.flatMap((mount) => {
      const rest = restBelow(path, mount.inside, recursive);
      return rest === undefined ? [] : [{ ...touch, path: isKnown(path) ? resolve(mount.host, rest) : path }];
    });
    return [...own, ...others];
  }

  #reaches({ at, cwd, words }: FindingPlace): boolean {
    if (at !== undefined) return at.some((path) => this.#reachesPath(path, cwd));
    return (
      this.#reachesPath(".", cwd) ||
      words.some(
        (word) =>
          this.#open.some(({ inside }) => word.includes(inside)) ||
          (/^[^-]/.test(word) && this.#reachesPath(word, cwd)),
      )
    );
  }

  #reachesPath(given: string, cwd: string | undefined): boolean {
    if (given.startsWith(UNKNOWN) || (cwd === undefined && !given.startsWith("/"))) return true;
    const path = normalize(resolve(cwd ?? "/", given));
    const nearest = mountOf(path, this.#mounts);
    if (nearest !== undefined && isOpen(nearest)) return true;
    return this.#open.some(({ inside }) => restBelow(path, inside, true) !== undefined);
  }
}

function isOpen(mount: Mount): boolean {
  return isOfPerson(mount) && mount.writable !== false;
}

const special = /[*?[\uFFFF]/;

/**
 * What remains of a path behind a folder that lies below it, or that it may stand for because it has stars or an unknown
 * part.
 *
 * @param whole What is done goes for everything below, too.
 * @returns "" where it stands for the whole folder; undefined where it has nothing to do with it.
 */
function restBelow(path: string, folder: string, whole: boolean): string | undefined {
  if (!special.test(path)) return whole && path !== folder && contains(path, folder) ? "" : undefined;
  if (contains(folder, path)) return undefined;
  const known = path.slice(0, path.search(special));
  if (!isKnown(path)) return folder.startsWith(known) ? "" : undefined;
  const [parts, wanted] = [path.split("/"), folder.split("/")];
  const shared = Math.min(parts.length, wanted.length);
  const matches = picomatch(parts.slice(0, shared).join("/"), { dot: true, nonegate: true, noextglob: true });
  if (!matches(wanted.slice(0, shared).join("/"))) return undefined;
  if (parts.length >= wanted.length) return parts.slice(shared).join("/");
  return whole ? "" : undefined;
}
