import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { needs } from "@hermes/tooling/prerequisites";
import { build } from "esbuild";
import { chromium } from "playwright-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startChatServer } from "./support/start-server.ts";
import type { ChatServer } from "./support/start-server.ts";

let folder: string;
let server: ChatServer;
let browser: Browser | undefined;
const program = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
const story = Array.from({ length: 60 }, (_, index) => `word${index} `)
  .join("")
  .trim();

beforeEach((context) => needs(context, "chromium"));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "ui-browser-"));
  const page = join(folder, "page.js");
  const entry = fileURLToPath(new URL("support/page.js", import.meta.url));
  await build({
    entryPoints: [entry],
    outfile: page,
    bundle: true,
    format: "esm",
    define: { "process.env.NODE_ENV": '"production"' },
  });
  server = await startChatServer(join(folder, "state.db"), 0, page);
});

afterAll(async () => {
  await browser?.close();
  await server.kill();
  await rm(folder, { recursive: true, force: true });
});

async function open(id: string): Promise<Page> {
  browser ??= await chromium.launch({ executablePath: program, args: ["--no-sandbox"] });
  const page = await browser.newPage();
  await page.goto(`${server.url}/?id=${id}`);
  return page;
}

async function say(page: Page, words: string): Promise<void> {
  await page.fill("input", words);
  await page.click(".send");
}

const answerOf = (page: Page) => page.locator("article.assistant").last();

test("useChat shows the output of a tool, typed, and the text behind it", async () => {
  const page = await open("a");

  await say(page, "How is the weather?");

  await page.getByText('It is done: {"city":"Lisbon","degrees":21}').waitFor();
  expect(await answerOf(page).locator("b").innerText()).toBe("tool-weather output-available 21");
  expect(await page.locator("article").count()).toBe(2);
});

test("a second tab and a page that is loaded again in the middle of an answer show every word once", async () => {
  const first = await open("b");
  await say(first, "Tell me the story in two parts.");
  await first.getByText("word8").waitFor();

  const second = await open("b");
  await second.getByText("word16").waitFor();
  await first.reload();
  await first.getByText("word16").waitFor();
  const refused = await second.request.post(`${server.url}/api/chat`, {
    data: { id: "b", messages: [{ role: "user", parts: [{ type: "text", text: "Me too." }] }] },
  });

  await second.request.post(`${server.url}/go-on`);

  expect(refused.status()).toBe(409);
  for (const page of [first, second]) {
    await page.getByText("word59").waitFor();
    expect((await answerOf(page).innerText()).trim()).toBe(story);
    expect(await page.locator("article").count()).toBe(2);
  }
});

test("a question is answered after the server was killed and started again, and the call runs", async () => {
  const page = await open("c");
  await say(page, "Please delete it.");
  await page.locator(".allow").waitFor();

  const { port } = server;
  await server.kill();
  server = await startChatServer(join(folder, "state.db"), port, join(folder, "page.js"));
  await page.reload();
  await page.locator(".allow").click();

  await page.getByText('It is done: {"removed":"/a"}').waitFor();
  expect(await answerOf(page).locator("b").innerText()).toBe("tool-remove output-available /a");
  expect(await page.locator("article").count()).toBe(2);
});
