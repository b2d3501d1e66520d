import type { ModalClient, Sandbox } from "modal";
import { missingKey } from "../cloud/cloud-failure.ts";
import type { CloudSandbox, CloudService } from "../cloud/cloud-transport.ts";
import { loadKit } from "../cloud/load-kit.ts";
import type { TransportProcess, TransportRequest } from "../remote/shell-transport.ts";
import type { ModalBackendOptions } from "./modal-options.ts";
import { ModalProcess } from "./modal-process.ts";

const title = "Modal";
const keys = "MODAL_TOKEN_ID and MODAL_TOKEN_SECRET";
/** Sandboxes belong to an app; it holds nothing else. */
const appName = "hermes-agent";
const defaultLifetimeMs = 3_600_000;
const defaultIdleMinutes = 20;

/** @throws {HermesError} `BACKEND_PROGRAM_MISSING`, `BACKEND_KEY_MISSING`. */
export async function connectModal(
  options: ModalBackendOptions,
  variables: Readonly<Record<string, string>>,
  kept: boolean,
): Promise<CloudService> {
  const kit = await loadKit("modal", "0.11.1", () => import("modal"));
  const { env, image } = options;
  const [tokenId, tokenSecret] = [env["MODAL_TOKEN_ID"], env["MODAL_TOKEN_SECRET"]];
  const environment = env["MODAL_ENVIRONMENT"];
  const client = new kit.ModalClient({
    ...(tokenId && tokenSecret ? { tokenId, tokenSecret } : {}),
    ...(environment ? { environment } : {}),
    // Its warnings would stand in the middle of what people read.
    logLevel: "error",
  });
  if (!client.profile.tokenId || !client.profile.tokenSecret) throw missingKey(title, keys);
  return {
    title,
    keys,
    find: async (name) => {
      try {
        return new ModalSandbox(await client.sandboxes.fromName(appName, name), variables);
      } catch (error) {
        if (error instanceof kit.NotFoundError) return undefined;
        throw error;
      }
    },
    make: async (name) =>
      new ModalSandbox(await make(client, image, name, settings(options, kept)), variables),
    close: async () => client.close(),
  };
}

type Settings = NonNullable<Parameters<ModalClient["sandboxes"]["create"]>[2]>;

async function make(client: ModalClient, image: string, name: string, wanted: Settings): Promise<Sandbox> {
  const app = await client.apps.fromName(appName, { createIfMissing: true });
  return await client.sandboxes.create(app, client.images.fromRegistry(image), { ...wanted, name });
}

function settings(options: ModalBackendOptions, kept: boolean): Settings {
  const { limits: { cpus, memoryMb } = {}, hasNetwork = true } = options;
  const { lifetimeMs = defaultLifetimeMs, idleMinutes = defaultIdleMinutes } = options;
  return {
    timeoutMs: lifetimeMs,
    blockNetwork: !hasNetwork,
    tags: { "made-by": "hermes" },
    ...(kept ? { idleTimeoutMs: idleMinutes * 60_000 } : {}),
    ...(cpus === undefined ? {} : { cpu: cpus, cpuLimit: cpus }),
    ...(memoryMb === undefined ? {} : { memoryMiB: memoryMb, memoryLimitMiB: memoryMb }),
  };
}

class ModalSandbox implements CloudSandbox {
  readonly #sandbox: Sandbox;
  readonly #variables: Readonly<Record<string, string>>;

  constructor(sandbox: Sandbox, variables: Readonly<Record<string, string>>) {
    this.#sandbox = sandbox;
    this.#variables = variables;
  }

  async start({
    script,
    input,
    needsVariables,
    mayLeaveChildren,
  }: TransportRequest): Promise<TransportProcess> {
    // The relay stays for the children in the background that still write.
    const relayed = mayLeaveChildren === true ? `{ ${script}\n} | cat` : script;
    const starting = this.#sandbox.exec(["sh", "-c", relayed], {
      mode: "binary",
      ...(needsVariables === true ? { env: { ...this.#variables } } : {}),
    });
    return new ModalProcess(starting, input);
  }

  async sleep(): Promise<void> {
    this.#sandbox.detach();
  }

  async remove(): Promise<void> {
    try {
      await this.#sandbox.terminate();
    } finally {
      this.#sandbox.detach();
    }
  }
}
