import { Writable } from "node:stream";
import type { Sandbox } from "@vercel/sandbox";
import { missingKey } from "../cloud/cloud-failure.ts";
import type { CloudSandbox, CloudService } from "../cloud/cloud-transport.ts";
import { startFramed } from "../cloud/framed-process.ts";
import type { RunTextOptions, TextPlace } from "../cloud/framed-process.ts";
import { loadKit } from "../cloud/load-kit.ts";
import type { VercelBackendOptions } from "./vercel-options.ts";
import { vercelFetch } from "./vercel-fetch.ts";
import { vercelKeyNames, vercelKeys } from "./vercel-keys.ts";

const defaultLifetimeMs = 45 * 60_000;
const title = "Vercel";

/** @throws {HermesError} `BACKEND_PROGRAM_MISSING`, `BACKEND_KEY_MISSING`. */
export async function connectVercel(
  options: VercelBackendOptions,
  variables: Readonly<Record<string, string>>,
  persistent: boolean,
): Promise<CloudService> {
  const kit = await loadKit("@vercel/sandbox", "3", () => import("@vercel/sandbox"));
  const keys = vercelKeys(options.env);
  if (keys === undefined) throw missingKey(title, vercelKeyNames);
  const { image, cpus, hasNetwork = true, lifetimeMs = defaultLifetimeMs } = options;
  const isGone = (error: unknown): boolean =>
    error instanceof kit.APIError && [404, 410].includes(error.response.status);
  const way = { ...keys, fetch: vercelFetch(options.apiUrl) };
  return {
    title,
    keys: vercelKeyNames,
    find: async (name) => {
      try {
        return new VercelSandbox(await kit.Sandbox.get({ ...way, name, resume: true }), variables, isGone);
      } catch (error) {
        if (isGone(error)) return undefined;
        throw error;
      }
    },
    make: async (name) => {
      const sandbox = await kit.Sandbox.create({
        ...way,
        name,
        persistent,
        timeout: lifetimeMs,
        tags: { "made-by": "hermes" },
        networkPolicy: hasNetwork ? "allow-all" : "deny-all",
        ...(image === undefined ? {} : { image }),
        ...(cpus === undefined ? {} : { resources: { vcpus: cpus } }),
      });
      return new VercelSandbox(sandbox, variables, isGone);
    },
    close: async () => undefined,
  };
}

class VercelSandbox implements CloudSandbox, TextPlace {
  readonly #sandbox: Sandbox;
  readonly #variables: Readonly<Record<string, string>>;

  readonly isGone: (error: unknown) => boolean;

  constructor(
    sandbox: Sandbox,
    variables: Readonly<Record<string, string>>,
    isGone: (error: unknown) => boolean,
  ) {
    this.isGone = isGone;
    this.#sandbox = sandbox;
    this.#variables = variables;
  }

  async start(request: Parameters<CloudSandbox["start"]>[0]): ReturnType<CloudSandbox["start"]> {
    return startFramed(this, request, this.#variables);
  }

  async run(script: string, { onOutput, onErrors, signal }: RunTextOptions): Promise<number> {
    const { exitCode } = await this.#sandbox.currentSession().runCommand({
      cmd: "sh",
      args: ["-c", script],
      stdout: textSink(onOutput),
      stderr: textSink(onErrors),
      signal,
    });
    return exitCode;
  }

  async sleep(): Promise<void> {
    await this.#sandbox.stop();
  }

  async remove(): Promise<void> {
    await this.#sandbox.delete().catch((error: unknown) => {
      if (!this.isGone(error)) throw error;
    });
  }
}

function textSink(onText: (text: string) => void): Writable {
  return new Writable({
    decodeStrings: false,
    write(text, _encoding, done) {
      onText(String(text));
      done();
    },
  });
}
