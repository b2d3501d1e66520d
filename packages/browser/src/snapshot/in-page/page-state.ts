/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

/** What the functions of this folder keep in the isolated world of a document, between the steps of a snapshot and between snapshots. */
export interface PageState {
  nextId: number;
  /** Numbers of elements; an element keeps its number as long as the document lives, and no other document has it. */
  readonly ids: WeakMap<Element, number>;
  /** Elements of the last snapshot that can be acted on, by their number. */
  byId: Map<number, Element>;
  /** What Playwright keeps of an element: its reference for a role and a name. */
  readonly references: WeakMap<Element, { ref: string }>;
  /** All elements in document order, as the last walk met them, open shadow roots included. */
  walked: Element[];
  /** Those of them that are out of the viewport, or scrolled out of a container. */
  unseen: Set<Element>;
  /** Elements that can be acted on though nothing but a handler or a cursor says so, and what to call them. */
  kinds: Map<Element, string>;
  /** Boxes that scroll, and where there is more of them: "above", "below". */
  scrolled: Map<Element, string>;
  /** Where positioned elements lie: these alone cover others. */
  layers: DOMRect[];
  /** Fields that have been password fields; one that was switched to plain text stays one. */
  readonly secrets: WeakSet<Element>;
  /** Elements that were found to listen to the pointer. */
  readonly listeners: WeakSet<Element>;
  /** Takes back what `markPage` made this world see. */
  undo: (() => void)[];
}

/** A rectangle in CSS pixels of the document's viewport. */
export interface Clip {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}
