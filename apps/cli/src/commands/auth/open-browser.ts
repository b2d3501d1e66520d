import { spawn } from "node:child_process";
import { delimiter } from "node:path";
import type { Environment } from "@hermes/registry";

export interface OpenBrowserOptions {
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
}

/**
 * Opens a page with `$BROWSER` (several programs apart by `:`, `%s` for the address), else with the opener of the system. Through
 * ssh the system's browser would open on a screen that the person is not at, so only `$BROWSER` counts there.
 *
 * @returns Whether a program was started. It is not waited for.
 */
export async function openBrowser(url: string, options: OpenBrowserOptions): Promise<boolean> {
  for (const [program, ...args] of commandsFor(url, options)) {
    if (program !== undefined && (await starts(program, args, options.env))) return true;
  }
  return false;
}

function commandsFor(url: string, { env, platform }: OpenBrowserOptions): readonly (readonly string[])[] {
  const own = (env["BROWSER"] ?? "").split(delimiter).map((line) => line.split(/\s+/).filter(Boolean));
  const chosen = own
    .filter((words) => words.length > 0)
    .map((words) =>
      words.some((word) => word.includes("%s"))
        ? words.map((word) => word.replaceAll("%s", () => url))
        : [...words, url],
    );
  return [...chosen, ...openerOf(url, { env, platform })];
}

function openerOf(url: string, { env, platform }: OpenBrowserOptions): readonly (readonly string[])[] {
  if (env["SSH_CONNECTION"] || env["SSH_TTY"]) return [];
  if (platform === "darwin") return [["open", url]];
  // Not `start`: that is a command of a shell, which would read the address.
  if (platform === "win32") return [["rundll32", "url.dll,FileProtocolHandler", url]];
  return env["DISPLAY"] || env["WAYLAND_DISPLAY"] ? [["xdg-open", url]] : [];
}

async function starts(program: string, args: readonly string[], env: Environment): Promise<boolean> {
  return await new Promise((resolve) => {
    const child = spawn(program, args, { stdio: "ignore", detached: true, env });
    child.once("error", () => resolve(false));
    child.once("spawn", () => {
      child.unref();
      resolve(true);
    });
  });
}
