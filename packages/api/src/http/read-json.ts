import { refused } from "../errors/refusal.ts";

/**
 * The body of a request as JSON, and as text.
 *
 * @throws {HermesError} `API_TOO_LARGE`, `API_MEDIA_TYPE`, `API_BAD_REQUEST`
 */
export async function readJson(
  request: Request,
  maxBytes: number,
): Promise<{ readonly value: unknown; readonly text: string }> {
  const type = request.headers.get("content-type") ?? "";
  // A form of a page elsewhere can send any other type without asking first.
  if (!/^application\/json *(?:;|$)/i.test(type))
    throw refused("API_MEDIA_TYPE", "The body has to be JSON.", {
      hint: "Send `Content-Type: application/json`.",
    });
  const text = await readText(request, maxBytes);
  try {
    return { value: JSON.parse(text) as unknown, text };
  } catch {
    throw refused("API_BAD_REQUEST", "The body is no JSON.");
  }
}

async function readText(request: Request, maxBytes: number): Promise<string> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge(maxBytes);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function tooLarge(maxBytes: number): Error {
  return refused("API_TOO_LARGE", `The body has more than ${maxBytes} bytes.`);
}
