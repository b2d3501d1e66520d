import { createHash } from "node:crypto";
import type { PackageFile } from "@hermes/scanner";
import { bytesOf } from "./check-package.ts";

/**
 * SHA-256 over paths and contents, as `sha256:<hex>`: of the lines `path`, NUL, the file's own SHA-256, in the order of the
 * bytes of the paths. It is the digest of a skill in the discovery format of agentskills.io.
 */
export function contentHash(files: readonly PackageFile[]): string {
  const lines = files
    .map((file) => ({ path: Buffer.from(file.path), digest: digestOf(bytesOf(file)) }))
    .toSorted((a, b) => Buffer.compare(a.path, b.path))
    .map(({ path, digest }) => `${path.toString()}\0${digest}\n`);
  return `sha256:${digestOf(Buffer.from(lines.join("")))}`;
}

/** SHA-256 in hex. */
export function digestOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
