import { existsSync } from "node:fs";
import { profileOfHome, type LoadedSettings } from "@hermes/config";
import type { GatewayReport } from "@hermes/gateway-app";
import type { Runtime } from "@hermes/runtime";
import type { Host } from "../../host.ts";
import { version } from "../../version.ts";
import { openSessions } from "./open-sessions.ts";
import { reportModels } from "./report-models.ts";
import type { ReportedToolset, StatusReport } from "./status-report.ts";

export interface GatherOptions {
  readonly loaded: LoadedSettings;
  /** Opens a store as the gateway needs it. */
  readonly runtime: Runtime;
  readonly host: Host;
  /** Asks the provider and the gateway. */
  readonly deep: boolean;
}

/** How everything is. Starts nothing, and writes nothing where nobody has said anything yet. */
export async function gatherStatus(options: GatherOptions): Promise<StatusReport> {
  const { loaded, runtime, host, deep } = options;
  const { home, settings } = loaded;
  const hasStore = existsSync(runtime.storePath);
  const [models, gateway, memory, toolsets] = await Promise.all([
    reportModels(runtime, { loaded, deep, signal: host.stopped }),
    hasStore ? gatewayOf(runtime, host, deep) : undefined,
    memoryOf(runtime),
    toolsetsOf(runtime),
  ]);
  return {
    ...{
      version: version(),
      home,
      profile: profileOfHome(home).name,
      models,
      memory,
      toolsets,
      warnings: [],
    },
    ...{ backend: backendOf(settings), ...served(gateway), ...(hasStore ? await storeOf(runtime) : noStore) },
  };
}

const noStore = { openSessions: [] };

function backendOf({ terminal }: LoadedSettings["settings"]): StatusReport["backend"] {
  const { backend: kind, wall, network } = terminal;
  return kind === "local" ? { kind, wall, network: wall === "open" ? "host" : network } : { kind };
}

type Gateway = GatewayReport & { readonly service: string | undefined };

async function gatewayOf(runtime: Runtime, host: Host, deep: boolean): Promise<Gateway> {
  const { gatewayReport, openGatewayHome, serviceState } = await import("../gateway/fill-gateway.ts");
  const home = await openGatewayHome({ runtime });
  return { ...(await gatewayReport({ home, deep })), service: await serviceState(host.env) };
}

function served(gateway: Gateway | undefined): Pick<StatusReport, "gateway" | "jobs"> {
  if (gateway === undefined)
    return { gateway: { running: false, platforms: [] }, jobs: { active: 0, firing: "nobody" } };
  const { running, pid, since, service, health, cron } = gateway;
  const platforms = gateway.platforms.map(({ name, label, state, reason, hint }) => ({
    ...{ name, label, state, reason, hint },
  }));
  return {
    gateway: { running, pid, since, service, platforms, health },
    jobs: { active: cron.jobs, nextAt: cron.nextAt, firing: cron.firing.by },
  };
}

async function memoryOf(runtime: Runtime): Promise<StatusReport["memory"]> {
  const memory = await runtime.memory();
  return memory.targets.map((target) => {
    const { entries, usedChars, limitChars } = memory.read(target);
    return { target, entries: entries.length, usedChars, limitChars };
  });
}

async function toolsetsOf(runtime: Runtime): Promise<readonly ReportedToolset[]> {
  const toolsets = await (await runtime.tools()).toolsets();
  return toolsets
    .filter(({ tools }) => tools.length > 0)
    .map(({ name, tools, unavailable }) => ({
      name,
      tools: tools.length,
      missing: unavailable.map(({ tool, reason }) => ({ tool, reason })),
    }));
}

async function storeOf(runtime: Runtime): Promise<Pick<StatusReport, "store" | "openSessions" | "usage">> {
  const state = await runtime.existingStore();
  if (state === undefined) return noStore;
  const { bytes, sessions } = state.stats();
  return {
    store: { path: runtime.storePath, bytes, sessions },
    openSessions: openSessions(state),
    usage: await runtime.usage({ from: new Date().setHours(0, 0, 0, 0) }),
  };
}
