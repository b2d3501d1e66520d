import { createVerify, generateKeyPairSync } from "node:crypto";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createGithubToken } from "../src/index.ts";
import { tempFolder } from "./support/temp-folder.ts";
import { startServices } from "./support/fake-services.ts";
import { plainFetch } from "./support/loopback.ts";

const noGh = async (): Promise<undefined> => await Promise.resolve(undefined);

test.each([
  ["GITHUB_TOKEN", { GITHUB_TOKEN: "one", GH_TOKEN: "two" }, "one"],
  ["GH_TOKEN", { GITHUB_TOKEN: " ", GH_TOKEN: "two" }, "two"],
  ["gh", {}, "from-gh"],
])("a token comes from %s", async (_, env, wanted) => {
  const token = createGithubToken({
    env,
    fetch: plainFetch,
    runGh: async () => await Promise.resolve("from-gh\n"),
  });

  expect(await token()).toBe(wanted);
});

test("without any of them GitHub is asked without a token", async () => {
  expect(await createGithubToken({ env: {}, fetch: plainFetch, runGh: noGh })()).toBeUndefined();
});

test.skipIf(process.platform === "win32")(
  "the program gh is run where it is, and done without where it isn't",
  async () => {
    const bin = tempFolder();
    expect(await createGithubToken({ env: { PATH: bin }, fetch: plainFetch })()).toBeUndefined();
    writeFileSync(join(bin, "gh"), '#!/bin/sh\n[ "$1 $2" = "auth token" ] && echo of-the-person\n');
    chmodSync(join(bin, "gh"), 0o755);

    expect(await createGithubToken({ env: { PATH: bin }, fetch: plainFetch })()).toBe("of-the-person");
  },
);

test("a GitHub App logs in with a signed word, once until its token ends", async () => {
  const { services, key, publicKey } = await withApp();
  let now = Date.parse("2026-11-21T12:00:00Z");
  const env = {
    GITHUB_APP_ID: "7",
    GITHUB_APP_INSTALLATION_ID: "42",
    GITHUB_APP_PRIVATE_KEY: key.replaceAll("\n", String.raw`\n`),
  };
  const token = createGithubToken({
    env,
    fetch: plainFetch,
    runGh: noGh,
    now: () => now,
    address: services.addresses.github,
  });

  const tokens = [await token(), await token()];
  const asked = services.seen.length;
  now += 59.5 * 60_000;
  await token();

  expect(tokens).toEqual(["app-token-42", "app-token-42"]);
  expect(asked).toBe(1);
  expect(services.seen).toHaveLength(2);
  const [head = "", body = "", signature = ""] = (services.requests[0]?.headers.authorization ?? "")
    .replace("Bearer ", "")
    .split(".");
  expect(createVerify("RSA-SHA256").update(`${head}.${body}`).verify(publicKey, signature, "base64url")).toBe(
    true,
  );
  const seconds = Date.parse("2026-11-21T12:00:00Z") / 1_000;
  expect(JSON.parse(Buffer.from(body, "base64url").toString())).toEqual({
    iss: "7",
    iat: seconds - 60,
    exp: seconds + 540,
  });
});

test("a GitHub App whose key can't be used says what to check", async () => {
  const base = { GITHUB_APP_ID: "7", GITHUB_APP_INSTALLATION_ID: "42" };
  for (const env of [
    { ...base, GITHUB_APP_PRIVATE_KEY: "nonsense" },
    { ...base, GITHUB_APP_PRIVATE_KEY_PATH: "/nowhere/key.pem" },
  ]) {
    const token = createGithubToken({ env, fetch: plainFetch, runGh: noGh });
    // oxlint-disable-next-line no-await-in-loop
    await expect(token()).rejects.toMatchObject({
      code: "HUB_APP_KEY",
      hint: expect.stringContaining("GITHUB_APP_ID") as string,
    });
  }
});

async function withApp() {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const key = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  return { services: await startServices(), key, publicKey };
}
