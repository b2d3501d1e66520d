/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// This function runs in the page: it is sent as text, so it may call nothing else.
import type { PageState } from "./page-state.ts";

/** What an action on an element would do, as far as the page's markup says it. */
export interface ElementDescription {
  readonly tag: string;
  readonly inputType?: string;
  /** Absolute address that a press leads to: of the link, or of the form that it sends. */
  readonly link?: string;
  readonly isPassword: boolean;
  readonly isSubmit: boolean;
}

export function describe(state: PageState, id: number): ElementDescription | undefined {
  const element = state.byId.get(id);
  if (element?.isConnected !== true) return undefined;
  const closest = (selector: string): Element | null => {
    for (let at: Element | null = element; at !== null;) {
      const found = at.closest(selector);
      if (found !== null) return found;
      const root = at.getRootNode();
      at = root instanceof ShadowRoot ? root.host : null;
    }
    return null;
  };
  const button = closest("button, input");
  const isSubmit =
    (button instanceof HTMLButtonElement && button.type === "submit" && button.form !== null) ||
    (button instanceof HTMLInputElement && /^(submit|image)$/.test(button.type));
  const anchor = closest("a, area");
  let link: string | undefined;
  if (anchor instanceof HTMLAnchorElement || anchor instanceof HTMLAreaElement)
    link = anchor.hasAttribute("href") ? anchor.href : undefined;
  else if (anchor instanceof SVGAElement) link = URL.parse(anchor.href.baseVal, document.baseURI)?.href;
  else if (isSubmit && (button instanceof HTMLButtonElement || button instanceof HTMLInputElement)) {
    // A field may have the name "action"; the attribute can't be hidden so.
    const action =
      button.getAttribute("formaction") ??
      (button.form === null ? null : Element.prototype.getAttribute.call(button.form, "action"));
    link = action === null || action === "" ? document.URL : URL.parse(action, document.baseURI)?.href;
  }
  return {
    tag: element.localName,
    ...(element instanceof HTMLInputElement && { inputType: element.type }),
    ...(link !== undefined && { link }),
    isPassword:
      state.secrets.has(element) || (element instanceof HTMLInputElement && element.type === "password"),
    isSubmit,
  };
}

export const describeParts: readonly ((...input: never[]) => unknown)[] = [describe];
