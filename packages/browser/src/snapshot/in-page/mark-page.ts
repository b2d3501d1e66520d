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
  /** Longest value of a field. */
  readonly maxValueChars: number;
  /** Whether all elements are told, with where they lie: the document is in a frame, of which a part may be in sight. */
  readonly tellsAll: boolean;
  /** Beyond so many elements only what is shown is given to Playwright, whose time grows faster than the page. */
  readonly maxElements: number;
}

/** What `readDetails` goes by. */
export interface Walked {
  /** Elements with something to tell of them: what can be acted on, fields, frames, and what is not in sight. */
  readonly told: readonly Element[];
  /** The rest of the marking, once they have been told. */
  readonly finish: () => void;
}

export interface MarkedPage {
  readonly title: string;
  readonly url: string;
  readonly elementCount: number;
  /** Indexes of elements for which it makes no difference whether they listen. */
  readonly decided: readonly number[];
  readonly isCut: boolean;
  readonly above: boolean;
  readonly below: boolean;
}

interface Page {
  readonly state: PageState;
  readonly listening: ReadonlySet<number>;
  readonly options: MarkOptions;
  readonly viewport: Clip;
  readonly scrollers: Element[];
  readonly secrets: HTMLInputElement[];
  readonly told: Element[];
  readonly decided: number[];
  /** Nodes with children that Playwright needn't look at. */
  readonly cut: Map<Node, Set<Node>>;
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

export function markPage(state: PageState, options: MarkOptions): MarkedPage & Walked {
  state.undo.forEach((undo) => undo());
  Object.assign(state, {
    walked: [],
    unseen: new Set(),
    kinds: new Map(),
    scrolled: new Map(),
    layers: [],
    undo: [],
  });
  const viewport = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const listening = new Set(options.listening);
  const from = { clip: viewport, hasPointer: false, isClickable: false, isKept: false, isDelegated: false };
  const page: Page = {
    ...{ state, options, listening, viewport },
    ...{ scrollers: [], secrets: [], told: [], decided: [], cut: new Map() },
  };
  const root = document.scrollingElement ?? document.documentElement;
  if (root !== null) page.scrollers.push(root);
  if (document.documentElement !== null) walk(page, document.documentElement, from);
  const finish = (): void => {
    page.cut.forEach((dropped, parent) => hideChildren(state, parent, dropped));
    for (const input of page.secrets) override(state, input, "value", { get: () => "" });
  };
  // An application may scroll a part of itself in place of the page.
  const half = (innerWidth * innerHeight) / 2;
  const scrollers = page.scrollers.filter(
    (element) => element === root || element.clientHeight * element.clientWidth > half,
  );
  return {
    title: document.title,
    url: document.URL,
    elementCount: state.walked.length,
    decided: page.decided,
    told: page.told,
    finish,
    isCut: state.walked.length > options.maxElements,
    above: scrollers.some(({ scrollTop }) => scrollTop > 0),
    below: scrollers.some(
      ({ scrollTop, clientHeight, scrollHeight }) => scrollTop + clientHeight < scrollHeight - 1,
    ),
  };
}

/** Whether Playwright is to look at the element. */
function walk(page: Page, element: Element, above: Inherited): boolean {
  const { state, viewport, options } = page;
  const index = state.walked.push(element) - 1;
  const style = getComputedStyle(element);
  const rect = element.getBoundingClientRect();
  const isEmpty = rect.width === 0 || rect.height === 0;
  if (isEmpty && style.display === "none") {
    // Nothing in it is shown. Its elements are counted all the same, because `listening` counts them.
    countHidden(page, element);
    return state.walked.length - index < 50;
  }
  // Each property that is read takes its time; these are read where something follows from them.
  const { position } = style;
  // What is positioned escapes the scroll container that it stands in; taking it for seen is the smaller mistake.
  const clip = position === "fixed" || position === "absolute" ? viewport : above.clip;
  const isSeen =
    !isEmpty &&
    rect.right > clip.left &&
    rect.left < clip.right &&
    rect.bottom > clip.top &&
    rect.top < clip.bottom;
  if (!isSeen) state.unseen.add(element);
  if (isSeen && (position === "fixed" || position === "absolute" || position === "sticky"))
    state.layers.push(rect);
  const isNative = isNativeControl(element);
  const isPointer = !above.hasPointer && !above.isClickable && /^(pointer|grab)$/.test(style.cursor);
  const hasPointer = above.hasPointer || isPointer;
  if (page.listening.has(index)) state.listeners.add(element);
  const isListening = state.listeners.has(element) || element.hasAttribute("onclick");
  if (isNative || isPointer || isListening) page.decided.push(index);
  const isItem = above.isDelegated && isOneOfMany(element);
  const kind = kindOf(element, { isNative, isPointer, isListening: isListening || isItem });
  if (kind !== undefined) mark(state, element, kind);
  if (element instanceof HTMLInputElement && isSecret(state, element, style)) page.secrets.push(element);
  const overflow = element.firstElementChild === null ? "visible" : style.overflowX;
  const clips = overflow !== "visible" && style.display !== "inline";
  const scrolls = overflow === "auto" || overflow === "scroll";
  if (scrolls && element.scrollHeight > element.clientHeight + 1) {
    page.scrollers.push(element);
    if (kind === undefined) markScroller(state, element);
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
  let isKept = options.visibleOnly ? isSeen || above.isKept : index < options.maxElements;
  forEachChild(element, (child) => {
    if (walk(page, child, below)) isKept = true;
    else dropFrom(page, child);
  });
  if (isKept && (options.tellsAll || isAction || isTold(state, element))) page.told.push(element);
  return isKept;
}

function isTold(state: PageState, element: Element): boolean {
  const tag = element.localName;
  if (tag === "option" || tag === "progress" || tag === "meter" || tag === "iframe") return true;
  return state.unseen.has(element) || state.scrolled.has(element) || element.hasAttribute("role");
}

function dropFrom({ cut }: Page, child: Element): void {
  const parent = child.parentNode;
  if (parent === null) return;
  const dropped = cut.get(parent);
  if (dropped === undefined) cut.set(parent, new Set([child]));
  else dropped.add(child);
}

function countHidden(page: Page, element: Element): void {
  forEachChild(element, (child) => {
    page.state.walked.push(child);
    // What is hidden can still name something that is not.
    if (child instanceof HTMLInputElement && isSecret(page.state, child, getComputedStyle(child)))
      page.secrets.push(child);
    countHidden(page, child);
  });
}

/** Child elements, those of an open shadow root first. */
function forEachChild(element: Element, visit: (child: Element) => void): void {
  const { shadowRoot } = element;
  if (shadowRoot !== null) for (const child of shadowRoot.children) visit(child);
  // A field of a form may have the name of what is asked of the form; a walker is asked then.
  const walker =
    element instanceof HTMLFormElement
      ? document.createTreeWalker(element, NodeFilter.SHOW_ELEMENT)
      : undefined;
  if (walker === undefined)
    for (let child = element.firstElementChild; child !== null; child = child.nextElementSibling)
      visit(child);
  else
    for (let child = walker.firstChild(); child !== null; child = walker.nextSibling())
      visit(child as Element); // It shows elements only.
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
  if (!found.isListening && !found.isPointer && !element.hasAttributes()) return undefined;
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
  return element.previousElementSibling?.localName === tag || element.nextElementSibling?.localName === tag;
}

/** A box with more in it than it shows stands in the tree as a group. */
function markScroller(state: PageState, element: Element): void {
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

/** Hides children from Playwright, whose time grows with what it looks at. */
function hideChildren(state: PageState, parent: Node, dropped: ReadonlySet<Node>): void {
  const nodes: ChildNode[] = [];
  for (let child = parent.firstChild; child !== null; child = child.nextSibling) {
    const isEmpty = child.nodeType === Node.TEXT_NODE && child.nodeValue?.trim() === "";
    if (!isEmpty && !dropped.has(child)) nodes.push(child);
  }
  override(state, parent, "firstChild", { value: nodes[0] ?? null });
  nodes.forEach((node, index) => {
    const next = nodes[index + 1] ?? null;
    if (node.nextSibling !== next) override(state, node, "nextSibling", { value: next });
  });
}

export const markPageParts: readonly ((...input: never[]) => unknown)[] = [
  markPage,
  walk,
  isTold,
  dropFrom,
  countHidden,
  forEachChild,
  intersect,
  isSecret,
  isNativeControl,
  kindOf,
  isOneOfMany,
  markScroller,
  mark,
  overrideRole,
  override,
  hideChildren,
];
