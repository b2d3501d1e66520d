import { statSync } from "node:fs";
import { loadSettings, type LoadedSettings } from "@hermes/config";
import { createRuntime, type Diagnosis } from "@hermes/runtime";
import { toFailure } from "../failure.ts";
import { exitCodes, type Host } from "../host.ts";
import { profileToShow } from "../profile/profile-to-show.ts";
import { interruptible } from "../interruptible.ts";
import { formatDuration } from "../render/activity-line.ts";
import { bytes } from "../render/amount.ts";
import { oneLine } from "../render/fit.ts";
import { StatusLine } from "../render/status-line.ts";
import { Screen } from "../render/screen.ts";
import { coloured, createStyle, type Style } from "../render/style.ts";
import { printJson, printLines } from "../render/print.ts";
import { paragraph } from "../render/paragraph.ts";
import { wrap } from "../render/wrap.ts";

/** `hermes doctor`: one line per thing that was looked at. Fails when one of them failed. */
export async function doctor({ json }: { readonly json?: boolean | undefined }, host: Host): Promise<number> {
  const diagnoses = await diagnose(host);
  const style = createStyle(coloured(host.stdout));
  if (json) printJson(host, diagnoses);
  else
    printLines(
      host,
      diagnoses.flatMap((diagnosis) => describe(diagnosis, { style, columns: host.stdout.columns })),
    );
  return diagnoses.some(({ status }) => status === "failed") ? exitCodes.failed : exitCodes.ok;
}

/** Settings that cannot be read are a finding like any other; without them nothing else can be looked at. */
export async function diagnose(host: Host): Promise<readonly Diagnosis[]> {
  let loaded: LoadedSettings;
  try {
    loaded = await loadSettings({ env: host.env });
  } catch (error) {
    const { message, hint } = toFailure(error);
    return [{ name: "settings", status: "failed", message, hint }];
  }
  const warnings: Diagnosis[] = [];
  const onWarning = (message: string) => warnings.push({ name: "warning", status: "warning", message });
  await using runtime = createRuntime({ loaded, cwd: host.cwd, env: loaded.env, platform: "cli", onWarning });
  using work = interruptible(host);
  const passing = new StatusLine(
    new Screen({ ...host, style: createStyle(coloured(host.stderr)) }),
    Date.now,
  );
  // Of all that is looked at, only a large store takes long.
  const size = statSync(runtime.storePath, { throwIfNoEntry: false })?.size ?? 0;
  const line = (ms: number): string =>
    `reading every page of the store (${bytes(size)}) … ${formatDuration(ms)}`;
  passing.show({ name: "doctor", since: Date.now(), line });
  try {
    const { diagnoseGateway, pluginsOfHome } = await import("./gateway/fill-gateway.ts");
    const { diagnoseJobs } = await import("./cron/diagnose-jobs.ts");
    const found = await runtime.diagnose({ signal: work.signal });
    // What counts of the settings is not known where the store can't be opened.
    const counting = await runtime.acceptedSettings().catch(() => loaded);
    const jobs = await diagnoseJobs(runtime, counting);
    // That they can't be read was found by now.
    const plugins = await pluginsOfHome(runtime, counting).catch(() => []);
    const gateway = await diagnoseGateway(counting, plugins);
    return [...profileOf(loaded), ...found, ...gateway, ...jobs, ...warnings];
  } finally {
    passing.clear();
  }
}

/** Where it is not the default one. */
function profileOf({ home }: LoadedSettings): readonly Diagnosis[] {
  const message = profileToShow(home);
  return message === undefined ? [] : [{ name: "profile", status: "ok", message }];
}

function describe(
  { name, status, message, hint }: Diagnosis,
  { style, columns }: TextLayout,
): readonly string[] {
  const mark = { ok: style.green("✓"), warning: style.yellow("!"), failed: style.red("✗") }[status];
  return [
    ...wrap(`${mark} ${style.bold(name)}: ${oneLine(message)}`, { columns }),
    ...(hint === undefined ? [] : paragraph(oneLine(hint), { columns, indent: 4 }).map(style.dim)),
  ];
}

interface TextLayout {
  readonly style: Style;
  readonly columns: number | undefined;
}
