import type { LoadedSettings, Settings } from "@hermes/config";
import { defaultChatSettings } from "@hermes/gateway";
import type { ChatSettings, GatewayPlatform, Platform } from "@hermes/gateway";
import type { KnownPlatforms, PlatformProblem } from "./known-platforms.ts";
import { messageOf } from "./load-plugin.ts";

/** A platform with its settings, and whether it is called. */
export interface Served extends GatewayPlatform {
  /** Where, as it says: paths of the listener, or whole addresses. Undefined: it is not called. */
  readonly callPaths?: readonly string[] | undefined;
}

export interface ServedPlatforms {
  readonly served: readonly Served[];
  readonly problems: readonly PlatformProblem[];
}

/**
 * The platforms that the settings switch on: those that have what they need, and are not switched off. Variables win over the file.
 * One that throws is a problem of its own, and the others are served.
 *
 * @param socket Of the local chat.
 */
export function servedPlatforms(
  loaded: Pick<LoadedSettings, "settings" | "env">,
  socket: string,
  known: KnownPlatforms,
): ServedPlatforms {
  const chats = chatSettingsOf(loaded.settings);
  const looked = known.platforms.map((platform) => {
    try {
      return lookAt(platform, loaded, socket);
    } catch (error) {
      return {
        reason: `Its settings could not be read: ${messageOf(error)}`,
        hint: `Mend the module, or look at platforms.${platform.name}.`,
        ...{ name: platform.name, label: platform.label },
      };
    }
  });
  return {
    served: looked.flatMap((each) => (each !== undefined && "platform" in each ? [{ ...each, chats }] : [])),
    problems: [...known.problems, ...looked.filter((each) => each !== undefined && "reason" in each)],
  };
}

/** Undefined: it is not switched on. @throws what a plug-in throws */
function lookAt(
  platform: Platform,
  { settings, env }: Pick<LoadedSettings, "settings" | "env">,
  socket: string,
): Served | PlatformProblem | undefined {
  const { name, label, environment } = platform;
  const written = Object.hasOwn(settings.platforms, name) ? settings.platforms[name] : undefined;
  if (written?.enabled === false) return undefined;
  const own = name === "local" ? { socket } : {};
  const parsed = platform.settings.safeParse({ ...own, ...written, ...fromVariables(platform, env) });
  if (!parsed.success) {
    const [{ path = [], message = "is not right" } = {}] = parsed.error.issues;
    const key = path.map(String).join(".");
    const variable = Object.entries(environment).find(([, setting]) => setting === key)?.[0];
    return {
      ...{ name, label, reason: `${key} ${message}.` },
      hint: `Change platforms.${name}.${key}${variable === undefined ? "" : ` or ${variable}`}.`,
    };
  }
  const { data } = parsed;
  if (platform.isConfigured(data)) {
    const isCalled = platform.takesCalls?.(data) === true;
    const callPaths = isCalled ? [...(platform.callPaths?.(data) ?? [])].map(String) : undefined;
    return { platform, settings: data, callPaths };
  }
  if (written?.enabled !== true) return undefined;
  return {
    ...{ name, label, reason: "It is switched on, and has no access yet." },
    hint: `Run: hermes gateway setup ${name} (or set ${Object.keys(environment)[0] ?? `platforms.${name}`}).`,
  };
}

/** What variables say of the settings of a platform; an empty one is one that is not set. */
export function fromVariables(
  { environment }: Pick<Platform, "environment">,
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([variable, key]) => {
      const value = env[variable] ?? "";
      return value.trim() === "" ? [] : [[key, value] as const];
    }),
  );
}

function chatSettingsOf({ gateway }: Settings): Partial<ChatSettings> {
  const { session_reset: reset, human_delay: delay } = gateway;
  return {
    busyMode: gateway.busy_mode,
    backlog: gateway.backlog,
    groupSessionsPerUser: gateway.group_sessions_per_user,
    threadSessionsPerUser: gateway.thread_sessions_per_user,
    humanDelay: { mode: delay.mode, minMs: delay.min_ms, maxMs: delay.max_ms },
    reset: {
      ...defaultChatSettings.reset,
      mode: reset.mode === "none" ? "never" : reset.mode,
      atHour: reset.at_hour,
      idleMinutes: reset.idle_minutes,
    },
  };
}
