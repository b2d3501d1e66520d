import type { Backend } from "../backend.ts";
import { CloudTransport, persistentCleanup } from "../cloud/cloud-transport.ts";
import { forwardedValues, persistentName } from "../cloud/persistent-name.ts";
import { createRemoteBackend } from "../remote/remote-backend.ts";
import type { ModalBackendOptions } from "./modal-options.ts";
import { connectModal } from "./modal-service.ts";

/**
 * Runs commands in a sandbox of Modal, through the package `modal`. It is made with the first command. When this program
 * is killed, the sandbox ends with its lifetime.
 */
export function createModalBackend(options: ModalBackendOptions): Backend {
  const { env, forwardEnv = [], cwd, keepAs, image, limits, hasNetwork } = options;
  const name = persistentName(keepAs, ["modal", image, limits, hasNetwork]);
  return createRemoteBackend({
    kind: "modal",
    capabilities: { pty: false, isolated: true, reattach: false },
    transport: new CloudTransport({
      connect: () => connectModal(options, forwardedValues(forwardEnv, env), name !== undefined),
      keepAs: name,
    }),
    cwd,
    forwarded: forwardEnv,
    cleanup: persistentCleanup(name),
  });
}
