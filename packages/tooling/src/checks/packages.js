import { program, projectEnvironment } from "../paths.js";
import { run } from "../run.js";
import { workspacePackages } from "./floors.js";

/**
 * Builds every package, then lets publint and "are the types wrong" look at each.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>} Exit code.
 */
export async function checkPackages(env) {
  const options = {
    env: { ...projectEnvironment(env), TURBO_TELEMETRY_DISABLED: "1", TURBO_NO_UPDATE_NOTIFIER: "1" },
  };
  const built = await run(program("turbo"), ["run", "build", "--output-logs=errors-only"], options);
  if (built !== 0) return 1;
  const failed = [];
  for (const { name, folder, floor } of workspacePackages()) {
    if (floor === "tooling") continue;
    console.log(`\n— ${name}`);
    const lint = await run(program("publint"), ["run", "--strict"], { ...options, cwd: folder });
    const types =
      floor === "app"
        ? 0
        : await run(
            program("attw"),
            ["--pack", ".", "--profile", "esm-only", "--no-emoji", "--format", "ascii"],
            { ...options, cwd: folder },
          );
    if (lint !== 0 || types !== 0) failed.push(name);
  }
  if (failed.length > 0) console.error(`\nFailed: ${failed.join(", ")}`);
  return failed.length === 0 ? 0 : 1;
}
