import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./entry-points.ts";

/** A section of `llms.txt`: the pages of a folder. */
interface Section {
  readonly title: string;
  readonly pages: readonly string[];
}

const summary =
  "Hermes is an agent harness: small TypeScript libraries that each stand alone (`@hermes/agent-loop` is where to begin), and a command, `hermes`, that puts them together.";

/**
 * The map of the pages for models: title, summary, and a link with one line for each page.
 *
 * @see https://llmstxt.org
 */
export function llmsText(): string {
  const sections = sectionsOfPages().map(
    ({ title, pages }) => `## ${title}\n\n${pages.map((path) => linkTo(path)).join("\n")}\n`,
  );
  return `# Hermes\n\n> ${summary}\n\n${sections.join("\n")}`;
}

/** All pages of the map, one after the other. */
export function llmsFullText(): string {
  const pages = sectionsOfPages().flatMap((section) => section.pages);
  return pages
    .map((path) => `<!-- ${path} -->\n\n${readFileSync(join(root, path), "utf8").trim()}\n`)
    .join("\n");
}

/** Paths of the pages of the map, from the root. */
export function pagesOfSite(): readonly string[] {
  return sectionsOfPages().flatMap(({ pages }) => pages);
}

function sectionsOfPages(): readonly Section[] {
  const packages = readdirSync(join(root, "packages"))
    .filter((name) => name !== "tooling")
    .toSorted()
    .map((name) => `packages/${name}/README.md`)
    .filter((path) => isThere(path));
  return [
    { title: "Guides", pages: markdownIn("docs/guides") },
    { title: "Libraries", pages: packages },
    { title: "Pages", pages: markdownIn("docs") },
    { title: "Reference", pages: markdownIn("docs/reference") },
    { title: "Optional", pages: [...markdownIn("docs/platforms"), ...markdownIn("docs/decisions")] },
  ].filter(({ pages }) => pages.length > 0);
}

function markdownIn(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".md") && entry.name !== "README.md")
    .map(({ name }) => `${folder}/${name}`)
    .toSorted();
}

function isThere(path: string): boolean {
  try {
    return readFileSync(join(root, path)).length > 0;
  } catch {
    return false;
  }
}

function linkTo(path: string): string {
  const [title = path, ...rest] = readFileSync(join(root, path), "utf8").split(/\n{2,}/);
  return `- [${plain(title.replace(/^# /, ""))}](${addressOf(path)}): ${firstSentence(rest)}`;
}

/** The first paragraph that is one, up to the end of its first sentence. */
function firstSentence(paragraphs: readonly string[]): string {
  const text = plain(paragraphs.find((each) => /^[\w`*[@"]/.test(each)) ?? "");
  const end = /\.(?= |$)/.exec(text);
  return end === null ? `${text.replace(/:$/, "")}.` : text.slice(0, end.index + 1);
}

/** Without links and line breaks. */
function plain(text: string): string {
  return text
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** Where the page lies in the repository. */
function addressOf(path: string): string {
  // Written by us, and checked by `pnpm check`.
  const { repository } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    readonly repository: { readonly url: string };
  };
  return `${repository.url.replace(/^git\+/, "").replace(/\.git$/, "")}/blob/main/${path}`;
}
