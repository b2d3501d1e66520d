import { usageError } from "../../failure.ts";
import { exitCodes, type Host } from "../../host.ts";
import { printJson } from "../../render/print.ts";
import { titleOf } from "../../render/session-lines.ts";
import { findSession, openStore } from "./open-store.ts";

export interface ChangeOptions {
  readonly json?: boolean | undefined;
}

/** `hermes sessions rename`: gives a session a title. */
export async function renameSession(
  wanted: string,
  words: readonly string[],
  { json }: ChangeOptions,
  host: Host,
): Promise<number> {
  await using store = await openStore(host);
  const state = await store.needed();
  const { id } = findSession(state, wanted);
  state.sessions.setTitle(id, words.join(" "));
  const session = findSession(state, id);
  if (json) printJson(host, session);
  else host.stdout.write(`${id} is now called: ${titleOf(session)}\n`);
  return exitCodes.ok;
}

/** `hermes sessions tag`: `+tag` or `tag` puts one on, `-tag` takes one off; without any it shows them. */
export async function tagSession(
  wanted: string,
  changes: readonly string[],
  { json }: ChangeOptions,
  host: Host,
): Promise<number> {
  const empty = changes.find((change) => /^[+-]?\s*$/.test(change));
  if (empty !== undefined) throw usageError(`"${empty}" names no tag. Give +tag or -tag.`);
  const option = changes.find((change) => change.startsWith("--"));
  if (option !== undefined) throw usageError(`There is no option ${option}. Give +tag or -tag.`);
  await using store = await openStore(host);
  const state = await store.needed();
  const { id, tags: before } = findSession(state, wanted);
  const tags = new Set(before);
  for (const change of changes) {
    const tag = change.replace(/^[+-]/, "").trim();
    if (change.startsWith("-")) tags.delete(tag);
    else tags.add(tag);
  }
  if (changes.length > 0) state.sessions.setTags(id, [...tags]);
  const session = findSession(state, id);
  if (json) printJson(host, session);
  else host.stdout.write(`${session.tags.length === 0 ? "(no tags)" : session.tags.join(" ")}\n`);
  return exitCodes.ok;
}
