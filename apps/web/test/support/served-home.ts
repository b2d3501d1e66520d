import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadSettings } from "@hermes/config";
import type { Model } from "@hermes/models";
import { createRuntime } from "@hermes/runtime";
import type { ApiChoice, HomeApi, Runtime, RuntimeOptions } from "@hermes/runtime";
import { appFolder } from "./build.ts";

export interface ServedHome extends AsyncDisposable {
  readonly runtime: Runtime;
  readonly api: HomeApi;
  /** Without a slash at its end. */
  readonly url: string;
  /** Of the owner. */
  readonly token: string;
  /** The folder of Hermes. */
  readonly home: string;
  /** Where the agent works. */
  readonly project: string;
  readonly warnings: readonly string[];
  /** A request with the owner's token; what is answered, as JSON. Throws what is refused. */
  ask(path: string, body?: unknown, method?: string): Promise<unknown>;
}

export interface ServeOptions {
  readonly model: Model;
  readonly runtime?: Partial<RuntimeOptions> | undefined;
  readonly choice?: Partial<ApiChoice> | undefined;
}

/** A home of its own that serves the built page on loopback; the model alone is scripted. */
export async function serveHome({ model, runtime: more, choice }: ServeOptions): Promise<ServedHome> {
  const root = await mkdtemp(join(tmpdir(), "hermes-page-test-"));
  const [home, project] = [join(root, "person", ".hermes"), join(root, "person", "project")];
  await mkdir(project, { recursive: true });
  const env = {
    ...{ PATH: process.env["PATH"], HOME: join(root, "person"), HERMES_HOME: home, TMPDIR: tmpdir() },
    TERMINAL_WALL: "open",
  };
  const warnings: string[] = [];
  const runtime = createRuntime({
    ...{ loaded: await loadSettings({ env }), cwd: project, env, platform: "api", model },
    onWarning: (message) => warnings.push(message),
    ...more,
  });
  const token = await (await runtime.apiTokens()).owner();
  const api = await runtime.api({ version: "1.0.0", page: join(appFolder, "dist"), ...choice });
  const { url } = await api.serveHttp();
  return {
    ...{ runtime, api, url: url.origin, token, home, project, warnings },
    async ask(path, body, method = body === undefined ? "GET" : "POST") {
      const response = await fetch(new URL(path, url), {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${response.status} ${text}`);
      return JSON.parse(text) as unknown;
    },
    async [Symbol.asyncDispose]() {
      await api[Symbol.asyncDispose]();
      await runtime[Symbol.asyncDispose]();
      await rm(root, { recursive: true, force: true });
    },
  };
}
