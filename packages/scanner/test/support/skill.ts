import type { SkillPackage } from "../../src/index.ts";

/** A skill with one SKILL.md, and the files beside it. */
export function skill(body: string, files: Readonly<Record<string, string>> = {}): SkillPackage {
  const head = "---\nname: x\ndescription: Does x\n---\n\n";
  return {
    name: "x",
    files: [
      { path: "SKILL.md", content: `${head}${body}\n` },
      ...Object.entries(files).map(([path, content]) => ({ path, content })),
    ],
  };
}
