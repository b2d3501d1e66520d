import { constants } from "node:fs";
import { access, readdir } from "node:fs/promises";
import { delimiter, join } from "node:path";
import type { Environment } from "@hermes/registry";
import { commandNames, installedPlaces, playwrightCache, programsInCache } from "./chromium-places.ts";

export interface FindChromiumOptions {
  /** Where `PATH`, `HOME` and their like are read from. */
  readonly env: Environment;
  /** The program that a setting names. Nothing else is looked for then. */
  readonly executable?: string | undefined;
  /** @default the system that runs this */
  readonly platform?: NodeJS.Platform | undefined;
}

/** The program, or one line that says how to install it and how large it is. */
export type FoundChromium = { readonly path: string } | { readonly missing: string };

/**
 * Finds a browser of the Chromium family: the one of the setting, then on the `PATH`, in the usual places of the system, and what
 * Playwright has downloaded. Starts nothing.
 */
export async function findChromium({
  env,
  executable,
  platform = process.platform,
}: FindChromiumOptions): Promise<FoundChromium> {
  if (executable !== undefined && executable !== "")
    return (await isProgram(executable))
      ? { path: executable }
      : { missing: `There is no program at "${executable}", where the setting says that the browser is.` };
  for (const place of placesOnPath(env, platform)) if (await isProgram(place)) return { path: place };
  for (const place of installedPlaces({ platform, env })) if (await isProgram(place)) return { path: place };
  const cached = await findInCache({ platform, env });
  return cached === undefined ? { missing: howToInstall(platform) } : { path: cached };
}

/** One line for a person, with the size on disk. */
function howToInstall(platform: NodeJS.Platform): string {
  const start = "No Chromium, Chrome or Edge was found.";
  if (platform === "darwin")
    return `${start} Install one: brew install --cask chromium (about 400 MB), or npx playwright-core install chromium (about 350 MB).`;
  if (platform === "win32")
    return `${start} Install one: winget install Google.Chrome (about 400 MB), or npx playwright-core install chromium (about 400 MB).`;
  return `${start} Install one: sudo apt install chromium (Debian, about 350 MB), sudo dnf install chromium (Fedora, about 350 MB), or npx playwright-core install --with-deps chromium (about 400 MB).`;
}

function placesOnPath(env: Environment, platform: NodeJS.Platform): readonly string[] {
  const path = env["PATH"] ?? env["Path"] ?? "";
  const separator = platform === process.platform ? delimiter : platform === "win32" ? ";" : ":";
  const folders = path.split(separator).filter((folder) => folder !== "");
  const end = platform === "win32" ? ".exe" : "";
  return commandNames.flatMap((name) => folders.map((folder) => join(folder, `${name}${end}`)));
}

async function findInCache(options: {
  readonly platform: NodeJS.Platform;
  readonly env: Environment;
}): Promise<string | undefined> {
  const cache = playwrightCache(options);
  if (cache === undefined) return undefined;
  const names = await readdir(cache).catch(() => []);
  const builds = names
    .map((name) => ({ name, match: /^chromium(_headless_shell)?-(\d+)$/.exec(name) }))
    .filter(({ match }) => match !== null)
    // The whole browser before the one without windows, and the newest first.
    .toSorted(
      (a, b) =>
        Number(a.match?.[1] !== undefined) - Number(b.match?.[1] !== undefined) ||
        Number(b.match?.[2]) - Number(a.match?.[2]),
    );
  for (const { name } of builds)
    for (const program of programsInCache(options.platform)) {
      const path = join(cache, name, program);
      if (await isProgram(path)) return path;
    }
  return undefined;
}

async function isProgram(path: string): Promise<boolean> {
  return await access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
