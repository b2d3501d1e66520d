import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { GatewayPort } from "@hermes/api";
import { scripted } from "@hermes/models";
import { needs } from "@hermes/tooling/prerequisites";
import { beforeEach, expect, test } from "vitest";
import { accessibilityProblems, openPage, picture, theBrowser, widths } from "./support/open-page.ts";
import { serveHome } from "./support/served-home.ts";
import type { ServedHome } from "./support/served-home.ts";

beforeEach((context) => needs(context, "chromium"));

const hostile = `<img src=x onerror="globalThis.hacked=1">"><script>globalThis.hacked=1</script>`;

/** A model that runs a command with the first answer, and another one in the background. */
const working = () =>
  scripted(({ messages }) =>
    messages.at(-1)?.role === "tool"
      ? { text: "Done." }
      : {
          calls: [
            { name: "terminal", arguments: { command: `echo '${hostile}'` } },
            {
              name: "terminal",
              arguments: { command: "while sleep 0.2; do echo tick; done", background: true },
            },
          ],
        },
  );

/** A gateway that runs, with these lines as its log. */
function gatewayWith(lines: readonly string[]): GatewayPort {
  return {
    info: async () => await Promise.resolve({ state: "running", platforms: [] }),
    log: async () => await Promise.resolve([...lines]),
    pairings: async () => await Promise.resolve({ pending: [], approved: [] }),
    approve: async () => await Promise.resolve(),
    revoke: async () => await Promise.resolve(true),
  };
}

/** A turn from its beginning to its end; what it asks is allowed. */
async function runTurn(served: ServedHome, sessionId: string): Promise<void> {
  await served.ask("/api/permissions/rules", { effect: "allow", rule: "terminal(*)" });
  await served.ask("/api/runs", { sessionId, input: `Work ${hostile}` });
  await expect
    .poll(async () => ((await served.ask("/api/runs")) as { items: readonly unknown[] }).items, {
      timeout: 30_000,
    })
    .toEqual([]);
}

test("processes show their output as it comes, and can be stopped", async () => {
  await using served = await serveHome({ model: working() });
  await runTurn(served, "s1");
  await using opened = await openPage(served, { hash: "#/processes" });
  const { page, problems } = opened;
  const row = page.getByRole("row").filter({ hasText: "tick" });

  await row.getByRole("button", { name: "Output" }).click();
  const output = page.getByRole("dialog").getByRole("region");
  await output.getByText(/tick\s+tick\s+tick/).waitFor();
  const accessible = await accessibilityProblems(page);
  await picture(page, "processes-output");
  await page.keyboard.press("Escape");
  await row.getByRole("button", { name: "Stop" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Stop" }).click();
  await row.getByText(/ended|lost/).waitFor();

  expect(accessible).toEqual([]);
  expect(problems).toEqual([]);
});

test("a rule is added, explains a command, and is removed; what was decided is in the audit", async () => {
  await using served = await serveHome({ model: working() });
  await runTurn(served, "s1");
  await using opened = await openPage(served, { hash: "#/permissions" });
  const { page, problems } = opened;

  await page.getByLabel("Effect").last().selectOption("deny");
  await page.getByLabel("Rule", { exact: true }).fill("terminal(git push*)");
  await page.getByRole("button", { name: "Add the rule" }).click();
  await page.getByRole("cell", { name: "terminal(git push*)", exact: true }).waitFor();
  await page.getByLabel("Command", { exact: true }).fill("git push origin main");
  await page.getByRole("button", { name: "Look" }).click();
  await expect.poll(() => page.locator(".facts").textContent()).toMatch(/deny/i);
  await page.getByRole("button", { name: "Remove terminal(git push*)" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect
    .poll(() => page.getByRole("cell", { name: "terminal(git push*)", exact: true }).count())
    .toBe(0);
  await page.getByRole("region", { name: "Audit" }).getByText("globalThis.hacked").first().waitFor();

  expect(await page.evaluate(() => "hacked" in globalThis)).toBe(false);
  expect(problems).toEqual([]);
});

test("the mode that approves everything is taken only after a yes", async () => {
  await using served = await serveHome({ model: working() });
  await using opened = await openPage(served, { hash: "#/permissions" });
  const { page } = opened;
  const mode = async (): Promise<unknown> =>
    ((await served.ask("/api/permissions")) as { mode: string }).mode;
  const before = await mode();

  await page.getByRole("radio", { name: /^yolo/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  expect(await mode()).toBe(before);
  await page.getByRole("radio", { name: /^yolo/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Approve everything" }).click();
  await expect.poll(mode).toBe("yolo");
  await expect.poll(() => page.getByRole("radio", { name: /^yolo/ }).isChecked()).toBe(true);
});

test("a setting is written into config.yaml and taken out again; what does not fit is refused in words", async () => {
  await using served = await serveHome({ model: working() });
  await using opened = await openPage(served, { hash: "#/settings" });
  const { page, problems } = opened;
  const config = async (): Promise<string> =>
    await readFile(join(served.home, "config.yaml"), "utf8").catch(() => "");
  await page.getByLabel("Search the settings").fill("agent.max_turns");
  const setting = page.getByLabel("agent.max_turns", { exact: true });

  await setting.fill("many");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("alert").waitFor();
  expect(await setting.inputValue()).toBe("many");
  await setting.fill("37");
  await page.getByRole("button", { name: "Save" }).click();
  await expect.poll(config).toContain("37");
  await page.getByRole("button", { name: "Back to the default" }).click();
  await expect.poll(config).not.toContain("37");

  expect(problems.filter((each) => !each.includes("422"))).toEqual([]);
});

test("insights show bars, and the same as tables", async () => {
  await using served = await serveHome({ model: working() });
  await runTurn(served, "s1");
  await using opened = await openPage(served, { hash: "#/insights" });
  const { page, problems } = opened;

  await page.getByRole("heading", { name: "Tokens by model" }).waitFor();
  await page.getByText("Show as table").nth(1).click();
  await page.getByRole("rowheader", { name: "scripted" }).first().waitFor();

  expect(await accessibilityProblems(page)).toEqual([]);
  expect(problems).toEqual([]);
});

test("a link that was made on the page lets one more browser in, once", async () => {
  await using served = await serveHome({ model: working() });
  await using opened = await openPage(served, { hash: "#/devices" });
  const { page, problems } = opened;

  await page.getByRole("button", { name: "Make a link" }).click();
  await page.getByRole("img", { name: "Link as a QR code" }).waitFor();
  const link = await page.getByLabel("Link", { exact: true }).inputValue();
  const enter = async (): Promise<number> => {
    const context = await (await theBrowser()).newContext();
    const other = await context.newPage();
    await other.goto(link);
    const asked = await context.request.get(`${served.url}/api/whoami`);
    await context.close();
    return asked.status();
  };

  expect([await enter(), await enter()]).toEqual([200, 401]);
  expect(problems).toEqual([]);
});

test("the log of the gateway is followed, and its absence is said", async () => {
  const lines = ["one", "two"];
  await using served = await serveHome({ model: working(), choice: { gateway: gatewayWith(lines) } });
  await using opened = await openPage(served, { hash: "#/logs" });
  const { page } = opened;
  const log = page.getByRole("region", { name: "Log of the gateway" });
  await log.getByText("two").waitFor();

  lines.push(`three ${hostile}`);
  await log.getByText("three").waitFor();
  await page.getByLabel("Only lines with").fill("thr");

  await expect.poll(() => log.textContent()).toBe(`three ${hostile}`);
  expect(await page.evaluate(() => "hacked" in globalThis)).toBe(false);
  lines.length = 0;
  await page.getByText("There is no log").waitFor();
});

test("each of these pages is accessible and fits at every width, in both themes, empty and full", async () => {
  await using served = await serveHome({ model: working(), choice: { gateway: gatewayWith(["one"]) } });
  const look = async (state: "empty" | "full", theme: "light" | "dark"): Promise<void> => {
    await using opened = await openPage(served, { theme });
    const { page, problems } = opened;
    for (const name of ["processes", "permissions", "settings", "insights", "logs", "devices"]) {
      await page.goto(`${served.url}/#/${name}`);
      await page.getByRole("heading", { level: 1, name: new RegExp(name, "i") }).waitFor();
      await expect.poll(() => page.getByText("Loading …").count()).toBe(0);
      for (const [size, width] of Object.entries(widths)) {
        await page.setViewportSize({ width, height: 900 });
        expect([
          name,
          size,
          await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
        ]).toEqual([...[name, size, true]]);
        await picture(page, `${name}-${state}-${size}-${theme}`);
      }
      expect([name, await accessibilityProblems(page)]).toEqual([name, []]);
    }
    expect(problems).toEqual([]);
  };

  await look("empty", "light");
  await runTurn(served, "s1");
  await look("full", "light");
  await look("full", "dark");
});
