import { exitCodes } from "../../host.ts";
import { planLines } from "./add.ts";
import { findServer } from "./find-server.ts";
import type { McpDesk } from "./mcp-desk.ts";

export interface DecideFlags {
  readonly yes?: boolean | undefined;
}

/** `hermes mcp allow`. A person's yes is to what was shown. */
export async function allowServer(
  name: string,
  { yes }: DecideFlags,
  { host, withMcp, confirm }: McpDesk,
): Promise<number> {
  return await withMcp(async ({ mcp }) => {
    const report = await findServer(mcp, name);
    const question = `Use ${name} as it is now?`;
    const isSure = await confirm({ intro: planLines(report, undefined), question, yes });
    if (isSure) await mcp.allow(name, true);
    host.stdout.write(isSure ? `${name} may be used.\n` : "Nothing was changed.\n");
    return isSure ? exitCodes.ok : exitCodes.failed;
  });
}

/** `hermes mcp deny`. */
export async function denyServer(name: string, { host, withMcp }: McpDesk): Promise<number> {
  return await withMcp(async ({ mcp }) => {
    await findServer(mcp, name);
    await mcp.allow(name, false);
    host.stdout.write(`${name} is not used. To change that: hermes mcp allow ${name}\n`);
    return exitCodes.ok;
  });
}
