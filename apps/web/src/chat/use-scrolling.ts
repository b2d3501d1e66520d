import type { RefObject } from "preact";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ChatSession } from "./chat-session.ts";
import { sayError } from "../ui/toast.tsx";

export interface Scrolling {
  /** Whether something came below what is seen. */
  readonly hasNew: boolean;
  readonly toEnd: () => void;
}

/** What is read, and where it was on the screen. */
interface Anchor {
  readonly key: string;
  readonly top: number;
  readonly scrollTop: number;
}

/** So near to the end counts as there. */
const endPx = 40;
/** From so near to an edge on, what comes next is asked for. */
const edgePx = 900;

/**
 * Keeps the end in sight for whoever is there, and for everybody else what they read: an entry stays where it is while others are put
 * before it. Asks for more near the edges.
 */
export function useScrolling(scroller: RefObject<HTMLDivElement | null>, session: ChatSession): Scrolling {
  const isAtEnd = useRef(true);
  const anchor = useRef<Anchor | undefined>(undefined);
  const [hasNew, setNew] = useState(false);
  const entries = session.entries.value;

  const remember = useCallback(() => {
    const { current: box } = scroller;
    if (box === null) return;
    isAtEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < endPx;
    const top = box.getBoundingClientRect().top;
    const first = [...box.querySelectorAll<HTMLElement>("[data-entry]")].find(
      (entry) => entry.getBoundingClientRect().bottom > top + 1,
    );
    anchor.current =
      first === undefined
        ? undefined
        : {
            key: first.dataset["entry"] ?? "",
            top: first.getBoundingClientRect().top,
            scrollTop: box.scrollTop,
          };
  }, []);
  const restore = useCallback(() => {
    const { current: box } = scroller;
    if (box === null) return;
    if (isAtEnd.current && session.state.peek().later === 0) box.scrollTop = box.scrollHeight;
    else if (anchor.current !== undefined) {
      const { key, top, scrollTop } = anchor.current;
      const entry = box.querySelector(`[data-entry="${CSS.escape(key)}"]`);
      // What was scrolled since, of which no event has told yet, is no move.
      const expected = top - (box.scrollTop - scrollTop);
      const moved = entry === null ? 0 : entry.getBoundingClientRect().top - expected;
      if (Math.abs(moved) < 1) return;
      box.scrollTop += moved;
      remember();
    }
  }, [session, remember]);
  const toEnd = useCallback(() => {
    isAtEnd.current = true;
    setNew(false);
    restore();
  }, [restore]);

  useLayoutEffect(() => {
    isAtEnd.current = session.hit.peek() === undefined;
    anchor.current = undefined;
    setNew(false);
  }, [session, session.hit.value]);
  useLayoutEffect(() => {
    restore();
    if (!isAtEnd.current) setNew(true);
  }, [entries.at(-1)]);
  useLayoutEffect(restore, [entries]);
  useEffect(() => {
    const { current: box } = scroller;
    if (box === null) return undefined;
    const onScroll = (): void => {
      remember();
      if (isAtEnd.current) setNew(false);
      if (box.scrollTop < edgePx) session.loadEarlier().catch(sayError);
      if (box.scrollHeight - box.scrollTop - box.clientHeight < edgePx) session.loadLater().catch(sayError);
    };
    box.addEventListener("scroll", onScroll, { passive: true });
    // Pictures, highlighting and diagrams come when they are ready.
    const observer = new ResizeObserver(restore);
    observer.observe(box);
    if (box.firstElementChild !== null) observer.observe(box.firstElementChild);
    return () => {
      box.removeEventListener("scroll", onScroll);
      observer.disconnect();
    };
  }, [session, remember, restore]);
  return { hasNew, toEnd };
}
