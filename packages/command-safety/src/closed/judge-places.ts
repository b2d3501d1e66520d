import { existsSync, readFileSync, readdirSync } from "node:fs";
import type { Dirent } from "node:fs";
import { basename, dirname, join } from "node:path";
import picomatch from "picomatch";
import type { Finding } from "../finding.ts";
import { contains, judgeLexicalPath, judgePath } from "../paths/judge-path.ts";
import type { Places } from "../paths/places.ts";
import { isKnown, shown, UNKNOWN } from "../shell/unknown.ts";
import type { Searched } from "../command-context.ts";
import type { Touch } from "../touches.ts";

/** More entries than these are not looked through for one command. */
const mostEntries = 20_000;
const mostMatches = 100;
/** Names of files that usually hold secrets, one of each kind. */
const secretNames =
  ".env .env.local .env.production id_rsa id_ed25519 .htpasswd service-account.json terraform.tfstate".split(
    " ",
  );
/** What was installed or made anew holds no secrets of the person's. */
const skipped = new Set(["node_modules", ".git", "target", ".venv", "venv", "__pycache__"]);

/** Judges what is not certain of the paths that a command touches: unknown parts, patterns, folders with all in them. */
export async function judgePlaces(touches: readonly Touch[], places: Places): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const seen = new Set<string>();
  for (const touch of touches) {
    const key = `${touch.access} ${touch.path} ${touch.searched ?? ""}`;
    if (touch.isClosed !== true || touch.remote || seen.has(key)) continue;
    seen.add(key);
    const found = await judgePlace(touch, places);
    const { span, script } = touch;
    if (found !== undefined)
      findings.push({
        ...found,
        ...(span !== undefined && { span }),
        ...(script !== undefined && { script }),
      });
  }
  return findings;
}

async function judgePlace(touch: Touch, places: Places): Promise<Finding | undefined> {
  const { path, access, searched } = touch;
  if (!isKnown(path)) return isHarmlessName(touch) ? undefined : unknown(touch);
  if (/^\/proc\/(?!(cpuinfo|meminfo|loadavg|version|uptime|mounts|stat|sys\/kernel\/\w+)$)/.test(path))
    return unknown(touch);
  const paths = /[*?[]/.test(path) ? matching(path) : [path];
  if (paths === undefined) return unknown(touch);
  for (const each of paths) {
    const found =
      paths.length === 1 && each === path && searched === undefined
        ? undefined
        : ((await judgePath(each, access, places)) ??
          (searched === undefined ? undefined : judgeTree(each, searched, places)));
    if (found !== undefined) return found;
  }
  return undefined;
}

function unknown({ path, access }: Touch): Finding {
  const verb = { read: "reads", write: "writes", delete: "deletes" }[access];
  return {
    id: "path.unknown",
    severity: "ask",
    reason: shown(`What it ${verb} at ${path} shows only when it runs.`),
  };
}

/** A file that is read, and whose name ends as no secret's does. */
function isHarmlessName({ access, path }: Touch): boolean {
  const end = path.slice(path.lastIndexOf(UNKNOWN) + 1);
  return access === "read" && /^[\w-]*\.\w+$/.test(end) && !secretNames.some((name) => name.endsWith(end));
}

/** The files that a pattern finds now. Undefined: too many. */
function matching(path: string): readonly string[] | undefined {
  let found = [""];
  let entries = 0;
  for (const part of path.split("/").slice(1)) {
    const matches = /[*?[]/.test(part)
      ? picomatch(part, { dot: part.startsWith("."), nonegate: true })
      : undefined;
    found = found.flatMap((folder) => {
      if (matches === undefined) return [`${folder}/${part}`];
      const names = entriesOf(folder === "" ? "/" : folder).map(({ name }) => name);
      entries += names.length;
      return names.filter((name) => matches(name)).map((name) => `${folder}/${name}`);
    });
    if (entries > mostEntries || found.length > mostMatches) return undefined;
  }
  return found;
}

/** Whether a search through a folder would bring up a secret. Links are not followed. */
function judgeTree(root: string, searched: Searched, places: Places): Finding | undefined {
  const folders = [root];
  const ignored = searched === "kept" ? ignoredNames(places.workspace) : () => false;
  let entries = 0;
  for (const folder of folders) {
    for (const entry of entriesOf(folder)) {
      if (++entries > mostEntries)
        return {
          id: "path.unknown",
          severity: "ask",
          reason: `${root} holds too many files to know what is read there.`,
        };
      const path = join(folder, entry.name);
      if (searched === "visible" && entry.name.startsWith(".")) continue;
      if (searched === "kept" && ignored(entry.name)) continue;
      if (entry.isDirectory() && !skipped.has(entry.name)) folders.push(path);
      const found = entry.isFile() ? judgeLexicalPath(path, "read", places) : undefined;
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** What the workspace's `.gitignore` names without a folder. */
function ignoredNames(workspace: string): (name: string) => boolean {
  const file = join(workspace, ".gitignore");
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  const names = lines
    .map((line) => line.trim().replace(/^\/|\/$/g, ""))
    .filter((line) => /^[^#!/\s]+$/.test(line));
  const kept = lines.some((line) => line.startsWith("!"));
  return kept || names.length === 0 ? () => false : picomatch(names, { dot: true });
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return []; // there is no such folder, or it can't be looked into: nothing is read there
  }
}

/** A bare repository below the workspace: git takes its settings, and programs from them, before the workspace's own. */
export function judgeRepositories(notes: Iterable<string>, { workspace }: Places): readonly Finding[] {
  for (const note of notes) {
    let [, folder = ""] = /^repository ([^]*)$/.exec(note) ?? [];
    if (folder === "") continue;
    if (!isKnown(folder)) return [repository("a folder that shows only when it runs")];
    for (; contains(workspace, folder); folder = dirname(folder)) {
      if (existsSync(join(folder, "HEAD")) && existsSync(join(folder, "objects")))
        return [repository(folder)];
      if (basename(folder) !== "" && existsSync(join(folder, ".git")) && folder !== workspace)
        return [repository(folder)];
    }
  }
  return [];
}

function repository(folder: string): Finding {
  return {
    id: "git.program",
    severity: "ask",
    reason: shown(`git would take its settings from ${folder}, which may name programs.`),
  };
}
