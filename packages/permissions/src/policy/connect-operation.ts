import type { CommandVerdict } from "@hermes/command-safety";
import type { Operation } from "./operation.ts";
import { isHost, nameOf } from "./hosts.ts";
import { commonActions } from "./known-actions.ts";

/** Hosts that a command names. */
export function hostsOf({ effects }: Pick<CommandVerdict, "effects">): readonly string[] {
  const hosts = effects.flatMap((effect) => (effect.kind === "network" ? [effect.host ?? ""] : []));
  return [...new Set(hosts.map((host) => host.toLowerCase()))].filter(isHost);
}

/** To connect somewhere, whatever tool does it. */
export const connecting: Pick<Operation, "tool" | "toolset" | "actions"> = {
  ...{ tool: "", toolset: "network" },
  actions: [commonActions.connect],
};

/** To connect to a host, as rules name it: with its port, and without. */
export function connectOperation(host: string): Operation {
  const name = nameOf(host);
  return { ...connecting, kind: "url", forms: [host], aliases: name === host ? [] : [name] };
}
