import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { scripted } from "@hermes/models";
import type { ScriptedAnswer } from "@hermes/models";
import { needs } from "@hermes/tooling/prerequisites";
import type { Locator, Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { accessibilityProblems, openPage, picture, widths } from "./support/open-page.ts";
import { serveHome } from "./support/served-home.ts";
import type { ServedHome } from "./support/served-home.ts";

beforeEach((context) => needs(context, "chromium"));

const hostile = `<img src=x onerror="globalThis.hacked=1">"><script>globalThis.hacked=1</script>`;
const done = { text: "Done." };

/** A model that answers the last words by what they are. */
function answering(answers: Readonly<Record<string, ScriptedAnswer>>) {
  return scripted(({ messages }) => {
    const last = messages.at(-1);
    if (last?.role === "tool") return done;
    const text =
      last?.role === "user"
        ? last.content.map((part) => (part.type === "text" ? part.text : "")).join("")
        : "";
    return answers[text] ?? { text: `You said ${text}` };
  });
}

const composer = (page: Page): Locator => page.getByRole("textbox", { name: "Message" });
const answers = (page: Page): Locator => page.getByRole("article", { name: "Hermes" });

/** Of what the agent has said, without what is read out of it. */
const said = (page: Page, text: string): Locator => answers(page).getByText(text);

async function say(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await page.keyboard.press("Enter");
}

async function allow(served: ServedHome, rule: string): Promise<void> {
  await served.ask("/api/permissions/rules", { effect: "allow", rule });
}

test("a session begins, streams its answer once, is there after a reload, and can be renamed and deleted", async () => {
  await using served = await serveHome({
    model: answering({ Hello: { text: "**Good** morning, Ann.", delayMs: 20 } }),
  });
  await using opened = await openPage(served);
  const { page, problems } = opened;

  await say(page, "Hello");
  await said(page, "Good morning, Ann.").waitFor();
  await expect.poll(() => page.url()).toMatch(/#\/chat\/.+/);
  await page
    .getByText(/tokens/)
    .first()
    .waitFor();
  await page.reload();
  await said(page, "Good morning, Ann.").waitFor();
  expect(await answers(page).count()).toBe(1);
  expect(await page.getByRole("article", { name: "You", exact: true }).count()).toBe(1);

  await page.getByRole("button", { name: "Rename" }).click();
  await page.getByRole("textbox", { name: "Title" }).fill("Greetings");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Greetings" }).waitFor();
  await page.locator(".menu summary").click();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect.poll(() => page.url()).toMatch(/#\/chat$/);
  expect(problems).toEqual([]);
});

test("a call shows its command, its output and its state; nothing of it runs in the page", async () => {
  const command = `echo '${hostile}'`;
  await using served = await serveHome({
    model: answering({
      Work: { text: `Look ${hostile}`, calls: [{ name: "terminal", arguments: { command } }] },
    }),
  });
  await allow(served, "terminal(*)");
  await using opened = await openPage(served);
  const { page, problems } = opened;

  await say(page, "Work");
  await said(page, "Done.").waitFor();
  await page.locator(".call summary").click();
  await page.getByRole("group", { name: "Output" }).or(page.locator(".call pre").last()).first().waitFor();

  expect(await page.locator(".call").textContent()).toContain("globalThis.hacked");
  expect(await page.evaluate(() => "hacked" in globalThis)).toBe(false);
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(problems).toEqual([]);
});

test("a question about permission shows what would happen, and the turn goes on with the answer", async () => {
  const command = "rm -rf /var/lib/important";
  await using served = await serveHome({
    model: answering({ Clean: { calls: [{ name: "terminal", arguments: { command } }] } }),
  });
  await using opened = await openPage(served);
  const { page, problems } = opened;

  await say(page, "Clean");
  const card = page.getByRole("region", { name: "May Hermes run terminal?" });
  await card.waitFor();
  expect(await card.textContent()).toContain(command);
  expect(await composer(page).evaluate((box) => box === document.activeElement)).toBe(true);
  const accessible = await accessibilityProblems(page);
  await picture(page, "chat-approval");
  await card.getByLabel("Reason for a no (optional)").fill("Not today");
  await card.getByRole("button", { name: "Deny" }).click();
  await said(page, "Done.").waitFor();

  expect(await card.count()).toBe(0);
  expect(accessible).toEqual([]);
  expect(problems).toEqual([]);
});

test("the agent's question is answered by its choices", async () => {
  await using served = await serveHome({
    model: answering({
      Paint: {
        calls: [{ name: "clarify", arguments: { question: "Which colour?", choices: ["Red", "Blue"] } }],
      },
    }),
  });
  await using opened = await openPage(served);
  const { page } = opened;

  await say(page, "Paint");
  const card = page.getByRole("region", { name: "Hermes asks" });
  await card.getByText("Which colour?").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await card.getByRole("button", { name: "Blue" }).click();
  await said(page, "Done.").waitFor();

  await page.locator(".call summary").click();
  expect(await page.locator(".call").textContent()).toContain("Blue");
});

test("a turn that runs can be stopped, and goes on afterwards", async () => {
  await using served = await serveHome({
    model: scripted([{ chunks: ["One ", "two "], hang: true }, { text: "three." }]),
  });
  await using opened = await openPage(served);
  const { page, problems } = opened;

  await say(page, "Count");
  await said(page, "One two").waitFor();
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await page.getByText("The turn was stopped.").waitFor();
  await page.getByRole("button", { name: "Continue" }).click();
  await said(page, "three.").waitFor();

  expect(await said(page, "One two").count()).toBe(1);
  expect(problems).toEqual([]);
});

test("a command that runs shows its lines; words that steer the turn reach the model with its result", async () => {
  const model = scripted([
    {
      calls: [
        {
          name: "terminal",
          arguments: { command: "echo begun; until [ -e go ]; do sleep 0.05; done; echo ended" },
        },
      ],
    },
    { text: "Done." },
  ]);
  await using served = await serveHome({ model });
  await allow(served, "terminal(*)");
  await using opened = await openPage(served);
  const { page, problems } = opened;

  await say(page, "Work");
  await page.getByRole("group", { name: "Output so far" }).getByText("begun").waitFor();
  await say(page, "Use blue");
  await page.getByText("Goes into the running turn").waitFor();
  expect(model.requests.length).toBe(1);
  await writeFile(join(served.project, "go"), "");
  await said(page, "Done.").waitFor();

  expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain("Use blue");
  const steered = page.getByRole("article", { name: "You, while it worked" });
  await steered.getByText("Use blue").waitFor();
  await page.reload();
  await steered.getByText("Use blue").waitFor();
  expect(await page.getByText("Use blue").count()).toBe(1);
  expect(problems).toEqual([]);
});

test("words that come too late for a turn are said after it, and shown once", async () => {
  const model = scripted([{ chunks: ["One ", "two ", "three."], delayMs: 700 }, { text: "Bluer." }]);
  await using served = await serveHome({ model });
  await using opened = await openPage(served);
  const { page, problems } = opened;

  await say(page, "Count");
  await said(page, "One").waitFor();
  await say(page, "Use blue");
  await say(page, "and red");
  await page.getByText("Goes into the running turn").first().waitFor();
  await said(page, "Bluer.").waitFor();

  expect(model.requests).toHaveLength(2);
  expect(await page.getByText("Goes into the running turn").count()).toBe(0);
  const people = page.getByRole("article", { name: "You", exact: true });
  expect((await people.allInnerTexts()).map((text) => /Count|Use blue\nand red/.exec(text)?.[0])).toEqual([
    "Count",
    "Use blue\nand red",
  ]);
  expect(problems).toEqual([]);
});

test("tasks, child sessions and a written page are seen beside the conversation", async () => {
  const todos = [
    { id: "1", content: "Look around", status: "completed" },
    { id: "2", content: "Write the page", status: "in_progress" },
  ];
  const content = "<!doctype html><h1>Made here</h1>";
  await using served = await serveHome({
    model: answering({
      Work: {
        calls: [
          { name: "todo", arguments: { todos } },
          { name: "write_file", arguments: { path: "made.html", content } },
          { name: "delegate_task", arguments: { goal: "Count the files" } },
        ],
      },
    }),
  });
  for (const rule of ["write_file(*)", "delegate_task(*)"]) await allow(served, rule);
  await using opened = await openPage(served);
  const { page, problems } = opened;

  await say(page, "Work");
  await said(page, "Done.").waitFor();
  await page.getByText("Tasks: 1 of 2 done: Write the page").click();
  const tasks = page.getByRole("list", { name: "Tasks" });
  expect(await tasks.getByRole("listitem").allInnerTexts()).toHaveLength(2);
  await page.getByText(/^Child sessions:/).click();
  await page.getByRole("list", { name: "Child sessions" }).getByRole("link").waitFor();
  await page.getByRole("button", { name: "Open in canvas" }).click();
  await page.frameLocator(".canvas iframe").getByRole("heading", { name: "Made here" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Count the files" }).click();
  await said(page, "You said").waitFor();

  expect(problems).toEqual([]);
});

test("an edit and a new try go on in a copy; the conversation as it was stays", async () => {
  await using served = await serveHome({ model: answering({}) });
  await using opened = await openPage(served);
  const { page, problems } = opened;
  await say(page, "first");
  await said(page, "You said first").waitFor();
  await say(page, "second");
  await said(page, "You said second").waitFor();
  const was = page.url();

  const second = page.getByRole("article", { name: "You", exact: true }).nth(1);
  await expect.poll(() => second.getByRole("button", { name: "Edit" }).count()).toBe(1);
  await second.hover();
  await second.getByRole("button", { name: "Edit" }).click();
  await page.getByRole("textbox", { name: "Your message" }).fill("other");
  await page.getByRole("button", { name: "Send in a copy" }).click();
  await said(page, "You said other").waitFor();
  const copy = page.url();
  expect(copy).not.toBe(was);
  expect(await said(page, "You said second").count()).toBe(0);
  await answers(page).last().hover();
  await answers(page).last().getByRole("button", { name: "Answer again" }).click();
  await expect.poll(() => page.url()).not.toBe(copy);
  await page.goto(was);
  await said(page, "You said second").waitFor();

  expect(problems).toEqual([]);
});

test("files are attached by the button and by drop, shown, and sent", async () => {
  const model = answering({});
  await using served = await serveHome({ model });
  await using opened = await openPage(served);
  const { page } = opened;

  await page.locator('input[type="file"]').setInputFiles([
    { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("remember the milk") },
    { name: "dot.png", mimeType: "image/png", buffer: Buffer.from(png, "base64") },
  ]);
  await page.getByRole("list", { name: "Attachments" }).getByText("dot.png").waitFor();
  await page
    .locator('input[type="file"]')
    .setInputFiles([
      { name: "big.bin", mimeType: "application/octet-stream", buffer: Buffer.from([0, 1, 2]) },
    ]);
  await page.getByText("big.bin is of a kind that can't be attached.").waitFor();
  await say(page, "Look");
  await answers(page).first().waitFor();

  const sent = JSON.stringify(model.requests.at(-1)?.messages);
  expect(sent).toContain("remember the milk");
  expect(sent).toContain("image/png");
  await page.getByRole("img", { name: "Picture" }).waitFor();
});

test("a broken connection is gone on with, each word once", async () => {
  const words = Array.from({ length: 40 }, (_, index) => `w${index} `);
  await using served = await serveHome({ model: scripted([{ chunks: words, delayMs: 60 }]) });
  await using opened = await openPage(served);
  const { page, context } = opened;

  await say(page, "Count");
  await said(page, "w5").waitFor();
  await context.setOffline(true);
  await page.getByText("Trying again").waitFor();
  await context.setOffline(false);
  await said(page, "w39").waitFor();

  const shown = (await answers(page).allInnerTexts()).join(" ").match(/\bw\d+\b/g);
  expect(shown).toEqual(words.map((word) => word.trim()));
});

test("the chat is accessible and fits at every width, in both themes", async () => {
  await using served = await serveHome({
    model: answering({
      Work: {
        text: "# Plan\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```ts\nconst a = 1;\n```\n",
        reasoning: "Let me think.",
        calls: [
          { name: "todo", arguments: { todos: [{ id: "1", content: "Look", status: "in_progress" }] } },
          { name: "terminal", arguments: { command: "echo hello" } },
        ],
      },
    }),
  });
  await allow(served, "terminal(*)");
  for (const theme of ["light", "dark"] as const) {
    await using opened = await openPage(served, { theme });
    const { page, problems } = opened;
    await picture(page, `chat-new-${theme}`);
    expect(await accessibilityProblems(page)).toEqual([]);
    await say(page, "Work");
    await said(page, "Done.").waitFor();
    for (const [size, width] of Object.entries(widths)) {
      await page.setViewportSize({ width, height: 900 });
      expect([size, await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)]).toEqual([
        size,
        true,
      ]);
      await picture(page, `chat-${size}-${theme}`);
    }
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(problems).toEqual([]);
  }
});

const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
