import { program, projectEnvironment } from "../paths.js";
import { run } from "../run.js";
import { checkDocs } from "./docs.js";
import { checkFeatures } from "./features.js";
import { checkFloors } from "./floors.js";
import { checkNeutral } from "./neutral.js";
import { publishFacts } from "../publish/facts.js";
import { checkStructure } from "./structure.js";

/** A check is a program (its exit code decides) or a function that lists problems. */
const checks = [
  { name: "lint", command: ["oxlint", "--type-aware"] },
  { name: "format", command: ["oxfmt", "--check", "."] },
  // One program of all packages: what they share is read once. `pnpm typecheck` takes them one by one.
  { name: "typecheck", command: ["tsc", "-p", "tsconfig.check.json"] },
  { name: "boundaries", command: ["turbo", "boundaries"] },
  { name: "unused", command: ["knip", "--no-progress"] },
  { name: "floors", list: checkFloors },
  { name: "neutral", list: checkNeutral },
  { name: "structure", list: checkStructure },
  { name: "published", list: publishFacts },
  { name: "features", list: checkFeatures },
  { name: "docs", list: checkDocs },
  { name: "generated", command: ["node", "--conditions=@hermes/source", "docs/src/generate.ts", "--check"] },
];

/**
 * @param {readonly string[]} names Checks to run; all when empty.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>} Exit code: 1 when a check found something, 2 for an unknown name.
 */
export async function runChecks(names, env) {
  const unknown = names.filter((name) => !checks.some((check) => check.name === name));
  if (unknown.length > 0) {
    console.error(
      `No check named "${unknown.join(", ")}". There are: ${checks.map(({ name }) => name).join(", ")}.`,
    );
    return 2;
  }
  const failed = [];
  for (const check of checks) {
    if (names.length > 0 && !names.includes(check.name)) continue;
    console.log(`\n— ${check.name}`);
    if (!(await passes(check, env))) failed.push(check.name);
  }
  console.log(failed.length === 0 ? "\nAll checks passed." : `\nFailed: ${failed.join(", ")}.`);
  return failed.length === 0 ? 0 : 1;
}

/**
 * @param {(typeof checks)[number]} check
 * @param {NodeJS.ProcessEnv} env
 */
async function passes(check, env) {
  if (check.command) {
    const [command, ...args] = check.command;
    const quiet = { TURBO_TELEMETRY_DISABLED: "1", TURBO_NO_UPDATE_NOTIFIER: "1" };
    return (await run(program(command), args, { env: { ...projectEnvironment(env), ...quiet } })) === 0;
  }
  const problems = check.list();
  for (const problem of problems) console.log(problem);
  return problems.length === 0;
}
