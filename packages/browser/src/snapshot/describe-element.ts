import { HermesError } from "@hermes/registry";
import type { Locator } from "playwright-core";
import { shownElementOf } from "./find-element.ts";
import type { ElementDescription } from "./in-page/describe.ts";

/** What an action on an element would do, for whoever decides whether it may be done. */
export interface DescribedElement extends ElementDescription {
  readonly role: string;
  readonly name: string;
}

/**
 * Describes the element of a locator that `findElement` gave. The page's scripts can't change the answer.
 *
 * @throws {HermesError} `BROWSER_STALE_REF` when the element is no longer in the page, and for any other locator.
 */
export async function describeElement(locator: Locator): Promise<DescribedElement> {
  const element = shownElementOf(locator);
  const description = await element?.world.describe(element.id).catch(() => undefined);
  if (element === undefined || description === undefined)
    throw new HermesError(`The element ${locator.toString()} is not in the page any more.`, {
      code: "BROWSER_STALE_REF",
      hint: "Take a new browser_snapshot and use a reference from it, such as @e5.",
    });
  return { role: element.role, name: element.name, ...description };
}
