import type { LoadedSettings, Settings } from "@hermes/config";
import { builtinPlatforms, defaultChatSettings } from "@hermes/gateway";
import type { ChatSettings, GatewayPlatform, Platform } from "@hermes/gateway";

/** A platform that a person has begun to set up, and that can't be served. */
export interface PlatformProblem {
  readonly name: string;
  readonly label: string;
  readonly reason: string;
  readonly hint: string;
}

export interface ServedPlatforms {
  readonly served: readonly GatewayPlatform[];
  readonly problems: readonly PlatformProblem[];
}

/**
 * The platforms that the settings switch on: those that have what they need, and are not switched off. Variables win over the file.
 *
 * @param socket Of the local chat.
 */
export function servedPlatforms(
  { settings, env }: Pick<LoadedSettings, "settings" | "env">,
  socket: string,
  platforms: readonly Platform[] = builtinPlatforms(),
): ServedPlatforms {
  const served: GatewayPlatform[] = [];
  const problems: PlatformProblem[] = [];
  for (const platform of platforms) {
    const { name, label, environment } = platform;
    const written = Object.hasOwn(settings.platforms, name) ? settings.platforms[name] : undefined;
    if (written?.enabled === false) continue;
    const variables = Object.entries(environment).flatMap(([variable, key]) =>
      (env[variable] ?? "").trim() === "" ? [] : [[key, env[variable]] as const],
    );
    const own = name === "local" ? { socket } : {};
    const parsed = platform.settings.safeParse({ ...own, ...written, ...Object.fromEntries(variables) });
    if (!parsed.success) {
      const [{ path = [], message = "is not right" } = {}] = parsed.error.issues;
      const key = path.map(String).join(".");
      const variable = Object.entries(environment).find(([, setting]) => setting === key)?.[0];
      problems.push({
        ...{ name, label, reason: `${key} ${message}` },
        hint: `Change platforms.${name}.${key}${variable === undefined ? "" : ` or ${variable}`}.`,
      });
    } else if (platform.isConfigured(parsed.data))
      served.push({ platform, settings: parsed.data, chats: chatSettingsOf(settings) });
    else if (written?.enabled === true)
      problems.push({
        ...{ name, label, reason: "It is switched on, and has no access yet." },
        hint: `Run: hermes gateway setup (or set ${Object.keys(environment)[0] ?? `platforms.${name}`}).`,
      });
  }
  return { served, problems };
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
