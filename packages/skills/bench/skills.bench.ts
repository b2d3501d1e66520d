// The index of skills is built when a session starts. The floor is the walk over the same folders without reading a file.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median, report } from "@hermes/tooling/bench";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { openSkills, skillsPrompt } from "../src/index.ts";

const count = 500;
const user = mkdtempSync(join(tmpdir(), "skills-bench-"));
for (let index = 0; index < count; index++) {
  const folder = join(user, `category-${index % 25}`, `skill-${index}`);
  mkdirSync(folder, { recursive: true });
  const description = `Handle matter ${index} of the quarterly review. Use when somebody asks for the report of team ${index % 40} or its numbers.`;
  writeFileSync(
    join(folder, "SKILL.md"),
    `---\nname: skill-${index}\ndescription: ${description}\nmetadata:\n  hermes:\n    tags: [report, team]\n---\n\n${"1. Do the next step.\n".repeat(60)}`,
  );
}

async function milliseconds(work: () => unknown, rounds: number): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now();
    await work();
    times.push(performance.now() - startedAt);
  }
  return median(times);
}

function walk(): void {
  for (const category of readdirSync(user)) {
    if (!category.startsWith("category-")) continue;
    for (const skill of readdirSync(join(user, category))) {
      readdirSync(join(user, category, skill));
      statSync(join(user, category, skill, "SKILL.md"));
    }
  }
}

const cacheFile = join(user, ".index.json");
const cold = await milliseconds(() => openSkills({ folders: { user } }).list(), 3);
const library = openSkills({ folders: { user }, cacheFile });
const skills = await library.list();
const floor = { name: "walk over the folders", value: await milliseconds(walk, 21) };

report({
  figure: `index of ${count} skills, warm`,
  unit: "ms",
  value: await milliseconds(() => library.list(), 21),
  better: "lower",
  goal: 50,
  floor,
  others: [
    {
      name: "a new process with the cache file",
      value: await milliseconds(() => openSkills({ folders: { user }, cacheFile }).list(), 11),
    },
    { name: "without any cache", value: cold },
  ],
});
report({
  figure: `prompt of ${count} skills`,
  unit: "tokens",
  value: encode(skillsPrompt(skills)).length,
  better: "lower",
  goal: 1_500,
  floor: { name: "one skill", value: encode(skillsPrompt(skills.slice(0, 1))).length },
});
rmSync(user, { recursive: true, force: true });
