import { usageError } from "../../failure.ts";
import { exitCodes, type Host } from "../../host.ts";
import { askSecret } from "../../prompt/ask-secret.ts";
import { confirm } from "../../prompt/confirm.ts";
import { overwriteAndReport } from "../redact.ts";
import { openStore } from "../sessions/open-store.ts";
import type { ChangeFlags } from "./change.ts";
import { findEntry } from "./open-notes.ts";

/**
 * `hermes memory forget`: removes an entry, or every entry that holds a secret, from notes, receipts, sessions and
 * copies of this home. A secret is never an argument: those are in the history of the shell.
 */
export async function forgetNote(
  name: string | undefined,
  { json, yes }: ChangeFlags,
  host: Host,
): Promise<number> {
  if (name !== undefined && !/^[mu]\d+$/.test(name))
    throw usageError(
      "Name an entry, such as m2. A text is asked for, or read from standard input: arguments are remembered by the shell.",
    );
  await using store = await openStore(host);
  const entry = name === undefined ? undefined : await findEntry(await store.runtime.memory(), name);
  const secret = entry?.entry ?? (await askSecret(host, "The text to forget"));
  if (secret.trim() === "")
    throw usageError("No text was given. Name an entry, such as m2, or pipe the text in.");
  const intro = [
    ...(entry === undefined ? [] : [`${entry.name}: ${entry.entry}`]),
    "It is removed from memory, and overwritten in conversations, results, skills and backups of this home.",
  ];
  if (!(await confirm(host, { intro, question: "This can't be taken back. Go on?", yes }))) {
    host.stderr.write("Nothing was changed.\n");
    return exitCodes.failed;
  }
  return await overwriteAndReport({ store, secret, json }, host);
}
