import { HermesError } from "@hermes/registry/errors";
import { nearest } from "@hermes/registry";
import type { HomeHooks, HookReport } from "@hermes/runtime";
import { exitCodes } from "../../host.ts";
import { cleanText } from "../../render/clean-text.ts";
import { oneLine } from "../../render/fit.ts";
import { paragraph } from "../../render/paragraph.ts";
import { printJson, printLines } from "../../render/print.ts";
import { table } from "../../render/table.ts";
import { adviceOf, commandLine, hookLines } from "./hook-lines.ts";
import type { HooksDesk } from "./hooks-desk.ts";

interface JsonFlag {
  readonly json?: boolean | undefined;
}

/** `hermes hooks list`. Runs none. */
export async function listHooks({ json }: JsonFlag, { host, withHooks }: HooksDesk): Promise<number> {
  return await withHooks(async (hooks) => {
    const reports = await hooks.list();
    if (json) printJson(host, reports);
    else printLines(host, reports.length === 0 ? nothing : linesOf(reports, host.stdout.columns));
    return exitCodes.ok;
  });
}

/** `hermes hooks show`. */
export async function showHook(
  key: string,
  { json }: JsonFlag,
  { host, withHooks }: HooksDesk,
): Promise<number> {
  return await withHooks(async (hooks) => {
    const report = await findHook(hooks, key);
    const advice = adviceOf(report);
    if (json) printJson(host, report);
    else
      printLines(host, [
        ...hookLines(report),
        `  state    ${report.state}${advice === undefined ? "" : `: ${advice}`}`,
      ]);
    return exitCodes.ok;
  });
}

/** @throws {HermesError} `HOOK_UNKNOWN` */
export async function findHook(hooks: HomeHooks, key: string): Promise<HookReport> {
  const reports = await hooks.list();
  const found = reports.find((report) => report.key === key);
  if (found !== undefined) return found;
  const keys = reports.map((report) => report.key);
  const near = /^\d+$/u.test(key) ? undefined : nearest(key, keys);
  throw new HermesError(`There is no hook "${key}".`, {
    code: "HOOK_UNKNOWN",
    hint: near === undefined ? "To see those that there are: hermes hooks list" : `Did you mean "${near}"?`,
  });
}

const nothing = [
  "There are no hooks. They stand under hooks: in config.yaml, such as:",
  "  hooks:",
  "    post_tool_call:",
  "      - matcher: write_file|patch",
  "        command: npx prettier --write .",
];

function linesOf(reports: readonly HookReport[], columns: number | undefined): readonly string[] {
  const rows = reports.map((report) => [
    report.key,
    report.state,
    report.events.join(","),
    report.problem ?? commandLine(report),
  ]);
  const listed = table([["HOOK", "STATE", "EVENTS", "COMMAND"], ...rows], columns).map((line) =>
    cleanText(line),
  );
  const advice = reports.flatMap((report) => {
    const text = adviceOf(report);
    return text === undefined ? [] : paragraph(cleanText(oneLine(`${report.key}: ${text}`)), { columns });
  });
  return advice.length === 0 ? listed : [...listed, "", ...advice];
}
