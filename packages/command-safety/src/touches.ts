import picomatch from "picomatch";
import { identityOf } from "./finding.ts";
import type { Finding } from "./finding.ts";
import { homesTogether } from "./paths/homes-together.ts";
import { followHardLink } from "./paths/hard-link.ts";
import {
  contains,
  isIrreplaceable,
  isWork,
  isWorkspaceOrScratch,
  judgeLexicalPath,
  realPath,
  resolvePlaces,
  stricter,
} from "./paths/judge-path.ts";
import type { PathAccess } from "./paths/judge-path.ts";
import type { Places } from "./paths/places.ts";
import {
  credentialFiles,
  hermesCredentials,
  privateRecords,
  systemCredentials,
} from "./paths/protected-paths.ts";
import type { Searched } from "./command-context.ts";
import { isKnown, shown, UNKNOWN } from "./shell/unknown.ts";
import type { Span } from "./shell/walk.ts";

/** A path that is touched, to be judged when the reading is over. */
export interface Touch {
  readonly access: PathAccess;
  /** Absolute, or with an unknown part. */
  readonly path: string;
  readonly recursive: boolean;
  readonly remote: boolean;
  readonly span: Span | undefined;
  /** Each file below is read. */
  readonly searched?: Searched | undefined;
  /** The reading is closed: what is not certain of the path is asked about. */
  readonly isClosed?: boolean | undefined;
  /** The file that says so; undefined: the command itself. */
  readonly script?: string | undefined;
}

/** Each is a question to the disk; more of them would take longer than a verdict may. */
const maxLookUps = 100;

/** Judges what a command touches, symlinks followed. Each place is looked at once. */
export async function judgeTouches(
  touches: readonly Touch[],
  { places }: { readonly places: Places },
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const seen = new Set<string>();
  let real: Places | undefined;
  let lookedUp = 0;
  const known = new Map<string, string>();
  for (const touch of touches) {
    const key = `${touch.access} ${touch.path} ${touch.recursive} ${touch.remote}`;
    if (seen.has(key)) continue;
    seen.add(key);
    let found = judgeTouch(touch, places);
    if (found?.severity !== "refuse" && isPlain(touch)) {
      if (++lookedUp > maxLookUps) {
        findings.push(
          ask("command.unclear", `It touches more than ${maxLookUps} places, too many to look at each.`),
        );
        break;
      }
      real ??= await resolvePlaces(places, known);
      found = stricter(
        found,
        judgeTouch({ ...touch, path: followHardLink(await realPath(touch.path, known), real) }, real),
      );
    }
    if (found === undefined) continue;
    const { span, script } = touch;
    findings.push({
      ...found,
      ...(script !== undefined && { script }),
      ...(span !== undefined && { span }),
    });
  }
  return unique(findings);
}

/** A local path without unknown parts and stars: one that may be a symlink. */
function isPlain({ path, remote }: Touch): boolean {
  return !remote && isKnown(path) && !/[*?[]/.test(path) && !path.startsWith("/dev/");
}

function judgeTouch(touch: Touch, places: Places): Finding | undefined {
  const { access, path, recursive, remote } = touch;
  if (remote) return judgeRemote(path, access, places);
  if (!isKnown(path)) return judgeUnknown(path, access, places);
  if (/[*?[]/.test(path))
    return stricter(
      judgePattern(path, access, places),
      judgeLexicalPath(path.slice(0, path.search(/[*?[]/)) || "/", access, places),
    );
  const found = judgeLexicalPath(path, access, places);
  if (found !== undefined || !recursive) return found;
  return judgeBelow(path, access, places);
}

/** On another machine only the places count that are the same everywhere. */
function judgeRemote(path: string, access: PathAccess, places: Places): Finding | undefined {
  if (!isKnown(path) || access === "delete")
    return access === "delete"
      ? ask("delete.remote", `It deletes ${path} on another machine or in a container.`)
      : undefined;
  if (access === "read") return judgeLexicalPath(path, access, places);
  const found = judgeLexicalPath(path, access, places);
  return found !== undefined && /^(credentials|disk|startup|system)\./.test(found.id) ? found : undefined;
}

function judgeUnknown(path: string, access: PathAccess, places: Places): Finding | undefined {
  const known = path.slice(0, path.indexOf(UNKNOWN));
  const folder = known.slice(0, known.lastIndexOf("/") + 1);
  const rest = path.slice(known.length);
  if (access === "read") {
    const name = rest.replaceAll(UNKNOWN, "x");
    const found = judgeLexicalPath(folder + name, access, places);
    return found?.severity === "refuse" ? found : undefined;
  }
  if (folder === "")
    return ask(
      "path.unknown",
      `What it ${access === "delete" ? "deletes" : "writes"} shows only when it runs.`,
    );
  if (access === "delete") {
    return isScratch(folder, places)
      ? undefined
      : ask("path.unknown", `What it deletes below ${folder} shows only when it runs.`);
  }
  return judgeLexicalPath(`${folder}x`, access, places);
}

function isScratch(folder: string, places: Places): boolean {
  return (
    !isWork(folder, places) &&
    isWorkspaceOrScratch(folder, { ...places, workspace: "/nowhere", extraRoots: [] })
  );
}

/** A path with stars: could it be one of the credentials? */
function judgePattern(path: string, access: PathAccess, places: Places): Finding | undefined {
  const matches = picomatch(path, { dot: false, nonegate: true, noextglob: true });
  const { home, homedir } = places;
  const files = [
    ...systemCredentials,
    ...homesTogether(home).flatMap((each) => hermesCredentials.map((file) => `${each}/${file}`)),
    ...credentialFiles.map((file) => `${homedir}/${file}`),
  ];
  const reached = files
    .flatMap((file) => (file.endsWith("/") ? [file.slice(0, -1), ...examples(file)] : [file]))
    .find((file) => matches(file));
  if (reached !== undefined && access !== "delete") return judgeLexicalPath(reached, access, places);
  const record = privateRecords.find((file) => matches(`${homedir}/${file}`));
  return record === undefined ? undefined : judgeLexicalPath(`${homedir}/${record}`, access, places);
}

function examples(folder: string): readonly string[] {
  return ["id_rsa", "id_ed25519", "credentials", "config", "hosts.yml", "key", "secring.gpg"].map(
    (name) => folder + name,
  );
}

/** Everything below a folder: what lies in it counts. */
function judgeBelow(path: string, access: PathAccess, places: Places): Finding | undefined {
  const { homedir, home } = places;
  if (access === "delete" || access === "write") return undefined;
  if (contains(path, homedir) || contains(path, home) || path === "/etc" || path === "/")
    return isIrreplaceable(path, places)
      ? { ...ask("credentials.search", `${path} holds credentials, and it goes through all of it.`), path }
      : undefined;
  return undefined;
}

function ask(id: string, reason: string): Finding {
  return { id, severity: "ask", reason: shown(reason) };
}

function unique(findings: readonly Finding[]): readonly Finding[] {
  const seen = new Set<string>();
  return findings.filter((finding) => {
    const key = identityOf(finding);
    return !seen.has(key) && seen.add(key);
  });
}
