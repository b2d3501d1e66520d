/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

/** From DevTools: native, so that no script of the page notices or changes it. */
declare function getEventListeners(target: EventTarget): Readonly<Record<string, unknown>>;
declare function $$(selector: string): Element[];

/** Indexes in document order of the elements that listen to the pointer. Runs in the page's own world, which alone has its listeners. */
export function findListening(): number[] {
  const found: number[] = [];
  let index = 0;
  const look = (elements: Iterable<Element>): void => {
    for (const element of elements) {
      const on = getEventListeners(element);
      if (
        "click" in on ||
        "mousedown" in on ||
        "pointerdown" in on ||
        "mouseup" in on ||
        "pointerup" in on ||
        "touchstart" in on ||
        "dblclick" in on
      )
        found.push(index);
      index += 1;
      if (element.shadowRoot !== null) look(element.shadowRoot.querySelectorAll("*"));
    }
  };
  look($$("*"));
  return found;
}
