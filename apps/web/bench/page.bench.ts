// What a person waits for on the page: the first load, a session of 10,000 messages from opening it to its last message, and frames while
// it is scrolled up to where older messages come from the server, beside a page of plain paragraphs in the same browser.
import { scripted } from "@hermes/models";
import type { Message } from "@hermes/models";
import { median, report, waitQuiet } from "@hermes/tooling/bench";
import type { Page } from "playwright-core";
import { openPage, theBrowser } from "../test/support/open-page.ts";
import { serveHome } from "../test/support/served-home.ts";

const messages = 10_000;
const rounds = process.env["HERMES_BENCH_FULL"] === undefined ? 3 : 9;
const steps = 120;

const answer = (index: number): string =>
  `## Part ${index}\n\nSome **text** about it, with \`code\` and a list:\n\n- one\n- two\n\n\`\`\`ts\nconst part = ${index};\n\`\`\`\n`;

await using served = await serveHome({ model: scripted(() => ({ text: "Yes." })) });
const store = await served.runtime.store();
const history: Message[] = Array.from({ length: messages }, (_, index) =>
  index % 2 === 0
    ? { role: "user", content: [{ type: "text", text: `Question ${index}` }] }
    : { role: "assistant", content: [{ type: "text", text: answer(index) }], finishReason: "stop" },
);
const now = Date.now();
store.journal.create(
  { id: "long", system: "", tools: [], model: "scripted", platform: "cli", startedAt: now },
  history,
);

/** Milliseconds between frames while the wheel turns upwards. */
async function framesOf(page: Page): Promise<readonly number[]> {
  await page.mouse.move(700, 450);
  await page.evaluate(() => {
    const times: number[] = [];
    const tick = (at: number): void => {
      times.push(at);
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
    Object.assign(globalThis, { frameTimes: times });
  });
  for (let step = 0; step < steps; step++) await page.mouse.wheel(0, -400);
  const times = await page.evaluate(
    // Left there above.
    () => (globalThis as unknown as { readonly frameTimes: readonly number[] }).frameTimes,
  );
  return times.slice(1).map((time, index) => time - (times[index] ?? time));
}

const at = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) * share)] ?? 0;

const opened: number[] = [];
const ours: number[] = [];
const plain: number[] = [];
for (let round = 0; round < rounds; round++) {
  await waitQuiet();
  const startedAt = performance.now();
  await using shown = await openPage(served, { hash: "#/chat/long" });
  await shown.page
    .getByText(`const part = ${messages - 1};`)
    .first()
    .waitFor();
  opened.push(performance.now() - startedAt);
  ours.push(at(await framesOf(shown.page), 0.95));
  const floor = await (await theBrowser()).newPage({ viewport: { width: 1440, height: 900 } });
  await floor.setContent(
    `<main style="height:900px;overflow:auto">${Array.from({ length: 600 }, (_, index) => `<p>Paragraph ${index} with some text in it.</p>`).join("")}</main>`,
  );
  await floor.evaluate(() => document.querySelector("main")?.scrollTo(0, 1e9));
  plain.push(at(await framesOf(floor), 0.95));
  await floor.close();
}

report({
  figure: "page: a session of 10,000 messages, from the link to its last message",
  value: median(opened),
  unit: "ms",
  better: "lower",
});
report({
  figure: "page: 95th percentile of frames while that is scrolled up",
  value: median(ours),
  unit: "ms",
  better: "lower",
  goal: 25,
  floor: { name: "plain paragraphs", value: median(plain) },
});
await (await theBrowser()).close();
