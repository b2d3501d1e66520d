import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { MemoryTarget } from "@hermes/memory";
import { HermesError } from "@hermes/registry/errors";
import { z } from "zod";
import { writeAtomically } from "../../files/write-atomically.ts";
import { exitCodes, type Host } from "../../host.ts";
import { readAll } from "../../prompt/read-all.ts";
import { printJson, printLines } from "../../render/print.ts";
import { namedEntries, openNotes } from "./open-notes.ts";
import { harmless } from "../../render/harmless-json.ts";

/** `hermes memory export`: all entries with their receipts as JSON. */
export async function exportNotes(
  file: string | undefined,
  { force }: { readonly force?: boolean | undefined },
  host: Host,
): Promise<number> {
  const entries = await namedEntries(await openNotes(host));
  const kept = entries.map(({ target, entry, origin, writtenAt, confirmedAt }) => ({
    target,
    entry,
    origin,
    writtenAt,
    confirmedAt,
  }));
  const text = `${JSON.stringify({ hermesMemory: 1, entries: kept }, null, 2)}\n`;
  if (file === undefined) host.stdout.write(harmless(text));
  else {
    await writeAtomically(resolve(host.cwd, file), [text], { force, signal: host.stopped });
    host.stderr.write(`Written: ${file}\n`);
  }
  return exitCodes.ok;
}

const exported = z.object({
  hermesMemory: z.literal(1),
  entries: z.array(z.object({ target: z.enum(["memory", "user"]), entry: z.string() })),
});

/**
 * `hermes memory import`: adds what an export holds, or a file of entries with lines of `§` between them.
 *
 * @returns 1 when something was not taken.
 */
export async function importNotes(
  file: string,
  {
    target,
    json,
    yes = false,
  }: {
    readonly target: MemoryTarget;
    readonly json?: boolean | undefined;
    readonly yes?: boolean | undefined;
  },
  host: Host,
): Promise<number> {
  const text = file === "-" ? await readAll(host.stdin()) : await read(resolve(host.cwd, file));
  const notes = await openNotes(host);
  const results: { readonly entry: string; readonly result: string; readonly reason?: string }[] = [];
  for (const each of entriesOf(text, target)) {
    const options = { origin: { by: "import" }, confirmed: yes, signal: host.stopped } as const;
    // oxlint-disable-next-line no-await-in-loop -- each is compared with those before it
    const outcome = await notes.add(each.target, each.entry, options);
    results.push(
      outcome.ok
        ? { entry: each.entry, result: outcome.change }
        : { entry: each.entry, result: outcome.problem, reason: outcome.reason },
    );
  }
  const left = results.filter(({ reason }) => reason !== undefined);
  if (json) printJson(host, { results });
  else {
    const taken = results.filter(({ result }) => result === "added").length;
    printLines(host, [
      `${taken} of ${results.length} added, ${results.length - taken - left.length} known already.`,
    ]);
    for (const { entry, reason } of left) host.stderr.write(`Not taken: ${entry}: ${reason}\n`);
  }
  return left.length === 0 ? exitCodes.ok : exitCodes.failed;
}

function entriesOf(
  text: string,
  target: MemoryTarget,
): readonly { readonly target: MemoryTarget; readonly entry: string }[] {
  const json = text.trimStart().startsWith("{") ? parse(text) : undefined;
  if (json !== undefined) {
    const { success, data } = exported.safeParse(json);
    if (success) return data.entries;
    throw new HermesError("The file is JSON, and no export of memory.", {
      code: "CLI_NO_EXPORT",
      hint: "Nothing was changed. Make one with: hermes memory export notes.json",
    });
  }
  return text
    .split(/^[ \t]*§[ \t]*$/mu)
    .map((entry) => ({ target, entry: entry.trim() }))
    .filter(({ entry }) => entry !== "");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function read(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new HermesError(`"${path}" can't be read (${code}).`, {
      code: "CLI_FILE_FAILED",
      hint: "Check the path and its rights. Nothing was changed.",
      cause: error,
    });
  }
}
