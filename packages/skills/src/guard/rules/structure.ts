import { excerptOf } from "../finding.ts";
import type { SkillFinding, SkillRisk, SkillSeverity } from "../finding.ts";
import { kindOf, textOf } from "../skill-package.ts";
import type { SkillPackage } from "../skill-package.ts";

/** More files than this are no skill. */
const maxFiles = 200;
/** Longer texts are not read to their end. */
const maxFileBytes = 262_144;
/** What a skill may bring packed, such as pictures. */
const maxArchiveBytes = 10 * 1_048_576;
const maxTotalBytes = 2 * 1_048_576;
const maxUnpackedBytes = 100 * 1_048_576;
const maxRatio = 100;
const maxEntries = 5_000;

/** What the parts of a package look like before anything in them is read. */
export function structureFindings(skill: SkillPackage): readonly SkillFinding[] {
  return [...pathFindings(skill), ...linkFindings(skill), ...sizeFindings(skill), ...kindFindings(skill)];
}

function pathFindings(skill: SkillPackage): SkillFinding[] {
  const paths = [
    ...skill.files.map(({ path }) => path),
    ...(skill.raw_paths ?? []),
    ...(skill.symlinks ?? []).map(({ path }) => path),
  ];
  const found = paths.flatMap((path) => {
    const reason = badPath(path);
    return reason === undefined
      ? []
      : [finding("traversal.path", "traversal", "critical", path, reason, path)];
  });
  const seen = new Map<string, string>();
  for (const path of new Set([...(skill.raw_paths ?? []), ...skill.files.map((file) => file.path)])) {
    const folded = path.normalize("NFKC").toLowerCase();
    const other = seen.get(folded);
    if (other !== undefined && other !== path) {
      found.push(
        finding(
          "traversal.same-name",
          "traversal",
          "high",
          path,
          `It and "${other}" are one file on some systems.`,
          path,
        ),
      );
    }
    seen.set(folded, path);
  }
  const repeated = (skill.raw_paths ?? []).find((path, index, all) => all.indexOf(path) !== index);
  if (repeated !== undefined)
    found.push(
      finding("traversal.same-name", "traversal", "high", repeated, "The archive holds it twice.", repeated),
    );
  return found;
}

/** Why a path can't be unpacked anywhere; undefined when it can. */
export function badPath(path: string): string | undefined {
  let decoded = path;
  for (let round = 0; round < 3; round++)
    decoded = decoded.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  const plain = decoded.normalize("NFKC");
  const parts = plain.split(/[\\/\u2044\u2215\u29F8]/);
  if (path === "" || plain.trim() === "") return "A path is empty.";
  if (/[\0-\u001F\u007F\u202A-\u202E\u200B-\u200F]/.test(plain))
    return "A path holds control or invisible characters.";
  if (/^(?:[\\/]|[A-Za-z]:|~|\\\\)/.test(plain)) return "A path leads to a fixed place of the machine.";
  if (parts.some((part) => /^\.{2,}\s*$/.test(part.trim()))) return "A path leads out of the skill's folder.";
  if (plain.includes("\\")) return "A path holds backslashes.";
  if (parts.some((part) => /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(part)))
    return "A path is the name of a device on Windows.";
  if (parts.some((part) => /:/.test(part))) return "A path names a hidden stream of a file on Windows.";
  if (parts.some((part) => /[. ]$/.test(part) && part !== "."))
    return "A path ends in a dot or a blank, which Windows drops.";
  if (parts[0] === ".git" || parts.includes(".git")) return "A path lies in the inside of a repository.";
  if (plain.length > 400 || parts.length > 20) return "A path is too long.";
  return undefined;
}

function linkFindings(skill: SkillPackage): SkillFinding[] {
  return (skill.symlinks ?? []).map(({ path, target }) => {
    const folder = path.split("/").slice(0, -1);
    const out = leavesFolder(folder, target);
    return out
      ? finding(
          "traversal.link",
          "traversal",
          "critical",
          path,
          "A link leads out of the skill's folder.",
          `${path} -> ${target}`,
        )
      : finding(
          "traversal.link",
          "traversal",
          "medium",
          path,
          "It is a link; a skill should hold the file itself.",
          `${path} -> ${target}`,
        );
  });
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

function sizeFindings(skill: SkillPackage): SkillFinding[] {
  const found: SkillFinding[] = [];
  const sizes = skill.files.map(({ path, content }) => ({
    path,
    bytes: typeof content === "string" ? Buffer.byteLength(content) : content.byteLength,
  }));
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  if (sizes.length > maxFiles)
    found.push(
      finding(
        "structure.files",
        "structure",
        "high",
        "SKILL.md",
        `It has ${sizes.length} files; ${maxFiles} are more than enough.`,
        "",
      ),
    );
  if (total > maxTotalBytes)
    found.push(finding("structure.size", "structure", "high", "SKILL.md", `It is ${total} bytes long.`, ""));
  for (const { path, bytes } of sizes) {
    if (bytes > maxFileBytes)
      found.push(
        finding("structure.size", "structure", "high", path, `The file is ${bytes} bytes long.`, path),
      );
  }
  for (const { path, size = 0, unpacked_size: unpacked = 0, entries = 0 } of skill.declared ?? []) {
    const ratio = size > 0 ? unpacked / size : unpacked > 0 ? Number.POSITIVE_INFINITY : 0;
    if (
      Math.max(unpacked, size) > maxUnpackedBytes ||
      (ratio > maxRatio && unpacked > 1_048_576) ||
      entries > maxEntries
    ) {
      found.push(
        finding(
          "structure.bomb",
          "structure",
          "critical",
          path,
          `It unpacks to ${unpacked} bytes in ${entries} files.`,
          path,
        ),
      );
    } else if (size > maxArchiveBytes) {
      found.push(
        finding("structure.size", "structure", "high", path, `The file is ${size} bytes long.`, path),
      );
    }
  }
  if (!skill.files.some(({ path }) => /^(?:[^/]+\/)?SKILL\.md$/i.test(path))) {
    found.push(finding("structure.no-skill", "structure", "medium", "SKILL.md", "It has no SKILL.md.", ""));
  }
  return found;
}

function kindFindings(skill: SkillPackage): SkillFinding[] {
  return skill.files.flatMap((file): SkillFinding[] => {
    const name = file.path.toLowerCase();
    const start =
      typeof file.content === "string"
        ? file.content.slice(0, 8)
        : new TextDecoder("latin1").decode(file.content.slice(0, 8));
    if (
      /^(?:\u007FELF|MZ[\u0090\0]|\u00CF\u00FA\u00ED\u00FE|\u00CA\u00FE\u00BA\u00BE|\0asm)/.test(start) ||
      /\.(?:exe|dll|so|dylib|scr|msi|dmg|pkg|app|apk|jar|class|pyc|pyo|node|wasm|com|lnk|deb|rpm|appimage|o|a)$/.test(
        name,
      )
    ) {
      return [
        finding(
          "structure.program",
          "structure",
          "high",
          file.path,
          "It holds a compiled program, which nobody can read.",
          file.path,
        ),
      ];
    }
    if (/\.(?:zip|7z|rar|tar|tgz|gz|bz2|xz|zst|iso|cab|img)$/.test(name)) {
      return [
        finding(
          "structure.archive",
          "structure",
          "high",
          file.path,
          "It holds an archive; what is in it is not read.",
          file.path,
        ),
      ];
    }
    const text = textOf(file);
    const isPicture = isPictureName(name);
    if (
      text !== undefined &&
      isPicture &&
      /^#!|\b(?:import|curl|eval|exec|function|<script|#!\/)\b/.test(text)
    ) {
      return [
        finding(
          "structure.disguise",
          "structure",
          "high",
          file.path,
          "It is called a picture or document and holds code.",
          text.slice(0, 100),
        ),
      ];
    }
    if (
      kindOf(file) === "binary" &&
      !isPicture &&
      !/\.(?:otf|docx|xlsx|pptx|sqlite3?|db|parquet|npy|bin|dat|wav|ogg|tiff?|heic|avif|epub)$/.test(name)
    ) {
      return [
        finding(
          "structure.bytes",
          "structure",
          "medium",
          file.path,
          "It holds bytes that are no text.",
          file.path,
        ),
      ];
    }
    return [];
  });
}

// Each finding of this file is one line of a table: a place for each value reads better than names.
function finding(
  rule: string,
  risk: SkillRisk,
  severity: SkillSeverity,
  file: string,
  message: string,
  excerpt: string,
): SkillFinding {
  return { rule, risk, severity, file, line: 1, message, excerpt: excerptOf(excerpt) };
}

function isPictureName(path: string): boolean {
  return /\.(?:png|jpe?g|gif|webp|ico|bmp|pdf|mp3|mp4|woff2?|ttf)$/i.test(path);
}
