import { HermesError } from "@hermes/registry/errors";
import type { ProfileFile } from "./copy-files.ts";

const block = 512;

/** Files as a tar archive (ustar), the same for the same files. Nothing but plain files is written. */
export function writeTar(files: readonly ProfileFile[]): Buffer {
  return Buffer.concat([...files.flatMap(entryOf), Buffer.alloc(2 * block)]);
}

function entryOf({ path, bytes, isProgram }: ProfileFile): readonly Buffer[] {
  const header = Buffer.alloc(block);
  const { name, prefix } = splitPath(path);
  header.write(name, 0, 100);
  header.write(isProgram ? "0000700\0" : "0000600\0", 100);
  header.write("0000000\x000000000\0", 108);
  header.write(`${bytes.length.toString(8).padStart(11, "0")}\0`, 124);
  header.write(`${"0".repeat(11)}\0`, 136);
  header.write("0", 156);
  header.write("ustar\x0000", 257);
  header.write(prefix, 345, 155);
  header.write(`${checksum(header).toString(8).padStart(6, "0")}\0 `, 148);
  return [header, bytes, Buffer.alloc((block - (bytes.length % block)) % block)];
}

/** Long paths are cut at a slash, as the format has it. */
function splitPath(path: string): { readonly name: string; readonly prefix: string } {
  if (Buffer.byteLength(path) <= 100) return { name: path, prefix: "" };
  for (let at = path.indexOf("/"); at !== -1; at = path.indexOf("/", at + 1)) {
    const [prefix, name] = [path.slice(0, at), path.slice(at + 1)];
    if (Buffer.byteLength(prefix) <= 155 && Buffer.byteLength(name) <= 100) return { name, prefix };
  }
  throw new HermesError(`The path ${path} is too long for an archive.`, {
    code: "CLI_PROFILE_ARCHIVE",
    hint: "Rename the file or its folders.",
  });
}

/**
 * The files of a tar archive. Folders are passed over; an archive with links, devices, paths that lead out, or a path twice is refused
 * as a whole.
 *
 * @throws {HermesError} `CLI_PROFILE_ARCHIVE`.
 */
export function readTar(bytes: Buffer): readonly ProfileFile[] {
  const files = new Map<string, ProfileFile>();
  for (let at = 0; at + block <= bytes.length;) {
    const header = bytes.subarray(at, at + block);
    if (header.every((byte) => byte === 0)) return [...files.values()];
    if (numberAt(header, 148, 8) !== checksum(header)) throw damaged("a header of it is not right");
    const path = [textAt(header, 345, 155), textAt(header, 0, 100)].filter((part) => part !== "").join("/");
    const size = numberAt(header, 124, 12);
    const kind = String.fromCharCode(header[156] ?? 0);
    const end = at + block + size;
    if (end > bytes.length) throw damaged("it ends too early");
    if (kind === "0" || kind === "\0") {
      if (!isSafePath(path)) throw damaged(`it has a file at ${JSON.stringify(path)}, which leads out`);
      if (files.has(path)) throw damaged(`it has ${path} twice`);
      const isProgram = (numberAt(header, 100, 8) & 0o100) !== 0;
      files.set(path, { path, bytes: bytes.subarray(at + block, end), isProgram });
    } else if (kind !== "5") throw damaged(`${JSON.stringify(path)} in it is neither a file nor a folder`);
    at = end + ((block - (size % block)) % block);
  }
  throw damaged("it ends too early");
}

/** Whether a path stays below the folder that it is put into, on every system. */
function isSafePath(path: string): boolean {
  return (
    path !== "" &&
    // oxlint-disable-next-line no-control-regex -- they are what is refused
    !/[\\:\u0000-\u001f\u007f]/.test(path) &&
    path.split("/").every((part) => part !== "" && part !== "." && part !== "..")
  );
}

/** The sum of all bytes, those of the sum itself taken as blanks. */
function checksum(header: Buffer): number {
  return header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 32 : byte), 0);
}

function textAt(header: Buffer, at: number, length: number): string {
  const field = header.subarray(at, at + length);
  const end = field.indexOf(0);
  return field.toString("utf8", 0, end === -1 ? length : end);
}

function numberAt(header: Buffer, at: number, length: number): number {
  const text = textAt(header, at, length).trim();
  if (!/^[0-7]+$/.test(text)) throw damaged("a number in it is not right");
  return Number.parseInt(text, 8);
}

function damaged(why: string): HermesError {
  return new HermesError(`The archive can't be used: ${why}.`, {
    code: "CLI_PROFILE_ARCHIVE",
    hint: "Nothing was written. Take one that `hermes profile export` wrote.",
  });
}
