import type { FetchedSkill, InstallPlan } from "@hermes/skill-hub";
import { createHash } from "node:crypto";

type Files = FetchedSkill["files"];

/** SHA-256 over everything that was fetched, and what the scan made of it, as 64 hexadecimal digits. */
export function digestOf({ files, plan }: { readonly files: Files; readonly plan: InstallPlan }): string {
  const hash = createHash("sha256");
  // With its length before it, no part can be taken for the beginning of the next.
  const add = (part: Uint8Array): void => void hash.update(`${part.length} `).update(part);
  add(Buffer.from(plan.scan.decision));
  for (const { path, bytes } of sorted(files)) {
    add(path);
    add(bytes);
  }
  return hash.digest("hex");
}

/** As `InstalledSkill.contentHash` has it: lines of the path, NUL and the SHA-256 of the file, in the order of the paths. */
export function contentHashOf(files: Files): string {
  const lines = sorted(files).map(({ path, bytes }) => `${path.toString()}\0${sha256(bytes)}\n`);
  return `sha256:${sha256(Buffer.from(lines.join("")))}`;
}

function sorted({ files }: Files): readonly { readonly path: Buffer; readonly bytes: Uint8Array }[] {
  return files
    .map(({ path, content }) => ({
      path: Buffer.from(path),
      bytes: typeof content === "string" ? Buffer.from(content) : content,
    }))
    .toSorted((one, other) => Buffer.compare(one.path, other.path));
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
