import { scripted } from "@hermes/models";
import type { Message } from "@hermes/models";
import { needs } from "@hermes/tooling/prerequisites";
import { expect, test } from "vitest";
import { openPage } from "./support/open-page.ts";
import { serveHome } from "./support/served-home.ts";

const isLong = process.env["HERMES_TEST_LONG"] === "1";
const count = isLong ? 10_000 : 800;
const maxInPage = 400;

test("a long session is scrolled from its end to its first message: each is seen once, in order, and few are in the page", async (context) => {
  needs(context, "chromium");
  await using served = await serveHome({ model: scripted([{ text: "Yes." }]) });
  const store = await served.runtime.store();
  const messages: Message[] = Array.from({ length: count }, (_, index) =>
    index % 2 === 0
      ? { role: "user", content: [{ type: "text", text: `Message ${index}` }] }
      : {
          role: "assistant",
          content: [{ type: "text", text: `Message ${index}\n\nwith **some** text` }],
          finishReason: "stop",
        },
  );
  store.journal.create(
    { id: "long", system: "", tools: [], model: "scripted", platform: "cli", startedAt: Date.now() },
    messages,
  );
  await using opened = await openPage(served, { hash: "#/chat/long" });
  const { page, problems } = opened;
  await page
    .locator(".messages")
    .getByText(`Message ${count - 1}`)
    .first()
    .waitFor();

  const seen = await page.evaluate(async () => {
    const box = document.querySelector<HTMLElement>(".messages");
    if (box === null) throw new Error("There are no messages.");
    const numbers = new Map<number, number>();
    let most = 0;
    let jumps = 0;
    const frame = async (): Promise<unknown> =>
      await new Promise((resolve) => requestAnimationFrame(resolve));
    for (let still = 0; still < 40;) {
      const entries = [...box.querySelectorAll<HTMLElement>("[data-entry]")];
      most = Math.max(most, entries.length);
      const top = box.getBoundingClientRect().top;
      for (const entry of entries) {
        const [, number] = /Message (\d+)/.exec(entry.textContent ?? "") ?? [];
        if (number !== undefined) numbers.set(Number(number), Number(entry.dataset["entry"]));
      }
      const first = entries.find((entry) => entry.getBoundingClientRect().bottom > top + 300);
      const before = first?.getBoundingClientRect().top ?? 0;
      const step = Math.min(500, box.scrollTop);
      box.scrollTop -= step;
      await frame();
      await frame();
      // What is read moves by as much as was scrolled, whatever was put before it.
      if (first?.isConnected === true && Math.abs(first.getBoundingClientRect().top - before - step) > 2)
        jumps++;
      still = step === 0 ? still + 1 : 0;
    }
    return { numbers: [...numbers.keys()].toSorted((one, other) => one - other), most, jumps };
  });

  expect(seen.numbers).toEqual(Array.from({ length: count }, (_, index) => index));
  expect(seen.most).toBeLessThanOrEqual(maxInPage);
  expect(seen.jumps).toBe(0);
  expect(problems).toEqual([]);
}, 300_000);
