import { needs } from "@hermes/tooling/prerequisites";
import { expect, onTestFinished, test, vi } from "vitest";
import { personWithModel } from "./support/scripted-person.ts";
import { startServing } from "./support/serving.ts";
import type { Json } from "./support/serving.ts";

const words = Array.from({ length: 60 }, (_, index) => `w${index} `);
const sent = 25;

test("the server is killed in mid-stream: the page says so, reconnects by itself, and goes on without a lost or doubled word", async (context) => {
  needs(context, "chromium");
  const person = await personWithModel(({ body }, index) =>
    index === 0
      ? { chunks: words.slice(0, sent), stall: "deltas" }
      : { chunks: words.slice(saidIn(body).split(" ").filter(Boolean).length) },
  );
  const first = await startServing(person, [], {});
  const { chromium } = await import("playwright-core");
  const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
  onTestFinished(async () => await browser.close());
  const page = await browser.newPage();
  await page.goto(await vi.waitFor(() => linkIn(first.lines), 30_000));
  const answer = page.getByRole("article", { name: "Hermes", exact: true });

  await page.getByRole("textbox", { name: "Message" }).fill("Count");
  await page.keyboard.press("Enter");
  await answer.getByText(`w${sent - 1}`).waitFor();
  await first.end("SIGKILL");
  await page.getByText("Trying again").waitFor();
  const second = await startServing(person, ["--port", new URL(first.url).port], {});
  await page.getByRole("button", { name: "Continue" }).click();
  await answer
    .getByText(`w${words.length - 1}`)
    .first()
    .waitFor();

  const shown = (await answer.allInnerTexts()).join(" ").match(/\bw\d+\b/g) ?? [];
  expect(shown).toEqual(words.map((word) => word.trim()));
  await expect.poll(() => page.getByText("Trying again").count()).toBe(0);
  await second.end("SIGTERM");
});

function linkIn(lines: readonly string[]): string {
  const [link] = /http\S+\/link\/\S+/.exec(lines.join("\n")) ?? [];
  if (link === undefined) throw new Error(`It shows no link: ${lines.join("\n")}`);
  return link;
}

/** What the model has said so far, by what it is sent. */
function saidIn(body: Json): string {
  const said = body.messages.filter(({ role }: Json) => role === "assistant");
  return said
    .map(({ content }: Json) =>
      typeof content === "string" ? content : content.map(({ text = "" }: Json) => text).join(""),
    )
    .join("");
}
