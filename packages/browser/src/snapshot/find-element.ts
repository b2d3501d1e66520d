import { HermesError } from "@hermes/registry";
import type { Locator, Page } from "playwright-core";
import { recordOf, type ShownElement } from "./page-record.ts";

// Which element a locator was made for: a locator can't be asked.
const found = new WeakMap<Locator, ShownElement>();

/**
 * The element of a reference such as `@e5`, also without the `@`, as the last snapshot of the page gave it.
 *
 * @throws {HermesError} `BROWSER_STALE_REF` when no snapshot has shown it, or when it is no longer in the page.
 */
export async function findElement(page: Page, ref: string): Promise<Locator> {
  const number = /^\s*\[?@?e(\d{1,9})\]?\s*$/i.exec(ref)?.[1];
  const element = recordOf(page).shown.get(Number(number ?? Number.NaN));
  // A document that is gone can't answer, and its elements went with it.
  const isThere = (await element?.world.isThere(element.id).catch(() => false)) === true;
  if (element === undefined || !isThere)
    throw new HermesError(
      number === undefined
        ? `"${ref}" is no reference of an element.`
        : `The element @e${number} is not in the page${element === undefined ? "'s last snapshot" : " any more"}.`,
      {
        code: "BROWSER_STALE_REF",
        hint: "Take a new browser_snapshot and use a reference from it, such as @e5.",
        data: { ref },
      },
    );
  const locator = page.getByRef(element.ref);
  found.set(locator, element);
  return locator;
}

/** The element that `findElement` has made a locator for. */
export function shownElementOf(locator: Locator): ShownElement | undefined {
  return found.get(locator);
}
