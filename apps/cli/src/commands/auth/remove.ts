import { lastFour, removeCredential } from "@hermes/models/credentials";
import { exitCodes, type Host } from "../../host.ts";
import { openAuthFile } from "./open-auth-file.ts";

/** `hermes auth remove`. */
export async function removeKey(
  name: string,
  { json }: { readonly json?: boolean | undefined },
  host: Host,
): Promise<number> {
  const { file } = await openAuthFile(host);
  const { id, label, access_token } = await removeCredential(file, name);
  const ending = lastFour(access_token ?? "");
  host.stdout.write(
    json ? `${JSON.stringify({ id, label, ending }, null, 2)}\n` : `Removed ${label ?? id} ${ending}.\n`,
  );
  return exitCodes.ok;
}
