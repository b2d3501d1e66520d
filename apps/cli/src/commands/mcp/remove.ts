import { HermesError } from "@hermes/registry";
import { exitCodes } from "../../host.ts";
import { findServer } from "./find-server.ts";
import type { McpDesk } from "./mcp-desk.ts";

/** `hermes mcp remove`: the entry, the login and the yes to it. */
export async function removeServer(name: string, { host, withMcp }: McpDesk): Promise<number> {
  return await withMcp(async ({ mcp }) => {
    const { source, problem, file, reach } = await findServer(mcp, name);
    if (source === "run" || file === undefined)
      throw new HermesError(`${name} stands in no file: it was named for one run.`, {
        code: "MCP_NO_SERVER",
      });
    // Nobody logs in to a process; and of a broken entry nobody knows what it was logged in to.
    if (problem === undefined && reach.length === 0) await mcp.logout(name);
    const path = await mcp.remove({ name, inProject: source === "project" });
    host.stdout.write(`Removed ${name} from ${path}.\n`);
    return exitCodes.ok;
  });
}
