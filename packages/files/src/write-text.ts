import { diffLines, formatDiff } from "@hermes/patch";
import type { ToolContext, ToolError } from "@hermes/registry";
import { toolError } from "@hermes/registry";
import { refusePath } from "./path-policy.ts";
import type { ReadTextResult } from "./read-text.ts";
import { encodeText, plainUtf8 } from "./text-encoding.ts";
import type { FileServices } from "./file-services.ts";

export interface WriteTextOptions {
  /** As the model wrote it. */
  readonly path: string;
  readonly absolute: string;
  /** What was there just now. */
  readonly old: ReadTextResult;
  /** Of the file before `old` was read. Undefined: it was claimed already. */
  readonly version: number | undefined;
  readonly text: string;
  readonly context: ToolContext;
}

export type WriteTextResult =
  | {
      readonly ok: true;
      readonly bytes: number;
      /** Facts for the result that only matter sometimes. */
      readonly notes: { readonly syntax_errors?: readonly string[] };
    }
  | { readonly ok: false; readonly error: ToolError };

/**
 * Writes a text the way its file keeps it: allowed, not over what somebody else changed meanwhile, read back to be
 * sure, and looked at for mistakes of syntax that were not there before.
 */
export async function writeText(services: FileServices, options: WriteTextOptions): Promise<WriteTextResult> {
  const { backend, policy, seen, syntax, versions } = services;
  const { path, absolute, old, version, text, context } = options;
  const refused =
    (await refusePath(policy, { path, absolute, access: "write", context })) ??
    refuseStale(services, options);
  if (refused !== undefined) return { ok: false, error: refused };
  if (version !== undefined && !versions.claim(absolute, version))
    return { ok: false, error: writtenMeanwhile(path) };
  const access = { taskId: context.taskId, signal: context.signal };
  const bytes = encodeText(text, old.ok ? old.format : plainUtf8);
  await backend.writeFile(absolute, bytes, access);
  const written = await backend.readFile(absolute, access);
  if (!Buffer.from(bytes).equals(written)) {
    seen.forget(context.taskId, absolute);
    return {
      ok: false,
      error: toolError(`${path} was written, but reads back as something else.`, {
        hint: "Something else writes it, or the file is a special one. Read it before you go on.",
      }),
    };
  }
  seen.note(context.taskId, absolute, text);
  const before = old.ok ? old.text : undefined;
  const errors = await syntax.newErrors({ path: absolute, before, after: text, context });
  return { ok: true, bytes: bytes.length, notes: errors.length === 0 ? {} : { syntax_errors: errors } };
}

const maxDiffLines = 60;

/** The refusal to write over what somebody else changed since this task saw the file; undefined when nobody did. */
export function refuseStale(
  { seen }: FileServices,
  { path, absolute, old, context }: Omit<WriteTextOptions, "text" | "version">,
): ToolError | undefined {
  const known = seen.find(context.taskId, absolute);
  if (known === undefined || (!old.ok && old.reason === "missing")) return undefined;
  if (old.ok && !seen.isStale(context.taskId, absolute, old.text)) return undefined;
  const again = `Read ${path} again, then decide what to write.`;
  const diff =
    old.ok && known.text !== undefined
      ? formatDiff({ path, text: known.text, edits: diffLines(known.text, old.text), maxLines: maxDiffLines })
      : undefined;
  return toolError(`${path} was changed by something else since it was read here; nothing was written.`, {
    hint: diff === undefined ? again : `${again} What changed:\n${diff}`,
  });
}

/** The refusal to take away the whole text of a file that was never seen here, where other agents may have written it. */
export function refuseUnseen(
  { seen, isShared }: FileServices,
  { path, absolute, old, context }: Omit<WriteTextOptions, "text" | "version">,
): ToolError | undefined {
  if (!isShared() || !old.ok || seen.find(context.taskId, absolute) !== undefined) return undefined;
  return toolError(`${path} is there already and was not read here; nothing was written.`, {
    hint: "Other agents work on the same files: read it with read_file, then decide what to write.",
  });
}

/** What the second of two writers is told who read the same text. */
export function writtenMeanwhile(path: string): ToolError {
  return toolError(`${path} was changed by another agent at the same time; nothing was written.`, {
    hint: `Read ${path} again, then decide what to write.`,
  });
}
