import { z } from "zod";
import type { McpFormField } from "../mcp-server.ts";
import { harmlessLine, harmlessText } from "../texts/harmless-text.ts";

const maxFields = 30;
const maxChoices = 200;

const titled = z.array(z.object({ const: z.string(), title: z.string().optional() }));
const field = z.object({
  type: z.string().optional(),
  title: z.string().optional(),
  description: z.string().optional(),
  format: z.string().optional(),
  enum: z.array(z.string()).optional(),
  enumNames: z.array(z.string()).optional(),
  oneOf: titled.optional(),
  items: z
    .object({ enum: z.array(z.string()).optional(), anyOf: titled.optional(), oneOf: titled.optional() })
    .optional(),
  default: z
    .union([z.string(), z.number(), z.boolean(), z.array(z.string())])
    .optional()
    .catch(undefined),
});
const form = z.object({
  properties: z.record(z.string(), field),
  required: z.array(z.string()).optional(),
});

/** The fields of a form that a server asks for, in its order. Undefined where it is none that can be shown. */
export function readFormFields(schema: unknown): readonly McpFormField[] | undefined {
  const parsed = form.safeParse(schema);
  if (!parsed.success) return undefined;
  const entries = Object.entries(parsed.data.properties);
  if (entries.length > maxFields) return undefined;
  const required = new Set(parsed.data.required);
  return entries.map(([name, raw]) => {
    const choices = choicesOf(raw);
    return {
      name,
      title: harmlessLine(raw.title ?? name, 200),
      description: raw.description === undefined ? undefined : harmlessText(raw.description, 1_000),
      type: typeOf(raw),
      choices,
      required: required.has(name),
      default: raw.default,
      format: raw.format === undefined ? undefined : harmlessLine(raw.format, 50),
    };
  });
}

function typeOf(raw: z.infer<typeof field>): McpFormField["type"] {
  if (raw.type === "array") return "choices";
  if (raw.type === "number" || raw.type === "integer" || raw.type === "boolean") return raw.type;
  return choicesOf(raw) === undefined ? "text" : "choice";
}

function choicesOf(raw: z.infer<typeof field>): McpFormField["choices"] {
  const named = raw.oneOf ?? raw.items?.anyOf ?? raw.items?.oneOf;
  const plain = raw.enum ?? raw.items?.enum;
  const choices =
    named?.map((choice) => ({ value: choice.const, title: choice.title ?? choice.const })) ??
    plain?.map((value, index) => ({ value, title: raw.enumNames?.[index] ?? value }));
  return choices
    ?.slice(0, maxChoices)
    .map(({ value, title }) => ({ value, title: harmlessLine(title, 200) }));
}
