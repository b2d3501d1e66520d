import { HermesError } from "@hermes/registry";
import { z } from "zod";
import { judgeFailure } from "../calls/judge-failure.ts";
import type { Connection } from "../connection/connect.ts";
import type { McpServerEntry } from "../server-entry.ts";
import { listCatalogue, type ListedCatalogue } from "./list-catalogue.ts";

/** Lists what a server offers, over a connection. @throws {HermesError} where the server is to blame, else what the SDK throws. */
export function fetchCatalogue(
  { client, sdk, era, kind }: Connection,
  options: { readonly entry: McpServerEntry; readonly now: () => number },
): Promise<ListedCatalogue> {
  const has = client.getServerCapabilities() ?? {};
  return listCatalogue(
    {
      has: {
        tools: has.tools !== undefined,
        resources: has.resources !== undefined,
        prompts: has.prompts !== undefined,
      },
      instructions: client.getInstructions(),
      headers: era === "modern" && kind === "http",
      async request(method, params) {
        try {
          return await client.request({ method, params }, z.looseObject({}), {
            timeout: options.entry.timeoutMs,
          });
        } catch (error) {
          const { kind: failure, reason } = judgeFailure(error, sdk);
          if (failure !== "refused" && failure !== "bad-answer") throw error;
          const code = failure === "refused" ? "MCP_REFUSED" : "MCP_BAD_ANSWER";
          throw new HermesError(`${method}: ${reason}.`, { code, cause: error });
        }
      },
    },
    options.now(),
  );
}
