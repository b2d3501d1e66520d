import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { access, constants, stat } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";
import type { CommandVerdict, FoundCommand } from "@hermes/command-safety";
import { identityOf, realPath } from "@hermes/command-safety";
import { isBoundToCall, isUntrustedFinding } from "../untrusted/untrusted-finding.ts";
import type { CallAnalysis } from "./call-analysis.ts";
import type { BackendFacts } from "./guard-environment.ts";

export interface BindingOptions {
  readonly backend: BackendFacts;
  /** `PATH`, by which programs are found. */
  readonly searchPath: string;
}

/** What an approval holds for: this and nothing else. */
export interface Binding {
  /** Hash of the text, the programs it finds, the scripts it runs, the folder and the place where it runs. */
  readonly digest: string;
  /** What an answer for longer holds for, where that is more than this very call. */
  readonly kept?: string | undefined;
  /** Scripts of the person's whose content is part of it; absolute. */
  readonly scripts: readonly string[];
}

/**
 * Binds an approval to what would really happen. For a command: the bytes of its text, each program as it is found now,
 * the content of the scripts that it names, the folder and the backend. For a file: what is done to which real path.
 * For other calls: their arguments.
 */
export async function bindApproval(
  analysis: CallAnalysis,
  { backend, searchPath }: BindingOptions,
): Promise<Binding> {
  const { command } = analysis;
  if (command === undefined) {
    const what =
      analysis.paths.length > 0
        ? analysis.paths.map(({ real, access: how }) => [how, real])
        : [analysis.summary, analysis.operations.map(({ forms }) => forms)];
    // What a change means for a script that goes on is not the same for each change of the same file.
    const running = analysis.findings.filter(({ id }) => id === "script.running").map(identityOf);
    const parts = [analysis.action, backend.kind, what, ...askedBy(analysis)];
    return {
      digest: digestOf(running.length === 0 ? parts : [...parts, running]),
      kept: keptDigest(analysis),
      scripts: [],
    };
  }
  const programs = backend.isolated
    ? []
    : await Promise.all(command.commands.map((each) => resolveProgram(each, command.cwd, searchPath)));
  const scripts = backend.isolated ? [] : await scriptsOf(command, command.cwd);
  const contents = await Promise.all(scripts.map(hashFile));
  const cwd = backend.isolated ? command.cwd : await realPath(command.cwd);
  const argv = command.commands.map((each) => each.argv);
  const targets = analysis.paths.map(({ real }) => real);
  return {
    digest: digestOf([
      analysis.action,
      backend.kind,
      cwd,
      command.text,
      argv,
      programs,
      targets,
      scripts,
      contents,
      // What was read when it was judged, so that nothing can come between that and this.
      command.scripts.map(({ path, sha256 }) => [path, sha256]),
      ...askedBy(analysis),
      ...boundToWall(analysis),
    ]),
    scripts: [...new Set([...scripts, ...command.scripts.map(({ path }) => path)])],
  };
}

function keptDigest({ action, argument, findings }: CallAnalysis): string | undefined {
  const kept = argument?.kind === "text" ? argument.kept : undefined;
  if (kept === undefined || findings.some(isBoundToCall)) return undefined;
  return digestOf([action, kept.of, ...findings.filter(isUntrustedFinding).map(({ sources }) => sources)]);
}

/** What is approved to run behind the wall is not approved to run without one. */
function boundToWall({ behind, argument }: CallAnalysis): readonly unknown[] {
  if (behind === undefined || behind.profile === "open") return [];
  const hosts = argument?.kind === "command" ? (argument.hosts ?? []) : [];
  return [{ wall: behind.profile, hosts: [...hosts].sort() }];
}

/** A yes to what text of one source may have asked for is none to the same out of another. */
function askedBy({ findings }: CallAnalysis): readonly unknown[] {
  const held = findings.filter(isUntrustedFinding);
  return held.length === 0 ? [] : [held.map(({ id, sources, targets }) => [id, sources, targets])];
}

function digestOf(parts: unknown): string {
  return `sha256:${createHash("sha256").update(JSON.stringify(parts)).digest("hex")}`;
}

/** Where the first word of a command leads now. */
async function resolveProgram({ argv }: FoundCommand, cwd: string, searchPath: string): Promise<string> {
  const [name = ""] = argv;
  if (name.includes("/")) return await realPath(isAbsolute(name) ? name : join(cwd, name));
  for (const folder of searchPath.split(delimiter)) {
    if (!isAbsolute(folder)) continue;
    const candidate = join(folder, name);
    if (name !== "" && (await isProgram(candidate))) return await realPath(candidate);
  }
  return name;
}

async function isProgram(path: string): Promise<boolean> {
  return await access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

const maxScripts = 50;
const systemPrograms = /^\/(bin|sbin|lib|lib64|usr|opt|nix|snap|System|Applications)\//;

/**
 * The files among the words of commands that may be run: a program with a folder in its name, and whatever else exists
 * for programs that run files (`bash x.sh`, `make -f x.mk`). A file too many only makes an approval narrower.
 */
async function scriptsOf({ commands, effects }: CommandVerdict, cwd: string): Promise<readonly string[]> {
  const words = commands.flatMap(({ argv: [program = "", ...rest] }) => [
    ...(program.includes("/") ? [program] : []),
    ...(isInterpreter(program) ? rest.filter((word) => !word.startsWith("-")) : []),
  ]);
  for (const effect of effects)
    if (effect.kind === "execute" && effect.program.includes("/")) words.push(effect.program);
  const paths = [...new Set(words)]
    .slice(0, maxScripts)
    .map((word) => (isAbsolute(word) ? word : join(cwd, word)));
  const real = await Promise.all(
    paths.map(async (path) => {
      const facts = await stat(path).catch(() => undefined);
      return facts?.isFile() === true ? await realPath(path) : undefined;
    }),
  );
  return real.flatMap((path) => (path === undefined || systemPrograms.test(path) ? [] : [path])).sort();
}

/** Whether a program runs what its arguments name. */
export function isInterpreter(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return /^(\.|source|[a-z]*sh|python[\d.]*|pypy[\d.]*|node|nodejs|deno|bun|tsx|ts-node|ruby|perl|php|lua[\d.]*|Rscript|awk|gawk|mawk|sed|make|gmake|just|osascript|pwsh|powershell|tclsh|expect|sqlite3|psql|mysql|java|go|cargo|dotnet|npx|pnpx|bunx|uvx|pipx|uv|poetry|eval|exec)$/.test(
    name,
  );
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array); // Streams without an encoding give bytes.
    return hash.digest("hex");
  } catch {
    // What can't be read now can't be bound: the next look finds another text here, or the same failure.
    return "unreadable";
  }
}
