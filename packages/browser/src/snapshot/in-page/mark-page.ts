/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// These functions run in the page: they are sent as text, so they may call each other and nothing else.
//
// Playwright computes its tree in an isolated world, whose wrappers of elements no script of the page can see. What these functions
// put on such a wrapper changes what Playwright reads, and nothing in the page: no attribute, no mutation record.
import type { Clip, PageState } from "./page-state.ts";

export interface MarkOptions {
  /** Indexes in document order of elements that listen to the pointer. */
  readonly listening: readonly number[];
  readonly visibleOnly: boolean;
  /** Beyond so many elements only what is shown is given to Playwright, whose time grows faster than the page. */
  readonly maxElements: number;
}

export interface MarkedPage {
  readonly title: string;
  readonly url: string;
  readonly elementCount: number;
  readonly isCut: boolean;
  readonly above: boolean;
  readonly below: boolean;
}

interface Inherited {
  readonly clip: Clip;
  readonly hasPointer: boolean;
  readonly isClickable: boolean;
  readonly isEditable: boolean;
}

export function markPage(state: PageState, options: MarkOptions): MarkedPage {
  state.undo.forEach((undo) => undo());
  Object.assign(state, { walked: [], seen: [], kinds: new Map(), undo: [] });
  const viewport = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const listening = new Set(options.listening);
  const inherited = { clip: viewport, hasPointer: false, isClickable: false, isEditable: false };
  if (document.documentElement !== null)
    walk(state, document.documentElement, inherited, listening, viewport);
  const isCut = state.walked.length > options.maxElements;
  if (isCut) keepOnly(state, options);
  const scroller = document.scrollingElement ?? document.documentElement;
  const area = innerWidth * innerHeight;
  const scrollers = state.walked.filter(
    (element) =>
      element === scroller ||
      (element.scrollHeight > element.clientHeight + 1 &&
        element.clientHeight * element.clientWidth > area / 2 &&
        /auto|scroll/.test(getComputedStyle(element).overflowY)),
  );
  return {
    title: document.title,
    url: document.URL,
    elementCount: state.walked.length,
    isCut,
    above: scrollers.some(({ scrollTop }) => scrollTop > 0),
    below: scrollers.some(
      ({ scrollTop, clientHeight, scrollHeight }) => scrollTop + clientHeight < scrollHeight - 1,
    ),
  };
}

function walk(
  state: PageState,
  element: Element,
  above: Inherited,
  listening: ReadonlySet<number>,
  viewport: Clip,
): void {
  const index = state.walked.push(element) - 1;
  const style = getComputedStyle(element);
  const rect = element.getBoundingClientRect();
  // What is positioned escapes the scroll container that it stands in; taking it for seen is the smaller mistake.
  const escapes = style.position === "fixed" || style.position === "absolute";
  const clip = escapes ? viewport : above.clip;
  state.seen.push(
    rect.width > 0 &&
      rect.height > 0 &&
      rect.right > clip.left &&
      rect.left < clip.right &&
      rect.bottom > clip.top &&
      rect.top < clip.bottom,
  );
  if (style.display === "none") {
    // Nothing below is shown. Its elements are counted all the same, because `listening` counts them.
    countHidden(state, element);
    return;
  }
  const isEditable = element instanceof HTMLElement && element.isContentEditable;
  const hasPointer = style.cursor === "pointer" || style.cursor === "grab";
  const kind = kindOf(element, listening.has(index), {
    isPointer: hasPointer && !above.hasPointer && !above.isClickable,
    isEditor: isEditable && !above.isEditable,
  });
  if (kind !== undefined) mark(state, element, kind);
  if (element instanceof HTMLInputElement && isSecret(state, element, style))
    override(state, element, "value", { get: () => "" });
  const clips = style.overflow !== "visible" && style.display !== "inline";
  const below = {
    clip: clips ? intersect(clip, rect) : clip,
    hasPointer,
    isClickable: above.isClickable || kind !== undefined || isNative(element),
    isEditable,
  };
  for (const child of childrenOf(element)) walk(state, child, below, listening, viewport);
}

function countHidden(state: PageState, element: Element): void {
  for (const child of childrenOf(element)) {
    state.seen[state.walked.push(child) - 1] = false;
    countHidden(state, child);
  }
}

/** Child elements, those of an open shadow root first. A form's own `children` may be a field of that name, so a walker is asked. */
function childrenOf(element: Element): Element[] {
  const found: Element[] = element.shadowRoot === null ? [] : [...element.shadowRoot.children];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_ELEMENT);
  for (let node = walker.firstChild(); node !== null; node = walker.nextSibling())
    found.push(node as Element); // It shows elements only.
  return found;
}

function intersect(clip: Clip, rect: DOMRect): Clip {
  return {
    left: Math.max(clip.left, rect.left),
    top: Math.max(clip.top, rect.top),
    right: Math.min(clip.right, rect.right),
    bottom: Math.min(clip.bottom, rect.bottom),
  };
}

function isSecret(state: PageState, input: HTMLInputElement, style: CSSStyleDeclaration): boolean {
  const security = style.getPropertyValue("-webkit-text-security");
  if (input.type === "password" || (security !== "" && security !== "none")) state.secrets.add(input);
  return state.secrets.has(input);
}

/** Whether the browser itself makes a press of it do something. */
function isNative(element: Element): boolean {
  return element.matches("a[href], button, input, select, textarea, option, label");
}

/** What an element is that can be acted on without a role that says so; undefined: nothing. */
function kindOf(
  element: Element,
  isListening: boolean,
  { isPointer, isEditor }: { isPointer: boolean; isEditor: boolean },
): string | undefined {
  const tag = element.localName;
  if (tag === "html" || tag === "body" || tag === "option") return undefined;
  if (isEditor) return "textbox";
  if (tag === "summary") return "button";
  if (tag === "canvas" || tag === "video" || tag === "audio") return tag;
  if (element instanceof HTMLLabelElement) {
    const control = element.control;
    const box = control?.getBoundingClientRect();
    const isHidden = box === undefined || box.width < 2 || box.height < 2;
    return control instanceof HTMLInputElement && isHidden ? control.type : undefined;
  }
  if (isNative(element)) return undefined;
  const isHandled = isListening || element.hasAttribute("onclick") || element.hasAttribute("onmousedown");
  const isFocusable = element.hasAttribute("tabindex") && element.matches(":not([tabindex^='-'])");
  const isDraggable = element.getAttribute("draggable") === "true";
  if (!isHandled && !isFocusable && !isPointer && !isDraggable) return undefined;
  // A handler on all of an application says nothing about a part of it.
  return element.getElementsByTagName("*").length > 100 ? undefined : "clickable";
}

function mark(state: PageState, element: Element, kind: string): void {
  state.kinds.set(element, kind);
  const ownRoles =
    "li,td,th,tr,p,h1,h2,h3,h4,h5,h6,table,ul,ol,menu,article,main,nav,aside,form,fieldset,dialog,figure,dt,dd,iframe,img[alt]:not([alt=''])";
  const role = element.getAttribute("role");
  const hasRole = role === null ? element.matches(ownRoles) : !/none|presentation/.test(role);
  const holdsControls = element.querySelector("a[href], button, input, select, textarea") !== null;
  if (hasRole || (holdsControls && kind !== "textbox")) return;
  const seenRole = kind === "textbox" ? "textbox" : "button";
  const getAttribute = (name: string): string | null =>
    name === "role" ? seenRole : Element.prototype.getAttribute.call(element, name);
  override(state, element, "getAttribute", { value: getAttribute });
}

/** Changes what this world sees of one node, until `undo`. */
function override(state: PageState, node: Node, name: string, property: PropertyDescriptor): void {
  Object.defineProperty(node, name, { ...property, configurable: true });
  state.undo.push(() => Reflect.deleteProperty(node, name));
}

/** Hides from Playwright what will not be shown of a very large page. */
function keepOnly(state: PageState, options: MarkOptions): void {
  const kept = new Set<Node>();
  state.walked.forEach((element, index) => {
    const isKept = options.visibleOnly ? state.seen[index] : index < options.maxElements;
    if (isKept === true && kept.size < options.maxElements)
      for (let node: Node | null = element; node !== null && !kept.has(node);)
        node = (kept.add(node), node instanceof ShadowRoot ? node.host : node.parentNode);
  });
  for (const parent of kept) {
    const nodes: ChildNode[] = [];
    let isWhole = true;
    for (let child = parent.firstChild; child !== null; child = child.nextSibling) {
      const isText = child.nodeType === 3 && child.nodeValue?.trim() !== "";
      if (isText || kept.has(child)) nodes.push(child);
      else if (child.nodeType === 1) isWhole = false;
    }
    if (isWhole) continue;
    override(state, parent, "firstChild", { value: nodes[0] ?? null });
    nodes.forEach((node, index) => {
      const next = nodes[index + 1] ?? null;
      if (node.nextSibling !== next) override(state, node, "nextSibling", { value: next });
    });
  }
}

export const markPageParts: readonly ((...input: never[]) => unknown)[] = [
  markPage,
  walk,
  countHidden,
  childrenOf,
  intersect,
  isSecret,
  isNative,
  kindOf,
  mark,
  override,
  keepOnly,
];
