import { fileTools, readText } from "@hermes/files";
import { z } from "zod";
import { countOf } from "./mention-content.ts";
import type { MentionContent, MentionPlace } from "./mention-content.ts";
import type { LineRange } from "./parse-mentions.ts";

const allLines = 10_000_000;
const maxEntries = 200;

const failed = z.object({ error: z.string() });
const page = z.object({ content: z.string(), total_lines: z.number(), truncated: z.boolean() });
const listing = z.object({ matches: z.array(z.object({ path: z.string() })), total: z.number() });

/** The lines of a file, numbered as `read_file` shows them, read as that tool does: documents, encodings and refusals. */
export async function readFileMention(
  { path, range }: { readonly path: string; readonly range?: LineRange | undefined },
  place: MentionPlace,
): Promise<MentionContent> {
  const name = range === undefined ? path : `${path}:${range.first}-${range.last}`;
  if (range !== undefined && (range.first < 1 || range.last < range.first))
    return { ok: false, name, reason: "these lines run backwards; they are counted from 1" };
  const absolute = await place.resolve(path);
  const denied = await deniedBy(place, absolute);
  if (denied !== undefined) return { ok: false, name, reason: denied };
  const { first = 1, last = allLines } = range ?? {};
  const answer = await call("read_file", { path: absolute, offset: first, limit: last - first + 1 }, place);
  const refused = failed.safeParse(answer);
  if (refused.success)
    return {
      ok: false,
      name,
      reason: (await notText(absolute, place)) ?? reasonOf(refused.data.error, absolute, path),
    };
  const { content, total_lines: total, truncated } = page.parse(answer);
  const lines = content === "" ? 0 : content.split("\n").length;
  // The page is full, though more was asked for.
  if (truncated && lines < Math.min(last, total) - first + 1)
    return {
      ok: false,
      name,
      reason: `it is too large (${countOf(total, "line")}); a tool can read parts of it`,
    };
  return {
    ok: true,
    name,
    size: countOf(lines, "line"),
    about: `file ${absolute}, ${range === undefined ? countOf(total, "line") : `lines ${first}–${first + lines - 1} of ${total}`}, each with its number before the bar`,
    text: content,
    provenance: await place.sourcesOf(absolute),
  };
}

/** The files below a folder, without what ignore files exclude. */
export async function listFolderMention(path: string, place: MentionPlace): Promise<MentionContent> {
  const absolute = await place.resolve(path);
  const denied = await deniedBy(place, absolute);
  if (denied !== undefined) return { ok: false, name: path, reason: denied };
  const query = { pattern: "*", path: absolute, target: "files", limit: maxEntries };
  const answer = await call("search", query, place);
  const refused = failed.safeParse(answer);
  if (refused.success) return { ok: false, name: path, reason: reasonOf(refused.data.error, absolute, path) };
  const { matches, total } = listing.parse(answer);
  const missing =
    total > matches.length
      ? `Of ${total} files these are the ${matches.length} that changed last.`
      : undefined;
  return {
    ok: true,
    name: path,
    size: countOf(matches.length, "file"),
    about: `files below the folder ${absolute}, without hidden and ignored ones`,
    text: matches
      .map((match) => match.path)
      .toSorted()
      .join("\n"),
    missing,
    provenance: await place.sourcesOf(absolute, { below: true }),
  };
}

/** Why the policy does not let a path be read. */
export async function deniedBy({ policy, context }: MentionPlace, path: string): Promise<string | undefined> {
  const answer = await policy.check({ path, access: "read", context });
  return answer.ok ? undefined : answer.reason.replace(/\.$/, "");
}

/** What a file holds that is no text. */
async function notText(absolute: string, { backend, context }: MentionPlace): Promise<string | undefined> {
  const { taskId, signal } = context;
  const read = await readText(backend, absolute, { taskId, signal });
  if (read.ok || read.what === undefined) return undefined;
  return read.isImage === true
    ? `it is ${read.what}; read_file shows it to the model`
    : `it is ${read.what} and not text`;
}

/** A call of a file tool with the paths that the policy lets pass. */
async function call(name: string, args: object, place: MentionPlace): Promise<unknown> {
  const { backend, policy, maxChars, context } = place;
  const tool = fileTools({ backend, policy, maxChars, maxLines: allLines }).find(
    (each) => each.name === name,
  );
  const parsed = tool?.parse(args);
  if (tool === undefined || parsed?.ok !== true)
    throw new TypeError(`There is no ${name} with these arguments.`);
  return await tool.execute(parsed.value, context);
}

/** As the person named it. */
function reasonOf(error: string, absolute: string, path: string): string {
  return error.replaceAll(absolute, () => path).replace(/\.$/, "");
}
