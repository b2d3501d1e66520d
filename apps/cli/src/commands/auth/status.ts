import { loadSettings } from "@hermes/config";
import { listCredentials } from "@hermes/models/credentials";
import type { ModelStatus } from "@hermes/runtime";
import { openRuntime } from "../../chat/open-runtime.ts";
import { exitCodes, type Host } from "../../host.ts";
import { localTime } from "../../render/local-time.ts";
import { visibleText } from "../../render/visible-text.ts";
import { openAuthFile } from "./open-auth-file.ts";
import { stateText } from "./state-text.ts";

/** `hermes auth status`. */
export async function showStatus(
  { json }: { readonly json?: boolean | undefined },
  host: Host,
): Promise<number> {
  const loaded = await loadSettings({ env: host.env });
  await using runtime = openRuntime(host, {
    loaded,
    onWarning: (message) => void host.stderr.write(`${message}\n`),
  });
  const models = await runtime.modelStatus();
  if (json) host.stdout.write(`${JSON.stringify(models, null, 2)}\n`);
  else {
    for (const [index, model] of models.entries()) host.stdout.write(`${index + 1}. ${lineOf(model)}\n`);
    const { file } = await openAuthFile(host);
    for (const login of listCredentials(await file.read()).filter(({ kind }) => kind === "oauth"))
      host.stdout.write(
        `login to ${login.provider}, ${visibleText(login.label)} ${login.ending}: ${stateText(login)}\n`,
      );
  }
  const canAnswer = models.some(({ model }) => model !== undefined);
  return canAnswer ? exitCodes.ok : exitCodes.failed;
}

function lineOf({
  model,
  provider,
  baseUrl = "",
  keySource,
  restsUntil,
  cause,
  reason,
  hint,
}: ModelStatus): string {
  if (model === undefined) return `can't be used: ${reason} ${hint}`;
  const rest = restsUntil === undefined ? "" : `, rests until ${localTime(restsUntil)} (${cause})`;
  const key = keySource === "none" ? "no key" : `key: ${keySource}`;
  return `${model} of ${provider} at ${URL.parse(baseUrl)?.host ?? baseUrl}, ${key}${rest}`;
}
