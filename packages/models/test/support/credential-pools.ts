/** Keys in a file of their own, and servers that answer each of them as told. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { AuthFile, createCredentialPool } from "../../src/credentials/index.ts";
import type { CredentialPoolOptions, StoredCredential } from "../../src/credentials/index.ts";
import { openaiChat, withCredentials } from "../../src/index.ts";
import type { CredentialSource, Model } from "../../src/index.ts";
import type { ServerAnswer } from "../../src/testing/index.ts";
import { hasty, serverWith } from "./fault-models.ts";

export const signal: AbortSignal = new AbortController().signal;

export async function authFile(pool?: object): Promise<AuthFile> {
  const folder = await mkdtemp(join(tmpdir(), "hermes-credentials-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = new AuthFile(join(folder, "auth.json"));
  if (pool !== undefined) await writeFile(file.path, JSON.stringify({ version: 1, credential_pool: pool }));
  return file;
}

/** A key of the file, as the original has it. */
export const keyOf = (name: string, baseUrl?: string, more: object = {}): object => ({
  ...{ id: name, label: name, auth_type: "api_key", source: "manual", access_token: `sk-key-called-${name}` },
  ...(baseUrl === undefined ? {} : { base_url: baseUrl }),
  ...more,
});

export function modelBy(source: CredentialSource, baseUrl: string, now?: () => number): Model {
  const create = async ({ value }: { readonly value: string }): Promise<Model> =>
    openaiChat({ baseUrl, model: "m", apiKey: value, retry: hasty });
  return withCredentials(openaiChat({ baseUrl, model: "m" }), { source, create, now });
}

interface PoolPlace {
  readonly file: AuthFile;
  readonly source: CredentialSource;
  /** Names of the keys that requests came with, in order. */
  readonly used: readonly string[];
  readonly model: Model;
}

/** A server that answers each key as told, and a pool over its keys. */
export async function poolAt(
  answers: Readonly<Record<string, ServerAnswer | readonly ServerAnswer[]>>,
  options: Partial<CredentialPoolOptions> = {},
): Promise<PoolPlace> {
  const used: string[] = [];
  const server = await serverWith(({ headers }) => {
    const name = String(headers["authorization"]).replace("Bearer sk-key-called-", "");
    const answer = answers[name] ?? { status: 401 };
    const turn = used.filter((each) => each === name).length;
    used.push(name);
    return "at" in answer ? (answer.at(Math.min(turn, answer.length - 1)) ?? {}) : answer;
  });
  const names = Object.keys(answers).filter((name) => name !== "seed");
  const file = await authFile({ openai: names.map((name) => keyOf(name, server.openaiUrl)) });
  const source = createCredentialPool({
    file,
    provider: "openai",
    baseUrl: server.openaiUrl,
    model: "m",
    ...options,
  });
  return { file, source, used, model: modelBy(source, server.openaiUrl, options.now) };
}

export const entryIn = async (file: AuthFile, id: string): Promise<StoredCredential | undefined> =>
  Object.values((await file.read()).credential_pool)
    .flat()
    .find((entry) => entry.id === id);
