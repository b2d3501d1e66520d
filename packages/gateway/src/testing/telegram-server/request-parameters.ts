import type { IncomingMessage } from "node:http";

/** Parameters of a request: JSON is read where the Bot API has JSON in a form; files stay files. */
export type BotParameters = Readonly<Record<string, unknown>>;

/** Reads what the Bot API takes: the query, JSON, and forms of both kinds. */
export async function readParameters(request: IncomingMessage, url: URL): Promise<BotParameters> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const body = Buffer.concat(parts);
  const query = fromStrings(url.searchParams);
  const type = request.headers["content-type"] ?? "";
  if (body.length === 0) return query;
  if (type.startsWith("application/json"))
    return { ...query, ...(JSON.parse(body.toString()) as BotParameters) };
  const form: FormData = await new Response(body, { headers: { "content-type": type } }).formData();
  const given = { ...query, ...fromStrings(form) };
  // A file may have its own part, which the parameter names.
  const attached = (value: unknown): unknown =>
    typeof value === "string" && value.startsWith("attach://")
      ? given[value.slice("attach://".length)]
      : value;
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, attached(value)]));
}

function fromStrings(entries: Iterable<[string, string | File]>): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const [name, value] of entries) found[name] = typeof value === "string" ? valueOf(name, value) : value;
  return found;
}

const words = new Set(["text", "caption", "chat_id", "callback_query_id", "file_id", "url", "secret_token"]);

function valueOf(name: string, value: string): unknown {
  if (words.has(name)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
