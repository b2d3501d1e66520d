import { join } from "node:path";
import { node, program, projectEnvironment, root } from "../paths.js";
import { run } from "../run.js";
import { ensureInstalled } from "./install.js";
import { runTests } from "./test-runs.js";

const usage = `Usage: setup.js start [arguments of hermes]
       setup.js test [--long] [--also-bare] [arguments of vitest]
`;

/**
 * Sets up what is missing, then starts hermes or the tests.
 *
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>} Exit code.
 */
export async function main([command, ...args], env) {
  if (command !== "start" && command !== "test") {
    process.stderr.write(usage);
    return 2;
  }
  if (!(await ensureInstalled(env)) || !(await build(env))) return 1;
  return command === "start" ? start(args, env) : runTests(args, env);
}

/** @param {NodeJS.ProcessEnv} env */
async function build(env) {
  const code = await run(
    program("turbo"),
    ["run", "build", "--filter=@hermes/cli", "--output-logs=errors-only", "--log-order=grouped"],
    {
      env: { ...projectEnvironment(env), TURBO_TELEMETRY_DISABLED: "1", TURBO_NO_UPDATE_NOTIFIER: "1" },
      stdio: ["ignore", "ignore", 2],
    },
  );
  if (code !== 0) process.stderr.write("The build failed; `pnpm build` shows all of it.\n");
  return code === 0;
}

/**
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
function start(args, env) {
  return run(node, [join(root, "apps", "cli", "bin", "hermes.js"), ...args], { env, cwd: process.cwd() });
}
