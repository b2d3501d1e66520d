import { findProvider } from "@hermes/models";
import { listCredentials } from "@hermes/models/credentials";
import { exitCodes, type Host } from "../../host.ts";
import { table } from "../../render/table.ts";
import { visibleText } from "../../render/visible-text.ts";
import { openAuthFile } from "./open-auth-file.ts";
import { stateText } from "./state-text.ts";

/** `hermes auth list`. */
export async function listKeys(
  provider: string | undefined,
  { json }: { readonly json?: boolean | undefined },
  host: Host,
): Promise<number> {
  const { file, loaded } = await openAuthFile(host);
  const wanted = provider === undefined ? undefined : (findProvider(provider)?.id ?? provider);
  const keys = listCredentials(await file.read(), { env: loaded.env }).filter(
    (key) => wanted === undefined || key.provider === wanted,
  );
  if (json) host.stdout.write(`${JSON.stringify(keys, null, 2)}\n`);
  else if (keys.length === 0) host.stdout.write("There are no keys. Add one: hermes auth add <provider>\n");
  else {
    const rows = keys.map((key) => [
      key.provider,
      `${visibleText(key.label)} ${key.ending}`,
      key.id,
      key.kind === "oauth" ? "login" : "key",
      key.source,
      stateText(key),
    ]);
    for (const line of table(rows, host.stdout.columns)) host.stdout.write(`${line}\n`);
  }
  return exitCodes.ok;
}
