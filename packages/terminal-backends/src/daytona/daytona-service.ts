import type { CreateSandboxFromImageParams, CreateSandboxFromSnapshotParams, Daytona } from "@daytona/sdk";
import { missingKey } from "../cloud/cloud-failure.ts";
import type { CloudSandbox, CloudService } from "../cloud/cloud-transport.ts";
import { loadKit } from "../cloud/load-kit.ts";
import type { DaytonaBackendOptions } from "./daytona-options.ts";
import { DaytonaSandbox } from "./daytona-sandbox.ts";

const title = "Daytona";
const keyName = "DAYTONA_API_KEY";
/** Long enough for an image to be built. */
const startSeconds = 600;
const defaultIdleMinutes = 60;
/** More is refused by the service. */
const maxDiskGb = 10;

/** @throws {HermesError} `BACKEND_PROGRAM_MISSING`, `BACKEND_KEY_MISSING`. */
export async function connectDaytona(
  options: DaytonaBackendOptions,
  variables: Readonly<Record<string, string>>,
  persistent: boolean,
): Promise<CloudService> {
  const kit = await loadKit("@daytona/sdk", "0.216", () => import("@daytona/sdk"));
  const { env } = options;
  const apiKey = env[keyName];
  if (!apiKey) throw missingKey(title, keyName);
  const apiUrl = options.apiUrl ?? env["DAYTONA_API_URL"];
  const target = env["DAYTONA_TARGET"];
  const client = new kit.Daytona({
    apiKey,
    ...(apiUrl ? { apiUrl } : {}),
    ...(target ? { target } : {}),
    // The other way keeps a connection open that holds the program.
    useDeprecatedPolling: true,
  });
  const isGone = (error: unknown): boolean =>
    error instanceof kit.DaytonaNotFoundError ||
    error instanceof kit.DaytonaGoneError ||
    (error instanceof kit.DaytonaError &&
      /not (started|running)|is the sandbox started/i.test(error.message));
  return {
    title,
    keys: keyName,
    find: async (name) => {
      const found = await findStarted(client, name, isGone);
      return found === undefined ? undefined : new DaytonaSandbox(found, variables, isGone);
    },
    make: async (name): Promise<CloudSandbox> => {
      const wanted = { name, ...settings(options, persistent) };
      const made = await client.create(wanted, { timeout: startSeconds });
      return new DaytonaSandbox(made, variables, isGone);
    },
    close: () => client[Symbol.asyncDispose](),
  };
}

async function findStarted(
  client: Daytona,
  name: string,
  isGone: (error: unknown) => boolean,
): Promise<Awaited<ReturnType<Daytona["get"]>> | undefined> {
  try {
    const sandbox = await client.get(name);
    if (sandbox.state !== "started") await sandbox.start(startSeconds);
    return sandbox;
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

function settings(
  { image, limits = {}, hasNetwork = true, idleMinutes = defaultIdleMinutes }: DaytonaBackendOptions,
  persistent: boolean,
): CreateSandboxFromImageParams | CreateSandboxFromSnapshotParams {
  const common = {
    labels: { "made-by": "hermes" },
    autoStopInterval: idleMinutes,
    networkBlockAll: !hasNetwork,
    ephemeral: !persistent,
  };
  if (image === undefined) return common;
  const { cpus, memoryMb, diskMb } = limits;
  const resources = {
    ...(cpus === undefined ? {} : { cpu: Math.max(1, Math.ceil(cpus)) }),
    ...(memoryMb === undefined ? {} : { memory: Math.ceil(memoryMb / 1024) }),
    ...(diskMb === undefined ? {} : { disk: Math.min(maxDiskGb, Math.ceil(diskMb / 1024)) }),
  };
  return { ...common, image, resources };
}
