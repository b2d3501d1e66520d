import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { strings } from "../strings/strings.ts";
import { Button } from "../ui/button.tsx";
import { chunkOf } from "./entry.ts";
import type { Entry } from "./entry.ts";
import { MessageChunk } from "./message-chunk.tsx";
import { useScrolling } from "./use-scrolling.ts";
import { useSession } from "./session-context.ts";
import { TurnStatus } from "./turn-status.tsx";

/** What was said, in chunks of which only those near the view are drawn. */
export function MessageList(): JSX.Element {
  const session = useSession();
  const entries = session.entries.value;
  const { earlier, later } = session.state.value;
  const hit = session.hit.value;
  const scroller = useRef<HTMLDivElement>(null);
  const { hasNew, toEnd } = useScrolling(scroller, session);
  const lastAnswer = entries.findLast(({ kind }) => kind === "answer")?.key;
  const hitKey = hit === undefined ? undefined : entries.find((entry) => holds(entry, hit))?.key;
  useEffect(() => {
    if (hitKey === undefined) return;
    scroller.current
      ?.querySelector(`[data-entry="${CSS.escape(hitKey)}"]`)
      ?.scrollIntoView({ block: "center" });
  }, [hitKey, session]);
  return (
    <div class="messages-box">
      <div class="messages" ref={scroller} tabIndex={0} role="region" aria-label={strings.chat.messages}>
        <div class="messages-inner">
          {earlier > 0 && (
            <p class="small-note" role="status">
              {strings.chat.loadingEarlier}
            </p>
          )}
          {chunksOf(entries).map(([chunk, all]) => (
            <MessageChunk key={chunk} entries={all} {...{ scroller, hitKey, lastAnswer }} />
          ))}
          {later === 0 && <TurnStatus />}
        </div>
      </div>
      {(hasNew || later > 0) && (
        <div class="to-newest">
          <Button icon="down" onClick={() => (later > 0 ? void session.toNewest().then(toEnd) : toEnd())}>
            {later > 0 ? strings.chat.toNewest : strings.chat.newMessages}
          </Button>
        </div>
      )}
    </div>
  );
}

function holds(entry: Entry, id: number): boolean {
  if (entry.id === undefined) return false;
  return entry.kind === "answer" ? entry.id <= id && id <= (entry.lastId ?? entry.id) : entry.id === id;
}

function chunksOf(entries: readonly Entry[]): readonly (readonly [number, readonly Entry[]])[] {
  const chunks = new Map<number, Entry[]>();
  for (const entry of entries) {
    const chunk = chunkOf(entry.ordinal);
    const all = chunks.get(chunk);
    if (all === undefined) chunks.set(chunk, [entry]);
    else all.push(entry);
  }
  return [...chunks];
}
