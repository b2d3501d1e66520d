import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { filesWith, overwriteInFile } from "@hermes/redaction/files";
import type { RedactReport } from "@hermes/state";
import { toFailure, usageError } from "../failure.ts";
import { exitCodes, type Host } from "../host.ts";
import { interruptible } from "../interruptible.ts";
import { askSecret } from "../prompt/ask-secret.ts";
import { confirm } from "../prompt/confirm.ts";
import { oneLine } from "../render/fit.ts";
import { printJson, printLines } from "../render/print.ts";
import { wrap } from "../render/wrap.ts";
import { backupFolder } from "./backup.ts";
import { openStore, type OpenStore } from "./sessions/open-store.ts";

export interface RedactCommandOptions {
  readonly json?: boolean | undefined;
  readonly yes?: boolean | undefined;
}

/** What was overwritten, and where the text still is. Paths are relative to the home folder of Hermes. */
interface Findings extends RedactReport {
  /** Backups and replaced stores in the home folder, with the rows that were overwritten. */
  readonly copies: readonly {
    readonly path: string;
    readonly rows: number;
    readonly problem?: string | undefined;
  }[];
  readonly history: boolean;
  /** Files of skills, drafts and caches in which it was overwritten. */
  readonly texts: readonly string[];
  /** Entries of memory that were removed. */
  readonly entries: number;
  /** Files that hold it still: they are not Hermes' to rewrite. */
  readonly left: readonly string[];
  /** Files that could not be looked into. */
  readonly unread: readonly string[];
  /** Files and folders that have it in their name. */
  readonly named: readonly string[];
}

/** `hermes redact`: overwrites a secret wherever sessions are kept, and says where else it is. */
export async function redact({ json, yes }: RedactCommandOptions, host: Host): Promise<number> {
  const secret = await askSecret(host, "The secret");
  if (secret.trim() === "")
    throw usageError("No secret was given. Type it, or pipe it in: hermes redact < file");
  const intro = ["It is overwritten in conversations, results, snapshots and backups of this home."];
  if (!(await confirm(host, { intro, question: "This can't be taken back. Go on?", yes }))) {
    host.stderr.write("Nothing was changed.\n");
    return exitCodes.failed;
  }
  await using store = await openStore(host);
  return await overwriteAndReport({ store, secret, json }, host);
}

/** Overwrites a secret in the home and says what came of it. @returns The exit code: 1 when it is still somewhere. */
export async function overwriteAndReport(
  {
    store,
    secret,
    json,
  }: { readonly store: OpenStore; readonly secret: string; readonly json?: boolean | undefined },
  host: Host,
): Promise<number> {
  using work = interruptible(host);
  // An entry of memory goes as a whole: what is left of it would say nothing.
  const forgotten = await (await store.runtime.memory()).forget(secret, { signal: work.signal });
  const findings = { ...(await overwrite(store, secret, work.signal)), entries: forgotten.length };
  if (json) printJson(host, findings);
  else printFindings(findings, store.home, host);
  const { left, unread, named } = findings;
  const clean = left.length + unread.length + named.length === 0;
  return clean && findings.copies.every(({ problem }) => problem === undefined)
    ? exitCodes.ok
    : exitCodes.failed;
}

async function overwrite(
  store: OpenStore,
  secret: string,
  signal: AbortSignal,
): Promise<Omit<Findings, "entries">> {
  const { home, runtime } = store;
  const none: RedactReport = { rows: 0, snapshots: 0, files: 0 };
  const report = (await store.existing()) === undefined ? none : await runtime.redact(secret);
  const copies = [];
  for (const path of copiesIn(home, runtime.storePath)) {
    signal.throwIfAborted();
    // oxlint-disable-next-line no-await-in-loop -- one store after the other
    copies.push({ path: relative(home, path), ...(await redactCopy(path, secret)) });
  }
  const history = await overwriteInFile(join(home, "history"), secret).catch(() => false);
  const { found, unread, named } = existsSync(home)
    ? await filesWith(home, secret, signal)
    : { found: [], unread: [], named: [] };
  const shown = (path: string): string => relative(home, path);
  const [texts, left]: [string[], string[]] = [[], []];
  for (const path of found) {
    signal.throwIfAborted();
    const ours = keptByHermes.has(shown(path).split(sep)[0] ?? "");
    // oxlint-disable-next-line no-await-in-loop -- one file after the other
    const done = ours && (await overwriteInFile(path, secret).catch(() => false));
    (done ? texts : left).push(shown(path));
  }
  return { ...report, copies, history, texts, left, unread: unread.map(shown), named: named.map(shown) };
}

/** Folders of the home in which texts are overwritten. Settings and keys are the person's to change. */
const keptByHermes: ReadonlySet<string> = new Set([
  "skills",
  "skill-bundles",
  "drafts",
  "cache",
  "pastes",
  "processes",
]);

/** Backups, and stores that a backup was put in the place of. */
function copiesIn(home: string, storePath: string): readonly string[] {
  const prefix = `${basename(storePath)}.replaced-`;
  const beside = namesIn(dirname(storePath)).filter(
    (name) => name.startsWith(prefix) && /^\d+$/.test(name.slice(prefix.length)),
  );
  const backups = namesIn(backupFolder(home)).filter((name) => name.endsWith(".db"));
  return [
    ...beside.map((name) => join(dirname(storePath), name)),
    ...backups.map((name) => join(backupFolder(home), name)),
  ];
}

function namesIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder).toSorted() : [];
}

/** A copy that can't be opened does not keep the others from being cleaned. */
async function redactCopy(path: string, secret: string): Promise<{ rows: number; problem?: string }> {
  const { openState } = await import("@hermes/state");
  try {
    await using copy = openState({ path });
    return { rows: (await copy.redact(secret)).rows };
  } catch (error) {
    return { rows: 0, problem: toFailure(error).message };
  }
}

function printFindings(findings: Findings, home: string, host: Host): void {
  const { rows, snapshots, files, copies, history, texts, entries, left, unread, named } = findings;
  const count = (number: number, what: string, many = `${what}s`): string =>
    `${number} ${number === 1 ? what : many}`;
  const rewritten = copies.filter((copy) => copy.rows > 0);
  const done = [
    `Overwritten in ${home}:`,
    `  ${count(rows, "row")} of the store; its index and its log were made anew`,
    `  ${count(files, "file")} with results of tools`,
    ...(snapshots > 0 ? [`  ${count(snapshots, "snapshot")} deleted, and a new one taken`] : []),
    ...rewritten.map((copy) => `  ${count(copy.rows, "row")} of ${oneLine(copy.path)}`),
    ...(entries > 0 ? [`  ${count(entries, "entry", "entries")} of memory, with receipts`] : []),
    ...(history ? ["  the history of what was typed"] : []),
    ...texts.map((path) => `  ${oneLine(path)}`),
  ];
  const nothing = rows + files + snapshots + entries + rewritten.length + texts.length === 0 && !history;
  const { columns } = host.stdout;
  printLines(
    host,
    (nothing ? ["It was in no conversation."] : done).flatMap((line) => wrap(line, { columns })),
  );
  const problems = [
    ...copies.flatMap(({ path, problem }) =>
      problem === undefined
        ? []
        : [`Not looked into: ${oneLine(path)}. ${problem} Delete it if it is not needed.`],
    ),
    ...unread.map((path) => `Not looked into: ${oneLine(path)}, which can't be read.`),
    ...left.map((path) => `Still in: ${oneLine(path)}, which is left as it is.`),
    ...named.map((path) => `Still in the name of: ${oneLine(path)}. Rename or delete it.`),
  ];
  for (const line of problems.flatMap((each) => wrap(each, { columns: host.stderr.columns })))
    host.stderr.write(`${line}\n`);
  if (problems.length === 0) host.stdout.write("It is nowhere in this home any more.\n");
}
