import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { chooseModel, type ChooseModelOptions, type ModelChoice } from "../src/index.ts";

const choose = (options: Partial<ChooseModelOptions>): Promise<ModelChoice> =>
  chooseModel({ env: {}, detectLocal: async () => undefined, ...options });

/** Shared files of AWS in a folder of their own, as variables that lead there. */
async function awsFiles(files: { readonly credentials?: string; readonly config?: string }) {
  const folder = await mkdtemp(join(tmpdir(), "hermes-aws-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [AWS_SHARED_CREDENTIALS_FILE, AWS_CONFIG_FILE] = [
    join(folder, "credentials"),
    join(folder, "config"),
  ];
  await writeFile(AWS_SHARED_CREDENTIALS_FILE, files.credentials ?? "");
  await writeFile(AWS_CONFIG_FILE, files.config ?? "");
  return { AWS_SHARED_CREDENTIALS_FILE, AWS_CONFIG_FILE };
}

describe("Amazon Bedrock", () => {
  const bedrock = { flags: { provider: "bedrock" } };
  const pair = { AWS_ACCESS_KEY_ID: "AKID", AWS_SECRET_ACCESS_KEY: "secret" };

  test("is called in the region of the environment, with an API key where there is one", async () => {
    const env = { AWS_BEARER_TOKEN_BEDROCK: "k", AWS_REGION: "eu-west-1", ...pair };

    expect(await choose({ env })).toMatchObject({
      provider: "bedrock",
      protocol: "converse",
      baseUrl: "https://bedrock-runtime.eu-west-1.amazonaws.com",
      apiKey: "k",
      keySource: "AWS_BEARER_TOKEN_BEDROCK",
    });
  });

  test("takes the key pair of the environment, also one that ends by itself", async () => {
    const env = { ...pair, AWS_SESSION_TOKEN: "t", AWS_DEFAULT_REGION: "us-west-2" };

    expect(await choose({ ...bedrock, env })).toMatchObject({
      keySource: "AWS_ACCESS_KEY_ID",
      aws: {
        region: "us-west-2",
        credentials: { accessKeyId: "AKID", secretAccessKey: "secret", sessionToken: "t" },
      },
    });
  });

  test("a key pair that is there for something else does not choose it", async () => {
    expect(await choose({ env: { ...pair, AWS_REGION: "us-east-1" } })).toMatchObject({ ok: false });
  });

  test("takes key pair and region of the profile that AWS_PROFILE names", async () => {
    const files = await awsFiles({
      credentials:
        "[default]\naws_access_key_id = other\naws_secret_access_key = other\n\n[work]\naws_access_key_id = AKW\naws_secret_access_key = s/w+=\n",
      config: "[default]\nregion = us-east-1\n[profile work]\nregion = ap-southeast-2\n",
    });

    expect(await choose({ ...bedrock, env: { ...files, AWS_PROFILE: "work" } })).toMatchObject({
      baseUrl: "https://bedrock-runtime.ap-southeast-2.amazonaws.com",
      keySource: 'profile "work"',
      aws: { credentials: { accessKeyId: "AKW", secretAccessKey: "s/w+=" } },
    });
  });

  test("says which way of a profile it does not follow, and how to go on", async () => {
    const files = await awsFiles({ config: "[profile sso]\nregion = us-east-1\nsso_session = corp\n" });

    expect(await choose({ ...bedrock, env: { ...files, AWS_PROFILE: "sso" } })).toMatchObject({
      ok: false,
      reason: expect.stringContaining("sso_session"),
      hint: expect.stringContaining("aws configure export-credentials --profile sso"),
    });
  });

  test("says which is missing, credentials or region", async () => {
    const files = await awsFiles({});

    expect(await choose({ ...bedrock, env: { ...files, AWS_REGION: "us-east-1" } })).toMatchObject({
      ok: false,
      hint: expect.stringContaining("AWS_ACCESS_KEY_ID"),
    });
    expect(await choose({ ...bedrock, env: { ...files, ...pair } })).toMatchObject({
      ok: false,
      hint: expect.stringContaining("AWS_REGION"),
    });
  });

  test("a key pair signs for nobody but Amazon, and who is named in the environment", async () => {
    const env = { ...pair, AWS_REGION: "us-east-1" };
    const at = (baseUrl: string, more = {}) =>
      choose({ flags: { provider: "bedrock", baseUrl }, env: { ...env, ...more } });

    expect(await at("https://proxy.example")).not.toHaveProperty("aws");
    expect(await at("https://bedrock-runtime.eu-north-1.amazonaws.com")).toMatchObject({
      aws: { region: "eu-north-1" },
    });
    expect(
      await at("https://proxy.example", { AWS_ENDPOINT_URL_BEDROCK_RUNTIME: "https://proxy.example" }),
    ).toHaveProperty("aws");
  });
});

describe("Azure", () => {
  const env = { AZURE_OPENAI_API_KEY: "k", AZURE_OPENAI_ENDPOINT: "https://me.openai.azure.com/" };

  test("is called at the address of the resource, with the name of the deployment", async () => {
    expect(await choose({ env, flags: { model: "my-gpt" } })).toMatchObject({
      provider: "azure",
      protocol: "azure-chat",
      model: "my-gpt",
      baseUrl: "https://me.openai.azure.com",
      apiKey: "k",
    });
  });

  test.each(["AZURE_OPENAI_API_VERSION", "OPENAI_API_VERSION"])("takes a version from %s", async (name) => {
    expect(await choose({ env: { ...env, [name]: "2024-10-21" }, flags: { model: "my-gpt" } })).toMatchObject(
      { baseUrl: "https://me.openai.azure.com/?api-version=2024-10-21" },
    );
  });

  test("takes the model from an address that names the deployment", async () => {
    const endpoint = "https://me.openai.azure.com/openai/deployments/my%20gpt?api-version=2024-10-21";

    expect(await choose({ env: { ...env, AZURE_OPENAI_ENDPOINT: endpoint } })).toMatchObject({
      model: "my gpt",
    });
  });

  test.each([
    [{}, "AZURE_OPENAI_ENDPOINT"],
    [{ AZURE_OPENAI_ENDPOINT: "https://me.openai.azure.com" }, "AZURE_OPENAI_API_KEY"],
  ])("with %j it says that %s is missing", async (given, missing) => {
    expect(await choose({ env: given, flags: { provider: "azure", model: "m" } })).toMatchObject({
      ok: false,
      hint: expect.stringContaining(missing),
    });
  });

  test("takes a token of Entra as a bearer token", async () => {
    const { AZURE_OPENAI_ENDPOINT } = env;

    expect(
      await choose({ env: { AZURE_OPENAI_ENDPOINT, AZURE_OPENAI_AD_TOKEN: "t" }, flags: { model: "m" } }),
    ).toMatchObject({ apiKey: "t", keyScheme: "bearer" });
  });
});
