// Reading a page beside the bare stack that it stands on, in turns over the same pages; how much of it keeps the thread of the
// program from its other work; and beside other libraries over the whole site of the tests, where these are installed (`pnpm bench extract --peers`).
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { median, report, waitQuiet } from "@hermes/tooling/bench";
import { createPageExtractor } from "../src/extract/extract-page.ts";
import { createWebReader } from "../src/index.ts";
import { articlePages, dressOf, listPages } from "../test/site/article-pages.ts";
import { scoreText } from "../test/support/score-text.ts";
import type { Score } from "../test/support/score-text.ts";
import { bareStack } from "./bare-stack.ts";
import { contestants } from "./contestants.ts";

const rounds = process.env["HERMES_BENCH_FULL"] === undefined ? 15 : 60;
const signal = AbortSignal.timeout(600_000);

/** An article of about 180 kB: news with menus, links, tables and code. */
const article = ((): string => {
  const { paragraphs, title } = dressOf(9_000, "en", 220);
  const blocks = paragraphs.map(
    (each, index) =>
      `<h2 id="h${index}">Heading ${index}</h2><p class="text">${each.join(" ")} <a href="/see/${index}">See ${index}</a> and <b>this</b>.</p>${
        index % 10 === 0
          ? `<table><tr><th>A</th><th>B</th></tr><tr><td>${index}</td><td>x</td></tr></table><pre><code>run(${index});</code></pre>`
          : ""
      }`,
  );
  const menu = Array.from(
    { length: 80 },
    (_, index) => `<li><a href="/menu/${index}">Menu ${index}</a></li>`,
  ).join("");
  return `<!doctype html><html><head><title>${title}</title><script>${"var x = 1;".repeat(500)}</script></head><body><nav><ul>${menu}</ul></nav><main><article><h1>${title}</h1>${blocks.join("\n")}</article></main><footer>${menu}</footer></body></html>`;
})();
const bytes = new TextEncoder().encode(article);
const url = "https://example.org/article";

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

const times = { ours: [] as number[], bare: [] as number[] };
const extractPage = createPageExtractor();
await waitQuiet();
for (let round = -8; round < rounds; round += 1) {
  const request = { url, bytes, contentType: "text/html", as: "page", isCut: false } as const;
  const ours = await timed(() => extractPage(request));
  const bare = await timed(() => bareStack(article));
  if (round >= 0) {
    times.ours.push(ours);
    times.bare.push(bare);
  }
}
const floor = median(times.bare);
report({
  figure: `web: an article of ${Math.round(article.length / 1e3)} kB as Markdown`,
  unit: "ms",
  value: median(times.ours),
  better: "lower",
  goal: floor * 1.2,
  floor: { name: "linkedom, readability, node-html-markdown", value: floor },
});

const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
  response.end(article);
}).listen(0, "127.0.0.1");
await once(server, "listening");
const served = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
const reader = createWebReader({
  fetch: async (address, { signal: stop } = {}) =>
    await fetch(address, stop === undefined ? {} : { signal: stop }),
  cache: false,
});
const reads: number[] = [];
for (let round = 0; round < 5; round += 1) await reader.read(served, { signal });
await waitQuiet();
// Of this thread alone; Node 22 can't tell.
const threadMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1e3;
};
const before = threadMs();
for (let round = 0; round < rounds; round += 1)
  reads.push(await timed(() => reader.read(served, { signal })));
const perRead = (threadMs() - before) / rounds;
report({
  figure: "web: the same article, fetched and read",
  unit: "ms",
  value: median(reads),
  better: "lower",
});
report({
  figure: "web: of it on the thread of the program, server and fetch included",
  unit: "ms",
  value: perRead,
  better: "lower",
  goal: 10,
});
await reader[Symbol.asyncDispose]();
server.closeAllConnections();
server.close();

// Of the site: the shapes whose main text is known.
const pages = [...articlePages(), ...listPages()].map((page) => {
  let html = "";
  page.answer(
    undefined as never, // These pages look at nothing of the request,
    { writeHead: () => undefined, end: (body: string) => void (html = body) } as never, // and write their text in one piece.
  );
  return { html, main: page.main ?? [] };
});
const everyone = await contestants();
const measured = everyone.map(({ name }) => ({
  name,
  scores: [] as Score[],
  ms: pages.map(() => [] as number[]),
}));
// The first round is for the scores. It compiles what the libraries share, which whoever is first would pay for all.
for (let round = 0; round <= 5; round += 1)
  for (const [index, { html, main }] of pages.entries()) {
    const inTurn = round % 2 === 0 ? [...everyone.keys()] : [...everyone.keys()].toReversed();
    for (const each of inTurn) {
      let text = "";
      const ms = await timed(async () => {
        text = (await everyone[each]?.extract(html).catch(() => "")) ?? "";
      });
      if (round === 0) measured[each]?.scores.push(scoreText(text, main));
      else measured[each]?.ms[index]?.push(ms);
    }
  }
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const results = measured.map(({ name, scores, ms }) => {
  const recall = mean(scores.map((score) => score.recall));
  const precision = mean(scores.map((score) => score.precision));
  const f1 = (200 * recall * precision) / (recall + precision);
  return { name, recall, precision, f1, ms: mean(ms.map((times) => median(times))) };
});
const [ours, ...others] = results;
for (const [figure, key, unit] of [
  ["F1 of the main text", "f1", "%"],
  ["time of one page", "ms", "ms"],
] as const)
  report({
    figure: `web: ${pages.length} pages of the site, ${figure}`,
    unit,
    value: ours?.[key] ?? 0,
    better: key === "ms" ? "lower" : "higher",
    others: others.map((each) => ({ name: each.name, value: each[key] })),
  });
for (const { name, recall, precision } of results)
  process.stderr.write(`  ${name}: recall ${recall.toFixed(3)}, precision ${precision.toFixed(3)}\n`);
