import { countOf, isRecord, listAt, recordAt, textAt } from "../transport/json-fields.ts";
import { postTo } from "../transport/post-to.ts";

export interface ShowOllamaOptions {
  /** Without `/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey?: string | undefined;
  /** @default 2_000 */
  readonly timeoutMs?: number | undefined;
}

/** What Ollama says of one of its models. */
export interface ShownModel {
  /** The window that the author of the model set for it. */
  readonly setWindow?: number | undefined;
  /** The window that it was trained for. */
  readonly trainedWindow?: number | undefined;
  /** `completion`, `tools`, `thinking`, `vision` … */
  readonly abilities: readonly string[];
  /** Runs on the machines of Ollama, where memory is none of our concern. */
  readonly isRemote: boolean;
}

/**
 * Asks Ollama about a model. Undefined when it does not answer in time or does not know the model: the request that
 * follows says why.
 *
 * @see https://docs.ollama.com/api/show
 */
export async function showOllamaModel(options: ShowOllamaOptions): Promise<ShownModel | undefined> {
  const { baseUrl, model, apiKey, timeoutMs = 2000 } = options;
  const key = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
  const headers = { "content-type": "application/json", ...key };
  try {
    const answer = await postTo({ url: `${baseUrl}/api/show`, headers })({
      body: new TextEncoder().encode(JSON.stringify({ model })),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const shown: unknown = JSON.parse(await answer.text());
    return answer.status === 200 && isRecord(shown) ? read(shown) : undefined;
  } catch {
    // Not running, too slow, or another server: said by the first request, in words for people.
    return undefined;
  }
}

function read(shown: Readonly<Record<string, unknown>>): ShownModel {
  const info = recordAt(shown, "model_info") ?? {};
  const parameters = textAt(shown, "parameters") ?? "";
  return {
    setWindow: windowOf(/^num_ctx\s+(\d+)\s*$/m.exec(parameters)?.[1]),
    trainedWindow: windowOf(info[`${textAt(info, "general.architecture") ?? ""}.context_length`]),
    abilities: listAt(shown, "capabilities").filter((ability) => typeof ability === "string"),
    isRemote: textAt(shown, "remote_host") !== undefined,
  };
}

function windowOf(value: unknown): number | undefined {
  const count = countOf(value);
  return count === undefined || count === 0 ? undefined : count;
}
