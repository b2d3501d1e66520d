import { expect, test } from "vitest";
import { scanSkill } from "../src/guard/index.ts";
import { skillText } from "./support/write-skill.ts";

function look(path: string, content: string): string | undefined {
  const files = [
    { path: "SKILL.md", content: skillText("x", "Does x", "", "Use the files here.") },
    { path, content },
  ];
  return scanSkill({ name: "x", files }).findings.find(({ rule }) => rule === "supply-chain.look-alike-owner")
    ?.message;
}

test.each([
  [
    "a workflow",
    "templates/ci.yml",
    (name: string) => `steps:\n  - uses: ${name}/checkout@v4\n`,
    "actions",
    "acti0ns",
  ],
  ["Go", "go.mod", (name: string) => `require github.com/${name}/mux v1.8.1\n`, "gorilla", "gorrilla"],
  [
    "an image",
    "compose.yml",
    (name: string) => `services:\n  db:\n    image: ${name}:16\n`,
    "postgres",
    "postgers",
  ],
  ["Ruby", "Gemfile", (name: string) => `gem "${name}"\n`, "nokogiri", "nokogirl"],
  ["Rust", "Cargo.toml", (name: string) => `[dependencies]\n${name} = "1"\n`, "reqwest", "requwest"],
  [
    "npm",
    "scripts/a.js",
    (name: string) => `import x from "@${name}/sdk";\n`,
    "anthropic-ai",
    "anthropic-ai-official",
  ],
  [
    "models",
    "scripts/a.py",
    (name: string) => `M = "${name}/bert-base"\n`,
    "google-bert",
    "google-bert-official",
  ],
] as const)(
  "a slip of a well-known name of %s is seen, and the name itself is not",
  (_, path, text, known, slip) => {
    expect(look(path, text(slip))).toContain(`"${slip}", which looks like "${known}"`);
    expect(look(path, text(known))).toBeUndefined();
  },
);
