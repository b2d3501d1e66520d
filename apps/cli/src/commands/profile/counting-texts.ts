import { loadSettings } from "@hermes/config";
import { openRuntime } from "../../chat/open-runtime.ts";
import type { Host } from "../../host.ts";
import { printRemark } from "../../render/print.ts";
import { hostIn } from "./profile-host.ts";

/** What of the settings of a home counts, as texts. */
export interface CountingTexts {
  readonly config: string | undefined;
  readonly variables: string | undefined;
  readonly redact: (text: string) => string;
}

/** What an agent wrote into the files without the person's yes does not come along. */
export async function countingTexts(home: string, host: Host): Promise<CountingTexts> {
  const inHome = hostIn(home, host);
  const loaded = await loadSettings({ env: inHome.env });
  const onWarning = (message: string): void => printRemark(host, message);
  await using runtime = openRuntime(inHome, { loaded, onWarning });
  const { source, configPath, envPath } = await runtime.acceptedSettings();
  return {
    config: source?.texts.get(configPath),
    variables: source?.texts.get(envPath),
    redact: await runtime.redactor(),
  };
}
