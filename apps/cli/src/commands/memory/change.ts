import type { MemoryOutcome, MemoryTarget, WriteOptions } from "@hermes/memory";
import { HermesError } from "@hermes/registry/errors";
import { usageError } from "../../failure.ts";
import { exitCodes, type Host } from "../../host.ts";
import { confirm } from "../../prompt/confirm.ts";
import { cleanText } from "../../render/clean-text.ts";
import { oneLine } from "../../render/fit.ts";
import { printJson } from "../../render/print.ts";
import { changeTexts } from "./list.ts";
import { findEntry, openNotes } from "./open-notes.ts";

export interface ChangeFlags {
  readonly json?: boolean | undefined;
  readonly yes?: boolean | undefined;
}

const origin = { by: "person" } as const;

/** `hermes memory add`. */
export async function addNote(
  text: string,
  { target, ...flags }: ChangeFlags & { readonly target: MemoryTarget },
  host: Host,
): Promise<number> {
  const notes = await openNotes(host);
  return await settle((options) => notes.add(target, text, options), flags, host);
}

/** `hermes memory edit`. */
export async function editNote(
  wanted: string,
  text: string,
  flags: ChangeFlags,
  host: Host,
): Promise<number> {
  const notes = await openNotes(host);
  const { target, entry } = await findEntry(notes, wanted);
  const change = { oldText: entry, content: text };
  return await settle((options) => notes.replace(target, change, options), flags, host);
}

/** `hermes memory revert`: takes a change back, the last one when none is named. */
export async function revertChange(
  id: string | undefined,
  { json }: Pick<ChangeFlags, "json">,
  host: Host,
): Promise<number> {
  const notes = await openNotes(host);
  const all = (await Promise.all(notes.targets.map((target) => notes.changes(target)))).flat();
  const last = all.toSorted((left, right) => left.at - right.at).at(-1);
  const wanted = id ?? last?.id;
  if (wanted === undefined) throw usageError("Nothing was changed yet.");
  const outcome = await notes.revert(wanted, { origin, signal: host.stopped });
  const meant = all.find((change) => change.id === wanted);
  if (!outcome.ok || json || meant === undefined) return report(outcome, json, host);
  return report({ ...outcome, entry: changeTexts(meant).map(oneLine).join("  ") }, json, host);
}

/** Asks where an entry is close to another. */
async function settle(
  write: (options: WriteOptions) => Promise<MemoryOutcome>,
  { json, yes }: ChangeFlags,
  host: Host,
): Promise<number> {
  const outcome = await write({ origin, confirmed: yes, signal: host.stopped });
  const asks = !outcome.ok && outcome.problem === "similar";
  if (!asks) return report(outcome, json, host);
  if (!host.stdinIsTerminal) {
    throw new HermesError(outcome.reason, {
      code: "CLI_NOT_CONFIRMED",
      hint: "Nothing was changed: nobody is at the terminal to ask. To write it all the same, add --yes.",
    });
  }
  const agreed = await confirm(host, { intro: [outcome.reason], question: "Write it all the same?" });
  if (!agreed) {
    host.stderr.write("Nothing was changed.\n");
    return exitCodes.failed;
  }
  return report(await write({ origin, confirmed: true, signal: host.stopped }), json, host);
}

const said = {
  added: "Added",
  replaced: "Changed",
  removed: "Removed",
  unchanged: "That is known already",
  merged: "That is known already, in other words",
  reverted: "Taken back",
} as const;

function report(outcome: MemoryOutcome, json: boolean | undefined, host: Host): number {
  if (!outcome.ok) {
    throw new HermesError(outcome.reason, {
      code: "CLI_MEMORY_UNCHANGED",
      hint:
        outcome.problem === "full"
          ? "Shorten or forget something first: hermes memory list"
          : "Nothing was changed.",
    });
  }
  const { change, entry, changeId } = outcome;
  if (json) printJson(host, { change, entry, changeId });
  else
    host.stdout.write(
      `${said[change]}${entry === "" ? "" : `: ${cleanText(entry)}`}${changeId === undefined ? "" : ` (${changeId})`}\n`,
    );
  return exitCodes.ok;
}
