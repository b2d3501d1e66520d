import type { HeaderReader } from "./parse-retry-after.ts";

/** What an error and its causes tell, in one flat form that the table can test. */
export interface ErrorEvidence {
  /** HTTP status of the answer, or of an error that came inside a stream. */
  readonly status: number | undefined;
  /** Codes and types of the body, lower case, separated by spaces: `rate_limit_error insufficient_quota`. */
  readonly codes: string;
  /** Everything said in any message, lower case. */
  readonly text: string;
  /** The most precise sentence of the provider. Empty when it said nothing. */
  readonly words: string;
  /** Code of the network or TLS layer: `ECONNREFUSED`, `UND_ERR_SOCKET`. */
  readonly transport: string;
  readonly header: HeaderReader;
  /** When a limit is lifted, as the body has it: seconds from now, or a time. */
  readonly reset: number | undefined;
  /** False for an error that looks like a fault in a program, not like an answer or a broken line. */
  readonly fromOutside: boolean;
}

interface Findings {
  status: number | undefined;
  bodyStatus: number | undefined;
  transport: string;
  headers: unknown;
  reset: number | undefined;
  readonly codes: Set<string>;
  readonly texts: string[];
  /** Sentences of bodies, outermost first. */
  readonly sentences: string[];
}

const maxDepth = 5;
const programFaults = new Set(["TypeError", "ReferenceError", "RangeError"]);

/** Walks an error, its causes (five deep) and the bodies they carry. */
export function gatherEvidence(error: unknown): ErrorEvidence {
  const found: Findings = {
    status: undefined,
    bodyStatus: undefined,
    transport: "",
    headers: undefined,
    reset: undefined,
    codes: new Set(),
    texts: [],
    sentences: [],
  };
  readError(error, found, 0);
  const status = found.status ?? found.bodyStatus;
  const codes = [...found.codes].join(" ");
  return {
    status,
    codes,
    text: found.texts.join("\n").toLowerCase(),
    words: found.sentences.at(-1) ?? "",
    transport: found.transport,
    reset: found.reset,
    header: (name) => readHeader(found.headers, name),
    fromOutside: status !== undefined || codes !== "" || found.transport !== "" || !isProgramFault(error),
  };
}

function isProgramFault(error: unknown): boolean {
  return (
    error instanceof Error &&
    programFaults.has(error.name) &&
    error.cause === undefined &&
    !wireFault.test(error.message)
  );
}

// `fetch` reports broken connections as a bare TypeError in some runtimes.
const wireFault = /fetch failed|terminated|network|socket|aborted|connection/i;

function readError(value: unknown, found: Findings, depth: number): void {
  if (depth >= maxDepth) return;
  if (typeof value === "string") found.texts.push(value);
  if (!isRecord(value)) return;
  found.status ??= asStatus(value["status"]) ?? asStatus(value["statusCode"]);
  found.headers ??= value["headers"];
  if (typeof value["message"] === "string") found.texts.push(value["message"]);
  readCode(value["code"], found);
  if (typeof value["type"] === "string") found.codes.add(value["type"].toLowerCase());
  readBody(value["error"] ?? value["body"], found, 0);
  // Happy eyeballs: one error for each address that was tried.
  if (Array.isArray(value["errors"])) readError(value["errors"][0], found, depth + 1);
  readError(value["cause"], found, depth + 1);
}

function readCode(code: unknown, found: Findings): void {
  if (typeof code === "number") found.bodyStatus ??= asStatus(code);
  if (typeof code !== "string") return;
  if (/^(E[A-Z]{3,}|UND_ERR|CERT_|ERR_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code))
    found.transport ||= code;
  else if (/^[45]\d\d$/.test(code)) found.bodyStatus ??= Number(code);
  else found.codes.add(code.toLowerCase());
}

/**
 * Bodies in the wild: `{error: {message, code, type}}`, `{error: "text"}`, `{message}`, `{detail}`, lists of one,
 * and OpenRouter's `{error: {metadata: {raw: "<JSON of the provider behind it>"}}}`.
 */
function readBody(value: unknown, found: Findings, depth: number): void {
  if (depth > maxDepth) return;
  if (typeof value === "string") {
    const parsed = parseJson(value);
    if (parsed === undefined) addSentence(value, found);
    else readBody(parsed, found, depth + 1);
    return;
  }
  if (Array.isArray(value)) return readBody(value[0], found, depth + 1);
  if (!isRecord(value)) return;
  for (const key of ["message", "detail"]) if (typeof value[key] === "string") addSentence(value[key], found);
  readCode(value["code"], found);
  for (const key of ["type", "status", "reason"]) {
    if (typeof value[key] === "string") found.codes.add(value[key].toLowerCase());
  }
  found.bodyStatus ??= asStatus(value["status"]) ?? asStatus(value["status_code"]);
  for (const key of ["resets_in_seconds", "resets_at", "reset_at"])
    if (typeof value[key] === "number") found.reset ??= value[key];
  readBody(value["error"], found, depth + 1);
  if (isRecord(value["metadata"])) readBody(value["metadata"]["raw"], found, depth + 1);
}

function addSentence(text: string, found: Findings): void {
  if (text.trim() === "") return;
  found.texts.push(text);
  found.sentences.push(text);
}

function parseJson(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Not JSON after all: the caller takes the text as it is.
    return undefined;
  }
}

function readHeader(headers: unknown, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  if (!isRecord(headers)) return undefined;
  const value = headers[name];
  return typeof value === "string" ? value : undefined;
}

function asStatus(value: unknown): number | undefined {
  return typeof value === "number" && value >= 300 && value <= 599 ? value : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
