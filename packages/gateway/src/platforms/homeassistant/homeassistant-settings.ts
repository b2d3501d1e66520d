import { z } from "zod";
import { addressOr, flag, list, text } from "../setting-fields.ts";

/** What the adapter reads of `platforms.homeassistant`. */
export interface HomeassistantSettings {
  readonly token?: string | undefined;
  readonly url: string;
  /** Entities whose changes are told, such as `binary_sensor.door`. */
  readonly watch_entities: readonly string[];
  /** Kinds of entities, such as `climate`. */
  readonly watch_domains: readonly string[];
  readonly watch_all: boolean;
  /** Counts more than what is watched. */
  readonly ignore_entities: readonly string[];
  /** Between two messages about one entity, in seconds. */
  readonly cooldown_seconds: number;
  /** The action that carries answers, such as `notify.mobile_app_phone`. @default a notification in Home Assistant */
  readonly notify?: string | undefined;
}

const entities = list.transform((names) => names.map((name) => name.toLowerCase()));

export const homeassistantSettings: z.ZodType<HomeassistantSettings> = z.object({
  token: text,
  url: addressOr("http://homeassistant.local:8123"),
  watch_entities: entities,
  watch_domains: entities,
  watch_all: flag(false),
  ignore_entities: entities,
  cooldown_seconds: text
    .transform((seconds) => (seconds === undefined ? 30 : Number(seconds)))
    .pipe(z.number("is no number").min(0).max(86_400)),
  notify: text.pipe(
    z
      .string()
      .regex(/^[a-z0-9_]+\.[a-z0-9_]+$/, "is no action such as notify.mobile_app_phone")
      .optional(),
  ),
});

/** Variables, with the setting that each stands for. */
export const homeassistantEnvironment: Readonly<Record<string, string>> = {
  HASS_TOKEN: "token",
  HASS_URL: "url",
  HASS_WATCH_ENTITIES: "watch_entities",
  HASS_WATCH_DOMAINS: "watch_domains",
  HASS_WATCH_ALL: "watch_all",
  HASS_IGNORE_ENTITIES: "ignore_entities",
  HASS_COOLDOWN_SECONDS: "cooldown_seconds",
  HASS_NOTIFY: "notify",
};

/** Whether changes of this entity are told. */
export function isWatched(settings: HomeassistantSettings, entityId: string): boolean {
  if (settings.ignore_entities.includes(entityId)) return false;
  const domain = entityId.slice(0, entityId.indexOf("."));
  return (
    settings.watch_all ||
    settings.watch_entities.includes(entityId) ||
    settings.watch_domains.includes(domain)
  );
}

export function watchesAnything(settings: HomeassistantSettings): boolean {
  return settings.watch_all || settings.watch_entities.length > 0 || settings.watch_domains.length > 0;
}
