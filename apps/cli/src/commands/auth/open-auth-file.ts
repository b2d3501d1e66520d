import { join } from "node:path";
import { loadSettings, type LoadedSettings } from "@hermes/config";
import { AuthFile } from "@hermes/models/credentials";
import type { Host } from "../../host.ts";
import { showTimesIn } from "../../render/local-time.ts";

/** The file of keys of the person's home; need not exist. */
export async function openAuthFile(
  host: Host,
): Promise<{ readonly file: AuthFile; readonly loaded: LoadedSettings }> {
  const loaded = await loadSettings({ env: host.env });
  showTimesIn(loaded.settings.timezone);
  return { file: new AuthFile(join(loaded.home, "auth.json")), loaded };
}
