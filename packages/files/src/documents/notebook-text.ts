import { stripVTControlCharacters } from "node:util";
import { z } from "zod";

/** Text is kept as one string or as a list of lines. */
const text = z.union([z.string(), z.array(z.string()).transform((lines) => lines.join(""))]);

const notebook = z.object({
  cells: z.array(
    z.object({
      cell_type: z.string(),
      source: text.default(""),
      outputs: z
        .array(
          z.object({
            text: text.optional(),
            data: z.record(z.string(), z.unknown()).optional(),
            traceback: z.array(z.string()).optional(),
            ename: z.string().optional(),
            evalue: z.string().optional(),
          }),
        )
        .optional(),
    }),
  ),
});

/** The cells of a Jupyter notebook and what they printed. @see https://nbformat.readthedocs.io/en/latest/format_description.html */
export function notebookText(json: string): string {
  const { cells } = notebook.parse(JSON.parse(json));
  return cells
    .map(({ cell_type: kind, source, outputs = [] }, index) => {
      const shown = outputs.map(outputText).filter((each) => each !== "");
      const printed = shown.length === 0 ? "" : `[output ${index + 1}]\n${shown.join("\n")}\n`;
      return `[${kind} cell ${index + 1}]\n${source.trimEnd()}\n${printed}`;
    })
    .join("\n");
}

type Output = NonNullable<z.output<typeof notebook>["cells"][number]["outputs"]>[number];

function outputText({ text: printed, data, traceback, ename, evalue }: Output): string {
  if (printed !== undefined) return stripVTControlCharacters(printed).trimEnd();
  if (traceback !== undefined) return stripVTControlCharacters(traceback.join("\n")).trimEnd();
  if (ename !== undefined) return `${ename}: ${evalue ?? ""}`;
  const plain = text.safeParse(data?.["text/plain"]);
  const pictures = Object.keys(data ?? {}).filter((type) => type.startsWith("image/"));
  return [
    ...pictures.map((type) => `[${type}]`),
    ...(plain.success ? [stripVTControlCharacters(plain.data).trimEnd()] : []),
  ].join("\n");
}
