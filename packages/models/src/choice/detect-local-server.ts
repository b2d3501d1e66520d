import { nodeModule } from "@hermes/registry/node";
import type { Environment } from "@hermes/registry";
import type * as http from "node:http";
import type { IncomingMessage } from "node:http";
import type * as https from "node:https";
import { ollamaUrl } from "./base-url.ts";
import { read } from "./find-key.ts";
import { findProvider } from "./providers.ts";

/** A place to look at. */
export interface LocalCandidate {
  readonly id: string;
  readonly label: string;
  /** With `/v1`. */
  readonly baseUrl: string;
}

/** A model server that answered. */
export interface LocalServer extends LocalCandidate {
  /** Names of the models that can chat, best choice first. Empty: it runs, but has none. */
  readonly models: readonly string[];
}

export interface DetectLocalOptions {
  /** For all places together; they are asked at the same time. @default 300 */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** `OLLAMA_HOST` is read from here. */
  readonly env?: Environment | undefined;
  /** @default Ollama, LM Studio, llama.cpp and vLLM at their usual ports of this machine */
  readonly servers?: readonly LocalCandidate[] | undefined;
}

export type DetectLocal = (options: DetectLocalOptions) => Promise<LocalServer | undefined>;

/**
 * Looks for an OpenAI-compatible model server on this machine. An answer counts only when it is a list of models, so
 * that another web server on the same port isn't taken for one. Servers that have a model come first.
 *
 * @returns undefined when none answers in time.
 * @throws the reason of the signal when aborted.
 */
export async function detectLocalServer(options: DetectLocalOptions = {}): Promise<LocalServer | undefined> {
  const { timeoutMs = 300, signal, env = {}, servers = usualServers(env) } = options;
  signal?.throwIfAborted();
  const deadline = AbortSignal.timeout(timeoutMs);
  const limit = signal === undefined ? deadline : AbortSignal.any([signal, deadline]);
  const answers = await Promise.all(servers.map((server) => probe(server, limit)));
  signal?.throwIfAborted();
  const found = answers.filter((answer) => answer !== undefined);
  return found.find(({ models }) => models.length > 0) ?? found[0];
}

function usualServers(env: Environment): readonly LocalCandidate[] {
  return ["ollama", "lmstudio", "llamacpp", "vllm"].flatMap((id) => {
    const row = findProvider(id);
    if (row?.baseUrl === undefined) return [];
    if (id !== "ollama") return [{ id, label: row.label, baseUrl: row.baseUrl }];
    const host = read(env, row.baseUrlVariable);
    const baseUrl = (host === undefined ? undefined : ollamaUrl(host)) ?? `${row.baseUrl}/v1`;
    return [{ id, label: row.label, baseUrl }];
  });
}

async function probe(server: LocalCandidate, signal: AbortSignal): Promise<LocalServer | undefined> {
  const root = server.baseUrl.replace(/\/v1$/, "");
  const loadedPath = loadedPaths[server.id];
  const [list, memory] = await Promise.all([
    getJson(`${server.baseUrl}/models`, signal),
    loadedPath === undefined ? undefined : getJson(root + loadedPath, signal),
  ]);
  const models = readList(list);
  if (models === undefined) return undefined;
  const names = models.map(({ id }) => id);
  return { ...server, models: bestFirst(names, loadedNames(memory)) };
}

// The general list does not say which model is in memory already; loading another one can take a minute.
const loadedPaths: Readonly<Record<string, string>> = { ollama: "/api/ps", lmstudio: "/api/v0/models" };

function loadedNames(memory: unknown): ReadonlySet<string> {
  const listed = readList(memory)?.filter(({ state }) => state === "loaded") ?? [];
  return new Set([...readNames(memory), ...listed.map(({ id }) => id)]);
}

const notForChat = /embed|rerank|whisper|(^|[-/])(bge|clip|tts|e5|gte)(-|$)/i;
const forChat = /instruct|chat|[-:]it\b|coder|hermes/i;

function bestFirst(names: readonly string[], loaded: ReadonlySet<string>): readonly string[] {
  const rank = (name: string): number => (loaded.has(name) ? 0 : forChat.test(name) ? 1 : 2);
  return names.filter((name) => !notForChat.test(name)).toSorted((left, right) => rank(left) - rank(right));
}

interface ListedModel {
  readonly id: string;
  readonly state?: unknown;
}

/** `{object: "list", data: [{id}]}`; Ollama without models says `data: null`. Undefined: something else answered. */
function readList(value: unknown): readonly ListedModel[] | undefined {
  if (typeof value !== "object" || value === null || !("data" in value)) return undefined;
  if (!("object" in value) || value.object !== "list") return undefined;
  if (value.data === null) return [];
  return Array.isArray(value.data) && value.data.every(isListed) ? value.data : undefined;
}

function isListed(value: unknown): value is ListedModel {
  return typeof value === "object" && value !== null && "id" in value && typeof value.id === "string";
}

/** Ollama: `{models: [{name}]}`. */
function readNames(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null || !("models" in value) || !Array.isArray(value.models))
    return [];
  return value.models.flatMap((model: unknown) =>
    typeof model === "object" && model !== null && "name" in model && typeof model.name === "string"
      ? [model.name]
      : [],
  );
}

const maxBytes = 1_000_000;

/** Undefined for whatever is not a JSON answer with status 200 in time: a probe has no other failure. */
function getJson(url: string, signal: AbortSignal): Promise<unknown> {
  // An ESM import of node:http loads the whole fetch stack: 20 ms of every start.
  const name = url.startsWith("https:") ? "node:https" : "node:http";
  const client = nodeModule<typeof http | typeof https>(name);
  if (client === undefined) return fetchJson(url, signal);
  return new Promise((resolve) => {
    const nothing = (): void => resolve(undefined);
    const read = (response: IncomingMessage): void => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes > maxBytes) response.destroy();
      });
      response.on("error", nothing).on("close", nothing);
      response.on("end", () =>
        resolve(response.statusCode === 200 ? parse(Buffer.concat(chunks)) : undefined),
      );
    };
    client
      .get(url, { signal, agent: false, headers: { accept: "application/json" } }, read)
      .on("error", nothing);
  });
}

/** In browsers and at the edge. */
async function fetchJson(url: string, signal: AbortSignal): Promise<unknown> {
  try {
    const response = await fetch(url, { signal, headers: { accept: "application/json" } });
    return response.status === 200 ? await response.json() : undefined;
  } catch {
    // Nobody there, or no JSON.
    return undefined;
  }
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8")) as unknown;
  } catch {
    // A page, not a list.
    return undefined;
  }
}
