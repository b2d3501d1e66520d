import type { FoundSession, SessionInfo } from "@hermes/client";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { activity, turns, waiting } from "../home/activity.ts";
import { client } from "../home/client.ts";
import { useCall } from "../home/use-call.ts";
import { whileTyping } from "../home/while-typing.ts";
import { hrefOf, route } from "../router.ts";
import { strings } from "../strings/strings.ts";
import { Button } from "../ui/button.tsx";
import { LoadedView } from "../ui/loaded.tsx";
import { Time } from "../ui/time.tsx";
import { Marked } from "./marked.tsx";

const pageSize = 40;
/** A search begins when nobody has typed for so long. */
const quietMs = 120;

/** The sessions, the last active first; while something is typed, those in which it was said. */
export function SessionList(): JSX.Element {
  const [typed, setTyped] = useState("");
  const [words, setWords] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setWords(typed.trimStart()), quietMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <section class="sessions" aria-label={strings.shell.sessions}>
      <input
        type="search"
        id="session-search"
        class="session-search"
        aria-label={strings.shell.search}
        placeholder={strings.shell.search}
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {words.trim() === "" ? <AllSessions /> : <FoundSessions words={words} />}
    </section>
  );
}

function AllSessions(): JSX.Element {
  const [limit, setLimit] = useState(pageSize);
  const loaded = useCall(async (signal) => await client.listSessions({ query: { limit }, signal }), [limit], {
    everyMs: 30_000,
  });
  useEffect(loaded.reload, [turns.value, route.value.id]);
  return (
    <LoadedView of={loaded}>
      {({ items, more }) => (
        <>
          {items.length === 0 && <p class="empty">{strings.shell.noSessions}</p>}
          <ul class="session-list">
            {items.map((session) => (
              <li key={session.id}>
                <SessionLink session={session} />
              </li>
            ))}
          </ul>
          {more && (
            <Button onClick={() => setLimit(Math.min(500, limit * 2))}>{strings.shell.moreSessions}</Button>
          )}
        </>
      )}
    </LoadedView>
  );
}

function FoundSessions({ words }: { readonly words: string }): JSX.Element {
  const loaded = useCall(
    async (signal) => await client.searchSessions({ query: { q: whileTyping(words), limit: 30 }, signal }),
    [words],
  );
  return (
    <LoadedView of={loaded}>
      {({ items }) => (
        <>
          {items.length === 0 && <p class="empty">{strings.shell.noHits(words.trim())}</p>}
          <ul class="session-list">
            {items.map((found) => (
              <Found key={found.session.id} found={found} />
            ))}
          </ul>
        </>
      )}
    </LoadedView>
  );
}

function Found({ found: { session, hits } }: { readonly found: FoundSession }): JSX.Element {
  return (
    <li>
      <SessionLink session={session} />
      {hits.slice(0, 2).map(({ messageId, snippet }) => (
        <a key={messageId} class="hit" href={hrefOf("chat", session.id, { m: String(messageId) })}>
          <Marked text={snippet} />
        </a>
      ))}
    </li>
  );
}

function SessionLink({ session }: { readonly session: SessionInfo }): JSX.Element {
  const { id, title, lastActiveAt } = session;
  const isRunning = activity.value.running.has(id);
  const isWaiting = waiting.value.has(id);
  const isHere = route.value.page === "chat" && route.value.id === id;
  return (
    <a class="session-link" href={hrefOf("chat", id)} aria-current={isHere ? "page" : undefined}>
      <span class="session-title">{title === "" ? strings.shell.untitled : title}</span>
      <span class="session-when">
        {isWaiting ? (
          <span class="dot waits">{strings.shell.waits}</span>
        ) : isRunning ? (
          <span class="dot runs">{strings.shell.running}</span>
        ) : (
          <Time at={lastActiveAt} />
        )}
      </span>
    </a>
  );
}
