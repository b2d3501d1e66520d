import { nearest } from "@hermes/registry";
import { usageError } from "../../failure.ts";
import { exitCodes, type Host } from "../../host.ts";
import { oneLine } from "../../render/fit.ts";
import { printJson, printLines } from "../../render/print.ts";
import { keepToolsets } from "./keep-toolsets.ts";
import { keptLines } from "./kept-lines.ts";
import { platformNamed } from "./platform-names.ts";
import { platformToolsets, type PlatformToolsets } from "./platform-toolsets.ts";
import { withTools } from "./with-tools.ts";

export interface SwitchFlags {
  /** Whether they are switched on. */
  readonly on: boolean;
  readonly platform: string;
  readonly json?: boolean | undefined;
}

/** `hermes tools enable` and `hermes tools disable`. */
export async function switchToolsets(
  names: readonly string[],
  { on, platform, json }: SwitchFlags,
  host: Host,
): Promise<number> {
  return await withTools(host, async (home) => {
    const { registry, loaded } = home;
    const where = platformNamed(platform, loaded.settings, registry);
    const before = await platformToolsets(registry, loaded.settings, where);
    for (const name of names) checkName(name, before);
    const wanted = before.toolsets
      .filter(({ name, isOn }) => (names.includes(name) ? on : isOn))
      .map(({ name }) => name);
    const kept = await keepToolsets(home, before, wanted);
    if (json) printJson(host, kept);
    else printLines(host, keptLines(kept, loaded.configPath, host.stdout.columns));
    return exitCodes.ok;
  });
}

function checkName(name: string, { toolsets }: PlatformToolsets): void {
  const known = toolsets.map((each) => each.name);
  if (known.includes(name)) return;
  const owner = toolsets.find(({ tools }) => tools.includes(name))?.name;
  if (owner !== undefined)
    throw usageError(`"${name}" is a tool of the toolset ${owner}; toolsets are switched as a whole.`);
  const near = nearest(name, known);
  const advice = near === undefined ? "" : `Did you mean "${near}"? `;
  throw usageError(
    `There is no toolset "${oneLine(name)}" with tools. ${advice}There are: ${known.join(", ")}.`,
  );
}
