// What it costs to draw an answer as Markdown while it comes, beside printing it as it is.
import { report } from "@hermes/tooling/bench";
import { CleanStream } from "../src/render/clean-text.ts";
import { createStyle } from "../src/render/style.ts";
import { loadMarkdown } from "../src/screen/markdown/load-markdown.ts";
import { markdownLines } from "../src/screen/markdown/markdown-lines.ts";
import { StreamingMarkdown } from "../src/screen/markdown/streaming-markdown.ts";

const chars = 200_000;
const deltaChars = 4;
/** Of 5,000 a second, between two of 30 frames. */
const deltasPerFrame = 167;
const columns = 100;
const style = createStyle(true);

const prose =
  "Some **bold words** and `code` in a [link](https://example.com), as models write them, for a while. ";
const code = "export function sum(a: number, b: number): number {\n  return a + b; // the sum\n}\n";
const texts = {
  answers: `## Heading\n\n${prose.repeat(5)}\n\n- one\n- two **three**\n- four\n\n| a | b |\n|---|---|\n| 1 | ${prose} |\n\n\`\`\`ts\n${code.repeat(4)}\`\`\`\n\n`,
  "one block of code": `${code}\n`,
  "one paragraph": prose,
  "one list": `- ${prose}\n`,
} as const;

const markdown = await loadMarkdown();

function filled(piece: string, before = ""): string {
  return (before + piece.repeat(Math.ceil(chars / piece.length))).slice(0, chars);
}

/** Processor time of a stream, in ms, with a frame as often as on the screen. */
function streamMs(text: string): number {
  const before = process.cpuUsage();
  const block = new StreamingMarkdown({ style, markdown });
  let lines = 0;
  for (let at = 0, delta = 0; at < text.length; at += deltaChars) {
    block.push(text.slice(at, at + deltaChars));
    delta += 1;
    if (delta % deltasPerFrame === 0) lines += block.settle(columns).length + block.live(columns).length;
  }
  block.end();
  lines += block.settle(columns).length;
  if (lines === 0) throw new Error("Nothing was drawn.");
  return msSince(before);
}

function plainMs(text: string): number {
  const before = process.cpuUsage();
  const clean = new CleanStream();
  let printed = 0;
  for (let at = 0; at < text.length; at += deltaChars)
    printed += clean.push(text.slice(at, at + deltaChars)).length;
  if (printed + clean.end().length !== text.length) throw new Error("Not all was printed.");
  return msSince(before);
}

function msSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function best(run: () => number): number {
  return Math.min(...Array.from({ length: 5 }, run));
}

const seconds = chars / deltaChars / 5000;
for (const [name, piece] of Object.entries(texts)) {
  const text = filled(piece, name === "one block of code" ? "```ts\n" : "");
  report({
    unit: "%",
    better: "lower",
    figure: `markdown: a core for 5,000 deltas a second, ${name}`,
    value: (best(() => streamMs(text)) / seconds) * 0.1,
    goal: 10,
    floor: { name: "text as it is", value: (best(() => plainMs(text)) / seconds) * 0.1 },
  });
}

const whole = filled(texts.answers);
const count = markdownLines(whole, { markdown, columns, style }).length;
report({
  unit: "lines/s",
  better: "higher",
  figure: "markdown: lines of 200 kB at once",
  value:
    (count /
      best(() => {
        const startedAt = performance.now();
        markdownLines(whole, { markdown, columns, style });
        return performance.now() - startedAt;
      })) *
    1000,
});
