import { defaultImage } from "../builtins.ts";
import type { OpenBackendOptions } from "../builtins.ts";
import type { BackendFinding } from "../backend-finding.ts";
import { cloudFailure } from "./cloud-failure.ts";
import type { CloudService } from "./cloud-transport.ts";

export type CloudKind = "modal" | "daytona" | "vercel-sandbox";

type Connect = (options: Pick<OpenBackendOptions, "env" | "image">) => Promise<CloudService>;

const connectors: Readonly<Record<CloudKind, Connect>> = {
  modal: async ({ env, image = defaultImage }) =>
    (await import("../modal/modal-service.ts")).connectModal({ env, image }, {}, false),
  daytona: async ({ env }) =>
    (await import("../daytona/daytona-service.ts")).connectDaytona({ env }, {}, false),
  "vercel-sandbox": async ({ env }) =>
    (await import("../vercel/vercel-service.ts")).connectVercel({ env }, {}, false),
};

/** Looks for the kit and the key, and whether the service takes the key. Nothing is made there. */
export async function checkCloud(kind: CloudKind, options: OpenBackendOptions): Promise<BackendFinding> {
  const service = await connectors[kind](options);
  try {
    // Who asks for a sandbox that never was learns whether the key is good.
    await service.find("hermes-check");
    return { status: "ok", message: `${kind}: ${service.title} answers and accepts the key` };
  } catch (error) {
    throw cloudFailure(service, "does not answer", error);
  } finally {
    await service.close();
  }
}
