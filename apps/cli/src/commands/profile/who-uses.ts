import { isGone } from "@hermes/agent-loop";
import { HermesError } from "@hermes/registry/errors";
import type { Host } from "../../host.ts";
import { installedService } from "../gateway/service.ts";
import { runningServer } from "../serve/running-server.ts";
import { openStore } from "../sessions/open-store.ts";
import { hostIn } from "./profile-host.ts";

/** An open session writes at least so often that it is among the last active ones. */
const lookedAt = 200;

/** What runs in the home of a profile, in words. */
export async function whoUses(home: string, host: Host): Promise<readonly string[]> {
  const { gatewayOwner, gatewayPaths } = await import("../gateway/fill-gateway.ts");
  const [gateway, server, sessions] = await Promise.all([
    gatewayOwner(gatewayPaths(home).owner),
    runningServer(home),
    openSessions(home, host),
  ]);
  return [
    ...(gateway === undefined ? [] : [`its gateway (process ${gateway.pid})`]),
    ...(server === undefined ? [] : [`its server (process ${server.pid})`]),
    ...sessions.map((pid) => `a conversation (process ${pid})`),
  ];
}

async function openSessions(home: string, host: Host): Promise<readonly number[]> {
  await using store = await openStore(hostIn(home, host));
  const state = await store.existing();
  const pids = (state?.sessions.list({ limit: lookedAt, oneShots: true }) ?? []).flatMap(({ id }) => {
    const lease = state?.journal.leases.holder(id);
    return lease === undefined || lease.expiresAt < Date.now() || isGone(lease.owner)
      ? []
      : [lease.owner.pid];
  });
  return [...new Set(pids)];
}

/**
 * @param what What would be done, such as `deleted`.
 * @throws {HermesError} `CLI_PROFILE_BUSY` while something runs in a profile, or a service of it is installed.
 */
export async function refuseBusy(
  { name, home, what }: { readonly name: string; readonly home: string; readonly what: string },
  host: Host,
): Promise<void> {
  const users = await whoUses(home, host);
  if (users.length > 0)
    throw new HermesError(`The profile "${name}" can't be ${what} now: ${users.join(", ")} runs in it.`, {
      code: "CLI_PROFILE_BUSY",
      hint: `End that first; a gateway with: hermes -p ${name} gateway stop`,
    });
  const service = installedService(hostIn(home, host).env);
  if (service === undefined) return;
  throw new HermesError(
    `The profile "${name}" can't be ${what}: its gateway is a service, and ${service.path} names it.`,
    {
      code: "CLI_PROFILE_BUSY",
      hint: `First: hermes -p ${name} gateway uninstall${service.path.startsWith("/etc/") ? " --system" : ""}`,
    },
  );
}
