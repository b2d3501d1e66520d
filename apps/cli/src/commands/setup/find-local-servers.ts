import { chooseModel, detectLocalServer, findProvider } from "@hermes/models";
import type { Environment } from "@hermes/registry";
import { unknownModel, type Place } from "./find-access.ts";

export interface LocalPlace extends Place {
  readonly models: readonly string[];
  /** For people. */
  readonly address: string;
}

const ids = ["ollama", "lmstudio", "llamacpp", "vllm"];
const timeoutMs = 500;

/** All model servers that answer on this machine, at their usual ports or where their variables say. */
export async function findLocalServers(
  env: Environment,
  signal: AbortSignal,
): Promise<readonly LocalPlace[]> {
  const found = await Promise.all(
    ids.map(async (id): Promise<readonly LocalPlace[]> => {
      const row = findProvider(id);
      const choice = await chooseModel({ flags: { provider: id, model: unknownModel }, env, signal });
      if (row === undefined || !choice.ok) return [];
      // All of them list their models as OpenAI does.
      const baseUrl = row.protocol === "ollama" ? `${choice.baseUrl}/v1` : choice.baseUrl;
      const servers = [{ id, label: row.label, baseUrl }];
      const server = await detectLocalServer({ env, servers, timeoutMs, signal });
      const address = URL.parse(baseUrl)?.host ?? baseUrl;
      return server === undefined ? [] : [{ row, models: server.models, address }];
    }),
  );
  return found.flat();
}
