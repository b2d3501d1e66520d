import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { node, projectEnvironment, root } from "../paths.js";
import { run } from "../run.js";
import { totalsLine } from "../totals-reporter.js";
import { hidePrograms } from "./hide-programs.js";
import { fetchNode } from "./other-nodes.js";
import { suitesThatNeedPrograms } from "./touched-suites.js";

/** Whose promise it is that the libraries run there, beside the Node of the checkout. */
const otherNodes = [22, 26];
/** Linting and types are the same on every Node. */
const withoutHouse = ["--project", "!@hermes/tooling"];

/**
 * @typedef {object} TestRun
 * @property {string} title
 * @property {readonly string[]} args Of vitest.
 * @property {string} [node]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {readonly string[]} [before] Program and arguments that the run is started by.
 */

/**
 * Runs the tests once; with `--long` at full size, and at the default size on the other Nodes; with `--also-bare` once
 * more what touches programs that a bare machine lacks, without them. Several runs end in one line of totals.
 *
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>} Exit code.
 */
export async function runTests(args, env) {
  const own = args.filter((arg) => arg !== "--long" && arg !== "--also-bare");
  if (own.length === args.length) return await vitest({ title: "", args }, env);
  const long = args.includes("--long");
  const first = { title: long ? "At full size" : "On this machine as it is", args: own };
  const runs = [
    () => outcomesOf({ ...first, env: long ? { HERMES_TEST_LONG: "1" } : {} }, env),
    ...(long ? otherNodes.map((major) => () => onNode(major, own, env)) : []),
    ...(args.includes("--also-bare") ? [() => bare(env)] : []),
  ];
  const outcomes = [];
  const notRun = [];
  for (const each of runs) {
    const outcome = await each();
    if (typeof outcome === "string") notRun.push(outcome);
    else outcomes.push(outcome);
    // Ctrl-C is meant for all that would come.
    if (typeof outcome !== "string" && outcome.isStopped) break;
  }
  outcomes[0]?.skipped.push(...notRun);
  process.stdout.write(totalsLine(outcomes));
  return outcomes.every(({ failed }) => failed.length === 0) ? 0 : 1;
}

/** @param {number} major @param {readonly string[]} args @param {NodeJS.ProcessEnv} env */
async function onNode(major, args, env) {
  const title = `On Node ${major}`;
  const found = await fetchNode(major, env);
  if (found !== undefined)
    return await outcomesOf({ title, args: [...args, ...withoutHouse], node: found }, env);
  process.stdout.write(`\nskipped: ${title} (it could not be fetched from the npm registry)\n`);
  return title;
}

/** @param {NodeJS.ProcessEnv} env */
async function bare(env) {
  const hidden = hidePrograms(env);
  try {
    const { env: bareEnv, before, programs } = hidden;
    const title = `Without ${programs.join(", ") || "programs that are not here anyway"}`;
    return await outcomesOf({ title, args: suitesThatNeedPrograms(), env: bareEnv, before }, env);
  } finally {
    hidden.remove();
  }
}

/** @param {TestRun} testRun @param {NodeJS.ProcessEnv} env */
async function outcomesOf(testRun, env) {
  const folder = mkdtempSync(join(tmpdir(), "hermes-outcomes-"));
  const file = join(folder, "outcomes.json");
  try {
    process.stdout.write(`\n— ${testRun.title}\n`);
    const code = await vitest({ ...testRun, env: { ...testRun.env, HERMES_TEST_OUTCOMES: file } }, env);
    const outcomes = existsSync(file)
      ? JSON.parse(readFileSync(file, "utf8"))
      : { passed: [], failed: [], skipped: [] };
    // It failed as a whole: an error outside of every test, a signal, a start that failed.
    if (code !== 0 && outcomes.failed.length === 0) outcomes.failed.push(testRun.title);
    return { ...outcomes, isStopped: code === 130 || code === 143 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {TestRun} testRun @param {NodeJS.ProcessEnv} env */
function vitest({ args, node: other, env: more = {}, before = [] }, env) {
  const project = projectEnvironment({ ...env, ...more });
  const path = other === undefined ? project["PATH"] : [dirname(other), project["PATH"]].join(delimiter);
  const config = join(root, "packages", "tooling", "vitest.house.js");
  const [command = node, ...rest] = [
    ...before,
    other ?? node,
    join(root, "node_modules", "vitest", "vitest.mjs"),
    ...["run", "--config", config, "--root", root, ...args],
  ];
  return run(command, rest, { env: { ...project, PATH: path } });
}
