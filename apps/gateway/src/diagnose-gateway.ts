import type { LoadedSettings } from "@hermes/config";
import type { PlatformStatus } from "@hermes/gateway";
import type { Diagnosis, UsedPlugin } from "@hermes/runtime";
import { gatewayOwner } from "./gateway-owner.ts";
import { gatewayPaths } from "./gateway-paths.ts";
import { readGatewayState } from "./gateway-state.ts";
import { knownPlatforms } from "./known-platforms.ts";
import { servedPlatforms } from "./served-platforms.ts";

/**
 * For `hermes doctor`: whether the gateway of a home runs, and for each messenger that is set up whether it has what it needs and
 * who may speak. Reaches nothing outside of this machine; nothing where no messenger is set up and no gateway runs.
 *
 * @param loaded Settings that count: modules that they name are loaded.
 * @param plugins Those that are used.
 */
export async function diagnoseGateway(
  loaded: LoadedSettings,
  plugins: readonly UsedPlugin[] = [],
): Promise<readonly Diagnosis[]> {
  const paths = gatewayPaths(loaded.home);
  const [owner, state] = await Promise.all([gatewayOwner(paths.owner), readGatewayState(paths.state)]);
  const { served, problems } = servedPlatforms(loaded, paths.socket, await knownPlatforms(loaded, plugins));
  const platforms: readonly Diagnosis[] = [
    ...served
      .filter(({ platform }) => platform.name !== "local")
      .map(({ platform: { name, admits } }) => {
        const said = owner && state?.platforms.find((platform) => platform.name === name);
        return { name, ...(troubleOf(said) ?? (admits === true ? admitted : whoSpeaks(name, loaded))) };
      }),
    ...problems.map(({ name, reason, hint }) => ({ name, status: "failed" as const, message: reason, hint })),
  ];
  if (owner === undefined && platforms.length === 0) return [];
  const gateway: Diagnosis =
    owner === undefined
      ? {
          ...{ name: "gateway", status: "warning", message: "It is not running: nothing is heard." },
          hint: "Run: hermes gateway start",
        }
      : { name: "gateway", status: "ok", message: `It runs as process ${owner.pid}.` };
  return [gateway, ...platforms];
}

/** It checks by itself who calls. */
const admitted = { status: "ok", message: "Set up. What it hands over it has checked itself." } as const;

/** Of what the running gateway said: a wrong token, a second gateway with the same one. */
function troubleOf(said: PlatformStatus | undefined): Omit<Diagnosis, "name"> | undefined {
  if (said?.reason === undefined || said.state === "stopped") return undefined;
  const { state, reason, hint } = said;
  return { status: state === "failed" ? "failed" : "warning", message: reason, hint };
}

function whoSpeaks(
  name: string,
  { settings: { gateway, platforms } }: LoadedSettings,
): Omit<Diagnosis, "name"> {
  const of = Object.hasOwn(platforms, name) ? platforms[name] : undefined;
  const lists = [of?.owners, of?.allowed_users, of?.group_allowed_users, gateway.allowed_users];
  const named = new Set(lists.flatMap((list = []) => list));
  const isOpen =
    named.has("*") || of?.allow_all_users === true || (gateway.allow_all_users && named.size === 0);
  if (isOpen)
    return {
      ...{ status: "warning", message: "Set up. Everybody may speak, as a guest." },
      hint: `To name who may instead: platforms.${name}.allowed_users.`,
    };
  const strangers =
    of?.unauthorized_dm_behavior ?? gateway.unauthorized_dm_behavior ?? (named.size > 0 ? "ignore" : "pair");
  if (named.size > 0) return { status: "ok", message: `Set up. Users that may speak: ${named.size} named.` };
  if (strangers === "pair")
    return {
      ...{ status: "ok", message: "Set up. Nobody is named: a stranger is given a code." },
      hint: `To let one in: hermes pairing approve ${name} CODE`,
    };
  return {
    ...{ status: "warning", message: "Set up. Nobody is named, and strangers are ignored." },
    hint: `Name who may speak: platforms.${name}.allowed_users.`,
  };
}
