// The part of the browser's document that is used here. Node has no types of it, and those of browsers would be global to whoever
// compiles this.

export interface DomNode {
  /** 1: an element, 3: text. */
  readonly nodeType: number;
  readonly nodeName: string;
  readonly nodeValue: string | null;
  textContent: string | null;
  readonly parentNode: DomNode | null;
  readonly firstChild: DomNode | null;
  readonly nextSibling: DomNode | null;
  readonly childNodes: Iterable<DomNode>;
  /** Its HTML. */
  toString(): string;
}

export interface DomElement extends DomNode {
  readonly outerHTML: string;
  readonly ownerDocument: DomDocument;
  readonly children: ArrayLike<DomElement>;
  readonly parentElement: DomElement | null;
  readonly firstElementChild: DomElement | null;
  readonly nextElementSibling: DomElement | null;
  readonly previousElementSibling: DomElement | null;
  getAttribute(name: string): string | null;
  hasAttribute(name: string): boolean;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  querySelector(selector: string): DomElement | null;
  querySelectorAll(selector: string): Iterable<DomElement>;
  closest(selector: string): DomElement | null;
  append(...nodes: readonly DomNode[]): void;
  appendChild(node: DomNode): void;
  replaceWith(node: DomNode | string): void;
  remove(): void;
}

export interface DomDocument {
  readonly documentElement: DomElement;
  readonly head: DomElement;
  readonly body: DomElement;
  readonly childNodes: Iterable<DomNode>;
  createElement(name: string): DomElement;
  querySelector(selector: string): DomElement | null;
  querySelectorAll(selector: string): Iterable<DomElement>;
}
