import type { EventStore, JSONRPCMessage } from "@modelcontextprotocol/server";

const maxEvents = 512;
const maxChars = 2_000_000;

interface KeptEvent {
  readonly streamId: string;
  readonly message: JSONRPCMessage;
  readonly chars: number;
}

/** What was streamed to one client, so that a connection that broke goes on where it was. Keeps the newest, in memory. */
export function keptEvents(): EventStore {
  const events = new Map<string, KeptEvent>();
  let count = 0;
  let chars = 0;

  const dropOldest = (): void => {
    for (const [id, event] of events) {
      if (events.size <= maxEvents && chars <= maxChars) return;
      events.delete(id);
      chars -= event.chars;
    }
  };

  return {
    async storeEvent(streamId, message) {
      const id = String((count += 1));
      const size = JSON.stringify(message).length;
      events.set(id, { streamId, message, chars: size });
      chars += size;
      dropOldest();
      return id;
    },
    getStreamIdForEventId: async (id) => events.get(id)?.streamId,
    async replayEventsAfter(lastId, { send }) {
      const last = events.get(lastId);
      // The transport asks for the stream of an id first, and refuses one that is not kept.
      if (last === undefined) throw new Error("That event is not kept any more.");
      const missed = [...events].filter(
        ([id, { streamId, message }]) =>
          streamId === last.streamId && Number(id) > Number(lastId) && Object.keys(message).length > 0,
      );
      // oxlint-disable-next-line no-await-in-loop -- in their order
      for (const [id, { message }] of missed) await send(id, message);
      return last.streamId;
    },
  };
}
