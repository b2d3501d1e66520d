/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

/** From DevTools: native, so that no script of the page notices or changes it. */
declare function getEventListeners(target: EventTarget): Readonly<Record<string, unknown>>;
declare function $$(selector: string): Element[];

export interface Listening {
  /** Indexes in document order of the elements that listen to the pointer. */
  readonly found: readonly number[];
  /** How many elements there are: what the indexes are worth when it is another number elsewhere. */
  readonly elementCount: number;
}

/** Finds what listens to the pointer. Runs in the page's own world, which alone has its listeners. */
export function findListening(): Listening {
  const found: number[] = [];
  let index = 0;
  const types = ["click", "mousedown", "pointerdown", "mouseup", "pointerup", "touchstart", "dblclick"];
  // These can be acted on in any case, or not at all.
  const known = new Set("button input select textarea option script style meta link".split(" "));
  const look = (elements: Iterable<Element>): void => {
    for (const element of elements) {
      const on = known.has(element.localName) ? {} : getEventListeners(element);
      for (const type of types)
        if (type in on) {
          found.push(index);
          break;
        }
      index += 1;
      if (element.shadowRoot !== null) look(element.shadowRoot.querySelectorAll("*"));
    }
  };
  look($$("*"));
  return { found, elementCount: index };
}
