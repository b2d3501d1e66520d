import type * as iniFiles from "@smithy/shared-ini-file-loader";
import type { Environment } from "@hermes/registry";
import type { AwsCredentials } from "../providers/bedrock-client.ts";
import { needsPackage } from "../needs-package.ts";
import { bedrockRegion, bedrockUrl, normaliseBaseUrl, sameOrigin } from "./base-url.ts";
import { findKey, type FoundKey, read } from "./find-key.ts";
import type { ModelSettings } from "./model-settings.ts";
import type { NoModel } from "./model-choice.ts";
import { no } from "./no-model.ts";
import type { ProviderRow } from "./providers.ts";

export interface BedrockAccessOptions {
  readonly row: ProviderRow;
  /** Given by hand. */
  readonly baseUrl?: string | undefined;
  readonly settings: ModelSettings | undefined;
  readonly env: Environment;
}

export interface BedrockAccess {
  readonly baseUrl: string;
  readonly key: FoundKey;
  /** What signs the requests, where there is no key. */
  readonly aws?: { readonly region: string; readonly credentials: AwsCredentials } | undefined;
}

/** The entries of a profile, as the files of AWS name them. */
type Profile = Readonly<Record<string, string | undefined>>;

/**
 * Where Bedrock is and what opens it: an API key, else the key pair of the environment, else that of a profile in the
 * shared files. Like keys, key pairs sign for Amazon's own addresses and for the one in the environment alone.
 *
 * @see https://docs.aws.amazon.com/sdkref/latest/guide/file-format.html
 */
export async function bedrockAccess(options: BedrockAccessOptions): Promise<BedrockAccess | NoModel> {
  const { row, env, settings } = options;
  const name = read(env, "AWS_PROFILE") ?? "default";
  const endpoint = read(env, row.baseUrlVariable);
  const address = options.baseUrl ?? endpoint;
  const region =
    (address === undefined ? undefined : bedrockRegion(address)) ??
    read(env, "AWS_REGION") ??
    read(env, "AWS_DEFAULT_REGION") ??
    (await profileOf(name, env))["region"];
  const usual = region === undefined ? undefined : bedrockUrl(region);
  const baseUrl = address ?? usual;
  if (baseUrl === undefined) return noRegion(row);
  if (normaliseBaseUrl(baseUrl, row.protocol) === undefined)
    return no(`"${baseUrl}" is not a base URL.`, `Correct ${row.baseUrlVariable}.`);
  const key = findKey({ row: { ...row, baseUrl: usual }, baseUrl, settings, env });
  const isHome = sameOrigin(endpoint ?? usual, baseUrl) || bedrockRegion(baseUrl) !== undefined;
  if (key.apiKey !== undefined || !isHome) return { baseUrl, key };
  const found = pairOf(env) ?? (await pairOfProfile(name, env));
  if (found === undefined)
    return no(
      `There are no credentials for ${row.label}.`,
      `Set ${row.keyVariable}, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or name a profile with AWS_PROFILE.`,
    );
  if ("ok" in found) return found;
  if (region === undefined) return noRegion(row);
  const { credentials, source } = found;
  return { baseUrl, key: { keySource: source, keyScheme: "key" }, aws: { region, credentials } };
}

function noRegion({ label }: ProviderRow): NoModel {
  return no(`No region is named for ${label}.`, "Set AWS_REGION, such as us-east-1.");
}

interface FoundPair {
  readonly credentials: AwsCredentials;
  readonly source: string;
}

function pairOf(env: Environment): FoundPair | undefined {
  const accessKeyId = read(env, "AWS_ACCESS_KEY_ID");
  const secretAccessKey = read(env, "AWS_SECRET_ACCESS_KEY");
  if (accessKeyId === undefined || secretAccessKey === undefined) return undefined;
  const sessionToken = read(env, "AWS_SESSION_TOKEN");
  return { credentials: { accessKeyId, secretAccessKey, sessionToken }, source: "AWS_ACCESS_KEY_ID" };
}

async function pairOfProfile(name: string, env: Environment): Promise<FoundPair | NoModel | undefined> {
  const profile = await profileOf(name, env);
  const { aws_access_key_id: accessKeyId, aws_secret_access_key: secretAccessKey } = profile;
  if (accessKeyId !== undefined && secretAccessKey !== undefined) {
    const sessionToken = profile["aws_session_token"];
    return { credentials: { accessKeyId, secretAccessKey, sessionToken }, source: `profile "${name}"` };
  }
  const way = otherWays.find((key) => profile[key] !== undefined);
  if (way === undefined) return undefined;
  return no(
    `The profile "${name}" gets its credentials through ${way}, which is not followed here.`,
    `Put them into the environment: eval "$(aws configure export-credentials --profile ${name} --format env)"`,
  );
}

/** What the tools of AWS follow, and we don't: they can say what came of it. */
const otherWays = ["sso_session", "sso_start_url", "role_arn", "credential_process", "login_session"];

async function profileOf(name: string, env: Environment): Promise<Profile> {
  const home = read(env, "HOME") ?? read(env, "USERPROFILE");
  const filepath = read(env, "AWS_SHARED_CREDENTIALS_FILE") ?? inHome(home, "credentials");
  const configFilepath = read(env, "AWS_CONFIG_FILE") ?? inHome(home, "config");
  if (filepath === undefined || configFilepath === undefined) return {};
  const { loadSharedConfigFiles } = await loadFileReader();
  const files = await loadSharedConfigFiles({ filepath, configFilepath, ignoreCache: true });
  return { ...files.configFile[name], ...files.credentialsFile[name] };
}

async function loadFileReader(): Promise<typeof iniFiles> {
  try {
    return await import("@smithy/shared-ini-file-loader");
  } catch (reason) {
    const name = "@smithy/shared-ini-file-loader";
    throw needsPackage(reason, { name, range: "^4.7.2", purpose: "A profile of AWS" });
  }
}

function inHome(home: string | undefined, file: string): string | undefined {
  return home === undefined ? undefined : `${home}/.aws/${file}`;
}
