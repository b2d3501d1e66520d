import { loadSettings } from "@hermes/config";
import type { Role } from "@hermes/client/contract";
import type { ApiTokens } from "@hermes/runtime";
import { openRuntime } from "../../chat/open-runtime.ts";
import { exitCodes, type Host } from "../../host.ts";
import { localTime } from "../../render/local-time.ts";
import { printJson, printRemark } from "../../render/print.ts";
import { table } from "../../render/table.ts";

export interface TokenFlags {
  readonly json?: boolean | undefined;
}

/** `hermes serve token add`. */
export async function addToken(
  name: string,
  { role, json }: TokenFlags & { readonly role: Role },
  host: Host,
): Promise<number> {
  return await withTokens(host, async (tokens) => {
    const token = await tokens.add(name, role);
    if (json === true) printJson(host, { name, role, token });
    else host.stdout.write(`${token}\n`);
    printRemark(host, "It is shown this once. A server that runs knows it after its next start.");
    return exitCodes.ok;
  });
}

/** `hermes serve token list`. */
export async function listTokens({ json }: TokenFlags, host: Host): Promise<number> {
  return await withTokens(host, async (tokens) => {
    const listed = await tokens.list();
    if (json === true) printJson(host, listed);
    else if (listed.length === 0)
      host.stdout.write("Nobody else has a token. Add one: hermes serve token add NAME\n");
    else
      for (const line of table(
        listed.map(({ name, role, createdAt }) => [name, role, localTime(createdAt)]),
        host.stdout.columns,
      ))
        host.stdout.write(`${line}\n`);
    return exitCodes.ok;
  });
}

/** `hermes serve token remove`. Fails where there is none. */
export async function removeToken(name: string, host: Host): Promise<number> {
  return await withTokens(host, async (tokens) => {
    if (!(await tokens.remove(name))) {
      host.stderr.write(`hermes: There is no token "${name}". See: hermes serve token list\n`);
      return exitCodes.failed;
    }
    host.stdout.write(`Removed ${name}.\n`);
    printRemark(host, "A server that runs lets it in until its next start.");
    return exitCodes.ok;
  });
}

async function withTokens(host: Host, use: (tokens: ApiTokens) => Promise<number>): Promise<number> {
  const loaded = await loadSettings({ env: host.env });
  await using runtime = openRuntime(host, { loaded, onWarning: (message) => printRemark(host, message) });
  return await use(await runtime.apiTokens());
}
