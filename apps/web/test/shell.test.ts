import { scripted } from "@hermes/models";
import { needs } from "@hermes/tooling/prerequisites";
import { beforeEach, expect, test } from "vitest";
import { accessibilityProblems, openPage, picture, theBrowser, widths } from "./support/open-page.ts";
import { serveHome } from "./support/served-home.ts";

beforeEach((context) => needs(context, "chromium"));

const answering = () => scripted(() => ({ text: "A pangolin eats ants." }));

test("a browser that was not let in sees how to come in, and a link lets it in for good", async () => {
  await using served = await serveHome({ model: answering() });
  const context = await (await theBrowser()).newContext();
  const page = await context.newPage();
  await page.goto(served.url);
  await page.getByRole("heading", { level: 1 }).waitFor();
  const problems = await accessibilityProblems(page);
  await picture(page, "sign-in");

  await page.getByRole("textbox").fill(`${served.url}${served.api.createLink()}`);
  await page.getByRole("button", { name: "Open it" }).click();
  await page.locator("#main").waitFor();
  await page.reload();
  await page.locator("#main").waitFor();

  expect(problems).toEqual([]);
  await context.close();
});

test("what is pasted as a link leads nowhere but to this server", async () => {
  await using served = await serveHome({ model: answering() });
  const context = await (await theBrowser()).newContext();
  const page = await context.newPage();
  await page.goto(served.url);

  await page.getByRole("textbox").fill("https://evil.example/link/abc def");
  await page.getByRole("button", { name: "Open it" }).click();

  await page.getByRole("alert").waitFor();
  expect(page.url()).toBe(`${served.url}/`);
  await context.close();
});

test("the palette finds pages, sessions and themes by the keyboard alone", async () => {
  await using served = await serveHome({ model: answering() });
  await served.ask("/api/runs", { sessionId: "s1", input: "Tell me about the pangolin" });
  await using opened = await openPage(served);
  const { page, problems } = opened;

  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Type a command" }).pressSequentially("memory");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.url()).toContain("#/memory");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Type a command" }).pressSequentially("dark");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.locator("html").getAttribute("data-theme")).toBe("dark");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Type a command" }).pressSequentially("pangolin");
  await page
    .getByRole("option", { name: /pangolin/i })
    .first()
    .waitFor();
  const accessible = await accessibilityProblems(page);
  await page.keyboard.press("Enter");
  await expect.poll(() => page.url()).toContain("#/chat/s1");

  expect(accessible).toEqual([]);
  expect(problems).toEqual([]);
});

test("what was said is found while it is typed", async () => {
  await using served = await serveHome({ model: answering() });
  await served.ask("/api/runs", { sessionId: "s1", input: "Tell me about the pangolin" });
  await served.ask("/api/runs", { sessionId: "s2", input: "And the aardvark" });
  // In the chat the focus is where one writes.
  await using opened = await openPage(served, { hash: "#/memory" });
  const { page } = opened;
  const list = page.getByRole("region", { name: "Sessions" });
  await expect.poll(() => list.getByRole("listitem").count()).toBe(2);
  const found = async (): Promise<unknown> => await served.ask("/api/sessions/search?q=aardvark");
  await expect.poll(found).toMatchObject({ items: [{ session: { id: "s2" } }] });

  await page.keyboard.press("/");
  await page.keyboard.type("aardv");
  await list.locator("mark").first().waitFor();

  expect(await list.getByRole("listitem").count()).toBe(1);
  expect(await list.locator("mark").first().textContent()).toMatch(/aardvark/i);
});

test.each(["phone", "wide"] as const)(
  "the frame is whole and accessible on a %s screen, in both themes",
  async (name) => {
    await using served = await serveHome({ model: answering() });
    await served.ask("/api/runs", { sessionId: "s1", input: "Tell me about the pangolin" });
    for (const theme of ["light", "dark"] as const) {
      await using opened = await openPage(served, { width: widths[name], theme });
      const { page } = opened;
      if (name === "phone") await page.getByRole("button", { name: "Open the menu" }).click();
      await page.getByRole("navigation", { name: "Pages" }).waitFor();
      await picture(page, `shell-${name}-${theme}`);

      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    }
  },
);

test("without its server the page opens from what the browser has kept, says so, and goes on when it is back", async () => {
  await using served = await serveHome({ model: answering() });
  await using opened = await openPage(served);
  const { page, context } = opened;
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  // What was loaded before there was a worker is kept with the second look.
  await page.reload();
  await page.locator("#main").waitFor();
  await page.evaluate(() => navigator.serviceWorker.controller !== null);

  await context.setOffline(true);
  await page.reload();
  await page.getByText("Trying again").waitFor();
  await context.setOffline(false);
  await page.locator("#main").waitFor({ timeout: 30_000 });
  await expect.poll(() => page.getByText("Trying again").count()).toBe(0);

  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const all = await Promise.all(names.map(async (name) => await (await caches.open(name)).keys()));
    return all.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept).toContain("/");
  expect(kept.filter((path) => path.startsWith("/api"))).toEqual([]);
});

test("it can be installed: a manifest with its pictures, and a worker", async () => {
  await using served = await serveHome({ model: answering() });
  await using opened = await openPage(served);
  const { page, context } = opened;
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));

  const devtools = await context.newCDPSession(page);
  const { installabilityErrors } = await devtools.send("Page.getInstallabilityErrors");

  // A browser of tests keeps nothing, which is all that it says against it.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito")).toEqual(
    [],
  );
});
