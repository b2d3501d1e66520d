import type { Backend } from "../backend.ts";
import { CloudTransport, persistentCleanup } from "../cloud/cloud-transport.ts";
import { forwardedValues, persistentName } from "../cloud/persistent-name.ts";
import { createRemoteBackend } from "../remote/remote-backend.ts";
import type { VercelBackendOptions } from "./vercel-options.ts";
import { connectVercel } from "./vercel-service.ts";

/**
 * Runs commands in a sandbox of Vercel, through `@vercel/sandbox`. It is made with the first command. When this program
 * is killed, the sandbox ends with its lifetime.
 */
export function createVercelBackend(options: VercelBackendOptions): Backend {
  const { env, forwardEnv = [], cwd, keepAs, image, cpus, hasNetwork } = options;
  const name = persistentName(keepAs, ["vercel", image, cpus, hasNetwork]);
  return createRemoteBackend({
    kind: "vercel-sandbox",
    capabilities: { pty: false, isolated: true, reattach: false },
    transport: new CloudTransport({
      connect: () => connectVercel(options, forwardedValues(forwardEnv, env), name !== undefined),
      keepAs: name,
    }),
    cwd,
    forwarded: forwardEnv,
    cleanup: persistentCleanup(name),
  });
}
