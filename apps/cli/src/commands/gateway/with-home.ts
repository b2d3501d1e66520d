import type { LoadedSettings } from "@hermes/config";
import { gatewayMigrations, openGatewayHome } from "@hermes/gateway-app";
import type { GatewayHome, GatewayHomeOptions } from "@hermes/gateway-app";
import type { Runtime } from "@hermes/runtime";
import { printRemark } from "../../render/print.ts";
import type { GatewayDesk } from "./gateway-desk.ts";

export interface HomeContext {
  readonly loaded: LoadedSettings;
  readonly home: GatewayHome;
  readonly redact: (text: string) => string;
  readonly runtime: Runtime;
}

/** Opens what of the gateway is there whether it runs or not. */
export async function withHome<Result>(
  { host, load, createRuntime }: Pick<GatewayDesk, "host" | "load" | "createRuntime">,
  work: (context: HomeContext) => Promise<Result>,
  { folders }: Pick<GatewayHomeOptions, "folders"> = {},
): Promise<Result> {
  const loaded = await load();
  const onWarning = (message: string): void => printRemark(host, message);
  for (const warning of loaded.warnings) onWarning(warning);
  await using runtime = createRuntime({
    ...{ loaded, env: loaded.env, cwd: host.cwd, platform: "cli", migrations: gatewayMigrations, onWarning },
    housekeepingAfterMs: Number.POSITIVE_INFINITY,
  });
  const home = await openGatewayHome({ runtime, folders });
  return await work({ loaded: home.loaded, home, redact: await runtime.redactor(), runtime });
}
