/** One node of the tree that Playwright's `ariaSnapshotJSON({ mode: "ai" })` gives. */
export interface AriaNode {
  readonly role: string;
  readonly name?: string;
  readonly text?: string;
  readonly children?: readonly (AriaNode | string)[];
  readonly ref?: string;
  readonly checked?: boolean | "mixed";
  readonly pressed?: boolean | "mixed";
  readonly disabled?: boolean;
  readonly expanded?: boolean;
  readonly active?: boolean;
  readonly selected?: boolean;
  readonly invalid?: boolean | string;
  readonly level?: number;
  readonly placeholder?: string;
}

/** Its children and texts in reading order. */
export function partsOf(node: AriaNode): readonly (AriaNode | string)[] {
  return node.children ?? (node.text === undefined ? [] : [node.text]);
}
