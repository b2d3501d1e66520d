import type { Signal } from "@preact/signals";
import { client } from "../home/client.ts";
import { withTurnStored } from "./session-pages.ts";
import type { SessionState } from "./session-state.ts";

const maxPage = 500;

export interface StoredTurnOf {
  readonly id: Signal<string | undefined>;
  readonly state: Signal<SessionState>;
}

/**
 * Reads what a turn has said, which was only heard until now: with its ids it can be edited and branched from.
 *
 * @param end How many messages the session had when the turn ended.
 * @returns False where the store has others than were heard: all is to be read anew.
 */
export async function storeTurn(
  { id, state }: StoredTurnOf,
  end: number,
  isWanted: () => boolean,
): Promise<boolean> {
  for (;;) {
    const { stored, earlier, later, live } = state.peek();
    const wanted = Math.min(maxPage, live.length, end - earlier - stored.length - later);
    if (wanted <= 0) return true;
    if (later > 0) {
      // The end is not shown: it is read once somebody goes there.
      state.value = { ...state.peek(), live: live.slice(wanted), later: later + wanted };
      return true;
    }
    const after = stored.at(-1)?.id;
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    const page = await client.listMessages({
      params: { id: id.peek() ?? "" },
      query: { after, limit: after === undefined ? maxPage : wanted },
    });
    if (!isWanted()) return true;
    const now = state.peek();
    if (now.stored !== stored) continue;
    const messages = page.messages.slice(0, wanted);
    const isBehind = after === undefined ? page.earlier === 0 : true;
    const isSame = messages.every(({ message }, index) => message["role"] === now.live[index]?.role);
    if (!isBehind || !isSame || messages.length < wanted) return false;
    state.value = withTurnStored(now, messages);
  }
}
