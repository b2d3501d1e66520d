import type { ChatFlags } from "../chat/chat-flags.ts";
import { openStore } from "../commands/sessions/open-store.ts";
import { exitCodes, Stop, type Host } from "../host.ts";
import { drawsLists } from "../prompt/draws-lists.ts";
import { placeOnTerminal, questionsOnTerminal } from "../prompt/questions-on-terminal.ts";
import { coloured, createStyle } from "../render/style.ts";
import { pickSession } from "./pick-session.ts";
import type { Picked } from "./session-view.ts";

/** Lets the person choose a conversation, then goes on with it. */
export async function resumePicked(
  flags: ChatFlags,
  host: Host,
  chat: (flags: ChatFlags, host: Host) => Promise<number>,
): Promise<number> {
  const picked = await pickAtTerminal(host);
  if (picked.type === "interrupt") throw new Stop("The person left the list.", exitCodes.interrupted);
  return picked.type === "session" ? await chat({ ...flags, resume: picked.id }, host) : exitCodes.ok;
}

/** The store is closed before anybody goes on. */
async function pickAtTerminal(host: Host): Promise<Picked> {
  await using store = await openStore(host);
  const state = await store.needed();
  return await pickSession({
    ...{ state, folder: host.cwd, signal: host.stopped },
    style: createStyle(coloured(host.stderr)),
    place: drawsLists(host.stderr, host.env) ? await placeOnTerminal(host) : undefined,
    questions: questionsOnTerminal(host),
  });
}
