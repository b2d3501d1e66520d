import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { skillCommandName } from "./skill-message.ts";

/** Several skills under one command. */
export interface SkillBundle {
  /** What it is called with, without the slash. */
  readonly command: string;
  readonly description: string;
  readonly skills: readonly string[];
  /** Said before the person's own words. */
  readonly instruction: string;
}

export interface SkillBundles {
  readonly bundles: readonly SkillBundle[];
  /** One sentence per file that can't be used. */
  readonly problems: readonly string[];
}

/** The `*.yaml` of a folder: `name`, `description`, `skills`, `instruction`. Empty where there is no folder. */
export async function readSkillBundles(folder: string): Promise<SkillBundles> {
  const bundles: SkillBundle[] = [];
  const problems: string[] = [];
  const files = bundleFiles(folder);
  if (files.length === 0) return { bundles, problems };
  const { parse } = await import("yaml");
  for (const file of files) {
    try {
      const { name, ...rest } = bundleIn(parse(readFileSync(join(folder, file), "utf8")));
      const command = skillCommandName(name ?? file.replace(/\.ya?ml$/, ""));
      if (bundles.some((other) => other.command === command))
        problems.push(`${file}: another bundle is called /${command}.`);
      else bundles.push({ command, ...rest });
    } catch (error) {
      problems.push(
        `${file}: ${error instanceof z.ZodError ? z.prettifyError(error).replace(/\s+/g, " ") : String(error)}`,
      );
    }
  }
  return { bundles, problems };
}

/** Made where there is a bundle: most people have none. @throws {z.ZodError} */
function bundleIn(data: unknown): { readonly name?: string | undefined } & Omit<SkillBundle, "command"> {
  const bundle = z.object({
    name: z.string().optional(),
    description: z.string().default(""),
    skills: z.array(z.string()).min(1),
    instruction: z.string().default(""),
  });
  return bundle.parse(data);
}

function bundleFiles(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => /\.ya?ml$/.test(name))
      .toSorted();
  } catch {
    return [];
  }
}
