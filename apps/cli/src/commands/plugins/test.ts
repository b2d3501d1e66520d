import { checkPlugin, readExamples, type PluginCheck } from "@hermes/plugins/testing";
import type { PluginManifest } from "@hermes/plugins/host";
import type { PluginReport } from "@hermes/runtime";
import { HermesError } from "@hermes/registry/errors";
import { toFailure } from "../../failure.ts";
import { exitCodes, type Host } from "../../host.ts";
import { counted } from "../../render/count-of.ts";
import { oneLine } from "../../render/fit.ts";
import { paragraph } from "../../render/paragraph.ts";
import { printJson, printLines } from "../../render/print.ts";
import type { PluginsContext, PluginsDesk } from "./plugins-desk.ts";
import { pluginOrFolder } from "./show.ts";

export interface TestFlags {
  readonly json?: boolean | undefined;
  /** False: `--no-jail`. */
  readonly jail?: boolean | undefined;
}

/** `hermes plugins test`: starts a plug-in that nobody has to have agreed to, and holds it against the contract. */
export async function testPlugin(wanted: string, flags: TestFlags, desk: PluginsDesk): Promise<number> {
  const { host } = desk;
  return await desk.withPlugins(async (context) => {
    try {
      const { plugin } = await pluginOrFolder(context.plugins, wanted, host.cwd);
      const checks = await checksOf(plugin, manifestOf(plugin), flags, desk, context);
      const failed = checks.filter(({ problem }) => problem !== undefined);
      if (flags.json)
        printJson(host, { plugin: plugin.name, ok: failed.length === 0, checks: checks.map(factsOf) });
      else printLines(host, [summaryOf(checks.length, failed.length)]);
      return failed.length === 0 ? exitCodes.ok : exitCodes.failed;
    } catch (error) {
      context.signal.throwIfAborted();
      if (!flags.json) throw error;
      printJson(host, { ok: false, ...toFailure(error) });
      return exitCodes.failed;
    }
  });
}

function manifestOf({ manifest, problem, name, state }: PluginReport): PluginManifest {
  if (manifest !== undefined && state !== "broken") return manifest;
  throw new HermesError(problem ?? `${name} can't be read.`, {
    code: "PLUGIN_BAD_MANIFEST",
    hint: "docs/plugins.md says what belongs into plugin.yaml.",
  });
}

async function checksOf(
  { folder }: PluginReport,
  manifest: PluginManifest,
  { jail, json }: TestFlags,
  { host }: PluginsDesk,
  { plugins, signal, waitFor, arrived }: PluginsContext,
): Promise<readonly PluginCheck[]> {
  const examples = await readExamples(folder);
  await using running = await plugins.open(folder, { isHeld: jail !== false });
  waitFor(`testing ${manifest.name}`);
  return await checkPlugin(running, manifest, {
    ...{ examples, cwd: host.cwd, signal },
    onCheck(check) {
      arrived();
      if (!json) printLines(host, linesOf(check, host));
      waitFor(`testing ${manifest.name}`);
    },
  });
}

function linesOf({ what, problem }: PluginCheck, { stdout: { columns } }: Host): readonly string[] {
  const [first = "", ...rest] = paragraph(oneLine(what), { columns, indent: 2 });
  return [
    `${problem === undefined ? "✓" : "✗"} ${first.trimStart()}`,
    ...rest,
    ...(problem === undefined ? [] : paragraph(oneLine(problem), { columns, indent: 4 })),
  ];
}

function factsOf({ what, problem }: PluginCheck): Readonly<Record<string, unknown>> {
  return { what, ok: problem === undefined, problem };
}

function summaryOf(all: number, failed: number): string {
  return failed === 0
    ? `${counted(all, "check")}, all passed.`
    : `${counted(all, "check")}, ${failed} failed.`;
}
