import { defineTool, HermesError, toolError, withImages } from "@hermes/registry";
import type { Environment, Tool, ToolContext } from "@hermes/registry";
import { z } from "zod";
import type { DocumentFiles, DocumentPathPolicy } from "../document/create-document-tool.ts";
import type { WithDrawingPage } from "../page/drawing-page.ts";
import { renderDiagram } from "./render-diagram.ts";
import { pictureOfSvg } from "./svg/picture-of-svg.ts";
import type { Picture } from "./svg/picture-of-svg.ts";

const maxSourceChars = 200_000;

export interface DiagramToolOptions {
  readonly files: DocumentFiles;
  /** Without one every path is allowed. */
  readonly policy?: DocumentPathPolicy | undefined;
  /** Undefined: there is no browser. */
  readonly withPage?: WithDrawingPage | undefined;
  /** In which PlantUML is looked for. */
  readonly env: Environment;
  /** Whether the model is shown what was drawn. @default it is not */
  readonly sees?: ((context: ToolContext) => Promise<boolean>) | undefined;
}

/** `render_diagram`: Mermaid, Graphviz and PlantUML as a file. */
export function createDiagramTool(options: DiagramToolOptions): Tool {
  const { files, policy } = options;
  return defineTool({
    name: "render_diagram",
    toolset: "documents",
    description:
      "Draw a diagram into an .svg or .png file. mermaid takes all its types; graphviz is DOT; plantuml works where it is installed. Nothing is loaded from elsewhere: no images, fonts, links or HTML.",
    rare: true,
    emoji: "📊",
    input: z.object({
      format: z.enum(["mermaid", "graphviz", "plantuml"]),
      source: z.string().max(maxSourceChars),
      output: z
        .string()
        .regex(/[^/\\]\.(svg|png)$/i, "It has to end in .svg or .png.")
        .describe("File to write; ends in .svg or .png."),
    }),
    action: { name: "file.write", summary: "make or change a file" },
    argument: ({ output }) => ({ kind: "path", paths: [{ path: output, access: "write" }] }),
    detail: ({ output }) => output,
    async execute({ format, source, output }, context) {
      const { signal } = context;
      const access = { taskId: context.taskId, signal };
      const check = async (path: string): Promise<void> => {
        const verdict = await policy?.check({ path, access: "write", context });
        if (verdict?.ok === false)
          throw new HermesError(`${output} may not be written: ${verdict.reason}`, {
            code: "DIAGRAM_PATH_REFUSED",
            hint: "Choose a path within the workspace.",
          });
      };
      try {
        const path = await files.resolve(output, access);
        await check(path);
        const { withPage, env, sees } = options;
        const drawing = await renderDiagram(format, source, { withPage, env, signal });
        const isPng = /png$/i.test(output);
        // A script reads the file for itself.
        const isShown = context.origin.entryPoint !== "sandbox" && (await sees?.(context)) === true;
        const picture =
          isPng || isShown
            ? await pictureOfSvg(drawing, { withPage, signal, scale: isPng ? 2 : 1 })
            : undefined;
        if (isPng && picture === undefined) throw noPicture();
        const data = isPng && picture !== undefined ? picture.bytes : Buffer.from(drawing.svg);
        signal.throwIfAborted();
        // A policy may have changed, or a link may have been put there, while it was drawn.
        await check(path);
        await files.writeFile(path, data, access);
        const { width, height } = (isPng ? picture : undefined) ?? drawing;
        const result = {
          success: true,
          path,
          width: Math.ceil(width),
          height: Math.ceil(height),
          bytes: data.length,
          ...(drawing.warnings.length > 0 && { warnings: drawing.warnings }),
        };
        return isShown && picture !== undefined ? withImages(result, [imageOf(picture)]) : result;
      } catch (error) {
        signal.throwIfAborted();
        if (HermesError.is(error)) return toolError(error.message, { hint: error.hint });
        throw error;
      }
    },
  });
}

function imageOf({ bytes }: Picture): { readonly mediaType: string; readonly data: string } {
  return { mediaType: "image/png", data: Buffer.from(bytes).toString("base64") };
}

function noPicture(): HermesError {
  return new HermesError("A PNG needs Chromium with playwright-core, or sharp; neither is installed.", {
    code: "DIAGRAM_NO_PNG",
    hint: "Choose a path that ends in .svg.",
  });
}
