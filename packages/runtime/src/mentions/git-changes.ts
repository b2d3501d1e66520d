import { dirname, join } from "node:path/posix";
import { untrustedSources } from "@hermes/registry";
import { countOf } from "./mention-content.ts";
import type { MentionContent, MentionPlace } from "./mention-content.ts";
import { deniedBy } from "./read-file.ts";

const gitTakesMs = 10_000;
const maxCommits = 10;
/** Of more files nobody reads the changes. */
const maxFiles = 2_000;

const against = { diff: [], staged: ["--cached"], changed: ["HEAD"] } as const;

/** What changed in the working folder beside what is staged, what is staged, or all that differs from the last commit. */
export async function readChanges(kind: keyof typeof against, place: MentionPlace): Promise<MentionContent> {
  return await readPatch(kind, ["diff", ...against[kind]], place);
}

/** The last commits with their patches. */
export async function readCommits(count: string, place: MentionPlace): Promise<MentionContent> {
  const commits = /^\d{1,2}$/.test(count) ? Number(count) : 0;
  if (commits < 1 || commits > maxCommits)
    return { ok: false, name: `git:${count}`, reason: `it takes a number from 1 to ${maxCommits}` };
  const name = commits === 1 ? "the last commit" : `the last ${commits} commits`;
  return await readPatch(name, ["log", `--max-count=${commits}`, "--no-show-signature", "--root"], place);
}

async function readPatch(
  name: string,
  command: readonly string[],
  place: MentionPlace,
): Promise<MentionContent> {
  const repository = await repositoryAround(await place.resolve("."), place);
  if (repository === undefined)
    return { ok: false, name, reason: "the working folder is in no git repository" };
  const asked = { repository, place, filters: await filtersOf(repository, place) };
  const [verb = "", ...options] = command;
  const noText = verb === "log" ? ["--format="] : [];
  const listed = await git([verb, ...options, ...noText, "--name-only", "-z", ...harmless], asked);
  if (!listed.ok) return { ok: false, name, reason: listed.reason };
  const files = [...new Set(listed.text.split("\0"))]
    .map((file) => file.replace(/^\n+/, ""))
    .filter((file) => file !== "");
  if (files.length > maxFiles)
    return { ok: false, name, reason: `it changes ${files.length} files, which is too much` };
  const denied = await deniedAmong(files, repository, place);
  const without = denied.map((file) => `:(top,exclude,literal)${file}`);
  const patch = await git([verb, ...options, "--patch", ...harmless, "--", ":/", ...without], asked);
  if (!patch.ok) return { ok: false, name, reason: patch.reason };
  const shown = files.filter((file) => !denied.includes(file));
  const sources = await Promise.all(shown.map((file) => place.sourcesOf(join(repository, file))));
  return {
    ok: true,
    name,
    size: patch.text === "" ? "no changes" : countOf(shown.length, "file"),
    about: `git ${command.join(" ")} in ${repository}`,
    text: patch.text,
    missing:
      denied.length === 0
        ? undefined
        : `Without ${denied.slice(0, 5).join(", ")}${denied.length > 5 ? " …" : ""}: what may not be read.`,
    provenance: untrustedSources(...sources),
  };
}

// Nothing that the repository or its settings name is run: drivers, monitors, pagers, other programs for diffs.
const harmless = [
  "--no-ext-diff",
  "--no-textconv",
  "--no-color",
  "--no-renames",
  "--ignore-submodules=dirty",
  "--submodule=short",
];

async function deniedAmong(
  files: readonly string[],
  repository: string,
  place: MentionPlace,
): Promise<readonly string[]> {
  const reasons = await Promise.all(files.map((file) => deniedBy(place, join(repository, file))));
  return files.filter((_, index) => reasons[index] !== undefined);
}

/** The nearest folder with a `.git`: what its settings say of another place is not followed. */
async function repositoryAround(
  folder: string,
  { backend, context: { taskId, signal } }: MentionPlace,
): Promise<string | undefined> {
  for (let at = folder; ; at = dirname(at)) {
    // oxlint-disable-next-line no-await-in-loop -- up to the root
    if ((await backend.stat(join(at, ".git"), { taskId, signal })) !== undefined) return at;
    if (dirname(at) === at) return undefined;
  }
}

/** Programs that git would run to compare a file with what it keeps of it: each is switched off. */
async function filtersOf(
  repository: string,
  place: MentionPlace,
): Promise<readonly (readonly [key: string, value: string])[]> {
  const listed = await git(["config", "-z", "--name-only", "--get-regexp", "^filter[.]"], {
    repository,
    place,
    filters: [],
  });
  // It fails where there is none.
  const keys = listed.ok ? listed.text.split("\0").filter((key) => key !== "") : [];
  return keys.map((key) => [key, key.endsWith(".required") ? "false" : ""]);
}

// An outer git, or a command before, may have exported them: they name other objects and programs.
const strayVariables =
  "GIT_INDEX_FILE GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES GIT_COMMON_DIR GIT_NAMESPACE GIT_CONFIG GIT_EXTERNAL_DIFF GIT_DIFF_OPTS";

interface AskedGit {
  readonly repository: string;
  readonly place: MentionPlace;
  readonly filters: readonly (readonly [key: string, value: string])[];
}

function quoteShellWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

type GitAnswer =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: string };

async function git(args: readonly string[], { repository, place, filters }: AskedGit): Promise<GitAnswer> {
  const { backend, context, maxChars } = place;
  const settings: readonly (readonly [key: string, value: string])[] = [
    ["core.fsmonitor", "false"],
    ["core.hooksPath", "/dev/null"],
    ["core.quotePath", "false"],
    ...filters,
  ];
  // In the command itself: what an earlier command of the session has exported comes before an environment given with it.
  const env = {
    ...(place.searchPath === undefined ? {} : { PATH: place.searchPath }),
    GIT_DIR: join(repository, ".git"),
    GIT_WORK_TREE: repository,
    GIT_ALLOW_PROTOCOL: "none",
    GIT_NO_LAZY_FETCH: "1",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_CONFIG_PARAMETERS: "",
    GIT_CONFIG_COUNT: String(settings.length),
    ...Object.fromEntries(
      settings.flatMap(([key, value], index) => [
        [`GIT_CONFIG_KEY_${index}`, key],
        [`GIT_CONFIG_VALUE_${index}`, value],
      ]),
    ),
    LC_ALL: "C",
  };
  const assigned = Object.entries(env).map(([name, value]) => `${name}=${quoteShellWord(value)}`);
  const words = ["git", "--no-pager", "--no-replace-objects", ...args].map(quoteShellWord);
  const git = [...assigned, "command", ...words, "2>/dev/null", "</dev/null"].join(" ");
  const command = `(unset ${strayVariables}; ${git})`;
  const result = await backend.exec(command, {
    taskId: context.taskId,
    signal: context.signal,
    cwd: repository,
    timeoutMs: gitTakesMs,
    maxOutputChars: maxChars,
    wall: { profile: "read-only" },
  });
  context.signal.throwIfAborted();
  if (result.timedOut) return { ok: false, reason: `git took longer than ${gitTakesMs / 1_000} seconds` };
  if (result.truncated) return { ok: false, reason: "it is too large; a tool can read parts of it" };
  if (result.exitCode === 127) return { ok: false, reason: "there is no git where the files are" };
  if (result.exitCode !== 0)
    return { ok: false, reason: `git ended with exit code ${result.exitCode ?? "none"}` };
  return { ok: true, text: result.output };
}
