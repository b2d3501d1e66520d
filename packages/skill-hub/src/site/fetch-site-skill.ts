import type { PackageFile, SkillPackage } from "@hermes/scanner";
import { inParallel } from "../fetch/in-parallel.ts";
import type { HubHttp } from "../fetch/hub-http.ts";
import { maxFileBytes, maxFiles, maxPackageBytes } from "../fetch/size-limits.ts";
import { isZip, unzipSkill } from "../fetch/unzip-skill.ts";
import { hubError } from "../hub-error.ts";
import { checkSizes } from "../package/check-package.ts";
import { contentHash, digestOf } from "../package/content-hash.ts";
import { checkPackagePaths } from "../package/package-paths.ts";
import type { SiteIndex, SiteSkill } from "./site-index.ts";

interface Request {
  readonly signal: AbortSignal;
}

/** The files of a skill that a site's index names. Every digest that is given is held against what came. */
export async function fetchSiteSkill(
  http: HubHttp,
  { url }: Pick<SiteIndex, "url">,
  skill: SiteSkill,
  { signal }: Request,
): Promise<SkillPackage> {
  const fetched = await fetchParts(http, url, skill, { signal });
  if (skill.files !== undefined) {
    for (const { path, digest } of skill.files) {
      const file = fetched.files.find((other) => other.path === path);
      if (digest !== undefined && file !== undefined) checkDigest(file.content, digest, path);
    }
  }
  if (
    skill.files !== undefined &&
    skill.digest !== undefined &&
    contentHash(fetched.files) !== skill.digest.toLowerCase()
  )
    throw mismatch(skill.name);
  return fetched;
}

async function fetchParts(
  http: HubHttp,
  base: string,
  skill: SiteSkill,
  { signal }: Request,
): Promise<SkillPackage> {
  const { name, files, archive, document } = skill;
  if (files !== undefined)
    return { name, files: await fetchFiles(http, new URL(`${name}/`, base), files, { signal }) };
  if (archive !== undefined) {
    const bytes = await http.bytes(resolveUrl(archive.url, base), { signal, maxBytes: maxPackageBytes });
    if (archive.digest !== undefined) checkDigest(bytes, archive.digest, name);
    return await openArchive(bytes, { name, signal });
  }
  const url = resolveUrl(document?.url ?? `${name}/SKILL.md`, base);
  const bytes = await http.bytes(url, { signal, maxBytes: maxFileBytes });
  if (document?.digest !== undefined) checkDigest(bytes, document.digest, "SKILL.md");
  return { name, files: [{ path: "SKILL.md", content: bytes }] };
}

async function fetchFiles(
  http: HubHttp,
  base: URL,
  files: readonly { readonly path: string }[],
  { signal }: Request,
): Promise<PackageFile[]> {
  if (files.length > maxFiles)
    throw hubError("HUB_TOO_LARGE", `The skill has ${files.length} files; ${maxFiles} are taken.`);
  checkPackagePaths(files.map(({ path }) => path));
  let left = maxPackageBytes;
  const fetched = await inParallel(files, async ({ path }): Promise<PackageFile> => {
    const place = path.split("/").map(encodeURIComponent).join("/");
    const content = await http.bytes(new URL(place, base).href, { signal, maxBytes: maxFileBytes });
    left -= content.byteLength;
    if (left < 0) throw hubError("HUB_TOO_LARGE", `The skill has more than ${maxPackageBytes} bytes.`);
    return { path, content };
  });
  checkSizes(fetched.map(({ path, content }) => ({ path, bytes: content.length })));
  return fetched;
}

/** @throws {HermesError} `HUB_BAD_ANSWER` for what is no ZIP. */
async function openArchive(
  bytes: Uint8Array,
  options: { readonly name: string; readonly signal: AbortSignal },
): Promise<SkillPackage> {
  if (isZip(bytes)) return await unzipSkill(bytes, options);
  throw hubError("HUB_BAD_ANSWER", `The archive of "${options.name}" is no ZIP.`, {
    hint: "Other archives are not read; ask its publisher for a ZIP, or for a list of files.",
  });
}

/** An address that an index names: with encryption, or on the index's own site. */
function resolveUrl(text: string, base: string): string {
  const url = URL.canParse(text, base) ? new URL(text, base) : undefined;
  const isOwn = url?.origin === new URL(base).origin;
  if (url === undefined || (!isOwn && url.protocol !== "https:"))
    throw hubError("HUB_REFUSED", `The index leads to "${text.slice(0, 100)}", which is not fetched.`);
  return url.href;
}

function checkDigest(content: string | Uint8Array, digest: string, what: string): void {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  if (`sha256:${digestOf(bytes)}` !== digest.toLowerCase()) throw mismatch(what);
}

function mismatch(what: string): Error {
  return hubError("HUB_REFUSED", `"${what}" is not what its index says: the digest is another one.`, {
    hint: "It was changed on the way, or its publisher has not renewed the index. Nothing of it was written.",
  });
}
