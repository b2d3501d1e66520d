import { join } from "node:path";
import { HermesError } from "@hermes/registry";
import type { Environment } from "@hermes/registry";
import { loadSettings } from "@hermes/config";
import { removeOldFiles } from "@hermes/gateway";
import type { HomeApi } from "@hermes/runtime";
import type { GatewayStatus, PlatformHealth } from "@hermes/gateway";
import { callAddresses, callLine, reachHint } from "./call-addresses.ts";
import { serveCron } from "./cron/serve-cron.ts";
import type { ServedCron } from "./cron/serve-cron.ts";
import { holdHome } from "./gateway-owner.ts";
import { gatewayPaths } from "./gateway-paths.ts";
import { writeGatewayState } from "./gateway-state.ts";
import type { GatewayState } from "./gateway-state.ts";
import { serveApi } from "./serve-api.ts";
import { serveHealth } from "./health-route.ts";
import { openGateway } from "./open-gateway.ts";
import type { OpenGateway, OpenGatewayOptions } from "./open-gateway.ts";
import { platformLine } from "./platform-line.ts";

export interface RunGatewayOptions extends Pick<
  OpenGatewayOptions,
  "createRuntime" | "bundledSkills" | "model" | "ports" | "limits"
> {
  readonly env: Environment;
  /** Of Hermes, as clients of the API are told. */
  readonly version?: string | undefined;
  /** Told lines for a person: one for each platform when it is ready, and what is wrong. */
  readonly say: (line: string) => void;
  /** Ends it in good order. */
  readonly stopped: AbortSignal;
  /** Calls the listener when the settings are to be read again. @returns Takes it away. */
  readonly onReload?: ((listener: () => void) => () => void) | undefined;
  /** How long turns may go on after `stopped`, in milliseconds. @default 60_000 */
  readonly drainMs?: number | undefined;
}

const defaultDrainMs = 60_000;
const saidEveryMs = 5_000;
/** Health goes to a file at most this often, however much is said. */
const gatherMs = 100;

/**
 * Serves the chats of a home until it is stopped. Reading the settings again is a start of its own, in the same process.
 *
 * @throws {HermesError} `RUNTIME_GATEWAY_RUNNING` where another process serves this home; what settings and store throw.
 */
export async function runGateway(options: RunGatewayOptions): Promise<void> {
  const { stopped } = options;
  const { home } = await loadSettings({ env: options.env });
  const giveBack = await holdHome(gatewayPaths(home).owner);
  try {
    // oxlint-disable-next-line no-await-in-loop -- one start after another
    while ((await serveOnce(options)) === "reload" && !stopped.aborted);
  } finally {
    await giveBack();
  }
}

/** Each session warns of the same things. */
function once(say: (line: string) => void): (line: string) => void {
  const said = new Set<string>();
  return (line) => {
    if (said.has(line)) return;
    // A warning may hold what was sent by anybody: there is no end of them.
    if (said.size < 1_000) said.add(line);
    say(line);
  };
}

async function serveOnce(options: RunGatewayOptions): Promise<"reload" | "stopped"> {
  const { env, version, say, stopped, onReload, drainMs } = options;
  const { createRuntime, bundledSkills, model, ports, limits } = options;
  const loaded = await loadSettings({ env });
  for (const warning of loaded.warnings) say(warning);
  const ending = ended(stopped, onReload);
  const told = tellReady(say);
  let onHealth = (_name: string, _health: PlatformHealth): void => undefined;
  try {
    const opened = await openGateway({
      ...{ loaded, createRuntime, bundledSkills, model, ports, limits, onWarning: once(say) },
      onHealth: (name, health) => onHealth(name, health),
    });
    let served: ServedCron | undefined;
    let api: HomeApi | undefined;
    try {
      for (const path of opened.home.notAccepted)
        say(
          `${path} was changed while a session was open: what it held before counts. To take it up: hermes permissions seal`,
        );
      for (const name of await opened.home.homeless())
        say(`${name}: no home channel yet. Write /sethome in the chat that should be it.`);
      for (const problem of opened.problems) say(platformLine(problem.name, { state: "failed", ...problem }));
      const cron = (served = await serveCron(opened));
      const status = withCron(opened.gateway.status, cron);
      const state = keepState(opened, status, gatewayPaths(loaded.home).state);
      onHealth = (name, health) => {
        told(name, health);
        state.changed();
      };
      const healthUrl = await listen(opened, status);
      api = await serveApi(opened, { status, version, say });
      const calls = callAddresses(opened.home.served, opened.home.loaded.settings, healthUrl);
      opened.log("info", "The gateway starts.");
      await removeOldMedia(gatewayPaths(loaded.home).cache);
      state.changed({ healthUrl, calls });
      const { platforms } = await Promise.race([opened.gateway.start(), ending.then(opened.gateway.status)]);
      opened.heartbeats.start();
      if (platforms.every(({ name }) => name === "local"))
        say("No messenger is set up: hermes gateway setup. To chat here: hermes gateway chat");
      for (const [name, addresses] of Object.entries(calls)) say(`${name}: ${callLine(addresses)}`);
      if (Object.values(calls).some(({ arePublic }) => !arePublic)) say(reachHint);
      const why = await ending;
      opened.log("info", "The gateway ends.", { why });
      await opened.heartbeats.close();
      await Promise.all([opened.gateway.drain(drainMs), cron.close(drainMs ?? defaultDrainMs)]);
      await state.close();
      return why;
    } finally {
      await api?.[Symbol.asyncDispose]();
      await served?.close();
      await opened[Symbol.asyncDispose]();
    }
  } finally {
    ending.ignore();
  }
}

type StatusOf = () => Promise<GatewayStatus & Pick<GatewayState, "cron">>;

/** Runs of jobs count as turns: who ends the gateway waits for them. */
function withCron(statusOf: OpenGateway["gateway"]["status"], cron: ServedCron): StatusOf {
  return async () => {
    const [status, ofCron] = await Promise.all([statusOf(), cron.status()]);
    return { ...status, turnsRunning: status.turnsRunning + ofCron.running, cron: ofCron };
  };
}

/** @returns The address of the health route. */
async function listen({ runtime, home: { loaded } }: OpenGateway, status: StatusOf): Promise<string> {
  try {
    return await serveHealth(runtime.http, status, loaded.env["HERMES_GATEWAY_TOKEN"]);
  } catch (error) {
    if (!HermesError.is(error) || error.code !== "HTTP_CANNOT_LISTEN") throw error;
    throw new HermesError(error.message, {
      code: error.code,
      hint: "Another program may have the port: set WEBHOOK_PORT, or gateway.port, to one that is free.",
      cause: error,
    });
  }
}

/** Files of chats, in and out. What waits in the outbox for so long is not sent any more. */
const mediaFolders = ["images", "audio", "videos", "documents", "outgoing"];
const keptMs = 30 * 86_400_000;

async function removeOldMedia(cache: string): Promise<void> {
  const age = { olderThanMs: keptMs, now: Date.now() };
  await Promise.all(mediaFolders.map(async (name) => await removeOldFiles(join(cache, name), age)));
}

/** Says once that a platform is ready, and whenever it is not any more. */
function tellReady(say: (line: string) => void): (name: string, health: PlatformHealth) => void {
  const said = new Map<string, string>();
  return (name, health) => {
    if (!["up", "failed", "retrying"].includes(health.state)) return;
    if (health.state === "retrying" && health.reason === undefined) return;
    const line = platformLine(name, health);
    if (said.get(name) === line) return;
    said.set(name, line);
    say(line);
  };
}

/** Keeps the file that `hermes gateway status` reads. */
function keepState(
  { heartbeats, problems, log }: OpenGateway,
  statusOf: StatusOf,
  path: string,
): { changed(more?: Pick<GatewayState, "healthUrl" | "calls">): void; close(): Promise<void> } {
  const startedAt = Date.now();
  let known: Pick<GatewayState, "healthUrl" | "calls"> = {};
  let soon: NodeJS.Timeout | undefined;
  const write = async (): Promise<void> => {
    try {
      const status = await statusOf();
      const at = Date.now();
      writeGatewayState(path, {
        ...status,
        at,
        startedAt,
        problems,
        heartbeats: heartbeats.status(),
        ...known,
      });
    } catch (error) {
      log("warn", "The state of the gateway could not be written.", { error: String(error) });
    }
  };
  const often = setInterval(() => void write(), saidEveryMs);
  return {
    changed(more) {
      known = { ...known, ...more };
      soon ??= setTimeout(() => {
        soon = undefined;
        write().catch(() => undefined);
      }, gatherMs);
    },
    async close() {
      clearInterval(often);
      clearTimeout(soon);
      await write();
    },
  };
}

function ended(
  stopped: AbortSignal,
  onReload: RunGatewayOptions["onReload"],
): Promise<"reload" | "stopped"> & { ignore(): void } {
  const { promise, resolve } = Promise.withResolvers<"reload" | "stopped">();
  const stop = (): void => resolve("stopped");
  if (stopped.aborted) stop();
  stopped.addEventListener("abort", stop, { once: true });
  const ignoreReloads = onReload?.(() => resolve("reload"));
  return Object.assign(promise, {
    ignore() {
      stopped.removeEventListener("abort", stop);
      ignoreReloads?.();
    },
  });
}
