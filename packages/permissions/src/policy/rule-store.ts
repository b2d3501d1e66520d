import { rulesOfAllowlist } from "./allowlist.ts";
import type { PathGlob } from "./operation.ts";
import { parseRules, readKnown } from "./rule-file.ts";
import type { KnowNames } from "./rule-file.ts";
import type { KeptGrant, RuleSection } from "./rule-sections.ts";
import { plainRuleText } from "./rule-text.ts";
import type { Rule } from "./rule.ts";
import type { RuleText } from "../seal/sealed-rules.ts";

/** What a person has decided, as it stands now. */
export interface RuleBook {
  readonly rules: readonly Rule[];
  /** Rules for kinds of finding: what they allow is no finding any more. */
  readonly findingRules: readonly Rule[];
  readonly grants: readonly KeptGrant[];
  /** Why `permissions.yaml` can't be understood. Nothing in it counts then. */
  readonly problems: readonly string[];
  readonly glob: PathGlob;
}

export interface RuleStoreOptions {
  /** `permissions.yaml`; need not exist. */
  readonly path: string;
  /** Gives what of the file counts. @default all of it, whoever wrote it */
  readonly readText?: (() => Promise<RuleText>) | undefined;
  /** The section `permissions` of the settings. */
  readonly section?: unknown;
  /** What the settings are called where a rule of them, or a problem in them, is named. @default "the settings" */
  readonly settingsFile?: string | undefined;
  /** The original's `command_allowlist`. */
  readonly allowlist?: readonly string[] | undefined;
  /** Names that there are; rules that are nearly like one of them are a problem. @default names are not looked at */
  readonly known?: KnowNames | undefined;
  /** Called once for each state of a file that can't be understood. */
  readonly onProblem?: ((problem: string) => void) | undefined;
}

/** Reads the rules when they are first needed, and again when there is another text. */
export function createRuleStore({
  path,
  readText = plainRuleText(path),
  section,
  settingsFile = "the settings",
  allowlist = [],
  known,
  onProblem,
}: RuleStoreOptions): () => Promise<RuleBook> {
  let mark: string | undefined;
  let book: Promise<RuleBook> | undefined;
  const load = async ({ text = "", problem }: RuleText): Promise<RuleBook> => {
    const none = { rules: [], grants: [], problems: problem === undefined ? [] : [problem] };
    const file = problem === undefined && text !== "" ? await parseRules(text, known) : none;
    const settings = await readKnown(section, { file: `${settingsFile}, permissions` }, known);
    const problems = [...file.problems, ...settings.problems];
    for (const problem of problems) onProblem?.(`Permissions: ${problem}`);
    const listed = { rules: rulesOfAllowlist(allowlist, settingsFile), grants: [], problems: [] };
    return await bind(
      [file, settings.problems.length > 0 ? { ...settings, rules: [], grants: [] } : settings, listed],
      problems,
    );
  };
  return async () => {
    const now = await readText();
    if (book === undefined || now.mark !== mark) {
      mark = now.mark;
      book = load(now);
    }
    return await book;
  };
}

async function bind(sections: readonly RuleSection[], problems: readonly string[]): Promise<RuleBook> {
  const all = sections.flatMap(({ rules }) => rules);
  const rules = all.filter(({ name }) => name !== "finding");
  const needsGlob = rules.some(({ argument }) => argument !== undefined);
  return {
    rules,
    findingRules: all.filter(({ name }) => name === "finding"),
    grants: sections.flatMap(({ grants }) => grants),
    problems,
    glob: needsGlob ? await (await import("./path-glob.ts")).loadPathGlob() : () => () => false,
  };
}
