import type { NearestRegion, ReplaceTextResult } from "@hermes/patch";
import { findNearest, formatDiff, replaceText, showLines, showPlaces } from "@hermes/patch";
import type { ToolContext, ToolError } from "@hermes/registry";
import { toolError, withShown } from "@hermes/registry";
import { refusePath } from "./path-policy.ts";
import { readText } from "./read-text.ts";
import type { FileServices } from "./file-services.ts";
import { refuseStale, writeText } from "./write-text.ts";

const maxNearestLines = 60;

export interface Replacement {
  readonly path: string;
  readonly old: string;
  readonly new: string;
  readonly all: boolean;
}

/** Replaces a text in one file, or says where the nearest one is. */
export async function replaceInFile(
  services: FileServices,
  { path, all, ...texts }: Replacement,
  context: ToolContext,
): Promise<object> {
  const { backend, policy } = services;
  const access = { taskId: context.taskId, signal: context.signal };
  const absolute = await backend.resolve(path, access);
  const refused = await refusePath(policy, { path, absolute, access: "read", context });
  if (refused !== undefined) return refused;
  const version = services.versions.of(absolute);
  const file = await readText(backend, path, { ...access, absolute });
  if (!file.ok) return file.error;
  const stale = refuseStale(services, { path, absolute, old: file, context });
  if (stale !== undefined) return stale;
  const result = replaceText({ text: file.text, all, ...texts });
  if (!result.ok) return describeFailure(path, file.text, texts.old, result);
  const written = await writeText(services, {
    ...{ path, absolute, old: file, version, text: result.text, context },
  });
  if (!written.ok) return written.error;
  const diff = formatDiff({ path, text: file.text, edits: result.edits });
  const changed = {
    path: absolute,
    replacements: result.count,
    diff,
    ...(result.match === "exact" ? {} : { matched: matched[result.match] }),
    ...written.notes,
  };
  return withShown(changed, { diff });
}

const matched = {
  trailing: "but for blanks at the ends of lines",
  "look-alikes": "but for look-alikes such as typographic quotes",
  indentation: "but for the indentation, which was carried over",
  blanks: "but for blanks between words",
  brackets: "but for blanks beside brackets and commas",
  "blank-lines": "but for empty lines",
  escapes: "with one level of escapes taken off",
  context: "by the lines around; lines that differed were left as they are",
} as const;

function describeFailure(
  path: string,
  text: string,
  old: string,
  result: Exclude<ReplaceTextResult, { ok: true }>,
): ToolError {
  if (result.reason === "not-found") return notFound(path, text, findNearest(text, old));
  if (result.reason === "ambiguous") return ambiguous(path, result, { text, old });
  if (result.reason === "empty")
    return toolError("old_string is empty.", {
      hint: "Give the text to replace; write_file makes whole files.",
    });
  return toolError("old_string and new_string are the same; nothing was changed.", {
    hint: "If the file differs from old_string in quotes, blanks or the like, give it as it stands.",
  });
}

function ambiguous(
  path: string,
  { count, lines, match }: Extract<ReplaceTextResult, { reason: "ambiguous" }>,
  { text, old }: { readonly text: string; readonly old: string },
): ToolError {
  const more = count > lines.length ? ", …" : "";
  const almost = match === "exact" ? "" : " almost,";
  return toolError(
    `old_string is in ${path}${almost} ${count} times (lines ${lines.join(", ")}${more}); nothing was changed.`,
    {
      hint: `Add the lines around the place you mean, or set replace_all. There is:\n${showPlaces(text, lines, old.split("\n").length)}`,
    },
  );
}

function notFound(path: string, text: string, nearest: NearestRegion | undefined): ToolError {
  const message = `old_string is not in ${path}; nothing was changed.`;
  if (nearest === undefined)
    return toolError(message, { hint: "Nothing in the file is like it. Read the file first." });
  const { startLine, endLine } = nearest;
  const shown = showLines({ ...nearest, text, maxLines: maxNearestLines });
  const lines = startLine === endLine ? `line ${startLine}` : `lines ${startLine}–${endLine}`;
  return toolError(message, { hint: `Nearest are ${lines}:\n${shown}` });
}
