import { describeSettings, loadSettings } from "@hermes/config";
import { writtenSettings } from "@hermes/config/editing";
import type { Host } from "../../host.ts";

/** Those that somebody has set. Of one that may hold a secret there is the name alone. */
export async function settingLines(host: Host): Promise<readonly string[]> {
  const defaults = new Map(describeSettings().map((row) => [row.key, row.default]));
  const written = await writtenSettings(await loadSettings({ env: host.env }));
  return written
    .filter(({ key, value }) => value === undefined || JSON.stringify(value) !== defaults.get(key))
    .map(({ key, isSecret, value }) => `${key}: ${isSecret ? "(set, not shown)" : JSON.stringify(value)}`);
}
