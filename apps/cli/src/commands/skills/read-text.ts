import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { HermesError } from "@hermes/registry/errors";
import type { SkillsContext } from "./skills-context.ts";
import { safe } from "./safe-text.ts";

/** A text that a command is given: a file, or `-` for standard input where there is one. */
export async function readText(file: string, { cwd, readInput }: SkillsContext): Promise<string> {
  if (file === "-" && readInput !== undefined) return await readInput();
  try {
    return await readFile(resolve(cwd, file), "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new HermesError(`"${safe(file)}" can't be read (${code}).`, {
      code: "CLI_FILE_FAILED",
      hint: "Check the path and its rights. Nothing was changed.",
      cause: error,
    });
  }
}
