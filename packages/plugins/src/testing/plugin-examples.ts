import { HermesError } from "@hermes/registry";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

/** A call that the author of a plug-in gives as an example, and what comes of it. */
export interface PluginExample {
  /** `["tools", "weather", "execute"]`, of a hook `["hooks", "pre_tool_call"]`. */
  readonly call: readonly string[];
  readonly params: unknown;
  /** Is in the answer: of an object its fields, of a list all its items. Of a stream: what it yields. Without it any answer is right. */
  readonly gives?: unknown;
  /** Is in the message of the error. */
  readonly fails?: string | undefined;
}

const examples: z.ZodType<readonly PluginExample[]> = z
  .array(
    z.strictObject({
      call: z.array(z.string()).min(2).max(3),
      params: z.unknown(),
      gives: z.unknown().optional(),
      fails: z.string().optional(),
    }),
  )
  .max(200);

/** The file of them in a plug-in's folder. */
export const examplesFile = "examples.json";

/**
 * The examples of a plug-in; none where it has no file of them.
 *
 * @throws {HermesError} `PLUGIN_BAD_EXAMPLES`
 */
export async function readExamples(folder: string): Promise<readonly PluginExample[]> {
  const path = join(folder, examplesFile);
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch {
    return [];
  }
  const read = examples.safeParse(jsonOf(text));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new HermesError(
    `${path} is no list of examples: ${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}.`,
    {
      code: "PLUGIN_BAD_EXAMPLES",
      hint: 'Each has "call" (kind, name, function), "params", and "gives" or "fails".',
    },
  );
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
