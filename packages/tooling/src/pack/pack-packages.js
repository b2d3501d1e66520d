import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { program, projectEnvironment, root } from "../paths.js";
import { run } from "../run.js";

/**
 * Builds the public packages and packs each as npm would publish it: `workspace:^` becomes a version.
 *
 * @param {string} folder Emptied of tarballs first.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<import("./index.d.ts").Tarballs>}
 * @throws {Error} when a package can't be built or packed; what the programs said is on stderr.
 */
export async function packPackages(folder, env) {
  const options = {
    env: { ...projectEnvironment(env), TURBO_TELEMETRY_DISABLED: "1", TURBO_NO_UPDATE_NOTIFIER: "1" },
    stdio: ["ignore", "ignore", 2],
  };
  const build = ["run", "build", "--filter=./packages/*", "--output-logs=errors-only"];
  if ((await run(program("turbo"), build, options)) !== 0)
    throw new Error("The packages could not be built.");
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) if (name.endsWith(".tgz")) rmSync(join(folder, name));
  const publicPackages = ["--filter=./packages/*", "--filter=!@hermes/tooling"];
  const pack = ["--silent", "-r", ...publicPackages, "pack", "--pack-destination", folder];
  if ((await run(program("pnpm"), pack, options)) !== 0) throw new Error("The packages could not be packed.");
  return tarballsIn(folder);
}

/** @param {string} folder */
function tarballsIn(folder) {
  const packages = join(root, "packages");
  const manifests = readdirSync(packages).map((name) =>
    JSON.parse(readFileSync(join(packages, name, "package.json"), "utf8")),
  );
  const publicOnes = manifests.filter((manifest) => manifest.private !== true);
  return new Map(
    publicOnes.map(({ name, version }) => {
      const file = `${name.slice(1).replace("/", "-")}-${version}.tgz`;
      return [name, join(folder, file)];
    }),
  );
}
