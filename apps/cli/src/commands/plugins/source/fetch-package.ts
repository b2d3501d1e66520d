import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { manifestFile, parseManifest } from "@hermes/plugins/host";
import { HermesError } from "@hermes/registry/errors";
import { z } from "zod";
import type { Host } from "../../../host.ts";
import type { PluginsContext } from "../plugins-desk.ts";
import type { OpenedSource } from "./opened-source.ts";
import { runNpm } from "./run-npm.ts";

export interface WantedPackage {
  /** Undefined: an archive, which says it. */
  readonly name: string | undefined;
  /** As npm takes it: a name with a version, or the path of an archive. */
  readonly spec: string;
}

/** What makes a package one for Hermes. */
const keyword = "hermes-plugin";

const manifestOfPackage = z.object({
  name: z.string(),
  version: z.string(),
  keywords: z.array(z.string()).catch([]).default([]),
});

/** Fetches a package with what it depends on, into a folder that is gone when it is disposed. None of its scripts runs. */
export async function fetchPackage(
  { name, spec }: WantedPackage,
  host: Host,
  context: PluginsContext,
): Promise<OpenedSource> {
  const folder = mkdtempSync(join(tmpdir(), "hermes-plugin-"));
  const dispose = async (): Promise<void> => rmSync(folder, { recursive: true, force: true });
  try {
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true }));
    context.waitFor(`fetching ${spec}`);
    await runNpm(spec, { folder, env: host.env, signal: context.signal });
    context.arrived();
    const found = await placed(folder, name ?? only(folder));
    const source = name === undefined ? spec : `npm:${found.name}@${found.version}`;
    return { folder: found.folder, source, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** The one that npm wrote down as what was asked for. */
function only(folder: string): string {
  const read = z
    .object({ dependencies: z.record(z.string(), z.string()) })
    .safeParse(JSON.parse(readFileSync(join(folder, "package.json"), "utf8")));
  return Object.keys(read.data?.dependencies ?? {})[0] ?? "";
}

/** Its folder gets the name of the plug-in, as every one has. */
async function placed(
  folder: string,
  packageName: string,
): Promise<{ readonly folder: string; readonly name: string; readonly version: string }> {
  const at = join(folder, "node_modules", packageName);
  const { name, version, keywords } = manifestOfPackage.parse(
    JSON.parse(readFileSync(join(at, "package.json"), "utf8")),
  );
  if (!keywords.includes(keyword))
    throw notOne(name, `its package.json does not have the keyword "${keyword}"`);
  const text = textOf(join(at, manifestFile));
  if (text === undefined) throw notOne(name, `it has no ${manifestFile}`);
  const plugin = parseManifest(text, `${name}/${manifestFile}`);
  mkdirSync(join(folder, "plugin"));
  const place = join(folder, "plugin", plugin.name);
  renameSync(at, place);
  return { folder: place, name, version };
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // That there is none is said above.
    return undefined;
  }
}

function notOne(name: string, why: string): HermesError {
  return new HermesError(`The package ${name} is no plug-in of Hermes: ${why}.`, {
    code: "PLUGIN_NOT_A_PLUGIN",
    hint: "Nothing was changed. Look up the name of the one that you mean.",
  });
}
