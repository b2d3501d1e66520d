// Typed data out of a document: `node extract.ts [file]`. A PDF, a picture or a text.
import { readFile } from "node:fs/promises";
import { basename, extname } from "node:path";
import { Agent, defineTool, type Model, type Usage, z } from "@hermes/agent-loop";
import { openModels } from "./models.ts";

export const invoiceSchema = z.object({
  number: z.string(),
  supplierId: z.string().describe("As supplier_id finds it."),
  items: z.array(z.object({ text: z.string(), amount: z.number() })),
  total: z.number(),
  currency: z.enum(["EUR", "USD"]),
  note: z.string().optional(),
});
export type Invoice = z.infer<typeof invoiceSchema>;

const supplierId = defineTool({
  name: "supplier_id",
  toolset: "books",
  description: "The id of a supplier in our books.",
  readOnly: true,
  input: z.object({ name: z.string() }),
  execute: async ({ name }) => ({ id: name.toLowerCase().replaceAll(/\W+/g, "-") }),
});

const mediaTypes: Record<string, string> = {
  ".pdf": "application/pdf",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".txt": "text/plain",
};

/** The file as a part of a message. */
export async function partOf(path: string) {
  const mediaType = mediaTypes[extname(path)] ?? "text/plain";
  const data = (await readFile(path)).toString("base64");
  const type = mediaType.startsWith("image/") ? ("image" as const) : ("file" as const);
  return { type, mediaType, data, name: basename(path) };
}

export interface Extracted {
  readonly invoice: Invoice;
  readonly usage: Usage;
  /** What the model could not take as it was. */
  readonly unsupported: readonly string[];
}

export async function extract(model: Model, path: string): Promise<Extracted> {
  const agent = new Agent({
    model,
    tools: [supplierId],
    prompt: "You read invoices. Amounts are numbers in the currency of the invoice.",
    // First the supplier is looked up; after that there is nothing to do but to answer.
    prepareStep: ({ round }) => (round === 1 ? { toolChoice: { tool: "supplier_id" } } : { tools: [] }),
  });
  const unsupported: string[] = [];
  const words = { type: "text", text: "Read this invoice." } as const;
  for await (const event of agent.run([words, await partOf(path)], { output: invoiceSchema })) {
    if (event.type === "unsupported") unsupported.push(`${event.detail ?? event.what}: sent ${event.sent}`);
    if (event.type !== "turn-end") continue;
    const { output, reason, error, usage } = event;
    if (output === undefined) throw new Error(error?.message ?? `The turn ended as ${reason}.`);
    return { invoice: output, usage, unsupported };
  }
  throw new Error("The turn did not end.");
}

if (import.meta.main) {
  const path = process.argv[2] ?? new URL("invoice.pdf", import.meta.url).pathname;
  const { models, close } = await openModels(process.env);
  for (const [name, model] of Object.entries(models)) {
    const { invoice, usage, unsupported } = await extract(model, path);
    console.log(`${name} (${model.id})`, invoice);
    const cost = usage.costUsd === undefined ? "no known price" : `$${usage.costUsd.toFixed(6)}`;
    console.log(`  ${usage.inputTokens} tokens in, ${usage.outputTokens} out, ${cost}`, ...unsupported);
  }
  await close();
}
