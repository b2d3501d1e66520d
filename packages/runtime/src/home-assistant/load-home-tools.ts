import type { Settings } from "@hermes/config";
import type { Tool } from "@hermes/registry";

export interface HomeAssistantSettings {
  readonly url: string;
  readonly token: string | undefined;
}

/** The token and the address are those of the platform; variables count more. */
export function homeAssistantOf(
  platforms: Settings["platforms"],
  env: Readonly<Record<string, string | undefined>>,
): HomeAssistantSettings {
  const { token, url } = platforms["homeassistant"] ?? {};
  return {
    url: written(env["HASS_URL"]) ?? written(url) ?? "http://homeassistant.local:8123",
    token: written(env["HASS_TOKEN"]) ?? written(token),
  };
}

/** Tools that are there without a token too, and then say what is missing. */
export async function loadHomeTools({ url, token = "" }: HomeAssistantSettings): Promise<readonly Tool[]> {
  const { createHomeClient, homeTools } = await import("@hermes/home-assistant");
  const isAddress = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  const available = (): true | string => {
    if (token === "") return "HASS_TOKEN is not set: a long-lived access token of Home Assistant.";
    return isAddress || "HASS_URL is no address of the web.";
  };
  const host = isAddress ? new URL(url).host : "";
  return homeTools({ client: createHomeClient({ url, token }), host, available });
}

function written(value: unknown): string | undefined {
  const text = typeof value === "string" ? value.trim() : "";
  return text === "" ? undefined : text;
}
