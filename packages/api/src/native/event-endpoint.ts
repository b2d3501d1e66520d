import { sessionId } from "@hermes/client/contract";
import * as z from "zod";
import type { Endpoint } from "../endpoint.ts";
import { checkInput } from "../errors/check-input.ts";
import { errorInfoOf, tellable } from "../errors/error-response.ts";
import type { Streams } from "../http/streams.ts";
import type { HomePorts } from "../ports/home-ports.ts";
import type { SessionAccess } from "../session-access.ts";
import { checkCursor, shownTo, subscribe } from "../session-events.ts";

const params = z.object({ id: sessionId });
const query = z.strictObject({
  cursor: z.string().max(200).optional().describe("Of the last event that arrived; as `Last-Event-ID`."),
  stay: z.stringbool().optional().describe("Whether it goes on with the turns to come."),
});

/** The events of a session as server-sent events. */
export function eventEndpoint({
  home,
  sessions,
  streams,
  onError,
}: {
  readonly home: HomePorts;
  readonly sessions: SessionAccess;
  readonly streams: Streams;
  readonly onError: ((error: unknown) => void) | undefined;
}): Endpoint {
  return {
    ...{ method: "GET", path: "/api/sessions/{id}/events", access: "read", name: "followSession" },
    summary: "What happens in a session, behind a cursor, to the end of the turn or for good.",
    ...{ params, query, stream: "text/event-stream" },
    async handle({ request, url, params: given, caller }) {
      const { id } = checkInput(params, given);
      const asked = checkInput(query, Object.fromEntries(url.searchParams));
      const cursor = checkCursor(request.headers.get("last-event-id") ?? asked.cursor);
      await sessions.see(caller, id);
      return streams.open(
        async function* (signal) {
          const events =
            asked.stay === true
              ? subscribe(home.runs, id, { cursor, signal })
              : home.runs.follow(id, { cursor, signal });
          for await (const followed of events)
            yield { id: followed.cursor, data: JSON.stringify(shownTo(caller, followed.event)) };
        },
        {
          onFailure: (error) => ({
            event: "error",
            data: JSON.stringify({ error: errorInfoOf(tellable(error, onError)) }),
          }),
        },
      );
    },
  };
}
