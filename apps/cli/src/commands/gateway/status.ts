import { callLine, gatewayReport, reachHint } from "@hermes/gateway-app";
import type { GatewayReport, HeartbeatReport } from "@hermes/gateway-app";
import { exitCodes } from "../../host.ts";
import { duration } from "../../render/amount.ts";
import { oneLine } from "../../render/fit.ts";
import { localTime } from "../../render/local-time.ts";
import { printJson, printLines } from "../../render/print.ts";
import type { GatewayDesk } from "./gateway-desk.ts";
import { serviceState } from "./service.ts";
import { withHome } from "./with-home.ts";

export interface StatusFlags {
  readonly json?: boolean | undefined;
  readonly deep?: boolean | undefined;
}

/** `hermes gateway status`: how each platform is, what waits, and what to do about what is wrong. @returns 3 where it does not run, as with systemd. */
export async function status({ json, deep }: StatusFlags, desk: GatewayDesk): Promise<number> {
  const { host } = desk;
  const report = await withHome(desk, async (context) => await gatewayReport({ ...context, deep }));
  const service = await serviceState(host.env);
  if (json) printJson(host, { ...report, service });
  else
    printLines(host, [
      ...linesOf(report, Date.now()),
      ...(service === undefined ? [] : [`Service: ${service}`]),
    ]);
  return report.running ? exitCodes.ok : exitCodes.notRun;
}

function linesOf(report: GatewayReport, now: number): readonly string[] {
  const {
    running,
    pid,
    since = now,
    state,
    platforms,
    pairingRequests,
    notAccepted,
    homeless,
    cron,
    heartbeats,
    health,
    log = [],
  } = report;
  const head = running
    ? `The gateway is ${state === "running" ? "running" : state}: process ${pid}, since ${localTime(since)}.`
    : "The gateway is not running. Start it: hermes gateway start";
  const waiting =
    pairingRequests === 0 ? [] : ["", `${pairingRequests} wait to be let in: hermes pairing list`];
  return [
    head,
    ...(health === undefined ? [] : [`Health: ${health}`]),
    ...platforms.flatMap((platform) => [
      "",
      ...platformLines(platform, now),
      ...(homeless.includes(platform.name)
        ? ["  no home channel: write /sethome in the chat that should be it"]
        : []),
    ]),
    ...waiting,
    ...jobLines(cron, now),
    ...heartbeats.flatMap((heartbeat) => ["", ...heartbeatLines(heartbeat, now)]),
    ...notAccepted.flatMap((path) => [
      "",
      `${oneLine(path)} was changed while a session was open: what it held before counts.`,
      "  To take it up: hermes permissions seal",
    ]),
    ...(log.length === 0 ? [] : ["", "Log:", ...log.map((line) => `  ${oneLine(line)}`)]),
  ];
}

function jobLines({ jobs, nextAt, running, firing }: GatewayReport["cron"], now: number): readonly string[] {
  if (jobs === 0 && running === 0) return [];
  const next = nextAt === undefined ? "" : `, the next one in ${duration(Math.max(0, nextAt - now))}`;
  return [
    "",
    `Jobs: ${jobs}${running === 0 ? "" : ` (${running} running)`}${next}`,
    ...(firing.by === "timer" ? ["  fired by a timer"] : []),
    ...(firing.by === "nobody" ? ["  nothing fires them: start the gateway, or see hermes cron timer"] : []),
  ];
}

function heartbeatLines(
  { platform, name, files, lookedAt, nextLookAt, lastAt, lastWhy = [], problem }: HeartbeatReport,
  now: number,
): readonly string[] {
  const since = (at: number): string => `${duration(Math.max(0, now - at))} ago`;
  const last = lastAt === undefined ? "none yet" : `last ${since(lastAt)} (${oneLine(lastWhy.join(", "))})`;
  return [
    `heartbeat of ${oneLine(name)} (${platform}): ${last}`,
    ...files.filter(({ isThere }) => isThere).map(({ path }) => `  ${oneLine(path)}`),
    ...(nextLookAt === undefined
      ? []
      : [
          `  looked ${lookedAt === undefined ? "never" : since(lookedAt)}, next look in ${duration(Math.max(0, nextLookAt - now))}`,
        ]),
    ...(problem === undefined ? [] : [`  ${oneLine(problem)}`]),
  ];
}

function platformLines(
  {
    name,
    label,
    state,
    as,
    heardAt,
    spokeAt,
    reason,
    hint,
    calls,
    inbox,
    outbox,
  }: GatewayReport["platforms"][number],
  now: number,
): readonly string[] {
  const ago = (at: number | undefined): string =>
    at === undefined ? "never" : `${duration(Math.max(0, now - at))} ago`;
  const queues = [
    [inbox.waiting + inbox.claimed, "to answer"],
    [outbox.queued, "to send"],
    [outbox.uncertain, "may not have arrived"],
    [outbox.failed, "could not be sent (why: hermes gateway logs)"],
  ].filter(([count]) => count !== 0);
  return [
    `${name} (${label}): ${state}${as === undefined ? "" : ` as ${oneLine(as)}`}`,
    ...(calls === undefined ? [] : [`  ${oneLine(callLine(calls))}`]),
    ...(calls === undefined || calls.arePublic ? [] : [`  ${reachHint}`]),
    `  heard ${ago(heardAt)}, spoke ${ago(spokeAt)}`,
    ...(queues.length === 0 ? [] : [`  ${queues.map(([count, what]) => `${count} ${what}`).join(", ")}`]),
    ...(reason === undefined ? [] : [`  ${oneLine(reason)}`]),
    ...(hint === undefined ? [] : [`  ${oneLine(hint)}`]),
  ];
}
