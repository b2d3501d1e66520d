import { randomBytes } from "node:crypto";
import { constants, createWriteStream } from "node:fs";
import { mkdir, open, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { OutboundFile } from "../platforms/platform.ts";
import type { NamedFile } from "../presentation/split-answer.ts";
import { cleanName } from "./clean-name.ts";
import { contentType, mimeTypeOfName } from "./content-type.ts";
import { judgeOutgoing, type OutgoingPolicyOptions } from "./outgoing-policy.ts";

export interface KeepOutgoingOptions extends OutgoingPolicyOptions {
  /** Where the copy is kept until it is sent. */
  readonly cache: string;
}

/**
 * Checks a file that an answer names, and keeps a copy: what is sent is what was checked, also when it is sent again an hour later.
 *
 * @returns A sentence for the person where it is not sent.
 */
export async function keepOutgoing(
  named: NamedFile,
  options: KeepOutgoingOptions,
): Promise<OutboundFile | string> {
  const verdict = await judgeOutgoing(named.path, options);
  if (!verdict.ok) return verdict.reason;
  const name = cleanName(basename(verdict.path), "file");
  const folder = join(options.cache, "outgoing");
  const path = join(folder, `${randomBytes(6).toString("hex")}_${name}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const file = await open(verdict.path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    // Another file may have been put in its place meanwhile: what is open must be what is allowed.
    const [opened, again] = await Promise.all([file.stat(), judgeOutgoing(verdict.path, options)]);
    if (!again.ok) return again.reason;
    const there = await stat(again.path);
    if (again.path !== verdict.path || there.ino !== opened.ino || there.dev !== opened.dev)
      return `${name} was not sent: it changed meanwhile.`;
    const end = Math.min(opened.size, options.maxBytes) - 1;
    await pipeline(
      file.createReadStream({ start: 0, end, autoClose: false }),
      createWriteStream(path, { flags: "wx", mode: 0o600 }),
    );
  } finally {
    await file.close();
  }
  const byContent = contentType(await headOf(path));
  const mimeType = ["text", "document"].includes(byContent.kind) ? mimeTypeOfName(name) : byContent.mimeType;
  return { path, name, mimeType, as: sentAs(named.as, byContent.kind) };
}

function sentAs(wanted: NamedFile["as"], kind: ReturnType<typeof contentType>["kind"]): OutboundFile["as"] {
  if (wanted === "document" || kind === "text") return "document";
  return wanted === "voice" && kind === "audio" ? "voice" : kind;
}

async function headOf(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4_096), 0, 4_096, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
