import { createSign } from "node:crypto";
import { readFileSync } from "node:fs";
import { HermesError } from "@hermes/registry";
import { z } from "zod";
import { createHubHttp } from "../fetch/hub-http.ts";
import type { HubFetch } from "../skill-source.ts";
import { askGh } from "./ask-gh.ts";

export interface GithubTokenOptions {
  /** `GITHUB_TOKEN` or `GH_TOKEN`; `GITHUB_APP_ID`, `GITHUB_APP_INSTALLATION_ID`, `GITHUB_APP_PRIVATE_KEY` or `…_KEY_PATH`. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Gives what `gh auth token` prints; undefined without one. @default runs it */
  readonly runGh?: ((options: { readonly signal: AbortSignal }) => Promise<string | undefined>) | undefined;
  readonly fetch: HubFetch;
  /** Milliseconds since 1970. @default Date.now */
  readonly now?: (() => number) | undefined;
  /** Of the API. @default "https://api.github.com" */
  readonly address?: string | undefined;
}

/**
 * The first that is there: a token of the environment, that of the `gh` program, one of a GitHub App. Undefined: GitHub is
 * asked without. Looked for once; the token of an App again shortly before it ends.
 *
 * @throws {HermesError} `HUB_APP_KEY` when an App is set up and its key can't be used; the codes of `SkillSource`.
 */
export function createGithubToken(options: GithubTokenOptions): () => Promise<string | undefined> {
  const { env, now = Date.now } = options;
  const fromEnv = filled(env["GITHUB_TOKEN"]) ?? filled(env["GH_TOKEN"]);
  let fromGh: Promise<string | undefined> | undefined;
  let ofApp: Promise<AppToken> | undefined;
  return async () => {
    if (fromEnv !== undefined) return fromEnv;
    const runGh = options.runGh ?? ((request) => askGh(env, request));
    fromGh ??= runGh({ signal: AbortSignal.timeout(5_000) });
    const token = filled(await fromGh);
    if (token !== undefined) return token;
    const app = appOf(env);
    if (app === undefined) return undefined;
    const current = await ofApp?.catch(() => undefined);
    if (current === undefined || current.endsAt - now() < 60_000) ofApp = askForAppToken(app, options);
    return (await ofApp)?.token;
  };
}

interface App {
  readonly id: string;
  readonly installation: string;
  /** PEM. */
  readonly key: string;
}

interface AppToken {
  readonly token: string;
  readonly endsAt: number;
}

function appOf(env: Readonly<Record<string, string | undefined>>): App | undefined {
  const id = filled(env["GITHUB_APP_ID"]);
  const installation = filled(env["GITHUB_APP_INSTALLATION_ID"]);
  const path = filled(env["GITHUB_APP_PRIVATE_KEY_PATH"]);
  // Environments often carry line breaks as two characters.
  const inline = filled(env["GITHUB_APP_PRIVATE_KEY"])?.replaceAll(String.raw`\n`, "\n");
  if (id === undefined || installation === undefined || (path ?? inline) === undefined) return undefined;
  if (!/^\d+$/.test(installation)) throw badKey("GITHUB_APP_INSTALLATION_ID is no number");
  return { id, installation, key: inline ?? readKey(path ?? "") };
}

const tokenAnswer = z.object({ token: z.string().min(1), expires_at: z.string() });

/** @see https://docs.github.com/apps/creating-github-apps/authenticating-with-a-github-app */
async function askForAppToken(
  app: App,
  { fetch, now = Date.now, address }: GithubTokenOptions,
): Promise<AppToken> {
  const http = createHubHttp({ fetch, service: "GitHub", timeoutMs: 15_000, now });
  const url = `${address ?? "https://api.github.com"}/app/installations/${app.installation}/access_tokens`;
  const headers = { accept: "application/vnd.github+json", authorization: `Bearer ${signJwt(app, now())}` };
  const request = { signal: AbortSignal.timeout(15_000), method: "POST", headers, json: {} };
  const answer = await http.json(url, tokenAnswer, request);
  const endsAt = Date.parse(answer.expires_at);
  return { token: answer.token, endsAt: Number.isFinite(endsAt) ? endsAt : now() };
}

/** Good for nine minutes (ten are the most), from a minute ago, because clocks differ. */
function signJwt({ id, key }: App, now: number): string {
  const seconds = Math.floor(now / 1_000);
  const head = encode({ alg: "RS256", typ: "JWT" });
  const body = encode({ iat: seconds - 60, exp: seconds + 540, iss: id });
  try {
    return `${head}.${body}.${createSign("RSA-SHA256").update(`${head}.${body}`).sign(key, "base64url")}`;
  } catch (error) {
    throw badKey("the private key can't be used", error);
  }
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

function readKey(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw badKey(`${path} can't be read`, error);
  }
}

function badKey(why: string, cause?: unknown): HermesError {
  return new HermesError(`The GitHub App can't log in: ${why}.`, {
    code: "HUB_APP_KEY",
    hint: "Check GITHUB_APP_ID, GITHUB_APP_INSTALLATION_ID and GITHUB_APP_PRIVATE_KEY_PATH (a PEM file).",
    cause,
  });
}

function filled(value: string | undefined): string | undefined {
  const text = value?.trim();
  return text === undefined || text === "" ? undefined : text;
}
