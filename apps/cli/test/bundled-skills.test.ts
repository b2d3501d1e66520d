import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { parseSkill } from "@hermes/skills/format";
import { expect, test } from "vitest";
import { cliFolder, hermes, newPerson } from "./support/hermes.ts";
import type { Fixture } from "./support/hermes.ts";

const root = join(cliFolder, "../../skills");

interface Page {
  readonly path: string;
  readonly text: string;
}

/** The texts of every skill that comes along, by its folder. */
function skillPages(): ReadonlyMap<string, readonly Page[]> {
  const folders = globSync("**/SKILL.md", { cwd: root }).map((path) => dirname(join(root, path)));
  return new Map(
    folders.map((folder) => [
      folder,
      globSync("**/*.md", { cwd: folder }).map((name) => {
        const path = join(folder, name);
        return { path: relative(root, path), text: readFileSync(path, "utf8") };
      }),
    ]),
  );
}

interface Help {
  readonly commands: ReadonlySet<string>;
  readonly options: ReadonlySet<string>;
}

/** What `hermes … --help` lists. */
async function helpOf(person: Fixture, ...words: readonly string[]): Promise<Help> {
  const { stdout } = await hermes(person, [...words, "--help"]);
  const [head = "", listed = ""] = stdout.split(/^Commands:\n/m);
  const names = listed.matchAll(/^ {2}([a-z][a-z-]*)(?:\|[a-z-]+)?(?: |$)/gm);
  const options = head.matchAll(/^ {2,}(-[a-zA-Z])?(?:, )?(--[a-z-]+)?/gm);
  return {
    commands: new Set([...names].map(([, name = ""]) => name)),
    options: new Set([...options].flatMap(([, short = "", long = ""]) => [short, long])),
  };
}

test("the commands of Hermes that bundled skills name exist", async () => {
  const person = newPerson();
  const named = [...skillPages().values()].flat().flatMap(({ path, text }) =>
    [...text.matchAll(/\bhermes ([a-z-]+)(?: ([a-z][a-z-]*))?/g)].map(([command, first = "", second]) => ({
      path,
      command,
      first,
      second,
    })),
  );
  const top = await helpOf(person);
  const groups = new Map(
    await Promise.all(
      [...new Set(named.map(({ first }) => first))].map(
        async (first) => [first, (await helpOf(person, first)).commands] as const,
      ),
    ),
  );

  const unknown = named.filter(({ first, second }) => {
    if (first.startsWith("-")) return !top.options.has(first);
    const inGroup = groups.get(first) ?? new Set();
    return !top.commands.has(first) || (second !== undefined && inGroup.size > 0 && !inGroup.has(second));
  });

  expect(named.length).toBeGreaterThan(20);
  expect(unknown.map(({ path, command }) => `${path}: ${command}`)).toEqual([]);
});

/** Arguments, results and fields of tools and programs that skills speak of, written like names of tools. */
const wordsOfTheirOwn: ReadonlySet<string> = new Set([
  ...["session_id", "skill_dir", "watch_patterns", "notify_on_complete", "allow_freetext", "in_progress"],
  ...["is_error", "session_id", "total_cost_usd", "disabled_toolsets", "node_modules", "child_process"],
  ...["replace_paths", "ignore_changes", "for_each", "pull_request_target", "closed_reason", "last_login"],
  ...["mark_safe"],
]);

test("the tools that bundled skills name exist, or the skill waits for their toolset", async () => {
  const { stdout } = await hermes(newPerson(), ["tools", "list", "--json"]);
  const listed = JSON.parse(stdout) as readonly { readonly tool: string; readonly toolset: string }[]; // written by ourselves
  const tools = new Set(listed.map(({ tool }) => tool));
  const toolsets = new Set(listed.map(({ toolset }) => toolset));
  const named: string[] = [];
  const unknown: string[] = [];

  for (const [folder, pages] of skillPages()) {
    const { conditions } = parseSkill(readFileSync(join(folder, "SKILL.md"), "utf8")).fields;
    const waits = conditions.toolsets.some((toolset) => !toolsets.has(toolset));
    for (const { path, text } of pages) {
      for (const [, word = ""] of text.matchAll(/`([a-z]+_[a-z_]+)`/g)) {
        if (tools.has(word)) named.push(word);
        else if (!waits && !wordsOfTheirOwn.has(word)) unknown.push(`${path}: ${word}`);
      }
    }
  }

  expect(new Set(named).size).toBeGreaterThan(5);
  expect(unknown).toEqual([]);
});
