import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

export interface FollowedTextProps {
  readonly text: string;
  readonly label: string;
  /** @default true */
  readonly isFollowing?: boolean | undefined;
}

/** A text that grows: its end stays in sight, unless somebody has scrolled away from it. */
export function FollowedText({ text, label, isFollowing = true }: FollowedTextProps): JSX.Element {
  const box = useRef<HTMLPreElement>(null);
  const isAtEnd = useRef(true);
  useLayoutEffect(() => {
    const { current } = box;
    if (current !== null && isFollowing && isAtEnd.current) current.scrollTop = current.scrollHeight;
  }, [text, isFollowing]);
  return (
    <pre
      class="followed"
      ref={box}
      tabIndex={0}
      role="region"
      aria-label={label}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < 24;
      }}
    >
      {text}
    </pre>
  );
}
