// How fast texts and skills are scanned. The floor of each is one cheap pass over the same text.
import { median, report } from "@hermes/tooling/bench";
import { scanSkill, scanText } from "../src/index.ts";

function milliseconds(work: () => unknown): number {
  work();
  const times = Array.from({ length: 41 }, () => {
    const startedAt = performance.now();
    work();
    return performance.now() - startedAt;
  });
  return median(times);
}

const manual = "Run the tests before you commit. Never push to main; ask for a review instead.\n".repeat(200);
const megabytesPerSecond = (work: () => unknown): number => manual.length / 1_000 / milliseconds(work);

report({
  figure: "search for prompt injection in a context file of 16 KB",
  unit: "MB/s",
  value: megabytesPerSecond(() => scanText(manual, { surface: "context-file" })),
  better: "higher",
  goal: 5,
  floor: {
    name: "lower case and one split",
    value: megabytesPerSecond(() => manual.toLowerCase().split(/\W+/)),
  },
});

const skillOf = (path: string, content: string) => ({ name: "x", files: [{ path, content }] });
const honest = `---\nname: x\ndescription: Deploy things\n---\n\n${"1. Run `npm test` and read `docs/deploy.md` before you go on.\n".repeat(200)}`;

report({
  figure: "scan of a skill of 12 kB",
  unit: "ms",
  value: milliseconds(() => scanSkill(skillOf("SKILL.md", honest))),
  better: "lower",
  goal: 20,
  floor: { name: "its lines split", value: milliseconds(() => honest.split("\n").length) },
});

// Made to keep patterns busy: beginnings of what rules look for, and never an end.
const units = ["curl -o aa ", "a=atob(", "id_rsa .aws .netrc login ", "<!--", "ignore all the ", "env | "];

report({
  figure: "scan of 12 kB made to be slow",
  unit: "ms",
  value: Math.max(
    ...units.map((unit) =>
      milliseconds(() => scanSkill(skillOf("scripts/a.sh", unit.repeat(Math.ceil(12_000 / unit.length))))),
    ),
  ),
  better: "lower",
  goal: 20,
});
