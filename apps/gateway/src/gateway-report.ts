import { readFile } from "node:fs/promises";
import type { PlatformStatus } from "@hermes/gateway";
import { callAddresses } from "./call-addresses.ts";
import type { CallAddresses } from "./call-addresses.ts";
import { countJobs } from "./cron/serve-cron.ts";
import type { CronStatus } from "./cron/serve-cron.ts";
import { whoFires } from "./cron/who-fires.ts";
import type { Firing } from "./cron/who-fires.ts";
import type { GatewayHome } from "./gateway-home.ts";
import { gatewayOwner } from "./gateway-owner.ts";
import type { GatewayOwner } from "./gateway-owner.ts";
import { gatewayPaths } from "./gateway-paths.ts";
import { heartbeatReport } from "./heartbeat/heartbeat-report.ts";
import type { HeartbeatReport } from "./heartbeat/heartbeat-report.ts";
import { readGatewayState } from "./gateway-state.ts";
import type { GatewayState } from "./gateway-state.ts";

export interface PlatformReport extends Omit<PlatformStatus, "chatsOpen"> {
  /** Where its vendor is to call. Absent: it is not called. */
  readonly calls?: CallAddresses | undefined;
}

/** How the gateway of a home is, whether it runs or not. Times are milliseconds since 1970. */
export interface GatewayReport {
  readonly running: boolean;
  readonly pid?: number | undefined;
  readonly since?: number | undefined;
  readonly state: GatewayState["state"];
  readonly turnsRunning: number;
  readonly cron: CronStatus & { readonly firing: Firing };
  /** When a running gateway last said how it is. */
  readonly at?: number | undefined;
  readonly healthUrl?: string | undefined;
  readonly platforms: readonly PlatformReport[];
  /** Files that were changed while a session was open: what they held before counts. */
  readonly notAccepted: readonly string[];
  /** Messengers without a home channel: what nobody asked for in a chat has nowhere to go. */
  readonly homeless: readonly string[];
  /** Of chats that have a heartbeat: a file, or one that was. */
  readonly heartbeats: readonly HeartbeatReport[];
  /** Strangers who wait for their code to be approved. */
  readonly pairingRequests: number;
  /** Of the answer to a question, with `deep`. */
  readonly health?: "ok" | "degraded" | "no answer" | undefined;
  /** The last lines of the log, with `deep`. */
  readonly log?: readonly string[] | undefined;
}

export interface GatewayReportOptions {
  readonly home: GatewayHome;
  /** Asks the gateway itself, and reads its log. @default false */
  readonly deep?: boolean | undefined;
}

const silentMs = 30_000;
const askMs = 3_000;
const logLines = 10;

export async function gatewayReport({ home, deep = false }: GatewayReportOptions): Promise<GatewayReport> {
  const paths = gatewayPaths(home.loaded.home);
  const [owner, last, waiting] = await Promise.all([
    gatewayOwner(paths.owner),
    readGatewayState(paths.state),
    home.pairing.pending(),
  ]);
  const platforms = await platformsOf({ home, owner, last });
  const state = owner === undefined ? "stopped" : (last?.state ?? "starting");
  return {
    ...{ running: owner !== undefined, pid: owner?.pid, since: owner?.since, state, platforms },
    turnsRunning: owner === undefined ? 0 : (last?.turnsRunning ?? 0),
    pairingRequests: waiting.length,
    cron: {
      ...(await countJobs(home)),
      running: owner === undefined ? 0 : (last?.cron?.running ?? 0),
      firing: await whoFires(home),
    },
    notAccepted: home.notAccepted,
    homeless: await home.homeless(),
    heartbeats: (await heartbeatReport(home, owner && last)).filter(
      ({ files, lastAt }) => lastAt !== undefined || files.some(({ isThere }) => isThere),
    ),
    ...(owner === undefined ? {} : { at: last?.at, healthUrl: last?.healthUrl }),
    ...(deep ? { log: await lastLines(paths.log), health: owner && (await healthOf(last?.healthUrl)) } : {}),
  };
}

interface Known extends Pick<GatewayReportOptions, "home"> {
  readonly owner: GatewayOwner | undefined;
  readonly last: GatewayState | undefined;
}

/** Those that the settings name now, and those that the gateway serves. Queues are read from the store. */
async function platformsOf({ home, owner, last }: Known): Promise<GatewayReport["platforms"]> {
  const { served, problems, loaded } = home;
  const calls = (owner && last?.calls) ?? callAddresses(served, loaded.settings);
  const here = [...served.map(({ platform: { name, label } }) => ({ name, label })), ...problems];
  // A gateway may have been given a token that this shell does not have.
  const elsewhere = (owner === undefined ? [] : (last?.platforms ?? [])).filter(
    ({ name }) => !here.some((platform) => platform.name === name),
  );
  const named = [...here, ...elsewhere.map(({ name, label }) => ({ name, label }))];
  const isSilent = last === undefined || Date.now() - last.at > silentMs;
  return await Promise.all(
    named.map(async ({ name, label, ...problem }) => {
      const said = last?.platforms.find((platform) => platform.name === name);
      const [inbox, outbox] = await Promise.all([
        home.store.inbox.counts(name),
        home.store.outbox.counts(name),
      ]);
      const base = {
        ...{ name, label, inbox, outbox, as: said?.as },
        ...{ heardAt: said?.heardAt, spokeAt: said?.spokeAt, calls: calls[name] },
      };
      if ("reason" in problem) return { ...base, state: "failed" as const, ...problem };
      if (owner === undefined)
        return {
          ...base,
          state: "stopped" as const,
          // What went wrong for good does so again.
          reason: said?.state === "failed" ? said.reason : undefined,
          hint: said?.state === "failed" ? said.hint : undefined,
        };
      if (said === undefined)
        return {
          ...base,
          state: "stopped" as const,
          reason: "It was set up after the gateway started.",
          hint: "Run: hermes gateway restart",
        };
      const { state, reason, hint } = said;
      return isSilent
        ? {
            ...base,
            state,
            reason: "The gateway has not said how it is for a while.",
            hint: "Look into hermes gateway logs, or restart it: hermes gateway restart",
          }
        : { ...base, state, reason, hint };
    }),
  );
}

async function healthOf(url: string | undefined): Promise<GatewayReport["health"]> {
  if (url === undefined) return "no answer";
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(askMs) });
    return (await answer.text()).includes('"status":"ok"') ? "ok" : "degraded";
  } catch {
    return "no answer";
  }
}

async function lastLines(path: string): Promise<readonly string[]> {
  const text = await readFile(path, "utf8").catch(() => "");
  return text
    .trimEnd()
    .split("\n")
    .slice(-logLines)
    .filter((line) => line !== "");
}
