import { randomUUID } from "node:crypto";
import { defineTool, HermesError, withImages } from "@hermes/registry";
import type { Tool, ToolContext, ToolImage } from "@hermes/registry";
import { z } from "zod";
import type { CanvasFormat, CanvasPage, CanvasPages } from "./canvas-pages.ts";

/** Of one page, as UTF-8. */
export const maxCanvasBytes = 1_000_000;

const description = `Draw on a page beside the chat: charts, forms, choices, drafts, small programs. The person sees it in the web page; elsewhere it is a file, whose path is in the result.

show begins a page, update replaces all of one, close puts it away. HTML has to hold its styles and scripts itself: it runs without a network. In it hermes.send(data), called when the person clicks, sends JSON of at most 8 kB back to you as a message, such as <button onclick="hermes.send({ choice: 'a' })">. Forms aren't submitted.`;

const input = z.object({
  action: z.enum(["show", "update", "close"]),
  title: z.string().max(200).optional(),
  content: z.string().optional().describe("All of the page. For show and update."),
  format: z.enum(["html", "svg", "markdown"]).optional().describe("For show; html where it is absent."),
  id: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/)
    .optional()
    .describe("Of a page that show gave; the newest where it is absent."),
});

export interface CanvasToolOptions {
  readonly pages: CanvasPages;
  /** Told what was drawn. Undefined: the person sees it beside the chat. @default they do */
  readonly elsewhere?:
    | ((drawn: DrawnPage, context: ToolContext) => Promise<CanvasElsewhere | undefined>)
    | undefined;
}

export interface DrawnPage {
  readonly format: CanvasFormat;
  readonly content: string;
}

/** What stands for a page where the person has no canvas before them. */
export interface CanvasElsewhere {
  /** File of a picture that can be sent to the person. */
  readonly sent?: string | undefined;
  /** What the model sees of the page. */
  readonly image?: ToolImage | undefined;
  /** Why there is no picture. */
  readonly leftOut?: string | undefined;
}

const drawing = "canvas.draw";
/** Text alone, and what takes a page away: nothing of it runs. */
const writing = "canvas.write";

/**
 * The tool `canvas`. What it gives is `{ success, id, path }`; the web page shows what the call said. Elsewhere it adds a hint, and a
 * picture where one can be made.
 *
 * @example See examples/canvas.ts
 */
export function createCanvasTool({ pages, elsewhere }: CanvasToolOptions): Tool {
  return defineTool({
    name: "canvas",
    toolset: "canvas",
    description,
    emoji: "🖼️",
    rare: true,
    audience: "person",
    input,
    // It changes nothing but what the person is shown.
    action: {
      of: [
        { name: drawing, summary: "draw on the canvas", readOnly: true },
        { name: writing, summary: "write on the canvas, or put a page away", readOnly: true },
      ],
      choose: ({ action, format }) => (action === "close" || format === "markdown" ? writing : drawing),
    },
    readOnly: false,
    concurrency: "exclusive",
    // All of it: a yes is for this very page.
    argument: (call) => ({
      ...{ kind: "text", text: JSON.stringify(call), shown: call.title ?? call.action },
      changes: async () => call.content,
    }),
    detail: ({ action, title }) => (title === undefined ? action : `${action} ${title}`),
    async execute({ action, content, format, id }, context) {
      const { sessionId, provenance: sources = [] } = context;
      const before = action === "show" ? undefined : named(await pages.list(sessionId), id);
      if (action === "close" && before !== undefined) return told(before);
      if (before !== undefined && format !== undefined && format !== before.format)
        throw new HermesError(`Page "${before.id}" is ${before.format}, and can't become ${format}.`, {
          code: "CANVAS_OTHER_FORMAT",
          hint: "Show a new page.",
        });
      const drawn = {
        format: before?.format ?? format ?? "html",
        content: contentOf(action, content),
      } as const;
      const page = await pages.write({ sessionId, id: before?.id ?? id ?? newId(), ...drawn, sources });
      const shown = await elsewhere?.(drawn, context);
      if (shown === undefined) return told(page);
      const { sent, image, leftOut } = shown;
      const result = { ...told(page), ...(leftOut && { picture_left_out: leftOut }), hint: hintFor(sent) };
      return image === undefined ? result : withImages(result, [image]);
    },
  });
}

function hintFor(sent: string | undefined): string {
  const where =
    sent === undefined
      ? "tell them the path"
      : `show them the picture by a line of its own in your answer: MEDIA:${/\s/.test(sent) ? `"${sent}"` : sent}`;
  return `The person has no canvas before them, and hermes.send does nothing: ${where}`;
}

function told({ id, path }: CanvasPage) {
  return { success: true, id, path };
}

function newId(): string {
  return `page-${randomUUID().slice(0, 8)}`;
}

function contentOf(action: string, content: string | undefined): string {
  if (content === undefined || content.trim() === "")
    throw new HermesError(`${action} needs content.`, {
      code: "CANVAS_NO_CONTENT",
      hint: "Give all of the page in content.",
    });
  const bytes = Buffer.byteLength(content);
  if (bytes <= maxCanvasBytes) return content;
  throw new HermesError(`The page has ${bytes} bytes; at most ${maxCanvasBytes} are shown.`, {
    code: "CANVAS_TOO_LONG",
    hint: "Show less, or write a file.",
  });
}

function named(pages: readonly CanvasPage[], id: string | undefined): CanvasPage {
  const found = id === undefined ? pages.at(-1) : pages.find((page) => page.id === id);
  if (found !== undefined) return found;
  throw new HermesError(
    id === undefined ? "No page was shown yet." : `There is no page "${id}" on the canvas.`,
    {
      code: "CANVAS_NO_PAGE",
      hint:
        pages.length === 0
          ? "action: show begins one."
          : `There are: ${pages.map((page) => page.id).join(", ")}.`,
    },
  );
}
