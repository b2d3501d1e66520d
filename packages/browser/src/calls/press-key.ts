import type { ToolContext, ToolFinding } from "@hermes/registry";
import { perform } from "../session/perform.ts";
import type { Tab } from "../session/tab.ts";
import type { BrowserToolsOptions } from "../tools/browser-tools-options.ts";
import { usableTab } from "./act-on-element.ts";
import { inSession } from "./in-session.ts";
import { judged } from "./judged.ts";
import { pageResult } from "./page-result.ts";

interface PressInput {
  readonly key: string;
}

/** Presses a key. */
export async function pressKey(
  { key }: PressInput,
  context: ToolContext,
  options: BrowserToolsOptions,
): Promise<unknown> {
  return await inSession(options, context, async (session) => {
    const tab = usableTab(session);
    const press = async (): Promise<void> => {
      await tab.page.keyboard.press(key);
      // What a key sets off in the page is known one turn of the page later.
      await tab.page.evaluate(() => undefined).catch(() => undefined);
    };
    const after = await perform(session, tab, press, context);
    return await pageResult({ options, session, context, fields: { pressed: key }, after });
  });
}

export async function judgeKey(
  { key }: PressInput,
  context: ToolContext,
  options: BrowserToolsOptions,
): Promise<readonly ToolFinding[]> {
  return await judged(options, context, {
    tool: "browser_press",
    known: typedBy(key),
    facts: async (tab) => await focusedLink(tab, key),
  });
}

/** Keys that enter nothing: all others may, by whatever name they go. */
const silent =
  /^(?:Enter|NumpadEnter|Tab|Escape|Backspace|Delete|Insert|Home|End|PageUp|PageDown|Arrow(?:Up|Down|Left|Right)|Space|F\d{1,2}|Shift|Control|Alt|Meta|ControlOrMeta)$/;

/** What a key enters. Pasting enters what nobody sees here. */
function typedBy(key: string): { readonly text?: string } {
  const keys = key.length === 1 ? [key] : key.split("+");
  const last = keys.at(-1) ?? "";
  const isHeld = (pattern: RegExp): boolean => keys.slice(0, -1).some((each) => pattern.test(each));
  const pastes = /^(?:v|KeyV)$/i.test(last) || last === "Insert";
  if (isHeld(/^(?:Control|Meta|ControlOrMeta)/) && !pastes) return {};
  return silent.test(last) && !(pastes && isHeld(/^Shift/)) ? {} : { text: key };
}

/** Where the element leads that a key would click. Read where scripts of the page change nothing. */
async function focusedLink({ page }: Tab, key: string): Promise<{ readonly link?: string }> {
  if (!/(^|\+)(Enter|NumpadEnter|Space| )$/.test(key)) return {};
  const link = page.locator(":focus").locator("xpath=ancestor-or-self::a[@href]").last();
  const href = (await link.count()) === 0 ? null : await link.getAttribute("href", { timeout: 1_000 });
  return href !== null && URL.canParse(href, page.url()) ? { link: new URL(href, page.url()).href } : {};
}
