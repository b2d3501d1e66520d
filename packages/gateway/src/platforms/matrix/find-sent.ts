import { type MatrixAnswer, roomPath } from "./matrix-api.ts";
import { pageSchema, readEvents } from "./sync-schema.ts";

/** In each message of the bot: the id of its transaction, by which it is found again. */
export const keyField = "io.hermes.key";

const maxPages = 3;

/**
 * Looks for a message of the bot among what was said last in a room.
 *
 * @param since When it was sent at the earliest, in milliseconds since 1970: where nothing older was seen it is `unknown`.
 */
export async function findSent(
  ask: (path: string, query: Readonly<Record<string, string | undefined>>) => Promise<MatrixAnswer>,
  {
    roomId,
    key,
    self,
    since,
  }: { readonly roomId: string; readonly key: string; readonly self: string; readonly since: number },
): Promise<{ readonly messageId: string } | "not-there" | "unknown"> {
  let from: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    // oxlint-disable-next-line no-await-in-loop -- page after page
    const answer: MatrixAnswer = await ask(roomPath(roomId, "messages"), { dir: "b", limit: "100", from });
    const given = answer.ok ? pageSchema.safeParse(answer.result).data : undefined;
    if (given === undefined) return "unknown";
    const events = readEvents(given.chunk);
    const found = events.find(
      ({ sender, content, unsigned }) =>
        sender === self && (content[keyField] === key || unsigned?.transaction_id === key),
    );
    if (found !== undefined) return { messageId: found.event_id };
    // Clocks differ, by a minute at most.
    const isPast = events.some((event) => event.origin_server_ts < since - 60_000);
    if (given.end === undefined || isPast) return "not-there";
    from = given.end;
  }
  return "unknown";
}
