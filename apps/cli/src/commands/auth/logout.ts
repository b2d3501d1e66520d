import { type AuthFile, listLogins, type ProviderLogin, removeCredential } from "@hermes/models/credentials";
import type { LoginSettings } from "@hermes/models/logins";
import { HermesError } from "@hermes/registry";
import { usageError } from "../../failure.ts";
import { exitCodes, type Host } from "../../host.ts";
import { interruptible } from "../../interruptible.ts";
import { providerNamed } from "./add.ts";
import { openAuthFile } from "./open-auth-file.ts";

export interface LogoutFlags {
  readonly json?: boolean | undefined;
}

interface Ended {
  readonly id: string;
  readonly provider: string;
  readonly label: string;
  /** Whether its server has ended it too. */
  readonly revoked: boolean;
}

/** `hermes logout`. The logins are forgotten also where their server can't be told. */
export async function logOut(name: string | undefined, { json }: LogoutFlags, host: Host): Promise<number> {
  const { file, loaded } = await openAuthFile(host);
  const provider = name === undefined ? undefined : providerNamed(name).id;
  const logins = await listLogins(file, provider);
  const owners = [...new Set(logins.map((login) => login.provider))];
  if (provider === undefined && owners.length > 1)
    throw usageError(`Whose logins? There are some to ${owners.join(", ")}.`);
  if (logins.length === 0) {
    throw new HermesError(`There is no login${provider === undefined ? "" : ` to ${provider}`}.`, {
      code: "LOGIN_NONE",
      hint: "See hermes auth list. A key is removed with hermes auth remove.",
    });
  }
  const ended: Ended[] = [];
  for (const login of logins) ended.push(await end(login, { file, settings: loaded.settings.logins, host }));
  if (json) host.stdout.write(`${JSON.stringify(ended, null, 2)}\n`);
  else
    for (const { provider: owner, label, revoked } of ended)
      host.stdout.write(
        `Logged out of ${owner}: ${label} is forgotten${revoked ? ", and ended there too" : ""}.\n`,
      );
  return exitCodes.ok;
}

async function end(
  { provider, entry }: ProviderLogin,
  {
    file,
    settings,
    host,
  }: {
    readonly file: AuthFile;
    readonly settings: Readonly<Record<string, LoginSettings>>;
    readonly host: Host;
  },
): Promise<Ended> {
  const { findLoginServer, loginServers, revokeLogin } = await import("@hermes/models/logins");
  const page = loginServers.find((server) => server.provider === provider)?.accountPage;
  const where = page === undefined ? "" : ` To end it there too: ${page}`;
  let revoked = false;
  try {
    using work = interruptible(host);
    revoked = await revokeLogin(findLoginServer(provider, settings), entry, work);
    if (!revoked) host.stderr.write(`Its provider was not told, as it documents no way.${where}\n`);
  } catch (error) {
    if (!HermesError.is(error)) throw error;
    host.stderr.write(`Its provider was not told: ${error.message}${where}\n`);
  }
  await removeCredential(file, entry.id);
  return { id: entry.id, provider, label: entry.label ?? entry.id, revoked };
}
