import { parseArgumentsText } from "@hermes/registry/arguments";

/** The text as a JSON string. A lone surrogate, which providers refuse, becomes U+FFFD. */
export function jsonText(text: string): string {
  const json = JSON.stringify(text);
  // JSON writes a lone surrogate as an escape, so only texts with such an escape need a closer look.
  return json.includes("\\ud") ? JSON.stringify(wellFormed(text)) : json;
}

/** The same without the quotes around it, to go on within a JSON string. */
export function jsonTextInside(text: string): string {
  return jsonText(text).slice(1, -1);
}

/** Any plain data as JSON, with every text in it made well-formed. */
export function jsonData(value: unknown): string {
  const json = JSON.stringify(value);
  return json.includes("\\ud") ? JSON.stringify(wellFormedData(value)) : json;
}

function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\uFFFD");
}

function wellFormedData(value: unknown): unknown {
  if (typeof value === "string") return wellFormed(value);
  if (Array.isArray(value)) return value.map(wellFormedData);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [wellFormed(key), wellFormedData(item)]),
  );
}

export function isBlank(text: string): boolean {
  return text.trim() === "";
}

/**
 * The arguments of a call as the JSON text of an object, as the model wrote it wherever that is valid, and with the same
 * small repairs with which it was run. Blank counts as no arguments. Undefined when it is anything else: broken, `null`,
 * a list.
 */
export function wireArguments(raw: string): string | undefined {
  const parsed = parseArgumentsText(raw);
  if (!parsed.ok) return undefined;
  const { value, json } = parsed;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return /\\ud/i.test(json) || /\p{Surrogate}/u.test(json) ? jsonData(value) : json.trim();
}

const maxIdChars = 40;
const maxNameChars = 64;

/** A call id that every provider takes: letters, digits, `_` and `-`, at most 40. The same id gives the same result. */
export function wireId(id: string): string {
  return restricted(id, maxIdChars, "call");
}

/** A tool name that every provider takes: letters, digits, `_` and `-`, at most 64. */
export function wireName(name: string): string {
  return restricted(name, maxNameChars, "tool");
}

/** A tool name that Gemini takes: the same with a letter or `_` in front. */
export function geminiName(name: string): string {
  const restrictedName = wireName(name);
  return /^[a-zA-Z_]/.test(restrictedName) ? restrictedName : wireName(`_${restrictedName}`);
}

/** A name within a schema that every provider takes: letters, digits, `_`, `-` and `.`, at most 64. */
export function wireKey(key: string): string {
  return restricted(key, maxNameChars, "key", /[^a-zA-Z0-9_.-]/g);
}

/** The same for Gemini: letters, digits and `_`, with no digit in front. */
export function geminiKey(key: string): string {
  return /^\d/.test(key) ? geminiKey(`_${key}`) : restricted(key, maxNameChars, "key", /[^a-zA-Z0-9_]/g);
}

function restricted(text: string, maxChars: number, ifEmpty: string, refused = /[^a-zA-Z0-9_-]/g): string {
  if (text !== "" && text.length <= maxChars && text.search(refused) === -1) return text;
  const stem = text.replace(refused, "_").slice(0, maxChars - 9) || ifEmpty;
  // What was cut or replaced still tells two texts apart.
  return `${stem}_${checksum(text)}`;
}

/** FNV-1a over UTF-16 units, as eight hex digits. */
function checksum(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, "0");
}
