import type { Document } from "yaml";
import type { KnownNames } from "./known-actions.ts";
import { readSection } from "./rule-sections.ts";
import type { ReadSectionOptions, RuleSection } from "./rule-sections.ts";

const nothing: RuleSection = { rules: [], grants: [], problems: [] };
const name = "permissions.yaml";

/** Gives the names that there are. Asked where rules name an action. */
export type KnowNames = () => Promise<KnownNames>;

/** The rules of a text. One that can't be understood has problems, each with its line, and then neither rules nor grants. */
export async function parseRules(text: string, known?: KnowNames): Promise<RuleSection> {
  const { LineCounter, parseDocument, isNode, isPair, isMap, visit } = await import("yaml");
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, schema: "core" });
  const [broken] = document.errors;
  if (broken !== undefined) {
    const line = lines.linePos(broken.pos[0]).line;
    const [what = ""] = broken.message.split("\n");
    return {
      ...nothing,
      problems: [`${name}, line ${line}: ${what.replace(/ at line \d+, column \d+:?$/, "")}.`],
    };
  }
  // The parser takes an alias that names nothing, and one inside of what it names, which then has no end.
  const faults: string[] = [];
  visit(document, {
    Alias(_, alias, path) {
      const target = alias.resolve(document);
      if (target !== undefined && !path.includes(target)) return;
      const what = target === undefined ? "names nothing" : "stands inside of what it names";
      const { line } = lines.linePos(alias.range?.[0] ?? 0);
      faults.push(`${name}, line ${line}: "*${alias.source}" ${what}.`);
    },
  });
  if (faults.length > 0) return { ...nothing, problems: faults };
  const lineOf = (path: readonly (string | number)[]): number | undefined => {
    const parent: unknown = document.getIn(path.slice(0, -1), true);
    const key = path.at(-1);
    const pair = isMap(parent)
      ? parent.items.find((item) => isPair(item) && String(item.key) === String(key))
      : undefined;
    const node: unknown = pair === undefined ? document.getIn(path, true) : pair.key;
    return isNode(node) && node.range ? lines.linePos(node.range[0]).line : undefined;
  };
  const section = await readKnown(toData(document), { file: name, lineOf }, known);
  return section.problems.length > 0 ? { ...nothing, problems: section.problems } : section;
}

/** Reads a section, and holds it against the names that there are where it names an action. */
export async function readKnown(
  value: unknown,
  options: Omit<ReadSectionOptions, "known">,
  known: KnowNames | undefined,
): Promise<RuleSection> {
  const section = readSection(value, options);
  if (known === undefined || !section.rules.some((rule) => rule.name.includes("."))) return section;
  return readSection(value, { ...options, known: await known() });
}

/** Aliases that grow without end are an error of the document, which `toJS` throws. */
function toData(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    return error instanceof Error ? error.message : "It can't be read.";
  }
}
