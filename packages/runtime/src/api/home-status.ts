import type { StatusPort } from "@hermes/api";
import type { GatewayInfo, ProcessInfo } from "@hermes/client/contract";
import type { ProcessRecord } from "@hermes/terminal-backends";
import type { State } from "@hermes/state";
import type { Runtime } from "../runtime.ts";

export interface HomeStatusOptions {
  readonly store: () => Promise<State>;
  readonly usage: Runtime["usage"];
  readonly gateway: (() => Promise<GatewayInfo>) | undefined;
}

/** What runs in a home, and what was used. */
export function homeStatus({ store, usage, gateway }: HomeStatusOptions): StatusPort {
  return {
    gateway: async () => (await gateway?.()) ?? { state: "stopped", platforms: [] },
    async processes({ sessionId }) {
      const { allStoredProcesses } = await import("../processes/stored-processes.ts");
      return allStoredProcesses(await store(), sessionId).map(toProcess);
    },
    async usage(of) {
      const { budgets, ...totals } = await usage(of);
      return { ...totals, budgets: budgets.map((each) => ({ ...each })) };
    },
  };
}

function toProcess({ taskId, id, command, state, startedAtMs, exit }: ProcessRecord): ProcessInfo {
  const isRunning = state === "starting" || state === "running";
  return {
    ...{ id, sessionId: taskId, command, startedAt: startedAtMs, endedAt: exit?.atMs },
    state: isRunning ? "running" : state === "lost" ? "lost" : "exited",
    exitCode: exit?.exitCode ?? undefined,
  };
}
