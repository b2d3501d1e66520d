import { realpath, stat } from "node:fs/promises";
import { isAbsolute, join, relative, resolve, sep } from "node:path";

export interface OutgoingPolicyOptions {
  /** Folder of the session: what lies there may be sent, and relative paths begin there. */
  readonly workspace: string;
  /** Further folders from which files may be sent, such as the cache and those of `gateway.media_delivery_allow_dirs`. */
  readonly folders: readonly string[];
  /** Home of Hermes: but for the folders above nothing of it is sent. */
  readonly hermesHome: string;
  readonly userHome: string;
  readonly maxBytes: number;
}

export type OutgoingVerdict =
  /** Without links. */
  | { readonly ok: true; readonly path: string; readonly bytes: number }
  /** For the person, with the name. */
  | { readonly ok: false; readonly reason: string };

const systemTrees = [
  "/etc",
  "/proc",
  "/sys",
  "/dev",
  "/boot",
  "/run",
  "/root",
  "/var/log",
  "/var/lib",
  "/var/run",
  "/private/etc",
  "/private/var/db",
  "/private/var/log",
];
/** Files that hold secrets wherever they lie. Hidden ones are never sent anyway. */
const secretName =
  /^(?:id_(?:rsa|dsa|ecdsa|ed25519)(?:\..*)?|.*\.(?:pem|key|p12|pfx|kdbx|keystore|jks)|auth\.json|credentials(?:\.\w+)?|service-account.*\.json|terraform\.tfstate(?:\..*)?|(?:hermes|state)\.db(?:-\w+)?)$/i;

/**
 * Whether a file may leave this machine in an answer. Denied unless it lies in the workspace or a folder that is named; hidden files
 * and folders, keys, the home of Hermes and the trees of the system are denied there, too. Links are followed first.
 */
export async function judgeOutgoing(
  written: string,
  options: OutgoingPolicyOptions,
): Promise<OutgoingVerdict> {
  const { workspace, userHome, maxBytes } = options;
  const path = resolve(
    workspace,
    written.replace(/^file:\/\//, "").replace(/^~(?=\/|$)/, () => userHome),
  );
  const real = await realpath(path).catch(() => undefined);
  if (real === undefined) return refused(written, "is not there");
  const roots = await Promise.all(
    [workspace, ...options.folders].map(async (root) => await realpath(root).catch(() => undefined)),
  );
  const home = await realpath(options.hermesHome).catch(() => resolve(options.hermesHome));
  const isAllowed = roots.some((root) => root !== undefined && allows(root, real, home, userHome));
  if (!isAllowed)
    return refused(written, "lies outside of the folders from which files are sent, or is hidden or secret");
  const found = await stat(real).catch(() => undefined);
  if (found?.isFile() !== true) return refused(written, "is not a file");
  if (found.size === 0) return refused(written, "is empty");
  if (found.size > maxBytes)
    return refused(
      written,
      `has ${Math.ceil(found.size / 1_000_000)} MB; at most ${Math.floor(maxBytes / 1_000_000)} are sent`,
    );
  return { ok: true, path: real, bytes: found.size };
}

function allows(root: string, path: string, hermesHome: string, userHome: string): boolean {
  if (!contains(root, path)) return false;
  // Who works in `/` or in the home of Hermes does not want all of it to be sent.
  if (root === sep || root === hermesHome || (contains(hermesHome, path) && !contains(hermesHome, root)))
    return false;
  const isSystem = systemTrees.some(
    (tree) => contains(tree, path) && !(contains(userHome, root) && contains(tree, userHome)),
  );
  if (isSystem) return false;
  const parts = relative(root, path).split(sep);
  if (root === userHome && parts[0] === "Library") return false;
  return !parts.some((part) => part.startsWith(".")) && !secretName.test(parts.at(-1) ?? "");
}

function contains(folder: string, path: string): boolean {
  const between = relative(folder, path);
  return (
    between !== ".." &&
    !between.startsWith(`..${sep}`) &&
    !isAbsolute(between) &&
    join(folder, between) === path
  );
}

function refused(written: string, reason: string): OutgoingVerdict {
  const name = written.replace(/[^\x20-\x7E\p{L}\p{N}]/gu, "?").slice(0, 200);
  return { ok: false, reason: `${name} was not sent: it ${reason}.` };
}
