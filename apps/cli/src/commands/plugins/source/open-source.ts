import { statSync } from "node:fs";
import { homedir } from "node:os";
import { resolve } from "node:path";
import { HermesError } from "@hermes/registry/errors";
import type { Host } from "../../../host.ts";
import type { PluginsContext } from "../plugins-desk.ts";
import { fetchPackage } from "./fetch-package.ts";
import type { OpenedSource } from "./opened-source.ts";

/**
 * A folder, `npm:NAME[@VERSION]`, or an archive that `npm pack` made.
 *
 * @throws {HermesError} `PLUGIN_NO_SOURCE`, `PLUGIN_NO_NPM`, `PLUGIN_NOT_FETCHED`, `PLUGIN_NOT_A_PLUGIN`; the reason of the signal.
 */
export async function openSource(wanted: string, host: Host, context: PluginsContext): Promise<OpenedSource> {
  if (wanted.startsWith("npm:")) return await fetchPackage(packageOf(wanted), host, context);
  const path = resolve(host.cwd, wanted.replace(/^~(?=\/|$)/, host.env["HOME"] ?? homedir()));
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isFile() && /\.(?:tgz|tar\.gz)$/.test(path))
    return await fetchPackage({ name: undefined, spec: path }, host, context);
  if (found?.isDirectory())
    return { folder: path, source: path, [Symbol.asyncDispose]: async () => undefined };
  if (found !== undefined) throw noSource(`${path} is neither a folder nor a .tgz.`);
  throw noSource(
    `There is no folder or archive ${path}.`,
    packageName.test(wanted) && !wanted.endsWith(".tgz")
      ? `If it is a package of npm: hermes plugins install npm:${wanted}`
      : undefined,
  );
}

const packageName = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*(?:@[\w.+-]+)?$/;

/** Nothing but a name of the registry with a version or tag: npm would also take addresses and folders. */
function packageOf(wanted: string): { readonly name: string; readonly spec: string } {
  const spec = wanted.slice("npm:".length);
  if (!packageName.test(spec) || spec.startsWith("-"))
    throw noSource(`"${wanted}" names no package.`, "Write npm:NAME or npm:NAME@VERSION.");
  return { name: spec.replace(/(?!^)@.*$/, ""), spec };
}

function noSource(message: string, hint?: string): HermesError {
  return new HermesError(message, {
    code: "PLUGIN_NO_SOURCE",
    hint: hint ?? "Name a folder with a plugin.yaml, npm:NAME[@VERSION], or a .tgz of npm pack.",
  });
}
