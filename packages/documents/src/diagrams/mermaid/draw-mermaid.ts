import type { HermesError } from "@hermes/registry";
import { z } from "zod";
import type { WithDrawingPage } from "../../page/drawing-page.ts";
import type { DrawnDiagram } from "../diagram.ts";
import { syntaxError } from "../syntax-error.ts";
import { readMermaid } from "./mermaid-library.ts";
import { mermaidConfig, mermaidPage, mermaidScript } from "./mermaid-page.ts";
import { sourceLine } from "./source-line.ts";

const answer = z.union([
  z.object({ svg: z.string() }),
  z.object({ error: z.string(), line: z.number().nullish() }),
]);

export interface DrawMermaidOptions {
  readonly withPage: WithDrawingPage;
  readonly signal: AbortSignal;
  /** The page is closed then. @default 90_000 */
  readonly timeoutMs?: number | undefined;
}

/**
 * Draws Mermaid of every type in a page.
 *
 * @returns Undefined: there is no browser.
 * @throws {HermesError} `DIAGRAM_SYNTAX`, with the line of the source where Mermaid tells one.
 */
export async function drawMermaid(
  source: string,
  { withPage, signal, timeoutMs = 90_000 }: DrawMermaidOptions,
): Promise<DrawnDiagram | undefined> {
  const library = await readMermaid();
  const came = await withPage(
    async (drawing) => {
      await drawing.setContent(mermaidPage);
      return answer.parse(
        await drawing.run(mermaidScript, { library, config: mermaidConfig(source), source }),
      );
    },
    { signal, timeoutMs },
  );
  if (came === undefined) return undefined;
  // Deep branches of mind maps get widths below zero, which some programs don't draw at all.
  if ("svg" in came)
    return { svg: came.svg.replaceAll(/stroke-width:-\d+/g, "stroke-width:2"), warnings: [] };
  throw errorOf(source, came.error, came.line ?? undefined);
}

function errorOf(source: string, message: string, told: number | undefined): HermesError {
  // The message says a line; the place that comes beside it may count from elsewhere.
  const [, said, column] = /\bline[: ]+(\d+)(?:,? column[: ]+(\d+))?/i.exec(message) ?? [];
  const parsed = said === undefined ? told : Number(said);
  return syntaxError("Mermaid", {
    source,
    message: message
      .replace(/^(Parse|Lexical) error on line \d+[:.]?\s*/, "")
      .replace("The source image cannot be decoded.", "an image can't be had: nothing is loaded."),
    line: parsed === undefined ? undefined : sourceLine(source, parsed),
    column: column === undefined ? undefined : Number(column),
  });
}
