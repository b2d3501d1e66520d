import type { Backend } from "../backend.ts";
import { CloudTransport, persistentCleanup } from "../cloud/cloud-transport.ts";
import { forwardedValues, persistentName } from "../cloud/persistent-name.ts";
import { createRemoteBackend } from "../remote/remote-backend.ts";
import type { DaytonaBackendOptions } from "./daytona-options.ts";
import { connectDaytona } from "./daytona-service.ts";

/**
 * Runs commands in a sandbox of Daytona, through `@daytona/sdk`. It is made with the first command. When this program is
 * killed, the service stops the sandbox after `idleMinutes`, and deletes it unless it is kept.
 */
export function createDaytonaBackend(options: DaytonaBackendOptions): Backend {
  const { env, forwardEnv = [], cwd, keepAs, image, limits, hasNetwork } = options;
  const name = persistentName(keepAs, ["daytona", image, limits, hasNetwork]);
  return createRemoteBackend({
    kind: "daytona",
    capabilities: { pty: false, isolated: true, reattach: false },
    transport: new CloudTransport({
      connect: () => connectDaytona(options, forwardedValues(forwardEnv, env), name !== undefined),
      keepAs: name,
    }),
    cwd,
    forwarded: forwardEnv,
    cleanup: persistentCleanup(name),
  });
}
