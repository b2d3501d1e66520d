import type { PackageFile, SkillPackage } from "@hermes/scanner";
import { maxFileBytes, maxFiles, maxPackageBytes } from "../fetch/size-limits.ts";
import { hubError } from "../hub-error.ts";
import { checkPackagePaths } from "./package-paths.ts";

/**
 * A package that may be written: names, links, count and sizes. Every one goes through here, whatever its source looked at.
 *
 * @throws {HermesError} `HUB_REFUSED`, `HUB_TOO_LARGE`
 */
export function checkPackage(skill: SkillPackage): void {
  const [link] = skill.symlinks ?? [];
  if (link !== undefined) {
    throw hubError("HUB_REFUSED", `The package holds a link (${link.path} to ${link.target}).`, {
      hint: "A skill must hold the file itself. Nothing of it was written.",
    });
  }
  if (skill.raw_paths !== undefined) checkPackagePaths(skill.raw_paths);
  checkPackagePaths(skill.files.map(({ path }) => path));
  checkSizes(skill.files.map((file) => ({ path: file.path, bytes: bytesOf(file).byteLength })));
  const texts = skill.files.filter(({ path }) => isSkillFile(path));
  if (texts.length !== 1)
    throw hubError("HUB_REFUSED", `"${skill.name}" has no SKILL.md.`, { hint: "It is no skill." });
}

/** @throws {HermesError} `HUB_TOO_LARGE` */
export function checkSizes(files: readonly { readonly path: string; readonly bytes: number }[]): void {
  if (files.length > maxFiles)
    throw hubError("HUB_TOO_LARGE", `The package has ${files.length} files; ${maxFiles} are taken.`);
  let total = 0;
  for (const { path, bytes } of files) {
    if (bytes > maxFileBytes)
      throw hubError("HUB_TOO_LARGE", `"${path}" has ${bytes} bytes; ${maxFileBytes} are taken.`);
    total += bytes;
  }
  if (total > maxPackageBytes)
    throw hubError("HUB_TOO_LARGE", `The package has ${total} bytes; ${maxPackageBytes} are taken.`);
}

export function isSkillFile(path: string): boolean {
  return /^skill\.md$/i.test(path);
}

export function bytesOf({ content }: PackageFile): Uint8Array {
  return typeof content === "string" ? Buffer.from(content, "utf8") : content;
}

/** SKILL.md as it came. */
export function skillTextOf(skill: SkillPackage): string {
  const file = skill.files.find(({ path }) => isSkillFile(path));
  return file === undefined ? "" : new TextDecoder().decode(bytesOf(file));
}
