/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { withImages } from "@hermes/registry";
import type { ToolContext } from "@hermes/registry";
import type { Page } from "playwright-core";
import type { BrowserSession } from "../session/browser-session.ts";
import { writeInto } from "../session/file-name.ts";
import { untilAborted } from "../session/lock.ts";
import type { Tab } from "../session/tab.ts";
import { findElement } from "../snapshot/find-element.ts";
import type { BrowserToolsOptions } from "../tools/browser-tools-options.ts";
import { limited, usableTab } from "./act-on-element.ts";
import { annotatePage } from "./annotate-page.ts";
import type { LookAtPicture } from "../tools/browser-ports.ts";
import { fromPage, hostOf } from "./from-page.ts";
import { inSession } from "./in-session.ts";
import { lookAt } from "./page-result.ts";

interface PictureInput {
  readonly question?: string | undefined;
  readonly annotate?: boolean | undefined;
  readonly ref?: string | undefined;
  readonly full_page?: boolean | undefined;
  readonly save?: "png" | "pdf" | undefined;
}

/** A picture of a longer page is cut: it could be neither sent nor seen. Pixels. */
const maxHeight = 8_000;

/** Takes pictures of pages, and writes pages as PDF. */
export async function lookAtPage(
  input: PictureInput,
  context: ToolContext,
  options: BrowserToolsOptions,
): Promise<unknown> {
  return await inSession(options, context, async (session) => {
    const tab = usableTab(session);
    if (input.save === "pdf") {
      const pdf = await untilAborted(
        tab.page.pdf({ printBackground: true }),
        limited(session, context.signal),
      );
      return fromPage(session, {
        success: true,
        pdf_path: await keep(session, tab, { content: pdf, end: "pdf" }),
      });
    }
    const picture = await takePicture(session, tab, input, context);
    const path = await keep(session, tab, { content: picture.png, end: "png" });
    const facts = { success: true, screenshot_path: path, ...(picture.isCut ? { note: isCutNote } : {}) };
    if (input.save === "png") return fromPage(session, facts);
    const image = { mediaType: "image/png", data: picture.png.toString("base64") };
    const analysis = await analyse(options.look, { image, question: input.question ?? "" }, context);
    return fromPage(
      session,
      withImages({ ...facts, ...(analysis === undefined ? {} : { analysis }) }, [image]),
    );
  });
}

const isCutNote = `The page is longer than ${maxHeight} pixels: the picture shows its beginning.`;

interface NewFile {
  readonly content: Buffer;
  readonly end: "png" | "pdf";
}

async function keep(session: BrowserSession, { page }: Tab, { content, end }: NewFile): Promise<string> {
  const { folderOf, onFile } = session.settings;
  const host = hostOf(page.url()).replaceAll(/[^\w.-]/g, "_") || "page";
  const path = await writeInto(folderOf(session.taskId), `${host}.${end}`, content);
  await onFile?.(path, { source: "web", name: hostOf(page.url()) });
  return path;
}

interface Picture {
  readonly png: Buffer;
  readonly isCut: boolean;
}

async function takePicture(
  session: BrowserSession,
  tab: Tab,
  { annotate = false, ref, full_page: fullPage = false }: PictureInput,
  { signal }: ToolContext,
): Promise<Picture> {
  const { page } = tab;
  const snapshot = annotate ? await lookAt(session, tab, { full: false, signal }) : undefined;
  const clear = snapshot === undefined ? undefined : await annotatePage(page, snapshot);
  const options = { type: "png", signal, timeout: session.settings.commandTimeoutMs } as const;
  try {
    if (ref !== undefined) {
      const locator = await findElement(page, ref);
      return { png: await untilAborted(locator.screenshot(options), signal), isCut: false };
    }
    const clip = fullPage ? await untilAborted(clipOf(page), limited(session, signal)) : undefined;
    const cut = clip === undefined ? {} : { clip };
    const png = await untilAborted(page.screenshot({ ...options, fullPage, ...cut }), signal);
    return { png, isCut: clip !== undefined };
  } finally {
    await clear?.();
  }
}

/** @returns Undefined where the page is not too long. */
async function clipOf(
  page: Page,
): Promise<{ readonly x: 0; readonly y: 0; readonly width: number; readonly height: number } | undefined> {
  const size = await page.evaluate(() => ({
    width: document.documentElement.clientWidth,
    height: document.documentElement.scrollHeight,
  }));
  return size.height <= maxHeight ? undefined : { x: 0, y: 0, width: size.width, height: maxHeight };
}

/** What somebody who sees says of it. The picture is worth something without. */
async function analyse(
  look: LookAtPicture | undefined,
  picture: {
    readonly image: { readonly mediaType: string; readonly data: string };
    readonly question: string;
  },
  { sessionId, signal }: ToolContext,
): Promise<string | undefined> {
  if (look === undefined) return undefined;
  const analysis = look({ ...picture, sessionId, signal }).catch(() => undefined);
  return await untilAborted(analysis, signal);
}
