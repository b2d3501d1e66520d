import type { Settings } from "@hermes/config";
import type { ChosenModel, GivenProviders, LocalServer } from "@hermes/models";
import type { Environment } from "@hermes/registry";
import type { HomeCredentials } from "./home-credentials.ts";

export interface UsableOptions {
  readonly settings: Settings;
  readonly env: Environment;
  readonly credentials: HomeCredentials;
  readonly givenProviders: GivenProviders;
  /** What a session here would use. */
  readonly chosen?: ChosenModel | undefined;
  /** Looks for no server on this machine. @default false */
  readonly offline?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The providers that the person can use, the chosen one first: those with a key, those of plug-ins, and the model server
 * that answers on this machine. Each with its default model. Amazon Bedrock is one only where it is chosen.
 */
export async function usableProviders(options: UsableOptions): Promise<readonly ChosenModel[]> {
  const { settings, env, credentials, givenProviders: given, chosen, offline, signal } = options;
  const [{ chooseModel, detectLocalServer, findProvider, providers }, keys] = await Promise.all([
    import("@hermes/models"),
    credentials.keys(),
  ]);
  const hosted = providers.filter(
    (row) => row.local !== true && row.keyVariable !== undefined && row.protocol !== "converse",
  );
  const local = offline === true ? undefined : detectLocalServer({ env, signal });
  const withKeys = await Promise.all(
    hosted.map(async ({ id, defaultModel = "any" }) => {
      const choice = await chooseModel({
        flags: { provider: id, model: defaultModel },
        settings: settings.model,
        env,
        keys,
        signal,
      });
      return choice.ok && choice.apiKey !== undefined ? [choice] : [];
    }),
  );
  const ofPlugins = await Promise.all(
    (await given()).map(async ({ id: provider }) => {
      const choice = await chooseModel({ flags: { provider }, settings: settings.model, env, given, signal });
      return choice.ok && choice.given !== undefined ? [choice] : [];
    }),
  );
  const server = await local;
  const found = [
    ...(chosen === undefined ? [] : [chosen]),
    ...withKeys.flat(),
    ...ofPlugins.flat(),
    ...localChoice(server, findProvider),
  ];
  // Two protocols of one vendor have one list.
  return found.filter((choice, at) => found.findIndex((each) => homeOf(each) === homeOf(choice)) === at);
}

function localChoice(
  server: LocalServer | undefined,
  find: (id: string) => { readonly protocol: ChosenModel["protocol"] } | undefined,
): readonly ChosenModel[] {
  const row = server && find(server.id);
  if (server === undefined || row === undefined) return [];
  const { id: provider, label, models } = server;
  const baseUrl = row.protocol === "ollama" ? server.baseUrl.replace(/\/v1$/, "") : server.baseUrl;
  const { protocol } = row;
  return [
    {
      ok: true,
      provider,
      label,
      protocol,
      baseUrl,
      model: models[0] ?? "",
      keyScheme: "key",
      keySource: "none",
      why: "it answers",
    },
  ];
}

function homeOf({ label, baseUrl }: ChosenModel): string {
  return `${label} ${URL.parse(baseUrl)?.origin ?? baseUrl}`;
}
