import { HermesError, defineTool, toolError } from "@hermes/registry";
import type { Tool } from "@hermes/registry";
import type { CDPSession, Page } from "playwright-core";
import * as z from "zod";
import type { BrowserSession } from "../session/browser-session.ts";
import { untilAborted } from "../session/lock.ts";
import { messageOf } from "../session/message-of.ts";
import type { Tab } from "../session/tab.ts";
import { addressesIn, whyRefused } from "./cdp-policy.ts";
import { checkEgress } from "./create-navigate-tool.ts";
import { actions, fromPage } from "./tool-parts.ts";
import type { ToolParts } from "./tool-parts.ts";

const input = z.object({
  method: z.string().min(1).describe('Such as "Page.printToPDF" or "DOM.getDocument".'),
  params: z.record(z.string(), z.unknown()).optional().describe("What the command is called with."),
  target_id: z
    .string()
    .optional()
    .describe('A tab of this session, such as "t2". The current one by default.'),
  frame_id: z.string().optional().describe("A frame of the page, by its id from Page.getFrameTree."),
  timeout: z.number().min(1).max(300).optional().describe("Seconds. 30 by default."),
});

type Input = z.output<typeof input>;

const maxChars = 50_000;

/** Sends commands of the DevTools protocol to a page. */
export function createCdpTool(parts: ToolParts): Tool {
  return defineTool({
    ...parts.shared,
    name: "browser_cdp",
    description:
      "Send one command of the Chrome DevTools Protocol to the page, for what no other browser tool does: emulation, styles, performance, network bodies. A person is asked first. Commands that reach files, other sites or the machine are refused.",
    input,
    action: actions.script,
    argument: ({ method, params = {} }) => ({ kind: "text", text: `${method} ${JSON.stringify(params)}` }),
    needsApproval: true,
    timeoutMs: 360_000,
    detail: ({ method }) => method,
    findings: async ({ method, params, target_id: target }, context) =>
      await parts.judged(context, "browser_cdp", {
        known: {
          script: `${method} ${JSON.stringify(params ?? {})}`,
          ...(typeof params?.["url"] === "string" ? { link: params["url"] } : {}),
        },
        tab: target,
      }),
    async execute(command, context) {
      return await parts.call(context, async (session) => {
        const { method, params = {} } = command;
        const refusal = whyRefused(method, params);
        if (refusal !== undefined)
          throw new HermesError(refusal, { code: "BROWSER_REFUSED", hint: "Use another browser tool." });
        for (const url of addressesIn(params)) await checkEgress(session, url, context.signal);
        const tab = session.tab(command.target_id);
        return await send(session, tab, { ...command, params, signal: context.signal });
      });
    },
  });
}

type Command = Input & {
  readonly params: Record<string, unknown>;
  readonly signal: AbortSignal;
};

async function send(session: BrowserSession, tab: Tab, command: Command): Promise<unknown> {
  const { method, params, frame_id: frameId, timeout = 30, signal } = command;
  const limit = AbortSignal.timeout(timeout * 1_000);
  const dialog = session.dialogs.untilOpen(tab.id);
  const isAnswer = method === "Page.handleJavaScriptDialog";
  const cdp = await openSession(tab.page, frameId);
  try {
    // The tool takes any command by its name; the types know each one's own parameters.
    const sent = (cdp.send as (name: string, values: object) => Promise<unknown>)(method, params);
    const result = await untilAborted(
      Promise.race([sent, ...(isAnswer ? [] : [dialog.open.then(() => heldUp)])]),
      AbortSignal.any([signal, limit]),
    );
    if (result === heldUp)
      return fromPage(session, { success: true, method, pending_dialogs: session.dialogs.pending() });
    const json = JSON.stringify(result) ?? "{}";
    if (json.length <= maxChars) return fromPage(session, { success: true, method, result });
    const note = `Only the first ${maxChars} of ${json.length} characters of its JSON are shown.`;
    return fromPage(session, { success: true, method, result: json.slice(0, maxChars), note });
  } catch (error) {
    signal.throwIfAborted();
    const why = limit.aborted
      ? `it took longer than ${timeout} s`
      : messageOf(error).replace(/^[\w.]+: /, "");
    return fromPage(
      session,
      toolError(`${method} failed: ${why}.`, { hint: "Check its name and its parameters." }),
    );
  } finally {
    dialog.stop();
    await cdp.detach().catch(() => undefined);
  }
}

const heldUp: unique symbol = Symbol("held up by a dialog");

/** A frame of another site is a target of its own; the others are reached through their page. */
async function openSession(page: Page, frameId: string | undefined): Promise<CDPSession> {
  const ofPage = await page.context().newCDPSession(page);
  if (frameId === undefined || (await holdsFrame(ofPage, frameId))) return ofPage;
  await ofPage.detach();
  for (const frame of page.frames()) {
    const ofFrame = await page
      .context()
      .newCDPSession(frame)
      .catch(() => undefined);
    if (ofFrame === undefined) continue;
    if (await holdsFrame(ofFrame, frameId)) return ofFrame;
    await ofFrame.detach();
  }
  throw new HermesError(`There is no frame ${JSON.stringify(frameId)} in this page.`, {
    code: "BROWSER_NO_PAGE",
    hint: "Page.getFrameTree lists the frames.",
  });
}

async function holdsFrame(session: CDPSession, frameId: string): Promise<boolean> {
  const { frameTree } = await session.send("Page.getFrameTree");
  const open = [frameTree];
  for (const tree of open) {
    if (tree.frame.id === frameId) return true;
    open.push(...(tree.childFrames ?? []));
  }
  return false;
}
