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

interface Page {
  readonly state: PageState;
  readonly listening: ReadonlySet<number>;
  readonly viewport: Clip;
  readonly scrollers: Element[];
}

/** What an element has from those around it. */
interface Inherited {
  readonly clip: Clip;
  readonly hasPointer: boolean;
  readonly isClickable: boolean;
  readonly isKept: boolean;
  /** Its handler may be one for each of many like items. */
  readonly isDelegated: boolean;
}

export function markPage(state: PageState, options: MarkOptions): MarkedPage {
  state.undo.forEach((undo) => undo());
  Object.assign(state, { walked: [], seen: [], kept: [], kinds: new Map(), scrolled: new Map(), undo: [] });
  const viewport = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const listening = new Set(options.listening);
  const from = { clip: viewport, hasPointer: false, isClickable: false, isKept: false, isDelegated: false };
  const page = { state, listening, viewport, scrollers: [] as Element[] };
  const root = document.scrollingElement ?? document.documentElement;
  if (root !== null) page.scrollers.push(root);
  if (document.documentElement !== null) walk(page, document.documentElement, from);
  const isCut = state.walked.length > options.maxElements;
  if (isCut || options.visibleOnly) keepOnly(state, options);
  // An application may scroll a part of itself in place of the page.
  const half = (innerWidth * innerHeight) / 2;
  const scrollers = page.scrollers.filter(
    (element) => element === root || element.clientHeight * element.clientWidth > half,
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

function walk(page: Page, element: Element, above: Inherited): void {
  const { state, viewport } = page;
  const index = state.walked.push(element) - 1;
  const style = getComputedStyle(element);
  const { display, cursor, position, overflowX } = style;
  if (display === "none") {
    // Nothing in it is shown. Its elements are counted all the same, because `listening` counts them.
    state.seen.push(false);
    state.kept.push(false);
    countHidden(state, element);
    return;
  }
  const rect = element.getBoundingClientRect();
  // What is positioned escapes the scroll container that it stands in; taking it for seen is the smaller mistake.
  const clip = position === "fixed" || position === "absolute" ? viewport : above.clip;
  const isSeen =
    rect.right > clip.left &&
    rect.left < clip.right &&
    rect.bottom > clip.top &&
    rect.top < clip.bottom &&
    rect.width > 0 &&
    rect.height > 0;
  state.seen.push(isSeen);
  state.kept.push(isSeen || above.isKept);
  const isNative = isNativeControl(element);
  const hasPointer = cursor === "pointer" || cursor === "grab";
  const isPointer = hasPointer && !above.hasPointer && !above.isClickable;
  const isListening = page.listening.has(index) || element.hasAttribute("onclick");
  const isItem = above.isDelegated && isOneOfMany(element);
  const kind = kindOf(element, { isNative, isPointer, isListening: isListening || isItem });
  if (kind !== undefined) mark(state, element, kind);
  if (element instanceof HTMLInputElement && isSecret(state, element, style))
    override(state, element, "value", { get: () => "" });
  const clips = overflowX !== "visible" && display !== "inline";
  if (clips && overflowX !== "clip" && element.scrollHeight > element.clientHeight + 1) {
    page.scrollers.push(element);
    if (kind === undefined) markScroller(state, element, style.overflowY);
  }
  const isAction = isNative || kind !== undefined;
  const below = {
    clip: clips ? intersect(clip, rect) : clip,
    hasPointer,
    isClickable: above.isClickable || isAction,
    // The name of something to act on is made of all that is in it.
    isKept: above.isKept || (isSeen && isAction),
    isDelegated: (isListening && !hasPointer) || (above.isDelegated && !isAction),
  };
  for (const child of childrenOf(element)) walk(page, child, below);
}

function countHidden(state: PageState, element: Element): void {
  for (const child of childrenOf(element)) {
    state.walked.push(child);
    state.seen.push(false);
    state.kept.push(false);
    // What is hidden can still name something that is not.
    if (child instanceof HTMLInputElement && isSecret(state, child, getComputedStyle(child)))
      override(state, child, "value", { get: () => "" });
    countHidden(state, child);
  }
}

/** Child elements, those of an open shadow root first. A form's own `children` may be a field of that name, so a walker is asked. */
function childrenOf(element: Element): Iterable<Element> {
  const { shadowRoot } = element;
  if (shadowRoot === null && !(element instanceof HTMLFormElement)) return element.children;
  const found: Element[] = shadowRoot === null ? [] : [...shadowRoot.children];
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
function isNativeControl(element: Element): boolean {
  const tag = element.localName;
  return tag === "a"
    ? element.hasAttribute("href")
    : tag === "button" || tag === "input" || tag === "select" || tag === "textarea" || tag === "label";
}

/** What an element is that can be acted on without a role that says so; undefined: nothing. */
function kindOf(
  element: Element,
  found: { isNative: boolean; isPointer: boolean; isListening: boolean },
): string | undefined {
  const tag = element.localName;
  if (tag === "html" || tag === "body" || tag === "option") return undefined;
  if (tag === "summary") return "button";
  if (tag === "canvas" || tag === "video" || tag === "audio") return tag;
  if (element instanceof HTMLLabelElement) {
    const control = element.control;
    const box = control?.getBoundingClientRect();
    const isHidden = box === undefined || box.width < 2 || box.height < 2;
    const isPressed = control instanceof HTMLInputElement && /^(checkbox|radio|file)$/.test(control.type);
    return isPressed && isHidden ? control.type : undefined;
  }
  if (found.isNative) return undefined;
  const editable = element.getAttribute("contenteditable");
  if (editable !== null && editable !== "false") return "textbox";
  const isHandled =
    found.isListening || element.hasAttribute("onclick") || element.hasAttribute("onmousedown");
  const isFocusable = element.getAttribute("tabindex")?.startsWith("-") === false;
  const isDraggable = element.getAttribute("draggable") === "true";
  if (!isHandled && !isFocusable && !found.isPointer && !isDraggable) return undefined;
  // A handler on all of an application says nothing about a part of it.
  return element.getElementsByTagName("*").length > 100 ? undefined : "clickable";
}

/** An item of a list, a cell, or a thing among others like it. */
function isOneOfMany(element: Element): boolean {
  const tag = element.localName;
  if (tag === "li" || tag === "td" || tag === "dt" || tag === "dd") return true;
  const isPlain =
    tag === "div" || tag === "span" || tag === "img" || tag === "i" || tag === "svg" || tag === "a";
  const parent = element.parentElement;
  if (!isPlain || parent === null || parent.childElementCount < 3) return false;
  return [...parent.children].filter((other) => other.localName === tag).length > 2;
}

/** A box with more in it than it shows stands in the tree as a group. */
function markScroller(state: PageState, element: Element, overflowY: string): void {
  if (overflowY !== "auto" && overflowY !== "scroll") return;
  const { scrollTop, clientHeight, scrollHeight, localName } = element;
  const more = [
    ...(scrollTop > 0 ? ["above"] : []),
    ...(scrollTop + clientHeight < scrollHeight - 1 ? ["below"] : []),
  ];
  if (localName === "html" || localName === "body" || localName === "textarea" || localName === "select")
    return;
  state.scrolled.set(element, more.join(" and "));
  if (localName === "div" || localName === "section") overrideRole(state, element, "group");
}

function mark(state: PageState, element: Element, kind: string): void {
  state.kinds.set(element, kind);
  const ownRoles =
    "li,td,th,tr,p,h1,h2,h3,h4,h5,h6,table,ul,ol,menu,article,main,nav,aside,form,fieldset,dialog,figure,dt,dd,iframe,img[alt]:not([alt=''])";
  const hasRole = !element.hasAttribute("role") && element.matches(ownRoles);
  const holdsControls = element.querySelector("a[href], button, input, select, textarea") !== null;
  if (hasRole || (holdsControls && kind !== "textbox")) return;
  overrideRole(state, element, kind === "textbox" ? "textbox" : "button");
}

function overrideRole(state: PageState, element: Element, role: string): void {
  const own = element.getAttribute("role");
  if (own !== null && !/none|presentation/.test(own)) return;
  const getAttribute = (name: string): string | null =>
    name === "role" ? role : Element.prototype.getAttribute.call(element, name);
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
    const isKept = options.visibleOnly ? state.kept[index] : index < options.maxElements;
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
  isNativeControl,
  kindOf,
  isOneOfMany,
  markScroller,
  mark,
  overrideRole,
  override,
  keepOnly,
];
