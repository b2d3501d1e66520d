import { HermesError, defineTool } from "@hermes/registry";
import type { Tool } from "@hermes/registry";
import type { Locator } from "playwright-core";
import * as z from "zod";
import { describeElement } from "../snapshot/describe-element.ts";
import type { DescribedElement } from "../snapshot/describe-element.ts";
import { findElement } from "../snapshot/find-element.ts";
import type { Tab } from "../session/tab.ts";
import { actOnElement, linkOf } from "./act-on-element.ts";
import { pageResult } from "./page-result.ts";
import { actions } from "./tool-parts.ts";
import type { ToolParts } from "./tool-parts.ts";

const input = z.object({
  ref: z.string().min(1).describe('Reference of the field from the last snapshot, such as "@e5".'),
  text: z
    .string()
    .describe("The new content. For a select the label of an option; for a checkbox true or false."),
  submit: z.boolean().optional().describe("Press Enter afterwards."),
});

/** Fills a field. */
export function createTypeTool(parts: ToolParts): Tool {
  return defineTool({
    ...parts.shared,
    name: "browser_type",
    description:
      "Fill a field by its reference; what was in it is replaced. Also chooses the option of a select and sets a checkbox. With submit it presses Enter. Shows what changed.",
    input,
    action: actions.act,
    argument: ({ ref, text, submit = false }) => ({
      kind: "text",
      text: JSON.stringify({ ref, text, submit }),
    }),
    detail: ({ ref }) => ref,
    findings: async ({ ref, text }, context) =>
      await parts.judged(context, "browser_type", {
        known: { text },
        facts: async (tab) => ({
          ...(await linkOf(tab, ref)),
          // What the page offers is chosen, as by a click.
          ...((await isChoice(tab, ref)) ? { text: undefined } : {}),
        }),
      }),
    async execute({ ref, text, submit = false }, context) {
      return await parts.call(context, async (session) => {
        let element = "";
        const fill = async (locator: Locator, options: ActionOptions): Promise<void> => {
          const facts = await describeElement(locator);
          element = [facts.role || facts.tag, JSON.stringify(facts.name)].join(" ");
          if (facts.isPassword) session.hasPassword = true;
          await setValue(locator, { facts, text, options });
          if (submit) await locator.press("Enter", options);
        };
        const after = await actOnElement(session, ref, fill, context);
        return await pageResult({ parts, session, context, fields: { typed: text, element }, after });
      });
    },
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
