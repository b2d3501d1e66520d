import type { MemoryChange, MemoryOrigin, MemoryTarget } from "@hermes/memory";
import { exitCodes, type Host } from "../../host.ts";
import { localTime } from "../../render/local-time.ts";
import { printJson, printLines } from "../../render/print.ts";
import { entryLines } from "../../render/entry-lines.ts";
import { paragraph } from "../../render/paragraph.ts";
import { findEntry, namedEntries, openNotes, type NamedEntry } from "./open-notes.ts";
import { cleanText } from "../../render/clean-text.ts";

export interface ListFlags {
  readonly json?: boolean | undefined;
  readonly target?: MemoryTarget | undefined;
}

/** `hermes memory list`. */
export async function listNotes({ json, target }: ListFlags, host: Host): Promise<number> {
  const notes = await openNotes(host);
  const entries = await namedEntries(notes, target);
  const targets = notes.targets.filter((each) => target === undefined || each === target);
  const use = targets.map((each) => {
    const { usedChars, limitChars } = notes.read(each);
    return { target: each, usedChars, limitChars };
  });
  if (json) {
    printJson(host, { entries, use });
    return exitCodes.ok;
  }
  const rows = entries.map(({ name, origin, writtenAt, entry, withheld }) => [
    name,
    by(origin),
    localTime(writtenAt),
    withheld === undefined ? entry : `[not in the prompt] ${entry}`,
  ]);
  printLines(host, entryLines(rows, host.stdout.columns));
  const sums = use.map((each) => `${each.target} ${each.usedChars} of ${each.limitChars} characters`);
  const nothing = use.length === 0 ? "Memory is switched off in the settings." : "Nothing is remembered.";
  const words = [...(entries.length === 0 ? [nothing] : []), sums.join(", ")];
  const { columns } = host.stderr;
  const held = entries.flatMap((each) => withheldWords(each));
  for (const text of [words.join(" ").trimEnd(), ...held])
    host.stderr.write(`${paragraph(cleanText(text), { columns }).join("\n")}\n`);
  return exitCodes.ok;
}

/** Why the model does not read an entry, and what the person can do. */
function withheldWords({ name, withheld }: NamedEntry): readonly string[] {
  if (withheld === undefined) return [];
  return [
    `${name} is not in the prompt: ${withheld}. Say it as a plain fact with hermes memory edit ${name} "…", or remove it with hermes memory forget ${name}.`,
  ];
}

/** `hermes memory show`: one entry with its receipt, or the last changes. */
export async function showNote(
  wanted: string | undefined,
  { json }: { readonly json?: boolean | undefined },
  host: Host,
): Promise<number> {
  const notes = await openNotes(host);
  const changes = (await Promise.all(notes.targets.map((target) => notes.changes(target))))
    .flat()
    .toSorted((left, right) => right.at - left.at);
  if (wanted === undefined) {
    if (json) printJson(host, { changes });
    else printLines(host, entryLines(changes.slice(0, 30).map(changeRow), host.stdout.columns));
    return exitCodes.ok;
  }
  const entry = await findEntry(notes, wanted);
  const own = changes.filter((change) => concerns(change, entry.entry));
  if (json) {
    printJson(host, { ...entry, changes: own });
    return exitCodes.ok;
  }
  const facts = [
    entry.entry,
    "",
    `${entry.name} of ${entry.target}, by ${by(entry.origin)}${from(entry.origin)}`,
    `written ${localTime(entry.writtenAt)}, last confirmed ${localTime(entry.confirmedAt)}`,
    ...entry.replaced.map((text) => `instead of: ${text}`),
    ...withheldWords(entry),
  ];
  printLines(
    host,
    facts.flatMap((fact) => paragraph(cleanText(fact), { columns: host.stdout.columns })),
  );
  if (own.length > 0) printLines(host, ["", ...entryLines(own.map(changeRow), host.stdout.columns)]);
  return exitCodes.ok;
}

function by({ by: author }: MemoryOrigin): string {
  return author === "file" ? "edit of the file" : author;
}

function from({ sessionId, messageId }: MemoryOrigin): string {
  if (sessionId === undefined) return "";
  return ` in conversation ${sessionId}${messageId === undefined ? "" : `, call ${messageId}`}`;
}

function concerns({ added, removed, offered }: MemoryChange, entry: string): boolean {
  return [...added, ...removed, offered].includes(entry);
}

function changeRow(change: MemoryChange): readonly string[] {
  const { id, at, action, origin, reverts } = change;
  const texts = [...(reverts === undefined ? [] : [`of ${reverts}`]), ...changeTexts(change)];
  return [id, localTime(at), action, by(origin), texts.join("  ")];
}

/** What a change took away, what it brought, and what it found to be known already. */
export function changeTexts({ added, removed, offered }: MemoryChange): readonly string[] {
  return [
    ...removed.map((text) => `- ${text}`),
    ...added.map((text) => `+ ${text}`),
    ...(offered === undefined ? [] : [`= ${offered}`]),
  ];
}
