import { join } from "node:path";
import type { Environment } from "@hermes/registry";

/** Names under which distributions put a browser of the Chromium family on the `PATH`, the freest first. */
export const commandNames: readonly string[] = [
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "chrome",
  "msedge",
  "microsoft-edge",
  "chromium-headless-shell",
  "chrome-headless-shell",
];

export interface PlacesOptions {
  readonly platform: NodeJS.Platform;
  readonly env: Environment;
}

/** Where installers put a browser on systems that have no `PATH` for applications. */
export function installedPlaces({ platform, env }: PlacesOptions): readonly string[] {
  if (platform === "darwin") {
    const folders = [
      "/Applications",
      ...(env["HOME"] === undefined ? [] : [join(env["HOME"], "Applications")]),
    ];
    const names = ["Chromium", "Google Chrome", "Microsoft Edge"];
    return folders.flatMap((folder) =>
      names.map((name) => join(folder, `${name}.app`, "Contents", "MacOS", name)),
    );
  }
  if (platform === "win32") {
    const folders = ["PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"].flatMap((name) => env[name] ?? []);
    const tails = [
      join("Chromium", "Application", "chrome.exe"),
      join("Google", "Chrome", "Application", "chrome.exe"),
      join("Microsoft", "Edge", "Application", "msedge.exe"),
    ];
    return folders.flatMap((folder) => tails.map((tail) => join(folder, tail)));
  }
  return [];
}

/** The folder of the browsers that Playwright has downloaded. */
export function playwrightCache({ platform, env }: PlacesOptions): string | undefined {
  const said = env["PLAYWRIGHT_BROWSERS_PATH"];
  if (said !== undefined && said !== "" && said !== "0") return said;
  if (platform === "win32")
    return env["LOCALAPPDATA"] === undefined ? undefined : join(env["LOCALAPPDATA"], "ms-playwright");
  const home = env["HOME"];
  if (home === undefined || home === "") return undefined;
  return platform === "darwin"
    ? join(home, "Library", "Caches", "ms-playwright")
    : join(env["XDG_CACHE_HOME"] ?? join(home, ".cache"), "ms-playwright");
}

/** Where the program lies in a folder `chromium-1234` or `chromium_headless_shell-1234` of that cache. */
export function programsInCache(platform: NodeJS.Platform): readonly string[] {
  if (platform === "win32")
    return [
      join("chrome-win64", "chrome.exe"),
      join("chrome-win", "chrome.exe"),
      join("chrome-headless-shell-win64", "chrome-headless-shell.exe"),
    ];
  if (platform === "darwin") {
    const testing = join("Google Chrome for Testing.app", "Contents", "MacOS", "Google Chrome for Testing");
    return ["chrome-mac-arm64", "chrome-mac-x64", "chrome-mac"].flatMap((folder) => [
      join(folder, testing),
      join(folder, "Chromium.app", "Contents", "MacOS", "Chromium"),
    ]);
  }
  return [
    join("chrome-linux64", "chrome"),
    join("chrome-linux", "chrome"),
    join("chrome-headless-shell-linux64", "chrome-headless-shell"),
    join("chrome-linux", "headless_shell"),
  ];
}
