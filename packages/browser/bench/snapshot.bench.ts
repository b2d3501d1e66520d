// What our snapshot adds to Playwright's own: both of the same page in turns, for a page that is in sight as a whole and for one that
// is much longer than the window.
import { takeSnapshot } from "@hermes/browser";
import { median, report, waitQuiet } from "@hermes/tooling/bench";
import { chromium } from "playwright-core";

const rounds = process.env["HERMES_BENCH_FULL"] === undefined ? 30 : 150;

/** Rows with a link, text and a button that listens: six nodes each. */
function pageOfRows(nodes: number, row: string): string {
  return `<!doctype html><title>Rows</title><style>${row}</style><main id="rows"></main><script>
    rows.innerHTML = Array.from({ length: ${String(nodes / 6)} }, (_, i) =>
      \`<div class="row"><a href="/item/\${i}">Item \${i}</a><p>Some <b>text</b> about it</p><button>Buy \${i}</button></div>\`).join("");
    for (const button of document.querySelectorAll("button")) button.addEventListener("click", () => {});
  </script>`;
}

const inSight =
  ".row { float: left; width: 60px; height: 20px; font-size: 3px; overflow: hidden } p { margin: 0 }";
const pages = [
  { name: "300 nodes, all in sight", html: pageOfRows(300, inSight) },
  { name: "300 nodes", html: pageOfRows(300, "") },
  { name: "3 000 nodes", html: pageOfRows(3_000, "") },
];

const executablePath = process.env["HERMES_CHROMIUM"] ?? "/usr/bin/chromium";
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
try {
  for (const { name, html } of pages) {
    const page = await browser.newPage();
    await page.setContent(html);
    const contestants = {
      ours: () => takeSnapshot(page),
      bare: () => page.ariaSnapshot({ mode: "ai" }),
    };
    const times = { ours: [] as number[], bare: [] as number[] };
    await waitQuiet();
    for (let round = -8; round < rounds; round += 1)
      for (const contestant of ["ours", "bare"] as const) {
        const startedAt = performance.now();
        await contestants[contestant]();
        if (round >= 0) times[contestant].push(performance.now() - startedAt);
      }
    const floor = median(times.bare);
    report({
      figure: `browser: a snapshot, ${name}`,
      unit: "ms",
      value: median(times.ours),
      better: "lower",
      goal: floor * 1.3,
      floor: { name: "page.ariaSnapshot of Playwright", value: floor },
    });
    await page.close();
  }
} finally {
  await browser.close();
}
