import type { Readable } from "node:stream";
import { crc32 } from "node:zlib";
import type { Entry, ZipFile } from "yauzl";
import type { PackageFile, SkillPackage } from "@hermes/scanner";
import { codeOf, hubError } from "../hub-error.ts";
import { checkSizes, isSkillFile } from "../package/check-package.ts";
import { whyNoPath } from "@hermes/skills/hub-lock";
import { checkPackagePaths } from "../package/package-paths.ts";
import { maxFileBytes, maxFiles, maxPackageBytes } from "./size-limits.ts";

/** An archive may also hold folders and what systems leave behind. */
const maxEntries = maxFiles * 4;
const maxRatio = 200;

/** Whether bytes begin like a ZIP. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);
}

/**
 * Unpacks a skill into memory. Names, links and declared sizes are judged before the first byte is unpacked; real sizes are
 * counted while it is. A folder that holds everything is taken off.
 *
 * @throws {HermesError} `HUB_REFUSED`, `HUB_TOO_LARGE`, `HUB_BAD_ANSWER`
 */
export async function unzipSkill(
  bytes: Uint8Array,
  { name, signal }: { readonly name: string; readonly signal: AbortSignal },
): Promise<SkillPackage> {
  const { fromBufferPromise, getFileNameLowLevel } = await import("yauzl");
  // Names are decoded here and not by the library, which would change backslashes before anybody judged them.
  const options = { lazyEntries: true, decodeStrings: false, validateEntrySizes: true, autoClose: false };
  try {
    const zip = await fromBufferPromise(
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
      options,
    );
    if (zip.entryCount > maxEntries)
      throw hubError("HUB_TOO_LARGE", `The archive has ${zip.entryCount} entries; ${maxEntries} are taken.`);
    const entries: NamedEntry[] = [];
    for await (const entry of zip.eachEntry()) {
      const flags = entry.generalPurposeBitFlag;
      entries.push({ entry, path: getFileNameLowLevel(flags, entry.fileNameRaw, entry.extraFields, true) });
    }
    const wanted = judgeEntries(entries, bytes.byteLength);
    const files: PackageFile[] = [];
    for (const { entry, path } of wanted) {
      signal.throwIfAborted();
      // One after the other: each counts against what is left.
      // oxlint-disable-next-line no-await-in-loop
      files.push({ path, content: await unpack(zip, entry) });
    }
    return { name, files: withoutTopFolder(files) };
  } catch (error) {
    signal.throwIfAborted();
    if (codeOf(error) !== undefined) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw hubError("HUB_BAD_ANSWER", `The archive of "${name}" can't be read: ${why}.`, { cause: error });
  }
}

interface NamedEntry {
  readonly entry: Entry;
  readonly path: string;
}

/** The files that are worth unpacking; throws for an archive that holds anything it must not. */
function judgeEntries(entries: readonly NamedEntry[], archiveBytes: number): readonly NamedEntry[] {
  const files: NamedEntry[] = [];
  for (const named of entries) {
    const { entry, path } = named;
    const kind = (entry.externalFileAttributes >>> 16) & 0o170_000;
    if (kind === 0o120_000) throw refusal(path, "It is a link");
    if (![0, 0o100_000, 0o040_000].includes(kind)) throw refusal(path, "It is neither a file nor a folder");
    if (entry.isEncrypted())
      throw refusal(path, "It is locked with a password, so that nobody can look at it");
    const isFolder = path.endsWith("/");
    const reason = whyNoPath(isFolder ? path.slice(0, -1) : path);
    if (reason !== undefined) throw refusal(path, reason.replace(/\.$/, ""));
    if (!isFolder) files.push(named);
  }
  checkPackagePaths(files.map(({ path }) => path));
  const total = files.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0);
  if (total > maxPackageBytes && total > archiveBytes * maxRatio) {
    throw hubError(
      "HUB_REFUSED",
      `The archive is a bomb: ${archiveBytes} bytes say that they unpack to ${total}.`,
    );
  }
  const wanted = files.filter(({ path }) => !isOrphaned(path));
  checkSizes(wanted.map(({ entry, path }) => ({ path, bytes: entry.uncompressedSize })));
  return wanted;
}

/** What macOS and Windows put into archives. */
function isOrphaned(path: string): boolean {
  return /^__MACOSX\/|(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini)$/i.test(path);
}

async function unpack(zip: ZipFile, entry: Entry): Promise<Uint8Array> {
  const stream: Readable = await zip.openReadStreamPromise(entry);
  const chunks: Uint8Array[] = [];
  let total = 0;
  for await (const chunk of stream) {
    // The library gives bytes.
    const bytes = chunk as Uint8Array;
    total += bytes.byteLength;
    if (total > maxFileBytes)
      throw hubError("HUB_TOO_LARGE", `A file of the archive has more than ${maxFileBytes} bytes.`);
    chunks.push(bytes);
  }
  const content = Buffer.concat(chunks);
  // The library leaves this to its users.
  if (crc32(content) === entry.crc32) return content;
  throw hubError("HUB_BAD_ANSWER", "A file of the archive is not what the archive says that it is.", {
    hint: "It was damaged on the way. Try again.",
  });
}

function withoutTopFolder(files: readonly PackageFile[]): readonly PackageFile[] {
  if (files.some(({ path }) => isSkillFile(path))) return files;
  const [first] = files;
  const top = first?.path.includes("/") === true ? `${first.path.split("/")[0]}/` : undefined;
  if (top === undefined || !files.every(({ path }) => path.startsWith(top))) return files;
  return files.map(({ path, content }) => ({ path: path.slice(top.length), content }));
}

function refusal(path: string, why: string): Error {
  const shown = path.replace(/[^\x20-\x7E]/g, "\uFFFD").slice(0, 120);
  return hubError("HUB_REFUSED", `The archive holds "${shown}". ${why}.`, {
    hint: "Nothing of it was written.",
  });
}
