import { createRequire } from "node:module";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import type { Browser, BrowserContext, Page } from "playwright-core";
import type { ServedHome } from "./served-home.ts";
import { appFolder } from "./build.ts";

/** Of the widths at which every page is looked at. */
export const widths: Readonly<Record<"phone" | "tablet" | "wide", number>> = {
  phone: 390,
  tablet: 820,
  wide: 1440,
};

let browser: Promise<Browser> | undefined;

/** One browser for all tests of a process. It ends with that. */
export async function theBrowser(): Promise<Browser> {
  browser ??= chromium.launch({
    executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
  return await browser;
}

export interface OpenedPage extends AsyncDisposable {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What the page itself has thrown, said as an error, or was refused by its policy. */
  readonly problems: readonly string[];
}

export interface OpenOptions {
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly theme?: "light" | "dark" | undefined;
  /** Such as `#/memory`. */
  readonly hash?: string | undefined;
}

/** The page of a home, in a browser of its own that came in by a link. */
export async function openPage(
  served: Pick<ServedHome, "api" | "url">,
  { width = widths.wide, height = 900, theme = "light", hash = "" }: OpenOptions = {},
): Promise<OpenedPage> {
  const context = await (
    await theBrowser()
  ).newContext({
    viewport: { width, height },
    colorScheme: theme,
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  await page.goto(`${served.url}${served.api.createLink()}`);
  if (hash !== "") await page.goto(`${served.url}/${hash}`);
  await page.locator("#main").waitFor();
  return {
    ...{ page, context, problems },
    async [Symbol.asyncDispose]() {
      await context.close();
    },
  };
}

const axeSource = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const levels = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** What breaks WCAG 2.2 AA on what is shown now, one line each. */
export async function accessibilityProblems(page: Page): Promise<readonly string[]> {
  // The policy of the page forbids scripts of others: one that a debugger evaluates is not asked.
  const { readFile } = await import("node:fs/promises");
  await page.evaluate(await readFile(axeSource, "utf8"));
  return await page.evaluate(async (tags) => {
    // What the file above has left behind.
    const { axe } = globalThis as unknown as {
      readonly axe: {
        run(
          context: Document,
          options: object,
        ): Promise<{
          readonly violations: readonly {
            readonly id: string;
            readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
          }[];
        }>;
      };
    };
    const { violations } = await axe.run(document, { runOnly: { type: "tag", values: tags } });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary = "" }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
    );
  }, levels);
}

/** A picture of what is shown, for people who ask for them by `HERMES_PICTURES=1`: in a folder that is not committed. */
export async function picture(page: Page, name: string): Promise<void> {
  if (process.env["HERMES_PICTURES"] !== "1") return;
  const folder = join(appFolder, "node_modules", ".cache", "pictures");
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}
