import { budgetLines } from "@hermes/agent-loop/controller";
import { bytes, dollars, duration } from "../../render/amount.ts";
import { counted } from "../../render/count-of.ts";
import { oneLine } from "../../render/fit.ts";
import { localTime } from "../../render/local-time.ts";
import type { Style } from "../../render/style.ts";
import { wrap } from "../../render/wrap.ts";
import type { ReportedModel, StatusReport } from "./status-report.ts";

export interface StatusLayout {
  readonly columns: number | undefined;
  readonly style: Style;
  /** Everything, also what is as it should be. */
  readonly all: boolean;
  readonly now: number;
}

const labelColumns = 11;

/** One screen: a label, and beside it what there is to say. */
export function statusLines(report: StatusReport, layout: StatusLayout): readonly string[] {
  const { columns, style } = layout;
  const rows: readonly (readonly [label: string, texts: readonly string[]])[] = [
    ["Hermes", [report.version]],
    ["Home", [homeText(report)]],
    ["Model", report.models.slice(0, 1).map(modelText)],
    ["Fallbacks", report.models.slice(1).map(modelText)],
    ["Commands", [backendText(report)]],
    ["Gateway", gatewayTexts(report, layout)],
    ["Schedules", [jobText(report, layout)]],
    ["Store", [storeText(report)]],
    ["Open", openTexts(report)],
    ["Memory", memoryTexts(report)],
    ["Tools", toolTexts(report, layout)],
    ["Today", usageTexts(report, layout)],
    ["Warnings", report.warnings],
  ];
  const indent = labelColumns + 1;
  return rows.flatMap(([label, texts]) =>
    texts.flatMap((text, row) => {
      const [first = "", ...rest] = wrap(oneLine(text), {
        columns: columns === undefined ? undefined : Math.max(20, columns - indent),
      });
      const head = row === 0 ? style.bold(label.padEnd(labelColumns)) : " ".repeat(labelColumns);
      return [`${head} ${first}`, ...rest.map((line) => " ".repeat(indent) + line)];
    }),
  );
}

function homeText({ home, profile }: StatusReport): string {
  return profile === "default" ? home : `${home} (profile ${profile})`;
}

function modelText(status: ReportedModel): string {
  const { model, provider, keySource, keyEnding, restsUntil, cause, answers, reason, hint } = status;
  if (model === undefined) return `none: ${reason ?? ""} ${hint ?? ""}`;
  const key = keySource === "none" ? "no key" : `key: ${keySource} ${keyEnding ?? ""}`.trimEnd();
  return [
    `${model} of ${provider}`,
    key,
    ...(restsUntil === undefined ? [] : [`rests until ${localTime(restsUntil)} (${cause})`]),
    ...(answers === undefined ? [] : [answers ? "its provider answers" : "its provider does not answer"]),
  ].join(", ");
}

function backendText({ backend: { kind, wall, network } }: StatusReport): string {
  if (wall === undefined) return `run in ${kind}`;
  if (wall === "open") return "run on this machine, and nothing holds them (terminal.wall: open)";
  const reach = network === "listed" ? "listed hosts" : "the network of this machine";
  return `run on this machine, held to the workspace and ${reach}`;
}

function gatewayTexts({ gateway }: StatusReport, { now }: StatusLayout): readonly string[] {
  const { running, pid, since = now, service, platforms, health } = gateway;
  const head = running
    ? `runs (process ${pid}, for ${duration(Math.max(0, now - since))})`
    : platforms.length === 0
      ? "does not run; no platform is set up"
      : "does not run: hermes gateway start";
  const facts = [
    head,
    ...(health === undefined ? [] : [`health: ${health}`]),
    ...(service === undefined ? [] : [`service: ${service}`]),
  ];
  return [
    facts.join(", "),
    ...platforms.map(({ label, state, reason, hint }) =>
      [`${label}: ${state}`, ...(reason === undefined ? [] : [`${reason} ${hint ?? ""}`])].join(", "),
    ),
  ];
}

function jobText({ jobs: { active, nextAt, firing } }: StatusReport, { now }: StatusLayout): string {
  if (active === 0) return "none";
  const next = nextAt === undefined ? "" : `, the next in ${duration(Math.max(0, nextAt - now))}`;
  const by = {
    gateway: "the gateway fires them",
    timer: "a timer fires them",
    nobody: "NOTHING fires them: start the gateway, or see hermes cron timer",
  }[firing];
  return `${counted(active, "job")}${next}; ${by}`;
}

function storeText({ store }: StatusReport): string {
  if (store === undefined) return "none yet: nobody has said anything";
  return `${counted(store.sessions, "conversation")}, ${bytes(store.bytes)}`;
}

function openTexts({ openSessions }: StatusReport): readonly string[] {
  return openSessions.map(({ id, title, platform, pid }) => `${id} ${title} (${platform}, process ${pid})`);
}

function memoryTexts({ memory }: StatusReport): readonly string[] {
  if (memory.length === 0) return ["off"];
  const parts = memory.map(
    ({ target, entries, usedChars, limitChars }) =>
      `${target}: ${entries} (${Math.round((100 * usedChars) / Math.max(1, limitChars))}% full)`,
  );
  return [parts.join(", ")];
}

function toolTexts({ toolsets }: StatusReport, { all }: StatusLayout): readonly string[] {
  const lacking = toolsets.filter(({ missing }) => missing.length > 0);
  const tools = toolsets.reduce((sum, each) => sum + each.tools, 0);
  const missing = lacking.reduce((sum, each) => sum + each.missing.length, 0);
  const head = `${tools - missing} of ${tools} can be used`;
  if (!all)
    return missing === 0
      ? [head]
      : [`${head}; something is missing for ${lacking.map(({ name }) => name).join(", ")} (--all says what)`];
  return [
    head,
    ...toolsets.map(({ name, tools: count, missing: not }) => {
      const reasons = [...new Set(not.map(({ reason }) => reason))].join("; ");
      return `${name}: ${count - not.length} of ${count}${reasons === "" ? "" : `, missing: ${reasons}`}`;
    }),
  ];
}

function usageTexts({ usage }: StatusReport, { all }: StatusLayout): readonly string[] {
  if (usage === undefined) return [];
  const { calls, costUsd, budgets } = usage;
  const day = budgets.filter(({ scope }) => all || scope === "day");
  return [
    `${dollars(costUsd)} in ${counted(calls, "call")} of models`,
    ...budgetLines(day).filter((line) => line.trim() !== ""),
  ];
}
