// What a key costs at the line where a person types, and how soon files are found among 100,000.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median, report } from "@hermes/tooling/bench";
import { FileIndex } from "../src/input/file-index.ts";
import { PromptEditor } from "../src/input/prompt-editor.ts";
import { imageSource } from "../src/input/read-image.ts";
import { SavedPastes } from "../src/input/saved-pastes.ts";
import { createStyle } from "../src/render/style.ts";

const root = mkdtempSync(join(tmpdir(), "hermes-typing-"));
process.once("exit", () => rmSync(root, { recursive: true, force: true }));

const editor = new PromptEditor({
  style: createStyle(true),
  history: { entries: [], add: async () => undefined },
  pastes: new SavedPastes(join(root, "pastes")),
  images: imageSource({ cwd: root, env: {} }),
  takesImages: () => true,
  completions: {},
  redraw: () => undefined,
  remark: () => undefined,
});
const text = "The quick brown fox jumps over the lazy dog 漢字 👍 and goes home. ".repeat(30);
const keys = [...text].map((key) => {
  const startedAt = performance.now();
  editor.press(key);
  editor.frame({ columns: 100, rows: 40 });
  return performance.now() - startedAt;
});
report({
  figure: "typing: key to frame, slowest 5 % begin at",
  unit: "ms",
  value: keys.toSorted((one, other) => one - other)[Math.floor(keys.length * 0.95)] ?? NaN,
  better: "lower",
  goal: 8,
});

const folders = [
  "src",
  "lib",
  "components",
  "input",
  "screen",
  "test",
  "packages",
  "agent",
  "render",
  "utils",
];
const paths = Array.from(
  { length: 100_000 },
  (_, at) => `${folders[at % 10]}/${folders[Math.floor(at / 10) % 10]}/mod${at % 317}/file-${at}.ts`,
);
const { signal } = new AbortController();
const index = new FileIndex({ list: async () => paths });
await index.search("", signal);
const searches: number[] = [];
for (const typed of ["f", "file", "prompt", "f9", "comp99", "scrinfile", "zzzz", "src/lib/f"]) {
  const startedAt = performance.now();
  // oxlint-disable-next-line no-await-in-loop -- one after another, as they are typed
  await index.search(typed, signal);
  searches.push(performance.now() - startedAt);
}
report({
  figure: "typing: a search among 100,000 files",
  unit: "ms",
  value: median(searches),
  better: "lower",
  goal: 50,
  floor: {
    name: "one pass for a text",
    value: median(
      searches.map(() => {
        const startedAt = performance.now();
        paths.filter((path) => path.includes("prompt"));
        return performance.now() - startedAt;
      }),
    ),
  },
});
