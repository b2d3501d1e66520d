import type { DomDocument, DomElement } from "./dom.ts";

/** What surrounds the content of a page, as pages mark it. */
const surroundings =
  'nav, footer, aside, [role="navigation"], [role="contentinfo"], [role="search"], [role="dialog"], [role="alertdialog"], dialog';

/** Takes what surrounds the content out, unless that is most of the page. */
export function removeBoilerplate(document: DomDocument): void {
  const { body } = document;
  const found = [...body.querySelectorAll(surroundings)].filter(
    (each) => (each.parentElement?.closest(surroundings) ?? null) === null,
  );
  const length = found.reduce((sum, each) => sum + textLength(each), 0);
  if (length * 2 < textLength(body)) for (const each of found) each.remove();
}

function textLength(element: DomElement): number {
  return (element.textContent ?? "").replaceAll(/\s+/g, " ").length;
}
