import { homedir, release } from "node:os";
import { basename } from "node:path";
import { loadSettings, type LoadedSettings } from "@hermes/config";
import { toFailure } from "../../failure.ts";
import type { Host } from "../../host.ts";
import { cleanText } from "../../render/clean-text.ts";
import { createStyle } from "../../render/style.ts";
import { version } from "../../version.ts";
import { diagnose } from "../doctor.ts";
import { logFiles } from "../logs/log-files.ts";
import { readLog } from "../logs/read-log.ts";
import { statusOf } from "../status/status.ts";
import { statusLines } from "../status/status-lines.ts";
import { installedBy } from "../uninstall/installed-by.ts";
import { openLeaveOut } from "./leave-out.ts";
import { settingLines } from "./setting-lines.ts";

export interface ReportPart {
  readonly title: string;
  readonly text: string;
}

export interface GatherReportOptions {
  readonly host: Host;
  /** Of each log. */
  readonly logLines: number;
  readonly now: Date;
}

/** What a report is made of, without secrets and without anything that was said. A part that fails says so. */
export async function gatherReport({
  host,
  logLines,
  now,
}: GatherReportOptions): Promise<readonly ReportPart[]> {
  const loaded = await loadSettings({ env: host.env }).catch((error: unknown) => toFailure(error));
  const settings = "settings" in loaded ? loaded : undefined;
  const leaveOut = await openLeaveOut(host, settings);
  const made: readonly (readonly [title: string, lines: () => Promise<readonly string[]>])[] = [
    ["System", async () => systemLines(host, now)],
    ["Status", async () => await statusText(host)],
    ["What was checked", async () => await doctorLines(host)],
    ["Settings that differ from the defaults", async () => await settingLines(host)],
    ["Names of variables that are set", async () => await variableNames(host, settings)],
    ["Failed turns", async () => await failedTurns(settings)],
    [`The last ${logLines} lines of the agent's log`, async () => await logText("agent", logLines, settings)],
    [
      `The last ${logLines} lines of the gateway's log`,
      async () => await logText("gateway", logLines, settings),
    ],
  ];
  const parts: ReportPart[] = [];
  for (const [title, lines] of made) {
    host.stopped.throwIfAborted();
    // One after another: each opens the store.
    // oxlint-disable-next-line no-await-in-loop
    const found = await lines().catch((error: unknown) => [`This failed: ${toFailure(error).message}`]);
    const text = found.length === 0 ? "none" : found.map((line) => leaveOut(cleanText(line))).join("\n");
    parts.push({ title, text });
  }
  return parts;
}

function systemLines({ env, stdout, cwd }: Host, now: Date): readonly string[] {
  const { platform, arch, versions } = process;
  return [
    `Written: ${now.toISOString()}`,
    `Hermes: ${version()}, installed by ${installedBy().name}`,
    `Node: ${versions.node}`,
    `System: ${platform} ${arch} ${release()}`,
    `Terminal: ${env["TERM"] ?? "none"}, ${stdout.columns ?? "no"} columns`,
    `Shell: ${basename(env["SHELL"] ?? "not known")}`,
    `Language: ${env["LC_ALL"] ?? env["LANG"] ?? "not set"}`,
    `Folder: ${cwd === (env["HOME"] ?? homedir()) ? "the home folder" : "another than the home folder"}`,
  ];
}

async function statusText(host: Host): Promise<readonly string[]> {
  const report = await statusOf(host, { deep: false });
  // A title is what somebody said.
  const openSessions = report.openSessions.map((each) => ({ ...each, title: "" }));
  const layout = { columns: undefined, style: createStyle(false), all: true, now: Date.now() };
  return statusLines({ ...report, openSessions }, layout);
}

async function doctorLines(host: Host): Promise<readonly string[]> {
  const found = await diagnose(host);
  return found.map(({ name, status, message, hint }) =>
    [`${status.padEnd(7)} ${name}: ${message}`, ...(hint === undefined ? [] : [hint])].join(" | "),
  );
}

/** Those of `.env`, and those of the environment that Hermes knows. */
async function variableNames({ env }: Host, loaded: LoadedSettings | undefined): Promise<readonly string[]> {
  const { environmentVariables } = await import("@hermes/config/editing");
  const text = loaded?.source?.texts.get(loaded.envPath) ?? "";
  const inFile = [...text.matchAll(/^[ \t]*(?:export[ \t]+)?([A-Za-z_]\w*)[ \t]*=/gm)].map(
    ([, name = ""]) => name,
  );
  const known = environmentVariables.map(({ name }) => name).filter((name) => env[name] !== undefined);
  return [
    ...new Set([...known.map((name) => `${name} (environment)`), ...inFile.map((name) => `${name} (.env)`)]),
  ].toSorted();
}

const mostTurns = 20;

/** Codes alone: what a provider said of a turn may repeat what was said in it. */
async function failedTurns(loaded: LoadedSettings | undefined): Promise<readonly string[]> {
  if (loaded === undefined) return [];
  const entries = await readLog(logFiles("agent", loaded.home), { lines: Infinity, level: "warn" });
  return entries
    .filter(({ fields }) => typeof fields["session"] === "string")
    .slice(-mostTurns)
    .map(({ at = 0, message, fields }) =>
      [new Date(at).toISOString(), fields["session"], fields["code"] ?? "", message].map(String).join("  "),
    );
}

async function logText(
  name: "agent" | "gateway",
  lines: number,
  loaded: LoadedSettings | undefined,
): Promise<readonly string[]> {
  if (loaded === undefined) return [];
  const entries = await readLog(logFiles(name, loaded.home), { lines });
  return entries.map(({ line, fields }) => ("error" in fields ? withoutError(line) : line));
}

/** What a provider answers may repeat what was said. */
function withoutError(line: string): string {
  return JSON.stringify({ ...JSON.parse(line), error: undefined });
}
