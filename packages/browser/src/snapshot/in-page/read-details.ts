/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// These functions run in the page: they are sent as text, so they may call each other and nothing else.
import type { Clip, PageState } from "./page-state.ts";

/** What is known of an element beside what Playwright says; what is absent is false or unknown. One without details is seen. */
export interface ElementDetails {
  /** Number of the element; Playwright's reference has it too. */
  readonly id: number;
  /** Whether it can be acted on, is a field, or has a role. */
  readonly isControl?: boolean;
  readonly isUnseen?: boolean;
  readonly isRequired?: boolean;
  readonly isReadOnly?: boolean;
  readonly isCollapsed?: boolean;
  readonly isExpanded?: boolean;
  readonly isChecked?: boolean;
  /** Another element lies over its middle. */
  readonly isCovered?: boolean;
  readonly isDraggable?: boolean;
  /** Where there is more of a box that scrolls: "above", "below", "above and below". */
  readonly more?: string;
  /** What it is, where a handler or a cursor alone makes it something to act on. */
  readonly kind?: string;
  /** Absolute address that it leads to. */
  readonly url?: string;
  readonly value?: string;
  readonly inputType?: string;
  /** What may tell a person what a thing without a name is. */
  readonly hint?: string;
  /** Of an iframe: the part of its document that is in sight. */
  readonly frameClip?: Clip;
  /** Where it lies, in a document that is itself in a frame. */
  readonly box?: Clip;
}

/**
 * Gives elements their references. Playwright keeps the one it has given in this property of an element in its isolated world, and
 * gives another when the role or the name changes; here it is made of the element's own number, and stays.
 */
export function giveReferences(state: PageState): void {
  Object.defineProperty(Element.prototype, "_ariaRef", {
    configurable: true,
    get(this: Element) {
      return state.references.get(this);
    },
    set(this: Element, reference: { ref: string }) {
      // A frame's references begin with its number.
      reference.ref = reference.ref.replace(/\d+$/, String(idOf(state, this)));
      state.references.set(this, reference);
    },
  });
}

function idOf(state: PageState, element: Element): number {
  const known = state.ids.get(element);
  if (known !== undefined) return known;
  state.ids.set(element, state.nextId);
  return state.nextId++;
}

export function readDetails(
  state: PageState,
  told: readonly Element[],
  { maxValueChars, tellsAll }: { readonly maxValueChars: number; readonly tellsAll: boolean },
): ElementDetails[] {
  state.byId = new Map();
  return told.map((element) => {
    const isUnseen = state.unseen.has(element);
    return {
      id: idOf(state, element),
      ...(isUnseen && { isUnseen }),
      ...(!isUnseen && tellsAll && { box: boxOf(element) }),
      ...detailsOf(state, element, { isSeen: !isUnseen, maxValueChars }),
    };
  });
}

function boxOf(element: Element): Clip {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return { left, top, right, bottom };
}

function detailsOf(
  state: PageState,
  element: Element,
  { isSeen, maxValueChars }: { isSeen: boolean; maxValueChars: number },
): Partial<ElementDetails> | undefined {
  const kind = state.kinds.get(element);
  const more = state.scrolled.get(element);
  const url = addressOf(element);
  const isField = /^(input|textarea|select|button|option|progress|meter)$/.test(element.localName);
  const isControl = isField || kind !== undefined || url !== undefined || element.hasAttribute("role");
  if (!isControl) {
    if (element instanceof HTMLIFrameElement) return { frameClip: frameClipOf(element) };
    return more === undefined || more === "" ? undefined : { more };
  }
  state.byId.set(idOf(state, element), element);
  const isSecret = state.secrets.has(element);
  const value = isSecret ? undefined : valueOf(element)?.slice(0, maxValueChars + 1);
  const control = element instanceof HTMLLabelElement ? element.control : undefined;
  const expanded = element.getAttribute("aria-expanded");
  const details = element.localName === "summary" ? element.parentElement : null;
  const isOpen = details?.hasAttribute("open");
  const hint = isField || element.textContent.trim() === "" ? hintOf(element) : undefined;
  return {
    isControl: true,
    ...(isSecret && valueOf(element) !== "" && { value: "••••••" }),
    ...(value !== undefined && value !== "" && { value }),
    ...((element.matches(":required") || element.getAttribute("aria-required") === "true") && {
      isRequired: true,
    }),
    ...(element.matches("input:read-only, textarea:read-only") &&
      element.hasAttribute("readonly") && { isReadOnly: true }),
    ...((expanded === "false" || isOpen === false) && { isCollapsed: true }),
    ...(isOpen === true && { isExpanded: true }),
    ...(control instanceof HTMLInputElement && control.checked && { isChecked: true }),
    ...(element.getAttribute("draggable") === "true" && { isDraggable: true }),
    ...(isSeen && isCovered(state, element) && { isCovered: true }),
    ...(kind !== undefined && { kind }),
    ...(more !== undefined && { more }),
    ...(url !== undefined && { url }),
    ...(element instanceof HTMLInputElement && { inputType: element.type }),
    ...(hint !== undefined && hint !== "" && { hint }),
  };
}

function addressOf(element: Element): string | undefined {
  if (element instanceof HTMLAnchorElement || element instanceof HTMLAreaElement)
    return element.hasAttribute("href") ? element.href : undefined;
  if (!(element instanceof SVGAElement)) return undefined;
  const { baseVal } = element.href;
  return baseVal === "" ? undefined : (URL.parse(baseVal, document.baseURI)?.href ?? baseVal);
}

function valueOf(element: Element): string | undefined {
  if (element instanceof HTMLInputElement) {
    if (element.type === "file") return [...(element.files ?? [])].map(({ name }) => name).join(", ");
    const hasOwnValue = /^(checkbox|radio|submit|button|reset|image|hidden)$/.test(element.type);
    return hasOwnValue ? undefined : element.value;
  }
  if (element instanceof HTMLTextAreaElement) return element.value;
  if (element instanceof HTMLSelectElement)
    return [...element.selectedOptions].map(({ label }) => label).join(", ");
  if (element instanceof HTMLMeterElement || element instanceof HTMLProgressElement)
    return String(element.value);
  if (element instanceof HTMLElement && element.isContentEditable) return element.innerText;
  return element.getAttribute("aria-valuetext") ?? element.getAttribute("aria-valuenow") ?? undefined;
}

/** Whether another element lies over the middle of this one; a dialog over a page, say. */
function isCovered(state: PageState, element: Element): boolean {
  if (state.layers.length === 0) return false;
  const rect = element.getBoundingClientRect();
  const x = rect.left + rect.width / 2;
  const y = rect.top + rect.height / 2;
  if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return false;
  const isUnder = ({ left, right, top, bottom }: DOMRect): boolean =>
    left <= x && x <= right && top <= y && y <= bottom;
  if (!state.layers.some(isUnder)) return false;
  const root = element.getRootNode();
  const top = (root instanceof ShadowRoot ? root : document).elementFromPoint(x, y);
  if (top === null || top === element || element.contains(top) || top.contains(element)) return false;
  if (element instanceof HTMLInputElement)
    return ![...(element.labels ?? [])].some((label) => label.contains(top));
  return top.shadowRoot === null && !(top.getRootNode() instanceof ShadowRoot && top !== element);
}

function frameClipOf(frame: HTMLIFrameElement): Clip {
  const rect = frame.getBoundingClientRect();
  return {
    left: Math.max(0, -rect.left),
    top: Math.max(0, -rect.top),
    right: Math.min(rect.width, innerWidth - rect.left),
    bottom: Math.min(rect.height, innerHeight - rect.top),
  };
}

function hintOf(element: Element): string {
  if (element.matches("input, textarea, select"))
    return [element.id, element.getAttribute("name") ?? ""]
      .filter((part) => part !== "")
      .join(" ")
      .slice(0, 80);
  const named = element.querySelector("[class]");
  const icon = element.querySelector("use")?.getAttribute("href")?.replace(/^.*#/, "");
  const classes = element.getAttribute("class") ?? named?.getAttribute("class") ?? "";
  const parts = [element.id, icon ?? "", classes];
  if (element instanceof SVGElement || element.children.length === 0) {
    const { width, height } = element.getBoundingClientRect();
    const { fill, backgroundColor } = getComputedStyle(element);
    const color = element instanceof SVGElement ? fill : backgroundColor;
    if (element instanceof SVGElement) parts.unshift(element.localName);
    if (color !== "none" && color !== "rgba(0, 0, 0, 0)") parts.push(color);
    parts.push(`${String(Math.round(width))}x${String(Math.round(height))}`);
  }
  return parts
    .filter((part) => part !== "")
    .join(" ")
    .slice(0, 80);
}

export const readDetailsParts: readonly ((...input: never[]) => unknown)[] = [
  giveReferences,
  idOf,
  readDetails,
  boxOf,
  detailsOf,
  addressOf,
  valueOf,
  isCovered,
  frameClipOf,
  hintOf,
];
