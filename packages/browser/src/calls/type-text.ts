import { HermesError } from "@hermes/registry";
import type { ToolContext, ToolFinding } from "@hermes/registry";
import type { Locator } from "playwright-core";
import type { Tab } from "../session/tab.ts";
import { describeElement } from "../snapshot/describe-element.ts";
import type { DescribedElement } from "../snapshot/describe-element.ts";
import { findElement } from "../snapshot/find-element.ts";
import type { BrowserToolsOptions } from "../tools/browser-tools-options.ts";
import { actOnElement, linkOf } from "./act-on-element.ts";
import { inSession } from "./in-session.ts";
import { judged } from "./judged.ts";
import { pageResult } from "./page-result.ts";

interface TypeInput {
  readonly ref: string;
  readonly text: string;
  readonly submit?: boolean | undefined;
}

/** Fills a field. */
export async function typeText(
  { ref, text, submit = false }: TypeInput,
  context: ToolContext,
  options: BrowserToolsOptions,
): Promise<unknown> {
  return await inSession(options, context, async (session) => {
    let element = "";
    const fill = async (locator: Locator, options: ActionOptions): Promise<void> => {
      const facts = await describeElement(locator);
      element = [facts.role || facts.tag, JSON.stringify(facts.name)].join(" ");
      if (facts.isPassword) session.hasPassword = true;
      await setValue(locator, { facts, text, options });
      if (submit) await locator.press("Enter", options);
    };
    const after = await actOnElement(session, ref, fill, context);
    return await pageResult({ options, session, context, fields: { typed: text, element }, after });
  });
}

export async function judgeTyping(
  { ref, text }: TypeInput,
  context: ToolContext,
  options: BrowserToolsOptions,
): Promise<readonly ToolFinding[]> {
  return await judged(options, context, {
    tool: "browser_type",
    known: { text },
    facts: async (tab) => ({
      ...(await linkOf(tab, ref)),
      // What the page offers is chosen, as by a click.
      ...((await isChoice(tab, ref)) ? { text: undefined } : {}),
    }),
  });
}

async function isChoice(tab: Tab, ref: string): Promise<boolean> {
  const locator = await findElement(tab.page, ref).catch(() => undefined);
  const facts = locator && (await describeElement(locator).catch(() => undefined));
  return (
    facts?.tag === "select" || (facts?.tag === "input" && /^(?:checkbox|radio)$/.test(facts.inputType ?? ""))
  );
}

interface ActionOptions {
  readonly signal: AbortSignal;
  readonly timeout: number;
}

interface NewValue {
  readonly facts: DescribedElement;
  readonly text: string;
  readonly options: ActionOptions;
}

async function setValue(locator: Locator, { facts, text, options }: NewValue): Promise<void> {
  const { tag, inputType } = facts;
  if (tag === "select") return void (await locator.selectOption(text, options));
  if (tag === "input" && (inputType === "checkbox" || inputType === "radio"))
    return await locator.setChecked(isYes(text), options);
  if (tag === "input" && inputType === "file")
    throw new HermesError("Files are not given to pages.", {
      code: "BROWSER_REFUSED",
      hint: "Tell the person that the page wants a file.",
    });
  await locator.fill(text, options);
}

/** @throws {HermesError} `BROWSER_BAD_VALUE` */
function isYes(text: string): boolean {
  const word = text.trim().toLowerCase();
  if (word === "true" || word === "false") return word === "true";
  throw new HermesError(`A checkbox is set to true or false, not to ${JSON.stringify(text.slice(0, 60))}.`, {
    code: "BROWSER_BAD_VALUE",
    hint: 'Give "true" or "false", or click it.',
  });
}
