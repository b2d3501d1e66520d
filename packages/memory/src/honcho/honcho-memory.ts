/** Honcho as an external memory. Needs the package @honcho-ai/sdk. */
import type { Honcho } from "@honcho-ai/sdk";
import { HermesError } from "@hermes/registry";
import type { Tool } from "@hermes/registry";
import type {
  MemoryProvider,
  ProviderOptions,
  ProviderSession,
  ProviderTurn,
} from "../provider/memory-provider.ts";
import { profileOf, type HonchoSession, type HonchoSdk } from "./honcho-session.ts";
import { honchoTools } from "./honcho-tools.ts";
import { limitRequests } from "./limit-requests.ts";
import { loadSdk } from "./load-sdk.ts";

export interface HonchoMemoryOptions {
  /** Needed by Honcho's own service. */
  readonly apiKey?: string | undefined;
  /** @default Honcho's own service */
  readonly baseUrl?: string | undefined;
  /** @default "hermes" */
  readonly workspace?: string | undefined;
  /** Name of the person there. @default "user"; on platforms that tell who it is, `<platform>-<id>` */
  readonly person?: string | undefined;
  /** Name of the assistant there. @default "hermes" */
  readonly assistant?: string | undefined;
}

/** Longest text of one message that Honcho takes, with some room. */
const maxMessageChars = 24_000;
const maxQueryChars = 2_000;

/**
 * A memory that Honcho keeps: who the person is, learned from what was said in all sessions. Nothing is sent before
 * it is started.
 *
 * @throws {HermesError} `MEMORY_PROVIDER_MISSING`, `MEMORY_PROVIDER_KEY`.
 */
export async function honchoMemory(options: HonchoMemoryOptions): Promise<MemoryProvider> {
  const { apiKey, baseUrl } = options;
  if (apiKey === undefined && baseUrl === undefined) throw noKey();
  const sdk = await loadSdk(() => import("@honcho-ai/sdk"));
  return new HonchoMemory(sdk, options);
}

class HonchoMemory implements MemoryProvider {
  readonly name = "honcho";
  readonly #sdk: HonchoSdk;
  readonly #options: HonchoMemoryOptions;
  readonly #tools: readonly Tool[];
  #session: HonchoSession | undefined;

  constructor(sdk: HonchoSdk, options: HonchoMemoryOptions) {
    this.#sdk = sdk;
    this.#options = options;
    this.#tools = honchoTools(() => this.#known());
  }

  async check({ signal }: ProviderOptions): Promise<void> {
    const { http, workspaceId } = this.#client(signal);
    try {
      await http.get(`/v3/workspaces/${workspaceId}/queue/status`);
    } catch (error) {
      // The workspace is made by the first session.
      if (!(error instanceof this.#sdk.NotFoundError)) throw error;
    }
  }

  async start({ sessionId, platform, userId, signal }: ProviderSession): Promise<void> {
    const { assistant = "hermes" } = this.#options;
    const person = this.#options.person ?? (userId === undefined ? "user" : `${platform}-${userId}`);
    const honcho = this.#client(signal);
    const [persons, assistants] = await Promise.all([
      honcho.peer(idOf(person)),
      // Honcho is to learn who the person is, not who the assistant is.
      honcho.peer(idOf(assistant), { configuration: { observeMe: false } }),
    ]);
    const conversation = await honcho.session(idOf(sessionId), { peers: [persons, assistants] });
    this.#session = { person: persons, assistant: assistants, session: conversation };
  }

  async promptBlock(): Promise<string> {
    const { person } = this.#known();
    return profileOf(await person.context({ maxConclusions: 15, includeMostFrequent: true }));
  }

  async prefetch(query: string): Promise<string> {
    const { person } = this.#known();
    const searchQuery = query.slice(0, maxQueryChars);
    const { representation } = await person.context({ searchQuery, searchTopK: 10, maxConclusions: 10 });
    return representation ?? "";
  }

  async sync({ text, answer }: ProviderTurn): Promise<void> {
    const { person, assistant, session } = this.#known();
    const messages = [
      ...pieces(text).map((piece) => person.message(piece)),
      ...pieces(answer).map((piece) => assistant.message(piece)),
    ];
    // One request takes a hundred.
    if (messages.length > 0) await session.addMessages(messages.slice(0, 100));
  }

  async beforeCompression(): Promise<string> {
    const { session } = this.#known();
    const { shortSummary, longSummary } = await session.summaries();
    return (longSummary ?? shortSummary)?.content ?? "";
  }

  tools(): readonly Tool[] {
    return this.#tools;
  }

  async stop(): Promise<void> {
    // Every message was sent by `sync`; nothing is held open.
  }

  #client(signal: AbortSignal): Honcho {
    const { apiKey, baseUrl, workspace = "hermes" } = this.#options;
    const honcho = new this.#sdk.Honcho({
      // Without these the SDK would look into the environment by itself.
      apiKey: apiKey ?? "none",
      baseURL: baseUrl ?? "https://api.honcho.dev",
      workspaceId: idOf(workspace),
      // What failed is tried again by those who know whether anybody still waits.
      maxRetries: 0,
    });
    limitRequests(honcho.http, signal);
    return honcho;
  }

  #known(): HonchoSession {
    if (this.#session === undefined) throw new Error("Honcho was not reached yet.");
    return this.#session;
  }
}

/** Honcho takes letters, digits, `_` and `-`. Names that differ only in other signs stay different. */
function idOf(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9_-]/g, "-").slice(0, 200);
  if (plain === name) return name;
  let hash = 0;
  for (const sign of name) hash = (Math.imul(hash, 31) + (sign.codePointAt(0) ?? 0)) >>> 0;
  return `${plain}-${hash.toString(36)}`;
}

function pieces(text: string): readonly string[] {
  const found: string[] = [];
  for (let start = 0; start < text.length; start += maxMessageChars) {
    const piece = text.slice(start, start + maxMessageChars);
    if (piece.trim() !== "") found.push(piece);
  }
  return found;
}

function noKey(): HermesError {
  return new HermesError("Honcho needs a key, and HONCHO_API_KEY is not set.", {
    code: "MEMORY_PROVIDER_KEY",
    hint: "Put HONCHO_API_KEY into .env, or set memory.honcho.base_url to a server of your own.",
  });
}
