import { join } from "node:path";
import type { Call, CommandContext } from "../command-context.ts";
import { judgeScript } from "./judge-script.ts";

/** The recipes of the makefile that `make` takes, unless it is the person's own work. */
export function judgeMakefile(call: Call, context: CommandContext): void {
  const folder = optionOf(call.args, /^(?:-C|--directory)$/, /^(?:-C|--directory=)(.+)$/) ?? ".";
  const named = optionOf(call.args, /^(?:-f|--file|--makefile)$/, /^(?:-f|--file=|--makefile=)(.+)$/);
  for (const name of named === undefined ? ["GNUmakefile", "makefile", "Makefile"] : [named]) {
    const path = context.resolve(join(folder, name));
    const found =
      path === undefined
        ? undefined
        : judgeScript(path, { args: [], part: recipesOf, onlyForeign: true }, context);
    if (found !== undefined) return;
  }
}

/** The scripts of the `package.json` that a package manager would run, unless it is the person's own work. */
export function judgePackageScripts({ args }: Call, context: CommandContext): void {
  const folder = optionOf(args, /^(?:--prefix|-C|--dir|--cwd)$/, /^(?:--prefix|-C|--dir|--cwd)=(.+)$/) ?? ".";
  const path = context.resolve(join(folder, "package.json"));
  const words = args.filter((word) => !word.startsWith("-"));
  const names = words.slice(0, 3).map((word) => aliases[word] ?? word);
  if (names.length === 0 || names.includes("install")) names.push("preinstall", "postinstall", "prepare");
  if (path !== undefined)
    judgeScript(path, { args: [], part: (text) => scriptsOf(text, names), onlyForeign: true }, context);
}

const aliases: Readonly<Record<string, string>> = {
  ...{
    t: "test",
    tst: "test",
    i: "install",
    ci: "install",
    add: "install",
    in: "install",
    rebuild: "install",
  },
  ...{ pack: "prepack", publish: "prepublishOnly" },
};

function scriptsOf(text: string, names: readonly string[]): string {
  const scripts = objectIn(objectIn(parsed(text))?.["scripts"]) ?? {};
  const wanted = new Set(names.flatMap((name) => [`pre${name}`, name, `post${name}`]));
  return Object.entries(scripts)
    .flatMap(([name, script]) => (wanted.has(name) && typeof script === "string" ? [script] : []))
    .join("\n");
}

/** What cannot be parsed runs nothing. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function objectIn(value: unknown): Readonly<Record<string, unknown>> | undefined {
  // An object has texts as its keys.
  return typeof value === "object" && value !== null
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;
}

/** A makefile as the shell text that its recipes are, in order. Variables that it sets stand for their values. */
function recipesOf(text: string): string {
  const joined = text.replaceAll("\\\n", " ");
  const values = new Map<string, string>();
  for (const [, name = "", value = ""] of joined.matchAll(/^[ ]*([\w.]+)[ \t]*[:?+]{0,2}=[ \t]*(.*)$/gm))
    values.set(name, value);
  let filled = joined;
  // Values may name others; a few times is as deep as anybody nests them.
  for (let round = 0; round < 4; round++)
    filled = filled.replaceAll(/\$[({](\w[\w.]*)[)}]/g, (whole, name: string) => values.get(name) ?? whole);
  const lines = [...filled.matchAll(/^\t[@+-]*(.*)$|^[^\t\n#=]+:(?!=)[^;\n]*;(.*)$/gm)].map(
    ([, recipe, inline]) => recipe ?? inline ?? "",
  );
  const outside = [...filled.matchAll(/\$\(shell ([^\n]*)\)/g)].map(([, command = ""]) => command);
  return [...outside, ...lines]
    .map((line) =>
      line
        .replaceAll(/\$\(shell /g, "$(")
        .replaceAll(
          /(^|[^$])\$[({](\w[\w.]*)[)}]/g,
          (_, before: string, name: string) => `${before}$\{${name.replaceAll(".", "_")}}`,
        )
        .replaceAll(/\$([@<^*?])/g, "target")
        .replaceAll("$$", "$"),
    )
    .join("\n");
}

function optionOf(args: readonly string[], option: RegExp, joined: RegExp): string | undefined {
  for (const [index, word] of args.entries()) {
    if (option.test(word)) return args[index + 1];
    const [, value] = joined.exec(word) ?? [];
    if (value !== undefined) return value;
  }
  return undefined;
}
