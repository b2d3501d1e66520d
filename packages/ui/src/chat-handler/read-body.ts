import type { z } from "zod";
import { refused } from "./refusal.ts";

/**
 * The JSON of a request, as a schema has it.
 *
 * @throws {HermesError} `UI_TOO_LARGE` as soon as there are more bytes; `UI_BAD_REQUEST`.
 */
export async function readBody<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  maxBytes: number,
): Promise<z.output<Schema>> {
  // A form of another site can't have this type without being asked about first.
  if (request.headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase() !== "application/json")
    throw refused("UI_BAD_REQUEST", "The request has to be application/json.");
  return parseWith(schema, asJson(await textOf(request, maxBytes)));
}

/** @throws {HermesError} `UI_BAD_REQUEST`, with the first problem. */
export function parseWith<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [problem] = parsed.error.issues;
  const where = problem?.path.join(".") ?? "";
  throw refused(
    "UI_BAD_REQUEST",
    `${where === "" ? "The request" : where}: ${problem?.message ?? "not valid"}`,
  );
}

async function textOf(request: Request, maxBytes: number): Promise<string> {
  const tooLarge = (): Error => refused("UI_TOO_LARGE", `The request has more than ${maxBytes} bytes.`);
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge();
  const reader = request.body?.getReader();
  // One buffer: a body that comes byte by byte takes no more memory than another one.
  let bytes = new Uint8Array(Math.min(maxBytes, 65_536));
  let length = 0;
  for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) {
    const end = length + next.value.byteLength;
    if (end > maxBytes) {
      void reader?.cancel().catch(() => undefined);
      throw tooLarge();
    }
    if (end > bytes.byteLength) {
      const larger = new Uint8Array(Math.min(maxBytes, Math.max(end, 2 * bytes.byteLength)));
      larger.set(bytes.subarray(0, length));
      bytes = larger;
    }
    bytes.set(next.value, length);
    length = end;
  }
  return new TextDecoder().decode(bytes.subarray(0, length));
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refused("UI_BAD_REQUEST", "The request is no JSON.");
  }
}
