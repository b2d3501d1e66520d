import { HermesError } from "@hermes/registry";
import { messageOf } from "./message-of.ts";
import { explainFailure } from "./network-failure.ts";
import type { Explanation } from "./network-failure.ts";

/** Why an element could not be acted on: the last line of Playwright's log that says so. */
const obstacles: readonly (readonly [RegExp, (match: RegExpMatchArray) => string, string])[] = [
  [
    /(<[^\n]{1,300}?>)[^\n]*? intercepts pointer events/,
    ([, cover = "another element"]) => `it is covered by ${cover}`,
    "Close what covers it, such as a banner, or scroll.",
  ],
  [
    /element is not visible/,
    () => "it is not visible",
    "Take a browser_snapshot: it may need another element to be opened first.",
  ],
  [
    /element is not enabled/,
    () => "it is disabled",
    "Fill in what the page wants first, then take a browser_snapshot.",
  ],
  [/element is not editable/, () => "it is read-only", "Look for another field in a browser_snapshot."],
  [/element is not stable/, () => "it keeps moving", "Try again, or press a key instead."],
  [
    /element is outside of the viewport/,
    () => "it can't be brought into view",
    "Scroll with browser_scroll, then try again.",
  ],
  [/did not find some options/, () => "it has no such option", "Its options are in the browser_snapshot."],
];

const others: readonly (readonly [RegExp, string, string])[] = [
  [
    /Element is not an <input>|Element is not a <select>|can not be filled|Cannot type text into/,
    "This element takes no text.",
    "Choose a field from the browser_snapshot.",
  ],
  [
    /Malformed value/,
    "The field does not take this text.",
    "Dates are YYYY-MM-DD, times HH:MM, colours #rrggbb.",
  ],
  [
    /Unknown key/,
    "There is no such key.",
    'Use names like "Enter", "ArrowDown", "Control+a", or one character.',
  ],
  [/crashed/i, "The page crashed.", "Open it again with browser_navigate."],
  [
    /has been closed|Target closed|was detached|Browser closed|Connection closed/i,
    "The page was closed meanwhile.",
    "Look at what is open with browser_snapshot, or open a page with browser_navigate.",
  ],
  [
    /Execution context was destroyed|navigating to/,
    "The page went elsewhere meanwhile.",
    "Take a browser_snapshot.",
  ],
  [
    /PrintToPDF|Printing/i,
    "This browser can't write the page as a PDF.",
    'Save a picture of it instead: save: "png" with full_page.',
  ],
];

/** What an error of the browser means: never a stack, a log, or the name of a function. */
export function explainError(error: unknown, url?: string): Explanation {
  if (HermesError.is(error)) return { message: error.message, hint: error.hint ?? "" };
  const text = withoutColours(error instanceof Error ? error.message : String(error));
  const failure = /net::ERR_[A-Z0-9_]+(?: at (\S+))?/.exec(text);
  if (failure !== null) return explainFailure(failure[1] ?? url ?? "The address", failure[0]);
  for (const [pattern, describe, hint] of obstacles) {
    const match = pattern.exec(text);
    if (match !== null) return { message: `The element could not be used: ${describe(match)}.`, hint };
  }
  const known = others.find(([pattern]) => pattern.test(text.split("Call log")[0] ?? ""));
  if (known !== undefined) return { message: known[1], hint: known[2] };
  if (error instanceof Error && (error.name === "TimeoutError" || /Timeout \d+ms exceeded/.test(text)))
    return {
      message: "The page did not do it in time.",
      hint: "Take a browser_snapshot to see what it shows, or open it again with browser_navigate.",
    };
  const line = messageOf(new Error(text)).replace(/^(Error: )?[a-zA-Z]+\.[a-zA-Z]+: /, "");
  return { message: `The browser could not do it: ${line.slice(0, 300)}`, hint: "Take a browser_snapshot." };
}

function withoutColours(text: string): string {
  // oxlint-disable-next-line no-control-regex -- Playwright writes for terminals.
  return text.replaceAll(/\u001B\[[0-9;]*m/g, "");
}
