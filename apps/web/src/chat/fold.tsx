import type { ComponentChildren, JSX } from "preact";
import { useFold } from "./session-context.ts";

export interface FoldProps {
  /** The same for the same thing, also once it is drawn anew. */
  readonly id: string;
  readonly summary: ComponentChildren;
  readonly children: () => ComponentChildren;
  readonly isOpenFirst?: boolean | undefined;
  readonly class?: string | undefined;
}

/** Something that can be unfolded. What is folded is not drawn. */
export function Fold({
  id,
  summary,
  children,
  isOpenFirst = false,
  class: name = "",
}: FoldProps): JSX.Element {
  const [isOpen, setOpen] = useFold(id, isOpenFirst);
  return (
    <details
      class={`fold ${name}`}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{summary}</summary>
      {isOpen && <div class="fold-body">{children()}</div>}
    </details>
  );
}
