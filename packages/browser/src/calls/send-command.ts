import { HermesError, toolError } from "@hermes/registry";
import type { ToolContext, ToolFinding } from "@hermes/registry";
import type { CDPSession, Page } from "playwright-core";
import type { BrowserSession } from "../session/browser-session.ts";
import { untilAborted } from "../session/lock.ts";
import { messageOf } from "../session/message-of.ts";
import type { Tab } from "../session/tab.ts";
import type { BrowserToolsOptions } from "../tools/browser-tools-options.ts";
import { addressesIn, whyRefused } from "./cdp-policy.ts";
import { checkEgress } from "./navigate.ts";
import { fromPage } from "./from-page.ts";
import { inSession } from "./in-session.ts";
import { judged } from "./judged.ts";

interface CommandInput {
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly target_id?: string | undefined;
  readonly frame_id?: string | undefined;
  readonly timeout?: number | undefined;
}

const maxChars = 50_000;

/** Sends commands of the DevTools protocol to a page. */
export async function sendCommand(
  command: CommandInput,
  context: ToolContext,
  options: BrowserToolsOptions,
): Promise<unknown> {
  return await inSession(options, context, async (session) => {
    const { method, params = {} } = command;
    const refusal = whyRefused(method, params);
    if (refusal !== undefined)
      throw new HermesError(refusal, { code: "BROWSER_REFUSED", hint: "Use another browser tool." });
    for (const url of addressesIn(params)) await checkEgress(session, url, context.signal);
    const tab = session.tab(command.target_id);
    return await send(session, tab, { ...command, params, signal: context.signal });
  });
}

export async function judgeCommand(
  { method, params, target_id: target }: CommandInput,
  context: ToolContext,
  options: BrowserToolsOptions,
): Promise<readonly ToolFinding[]> {
  return await judged(options, context, {
    tool: "browser_cdp",
    known: {
      script: `${method} ${JSON.stringify(params ?? {})}`,
      ...(typeof params?.["url"] === "string" ? { link: params["url"] } : {}),
    },
    tab: target,
  });
}

type Command = CommandInput & {
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
