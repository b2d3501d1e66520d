import type { AskedWakes, AskWakeOptions, Firing, GatewayHome, TickOnceOptions } from "@hermes/gateway-app";
import type { TickReport } from "@hermes/cron";
import type { GatewayDesk } from "../gateway/gateway-desk.ts";
import type { HomeContext } from "../gateway/with-home.ts";

// The gateway is a large file of its own, which the times of a schedule are read without.
const load = async () => await import("../gateway/fill-gateway.ts");

export type JobsHome = Pick<GatewayHome, "loaded" | "cron">;

export async function withHome<Result>(
  desk: GatewayDesk,
  work: (context: HomeContext) => Promise<Result>,
): Promise<Result> {
  return await (await load()).withHome(desk, work);
}

export async function whoFires(home: JobsHome): Promise<Firing> {
  return await (await load()).whoFires(home);
}

export async function tickOnce(options: TickOnceOptions): Promise<TickReport> {
  return await (await load()).tickOnce(options);
}

export async function askWake(home: GatewayHome, options: AskWakeOptions): Promise<AskedWakes> {
  return await (await load()).askWake(home, options);
}
