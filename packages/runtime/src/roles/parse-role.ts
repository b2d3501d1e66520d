import { z } from "zod";
import type { Role } from "./role.ts";
import { ownToolName } from "./tool-names.ts";

export type ParsedRole =
  | { readonly ok: true; readonly role: Omit<Role, "source" | "path" | "provenance"> }
  | { readonly ok: false; readonly problem: string; readonly line: number };

const words = z
  .union([z.array(z.coerce.string()), z.string().transform((text) => text.split(/[,\n]/))])
  .transform((names) => names.map((name) => name.trim()).filter((name) => name !== ""));

const fields = z.object({
  name: z
    .string()
    .trim()
    .regex(/^[\p{L}\p{N}][\p{L}\p{N} _-]{0,63}$/u, "is not a name of letters, digits, blanks and dashes")
    .optional(),
  description: z.string("is missing: it says when the role is to be used").trim().min(1, "is empty"),
  // Other programs write lists, or words with commas; a field without a value is as if it were not there.
  tools: words.nullish().transform((names) => names ?? undefined),
  // Others write `inherit` where no model is meant.
  model: z.coerce
    .string()
    .trim()
    .nullish()
    .transform((name) => (name === "" || name === "inherit" ? undefined : (name ?? undefined))),
});

/**
 * Reads the file of a role: YAML front matter with `name`, `description`, `tools` and `model`, then its instructions. Fields of
 * other programs are passed over. Never throws.
 *
 * @param stem Name of the file without `.md`: that of the role where the front matter has none.
 */
export async function parseRole(text: string, stem: string): Promise<ParsedRole> {
  // Brings the YAML parser.
  const { parseSkill } = await import("@hermes/skills/format");
  const { raw, body, bodyLine, lines, problems } = parseSkill(text);
  const [error] = problems.filter(({ severity }) => severity === "error");
  if (error !== undefined) return { ok: false, problem: error.message, line: error.line };
  const parsed = fields.safeParse(raw);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const field = String(issue?.path[0] ?? "");
    return {
      ok: false,
      problem: `"${field}" ${issue?.message ?? "can't be read"}`,
      line: lines.get(field) ?? 1,
    };
  }
  const instructions = body.trim();
  if (instructions === "")
    return { ok: false, problem: "there are no instructions below the front matter", line: bodyLine };
  const { name = stem, description, tools, model } = parsed.data;
  return {
    ok: true,
    role: {
      ...{ name, description, instructions },
      tools: tools?.includes("*") === true ? undefined : tools?.map(ownToolName),
      model,
    },
  };
}
