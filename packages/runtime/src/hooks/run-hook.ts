import type * as JailPackage from "@hermes/jail";
import type { JailProfile, ProfileJailSearch } from "@hermes/jail";
import type { ProgramOutput } from "@hermes/plugins/hooks";
import type { Environment } from "@hermes/registry";
import { HermesError } from "@hermes/registry";
import { harmlessVariables } from "@hermes/registry/programs";
import { mkdir } from "node:fs/promises";
import { findWorkspace } from "../find-workspace.ts";
import { allThroughProxy, noNetwork, openHeldNetwork } from "../jailed/held-network.ts";
import { makeScratch, removeScratch } from "../jailed/scratch.ts";
import { runProgram } from "./run-program.ts";
import type { RunnableHook } from "./runnable-hook.ts";

/** Where hooks run. */
export interface HookPlace {
  /** Folder of the work; absolute. */
  readonly cwd: string;
  /** Home of the person. */
  readonly homedir: string;
  /** Home of Hermes. */
  readonly home: string;
  readonly env: Environment;
  readonly search: () => Promise<ProfileJailSearch>;
}

export interface RunHookOptions extends HookPlace {
  readonly input: string;
  readonly sessionId: string;
  readonly signal: AbortSignal;
  /** Whether it runs behind a jail. */
  readonly isHeld: boolean;
  /** Files that it runs, which are there inside as well. */
  readonly paths: readonly string[];
}

/**
 * Runs the program of a hook, behind a jail that keeps it to its workspace and its hosts.
 *
 * @throws {HermesError} `HOOK_NO_JAIL`, and as `runProgram` does.
 */
export async function runHook(hook: RunnableHook, options: RunHookOptions): Promise<ProgramOutput> {
  const { cwd, input, signal, isHeld } = options;
  const { command, timeoutMs } = hook;
  const env = environmentOf(hook, options);
  if (hook.data !== undefined) await mkdir(hook.data, { recursive: true, mode: 0o700 });
  if (!isHeld) return await runProgram(command, { cwd, env, input, timeoutMs, signal });
  const [jails, found] = await Promise.all([import("@hermes/jail"), options.search()]);
  const { jail } = found;
  if (jail === undefined) throw noJail(found);
  const scratch = await makeScratch(jails, "hermes-hook-");
  const network = await openNetwork(jails, hook, { ...options, scratch }).catch(async (error: unknown) => {
    await removeScratch(scratch);
    throw error;
  });
  try {
    const profile = { ...profileOf(jails, hook, { ...options, scratch }), ...network.profile };
    return await runProgram(jail.enter(profile, network.command), {
      ...{ cwd, input, timeoutMs, signal },
      env: { ...env, ...network.environment, ...allThroughProxy, TMPDIR: scratch },
    });
  } finally {
    await network.close();
    // What can't be removed now goes with the next start.
    await removeScratch(scratch).catch(() => undefined);
  }
}

/** Whether a jail of this kind of network holds what a hook may reach. */
export function canHold(
  { hosts }: Pick<RunnableHook, "hosts">,
  network: "listed" | "host" | undefined,
): boolean {
  return network === "listed" || (network === "host" && hosts.includes("*"));
}

interface Inside extends RunHookOptions {
  readonly scratch: string;
}

function profileOf(
  jails: typeof JailPackage,
  { write, hosts, folder, data }: RunnableHook,
  { cwd, homedir, home, scratch, env, paths }: Inside,
): JailProfile {
  const places = { home: homedir, hermesHome: home, scratch, temporary: scratch, env };
  const workspace = findWorkspace(cwd).root;
  const make = write === "workspace" ? jails.workspaceProfile : jails.readOnlyProfile;
  const made = make({ ...places, workspace, writable: data === undefined ? [] : [data] });
  return {
    ...made,
    readable: [
      ...made.readable,
      ...[cwd, process.execPath, ...paths],
      ...(folder === undefined ? [] : [folder]),
    ],
    network: hosts.includes("*") ? "host" : "none",
  };
}

async function openNetwork(
  jails: typeof JailPackage,
  { name, hosts, command }: RunnableHook,
  { env, scratch }: Inside,
): ReturnType<typeof openHeldNetwork> {
  if (hosts.length === 0 || hosts.includes("*")) return noNetwork(command);
  return await openHeldNetwork(jails, {
    ...{ command, env, scratch, hosts: [], privateHosts: hosts },
    advice: (host) =>
      `The host ${host} is not open to the hook "${name}". The person can add it to its hosts.`,
  });
}

/** Nothing that could be a secret. */
function environmentOf(
  { eventName, folder, data }: RunnableHook,
  { env, cwd, sessionId }: RunHookOptions,
): Readonly<Record<string, string>> {
  return {
    ...harmlessVariables(env),
    HERMES_SESSION_ID: sessionId,
    HERMES_HOOK_EVENT: eventName,
    HERMES_PROJECT_DIR: findWorkspace(cwd).root,
    ...(folder === undefined ? {} : { HERMES_HOOK_DIR: folder }),
    ...(data === undefined ? {} : { HERMES_HOOK_DATA: data }),
  };
}

function noJail({ reason, hint }: { readonly reason: string; readonly hint: string }): HermesError {
  return new HermesError(`the jail that is to hold it can't be made: ${reason}`, {
    code: "HOOK_NO_JAIL",
    hint: `${hint} To let it run without one: hermes hooks allow --no-jail`,
  });
}
