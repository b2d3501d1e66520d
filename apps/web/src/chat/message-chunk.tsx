import type { JSX, RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Entry } from "./entry.ts";
import { EntryView } from "./entry-view.tsx";

export interface MessageChunkProps {
  readonly entries: readonly Entry[];
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly hitKey: string | undefined;
  readonly lastAnswer: string | undefined;
}

/** How far from the view entries are drawn. */
const nearPx = 1_200;

/** Some entries; far from the view, a space of their height. */
export function MessageChunk({ entries, scroller, hitKey, lastAnswer }: MessageChunkProps): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const height = useRef(0);
  const [isNear, setNear] = useState(true);
  useEffect(() => {
    const { current } = box;
    if (current === null) return undefined;
    const observer = new IntersectionObserver(
      (seen) => {
        const isSeen = seen.at(-1)?.isIntersecting ?? true;
        if (!isSeen) height.current = current.offsetHeight;
        setNear(isSeen);
      },
      { root: scroller.current, rootMargin: `${nearPx}px 0px` },
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  const isKept = isNear || entries.some(({ key }) => key === hitKey);
  return (
    <div class="chunk" ref={box} style={isKept ? undefined : { height: `${height.current}px` }}>
      {isKept &&
        entries.map((entry) => (
          <EntryView
            key={entry.key}
            entry={entry}
            isHit={entry.key === hitKey}
            isLast={entry.key === lastAnswer}
          />
        ))}
    </div>
  );
}
