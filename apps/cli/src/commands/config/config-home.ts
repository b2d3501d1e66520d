import { loadSettings, type LoadedSettings } from "@hermes/config";
import { findVariable, isSecretVariable } from "@hermes/config/editing";
import type { HomeSettings } from "@hermes/runtime";
import { usageError } from "../../failure.ts";
import type { GatewayDesk } from "../gateway/gateway-desk.ts";

/** The settings, also where some can't be used: these commands are there to correct them. */
export async function loadAll({ host }: GatewayDesk): Promise<LoadedSettings> {
  return await loadSettings({ env: host.env, allowProblems: true });
}

/** Changes files of the home as every part of Hermes does: checked, in one writing, and known to be the person's. */
export async function changeHome(
  { host, createRuntime }: GatewayDesk,
  loaded: LoadedSettings,
  change: (settings: HomeSettings) => Promise<void>,
): Promise<void> {
  await using runtime = createRuntime({ loaded, env: loaded.env, cwd: host.cwd, platform: "cli" });
  await change(await runtime.settings());
}

export const fromNowOn = "It counts for sessions that begin from now on.";

/** Settings are written small. */
export function isVariableName(key: string): boolean {
  return /^[A-Z][A-Z0-9_]*$/.test(key);
}

/** @throws {HermesError} A usage error for a variable that nothing here knows. */
export async function checkVariableName(name: string, envPath: string): Promise<void> {
  if (findVariable(name) !== undefined || isSecretVariable(name)) return;
  // Loaded only for names that are not known otherwise.
  const [{ builtinPlatforms }, { environmentVariables }, { nearest }] = await Promise.all([
    import("../gateway/fill-gateway.ts"),
    import("@hermes/config/editing"),
    import("@hermes/registry"),
  ]);
  const ofPlatforms = builtinPlatforms().flatMap(({ environment }) => Object.keys(environment));
  if (ofPlatforms.includes(name)) return;
  const near = nearest(name, [...environmentVariables.map((each) => each.name), ...ofPlatforms]);
  const advice = near === undefined ? "" : ` Did you mean "${near}"?`;
  throw usageError(
    `Hermes knows no variable "${name}".${advice} One of your own, for \${${name}} in config.yaml, goes into ${envPath} by hand.`,
  );
}

/** The variables that `.env` holds. */
export function dotenvOf({ source, envPath }: LoadedSettings): Readonly<Record<string, string | undefined>> {
  const text = source?.texts.get(envPath) ?? "";
  return process.getBuiltinModule("node:util").parseEnv(text.replace(/^\uFEFF/, ""));
}
