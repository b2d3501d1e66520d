import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { once } from "node:events";
import net from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, test } from "node:test";
import { type Browser, chromium, type Page } from "playwright-core";

const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const skip = existsSync(executablePath) ? false : "needs chromium";
let folder: string;
let browser: Browser | undefined;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "hono-chat-"));
  if (skip === false) browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Server {
  readonly url: string;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** The app in a process of its own. */
async function start(env: Record<string, string>, port = "0"): Promise<Server> {
  const child: ChildProcess = spawn(process.execPath, ["src/server.ts"], {
    cwd: new URL("..", import.meta.url),
    env: { ...process.env, OPENAI_API_KEY: "", ANTHROPIC_API_KEY: "", PORT: port, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [said] = await once(child.stdout!, "data");
  const closed = once(child, "close");
  return {
    url: String(said).trim(),
    async stop(signal = "SIGKILL") {
      child.kill(signal);
      await closed;
    },
  };
}

async function open(url: string, id: string): Promise<Page> {
  const page = await browser!.newPage();
  await page.goto(`${url}/#${id}`);
  await page.getByPlaceholder("Ask").waitFor();
  return page;
}

async function say(page: Page, text: string): Promise<void> {
  await page.getByPlaceholder("Ask").fill(text);
  await page.getByPlaceholder("Ask").press("Enter");
}

/** All that the assistant said. */
async function answers(page: Page): Promise<string> {
  return (await page.locator("article.assistant p").allTextContents()).join("");
}

const story = Array.from({ length: 60 }, (_, at) => `word${at} `).join("");
let database = "";
beforeEach(({ name }) => {
  database = join(folder, `${name.replaceAll(/\W+/g, "-").slice(0, 30)}.db`);
});

test("a second tab and a reload in mid-stream show all of an answer, no word twice", { skip }, async () => {
  const server = await start({ DATABASE: database, DELAY_MS: "25" });
  try {
    const first = await open(server.url, "tabs");
    await say(first, "Tell me a story.");
    await first.getByText("word3 ").waitFor();
    const second = await open(server.url, "tabs");
    await second.getByText("word9 ").waitFor();
    await first.reload();
    await Promise.all([first, second].map((page) => page.getByText("word59").waitFor()));

    assert.equal((await answers(first)).trim(), story.trim());
    assert.equal((await answers(second)).trim(), story.trim());
  } finally {
    await server.stop();
  }
});

/** A way to the server that can be cut. */
async function cuttable(url: string): Promise<{ url: string; cut(): void; close(): void }> {
  const sockets = new Set<net.Socket>();
  const proxy = net.createServer((incoming) => {
    const outgoing = net.connect(Number(new URL(url).port), "localhost");
    for (const socket of [incoming, outgoing])
      sockets.add(socket.on("error", () => {}).on("close", () => (incoming.destroy(), outgoing.destroy())));
    incoming.pipe(outgoing).pipe(incoming);
  });
  await once(proxy.listen(0, "127.0.0.1"), "listening");
  const cut = (): void => sockets.forEach((socket) => socket.destroy());
  const { port } = proxy.address() as net.AddressInfo;
  return { url: `http://127.0.0.1:${port}`, cut, close: () => (proxy.close(), cut()) };
}

test("an EventSource whose connection is cut goes on behind the last event it had", { skip }, async () => {
  const server = await start({ DATABASE: database, DELAY_MS: "40" });
  const way = await cuttable(server.url);
  try {
    const writer = await open(server.url, "cut");
    const reader = await open(way.url, "other");
    await say(writer, "Tell me a story.");
    await writer.getByText("word1 ").waitFor();
    await reader.evaluate(() => {
      const page = Object.assign(globalThis, { words: "", opened: 0 });
      const source = new EventSource("/api/chat/cut/events");
      source.onopen = () => (page.opened += 1);
      source.onmessage = ({ data }) => {
        const event = JSON.parse(data);
        if (event.type === "text-delta") page.words += event.text;
      };
    });
    const words = (): Promise<string> => reader.evaluate(() => Reflect.get(globalThis, "words"));
    await reader.waitForFunction(() => Reflect.get(globalThis, "words").includes("word9 "));
    way.cut();
    const atTheCut = await words();
    await reader.waitForFunction(() => Reflect.get(globalThis, "words").includes("word59"));

    assert.ok(!atTheCut.includes("word59"));
    assert.equal(await words(), story);
    assert.equal(await reader.evaluate(() => Reflect.get(globalThis, "opened")), 2);
  } finally {
    way.close();
    await server.stop();
  }
});

test(
  "a question is answered on the page after the server was killed and started again",
  { skip },
  async () => {
    const before = await start({ DATABASE: database });
    const page = await open(before.url, "restart");
    await say(page, "I want a refund of order 7.");
    await page.getByRole("button", { name: "Allow" }).waitFor();
    await before.stop();
    const again = await start({ DATABASE: database }, new URL(before.url).port);
    try {
      await page.reload();
      await page.getByRole("button", { name: "Allow" }).click();
      await page.getByText("Paid back.").waitFor();

      assert.match(await page.locator(".tool code").innerText(), /^refund .*output-available$/);
    } finally {
      await again.stop();
    }
  },
);

test("a conversation goes on with the tools of a deployment that renamed one", { skip }, async () => {
  const before = await start({ DATABASE: database });
  const page = await open(before.url, "deploy");
  await say(page, "Where is order 7?");
  await page.getByText("It comes in two days.").waitFor();
  await before.stop("SIGTERM");
  const after = await start({ DATABASE: database, STATUS_TOOL: "track_order" }, new URL(before.url).port);
  try {
    await page.reload();
    await say(page, "And where is order 7 now?");
    await page.getByText("track_order").waitFor();
    await page.getByText("It comes in two days.").nth(1).waitFor();

    assert.equal(await page.locator(".tool code").count(), 2);
  } finally {
    await after.stop();
  }
});

test("what is no conversation's business is refused: another origin, and a body that is no message", async () => {
  const server = await start({ DATABASE: database });
  const post = (body: string, headers = {}) =>
    fetch(`${server.url}/api/chat`, {
      method: "POST",
      body,
      headers: { "content-type": "application/json", ...headers },
    });
  try {
    const message = { id: "m", role: "user", parts: [{ type: "text", text: "hi" }] };
    const foreign = await post(JSON.stringify({ id: "x", messages: [message], trigger: "submit-message" }), {
      origin: "https://elsewhere.example",
    });
    const broken = await post("{");

    assert.equal(foreign.status, 403);
    assert.equal(broken.status, 400);
  } finally {
    await server.stop();
  }
});
