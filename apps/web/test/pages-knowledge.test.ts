import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { GatewayPort } from "@hermes/api";
import type { PairingsInfo } from "@hermes/client";
import { scripted } from "@hermes/models";
import { HermesError } from "@hermes/registry";
import { needs } from "@hermes/tooling/prerequisites";
import { beforeEach, expect, test } from "vitest";
import { accessibilityProblems, openPage, picture, widths } from "./support/open-page.ts";
import { serveHome } from "./support/served-home.ts";

beforeEach((context) => needs(context, "chromium"));

const hostile = `<img src=x onerror="globalThis.hacked=1">"><script>globalThis.hacked=1</script>`;
const model = () => scripted(() => ({ text: "Yes." }));
const bundledSkills = join(import.meta.dirname, "..", "..", "..", "skills");

/** A gateway with somebody who waits: the code is that of its only request. */
function gatewayWith(state: { pairings: PairingsInfo }): GatewayPort {
  return {
    info: async () =>
      await Promise.resolve({
        ...{ state: "running", pid: 42, startedAt: Date.now() },
        platforms: [{ name: "telegram", state: "failed", problem: hostile }],
      }),
    log: async () => await Promise.resolve([]),
    pairings: async () => await Promise.resolve(state.pairings),
    async approve({ platform, code, owner = false }) {
      const [first] = state.pairings.pending;
      if (code !== "ABCD2345" || first === undefined)
        throw new HermesError("No request has this code.", {
          code: "PAIRING_REFUSED",
          hint: "2 tries left.",
        });
      const person = { platform, userId: first.userId, name: first.name, approvedAt: Date.now() };
      state.pairings = { pending: [], approved: [{ ...person, tier: owner ? "owner" : "user" }] };
      await Promise.resolve();
    },
    async revoke() {
      state.pairings = { pending: [], approved: [] };
      return await Promise.resolve(true);
    },
  };
}

const waiting = (): { pairings: PairingsInfo } => ({
  pairings: {
    pending: [{ platform: "telegram", userId: "77", name: `Ada ${hostile}`, askedAt: Date.now() }],
    approved: [],
  },
});

test("a note is added, changed and taken back", async () => {
  await using served = await serveHome({ model: model() });
  await using opened = await openPage(served, { hash: "#/memory" });
  const { page, problems } = opened;
  const notes = async (): Promise<readonly string[]> =>
    ((await served.ask("/api/memory/user")) as { entries: readonly { entry: string }[] }).entries.map(
      ({ entry }) => entry,
    );

  await page.getByRole("button", { name: /^Add/ }).first().click();
  await page.getByRole("textbox").last().fill("Likes green tea.");
  await page.getByRole("button", { name: "Save" }).click();
  await expect.poll(notes).toEqual(["Likes green tea."]);
  await page.getByRole("listitem").filter({ hasText: "Likes green tea." }).first().waitFor();

  expect(problems).toEqual([]);
});

test("skills are listed and read, and one of the hub is looked at, installed and uninstalled", async () => {
  await using served = await serveHome({ model: model(), runtime: { bundledSkills } });
  const folder = join(served.home, "skills", "greet");
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, "SKILL.md"),
    `---\nname: greet\ndescription: Greets people ${hostile.replaceAll(":", "")}\n---\n\n# Greeting\n\nSay hello. ${hostile}\n`,
  );
  await using opened = await openPage(served, { hash: "#/skills" });
  const { page, problems } = opened;

  await page.getByLabel("Search skills").fill("greet");
  await page.getByRole("link", { name: "greet", exact: true }).click();
  await page.getByText("Say hello.").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.goto(`${served.url}/#/skills?view=hub`);
  await page.getByRole("button", { name: "Search", exact: true }).click();
  const found = page.getByRole("list", { name: "Hub" }).getByRole("listitem").filter({ hasText: "official" });
  await found.first().waitFor({ timeout: 60_000 });
  const name = (await found.first().locator("strong").textContent()) ?? "";
  await found.first().getByRole("button").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("heading", { name: "SKILL.md" }).waitFor({ timeout: 60_000 });
  expect(await accessibilityProblems(page)).toEqual([]);
  await picture(page, "hub-plan");
  await dialog.getByRole("button", { name: "Install" }).click();
  await dialog.waitFor({ state: "detached", timeout: 60_000 });
  await page.goto(`${served.url}/#/skills?view=installed`);
  await page.getByRole("link", { name, exact: true }).waitFor();
  await page.getByRole("button", { name: `Uninstall ${name}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Uninstall" }).click();
  await page.getByText("Nothing was installed from the hub.").waitFor();

  expect(await page.evaluate(() => "hacked" in globalThis)).toBe(false);
  // Sources that can't be reached from here are told in words, and are no problem of the page.
  expect(problems).toEqual([]);
});

test("a job is written with a preview, paused, asked for, and removed", async () => {
  await using served = await serveHome({ model: model() });
  await using opened = await openPage(served, { hash: "#/schedules" });
  const { page, problems } = opened;

  await page.getByRole("button", { name: "New job" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "When" }).fill("every day at 09:00");
  await dialog.getByText(/Next run:/).waitFor();
  await dialog.getByRole("textbox", { name: "When" }).fill("whenever you like");
  await dialog.locator(".facts .error").waitFor();
  await dialog.getByRole("textbox", { name: "When" }).fill("every day at 09:00");
  await dialog.getByLabel("What is to be done").fill(`Greet ${hostile}`);
  await dialog.getByRole("textbox", { name: "Name" }).fill("Morning");
  expect(await accessibilityProblems(page)).toEqual([]);
  await picture(page, "job-form");
  await dialog.getByRole("button", { name: "Save" }).click();
  const job = page.getByRole("listitem").filter({ hasText: "Morning" });
  await job.getByText("active").waitFor();
  await job.getByRole("button", { name: "Pause Morning" }).click();
  await job.getByText("paused", { exact: true }).waitFor();
  await job.getByRole("button", { name: "Resume Morning" }).click();
  await job.getByText("active").waitFor();
  await job.getByRole("button", { name: "Run Morning now" }).click();
  await page.getByText(/A run is asked for/).waitFor();
  await page.getByRole("link", { name: "History", exact: true }).first().click();
  await page.getByRole("list", { name: "History" }).getByText("Morning").waitFor();
  await page.goto(`${served.url}/#/schedules`);
  await job.getByRole("button", { name: "Remove Morning" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await page.getByText("No job is planned.").waitFor();

  expect(await page.evaluate(() => "hacked" in globalThis)).toBe(false);
  expect(problems.filter((each) => !each.includes("422"))).toEqual([]);
});

test("somebody in a chat is let in by their code, and not by a wrong one; and let in no more", async () => {
  await using served = await serveHome({ model: model(), choice: { gateway: gatewayWith(waiting()) } });
  await using opened = await openPage(served, { hash: "#/gateway" });
  const { page, problems } = opened;

  await page.getByRole("button", { name: /^Enter the code of Ada/ }).click();
  await page.getByLabel("Code", { exact: true }).fill("WRONG234");
  await page.getByRole("button", { name: "Let in" }).click();
  await page.getByRole("alert").getByText("2 tries left.").waitFor();
  await page.getByLabel("Code", { exact: true }).fill("ABCD2345");
  await page.getByRole("button", { name: "Let in" }).click();
  await page.getByRole("button", { name: /^Revoke Ada/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await page.getByText("Nobody was let in yet.").waitFor();

  expect(await page.evaluate(() => "hacked" in globalThis)).toBe(false);
  expect(problems.filter((each) => !each.includes("422"))).toEqual([]);
});

test("each of these pages is accessible and fits at every width, in both themes", async () => {
  await using served = await serveHome({
    ...{ model: model(), runtime: { bundledSkills } },
    choice: { gateway: gatewayWith(waiting()) },
  });
  await served.ask("/api/memory", { target: "user", content: "Likes green tea." });
  await served.ask("/api/jobs", { schedule: "every day at 09:00", prompt: "Greet", name: "Morning" });
  for (const theme of ["light", "dark"] as const) {
    await using opened = await openPage(served, { theme });
    const { page, problems } = opened;
    for (const name of ["memory", "skills", "schedules", "gateway"]) {
      await page.goto(`${served.url}/#/${name}`);
      await page.getByRole("heading", { level: 1, name: new RegExp(name, "i") }).waitFor();
      await expect.poll(() => page.getByText("Loading …").count()).toBe(0);
      for (const [size, width] of Object.entries(widths)) {
        await page.setViewportSize({ width, height: 900 });
        const fits = await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
        expect([name, size, fits]).toEqual([name, size, true]);
        await picture(page, `${name}-${size}-${theme}`);
      }
      expect([name, await accessibilityProblems(page)]).toEqual([name, []]);
    }
    expect(problems).toEqual([]);
  }
});
