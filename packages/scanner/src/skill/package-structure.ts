import { excerptOf } from "../excerpt.ts";
import type { SkillFinding, SkillRisk, SkillSeverity } from "./finding.ts";
import { unsafePathReason } from "./package-path.ts";
import { kindOf, textOf } from "./skill-package.ts";
import type { PackageFile, SkillPackage } from "./skill-package.ts";

/** Longer texts are not read to their end. */
export const maxFileBytes = 262_144;
/** More files than this are no skill. */
const maxFiles = 300;
const maxTotalBytes = 20 * 1_048_576;
const maxUnpackedBytes = 100 * 1_048_576;
const maxPackedBytes = 10 * 1_048_576;
const maxRatio = 100;
const maxEntries = 5_000;

/** What the parts of a package look like before anything in them is read. */
export function structureFindings(skill: SkillPackage): readonly SkillFinding[] {
  return [
    ...pathFindings(skill),
    ...(skill.symlinks ?? []).map(linkFinding),
    ...sizeFindings(skill),
    ...skill.files.flatMap(kindFindings),
  ];
}

function pathFindings({ files, raw_paths: rawPaths = [], symlinks = [] }: SkillPackage): SkillFinding[] {
  const found: SkillFinding[] = [];
  for (const path of [...files.map((file) => file.path), ...rawPaths, ...symlinks.map((link) => link.path)]) {
    const reason = unsafePathReason(path);
    if (reason !== undefined) found.push(finding("traversal.path", "critical", path, reason));
  }
  const names = new Map<string, string>();
  for (const path of new Set([...rawPaths, ...files.map((file) => file.path)])) {
    const folded = path.normalize("NFKC").toLowerCase();
    const other = names.get(folded);
    if (other !== undefined) {
      const message = `It and "${other}" are one file on some systems.`;
      found.push(finding("traversal.same-name", "high", path, message));
    }
    names.set(folded, path);
  }
  const repeated = rawPaths.find((path, index) => rawPaths.indexOf(path) !== index);
  if (repeated !== undefined)
    found.push(finding("traversal.same-name", "high", repeated, "The archive holds it twice."));
  return found;
}

function linkFinding({ path, target }: { readonly path: string; readonly target: string }): SkillFinding {
  const shown = `${path} -> ${target}`;
  return leavesFolder(path.split("/").slice(0, -1), target)
    ? finding("traversal.link", "critical", path, "A link leads out of the skill's folder.", shown)
    : finding("traversal.link", "medium", path, "It is a link; a skill should hold the file itself.", shown);
}

function leavesFolder(folder: readonly string[], target: string): boolean {
  if (/^(?:[\\/~]|[A-Za-z]:|\w+:\/\/)|[$%]/.test(target)) return true;
  let depth = folder.length;
  for (const part of target.split(/[\\/]/)) {
    if (part === "..") depth--;
    else if (part !== "." && part !== "") depth++;
    if (depth < 0) return true;
  }
  return false;
}

function sizeFindings({ files, declared = [] }: SkillPackage): SkillFinding[] {
  const found: SkillFinding[] = [];
  let total = 0;
  for (const file of files) {
    const { path, content } = file;
    const bytes = typeof content === "string" ? Buffer.byteLength(content) : content.byteLength;
    total += bytes;
    const isUnread = bytes > maxFileBytes && textOf(file) !== undefined;
    if (isUnread || bytes > maxPackedBytes)
      found.push(finding("structure.size", "high", path, `The file is ${bytes} bytes long.`));
  }
  if (files.length > maxFiles) {
    const message = `It has ${files.length} files; ${maxFiles} are more than enough.`;
    found.push(finding("structure.files", "high", "SKILL.md", message, ""));
  }
  if (total > maxTotalBytes)
    found.push(finding("structure.size", "high", "SKILL.md", `It is ${total} bytes long.`, ""));
  for (const { path, size = 0, unpacked_size: unpacked = 0, entries = 0 } of declared) {
    const ratio = size > 0 ? unpacked / size : unpacked > 0 ? Number.POSITIVE_INFINITY : 0;
    const isBomb =
      Math.max(unpacked, size) > maxUnpackedBytes ||
      (ratio > maxRatio && unpacked > 1_048_576) ||
      entries > maxEntries;
    if (isBomb) {
      const message = `It unpacks to ${unpacked} bytes in ${entries} files.`;
      found.push(finding("structure.bomb", "critical", path, message));
    } else if (size > maxPackedBytes)
      found.push(finding("structure.size", "high", path, `The file is ${size} bytes long.`));
  }
  if (!files.some(({ path }) => /^(?:[^/]+\/)?SKILL\.md$/i.test(path)))
    found.push(finding("structure.no-skill", "medium", "SKILL.md", "It has no SKILL.md.", ""));
  return found;
}

const programStart = /^(?:\u007FELF|MZ[\u0090\0]|\u00CF\u00FA\u00ED\u00FE|\u00CA\u00FE\u00BA\u00BE|\0asm)/;
const programName =
  /\.(?:exe|dll|so|dylib|scr|msi|dmg|pkg|app|apk|jar|class|pyc|pyo|node|wasm|com|lnk|deb|rpm|appimage|o|a)$/i;
const archiveName = /\.(?:zip|7z|rar|tar|tgz|gz|bz2|xz|zst|iso|cab|img)$/i;
const mediaName =
  /\.(?:png|jpe?g|gif|webp|ico|bmp|tiff?|heic|avif|pdf|mp3|mp4|wav|ogg|woff2?|ttf|otf|docx|xlsx|pptx|epub|sqlite3?|db|parquet|npy|bin|dat)$/i;

function kindFindings(file: PackageFile): SkillFinding[] {
  const { path, content } = file;
  const start =
    typeof content === "string" ? content.slice(0, 8) : new TextDecoder("latin1").decode(content.slice(0, 8));
  if (programStart.test(start) || programName.test(path)) {
    const message = "It holds a compiled program, which nobody can read.";
    return [finding("structure.program", "high", path, message)];
  }
  if (archiveName.test(path))
    return [finding("structure.archive", "high", path, "It holds an archive; what is in it is not read.")];
  const text = textOf(file);
  if (
    text !== undefined &&
    mediaName.test(path) &&
    /^#!|\b(?:curl|eval|exec|function|<script)\b/.test(text)
  ) {
    const message = "It is called a picture or document and holds code.";
    return [finding("structure.disguise", "high", path, message, text.slice(0, 100))];
  }
  if (kindOf(file) === "binary" && !mediaName.test(path))
    return [finding("structure.bytes", "medium", path, "It holds bytes that are no text.")];
  return [];
}

function finding(
  rule: `${SkillRisk}.${string}`,
  severity: SkillSeverity,
  file: string,
  message: string,
  excerpt: string = file,
): SkillFinding {
  // The first part of a rule's id is its risk, as its type says.
  const risk = rule.split(".", 1)[0] as SkillRisk;
  return { rule, risk, severity, file, line: 1, message, excerpt: excerptOf(excerpt) };
}
