import { loadSettings } from "@hermes/config";
import { createRuntime } from "@hermes/runtime";
import { bundledSkills } from "../../bundled-skills.ts";
import { exitCodes, type Host } from "../../host.ts";
import { printJson, printLines } from "../../render/print.ts";
import { coloured, createStyle } from "../../render/style.ts";
import { gatherStatus } from "./gather-status.ts";
import { statusLines } from "./status-lines.ts";
import type { StatusReport } from "./status-report.ts";

export interface StatusFlags {
  readonly all?: boolean | undefined;
  readonly deep?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/** `hermes status`. Fails where no model can be used. */
export async function status({ all = false, deep = false, json }: StatusFlags, host: Host): Promise<number> {
  const report = await statusOf(host, { deep });
  const style = createStyle(coloured(host.stdout));
  if (json) printJson(host, report);
  else printLines(host, statusLines(report, { columns: host.stdout.columns, style, all, now: Date.now() }));
  return report.models.some(({ model }) => model !== undefined) ? exitCodes.ok : exitCodes.failed;
}

/** How everything is, as data. */
export async function statusOf(host: Host, { deep }: { readonly deep: boolean }): Promise<StatusReport> {
  const loaded = await loadSettings({ env: host.env });
  const warnings = new Set(loaded.warnings);
  const { gatewayMigrations: migrations } = await import("../gateway/fill-gateway.ts");
  await using runtime = createRuntime({
    ...{ loaded, env: loaded.env, cwd: host.cwd, platform: "cli", bundledSkills: bundledSkills() },
    migrations,
    housekeepingAfterMs: Number.POSITIVE_INFINITY,
    onWarning: (message) => void warnings.add(message),
    onNotice: () => undefined,
  });
  const report = await gatherStatus({ loaded, runtime, host, deep });
  return { ...report, warnings: [...warnings] };
}
