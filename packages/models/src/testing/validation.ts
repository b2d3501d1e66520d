import type { SamplingNames } from "../render/sampling-fields.ts";
import { isRecord, type JsonRecord } from "../transport/json-fields.ts";

/** Collects what is wrong with a request, each with its place. */
export class Problems {
  readonly found: string[] = [];

  /** Notes a problem unless `fine`. */
  expect(fine: boolean, place: string, problem: string): void {
    if (!fine) this.found.push(`${place}: ${problem}`);
  }

  /** The record there, or nothing and a problem. */
  record(value: unknown, place: string): JsonRecord | undefined {
    this.expect(isRecord(value), place, "is not an object");
    return isRecord(value) ? value : undefined;
  }

  /** The list there, with at least one item, or an empty list and a problem. */
  list(value: unknown, place: string): readonly unknown[] {
    const fine = Array.isArray(value) && value.length > 0;
    this.expect(fine, place, "is not a list with items");
    return fine ? value : [];
  }

  text(value: unknown, place: string): void {
    this.expect(typeof value === "string" && value.trim() !== "", place, "is not a text that says something");
  }

  keys(record: JsonRecord, allowed: readonly string[], place: string): void {
    for (const key of Object.keys(record))
      this.expect(allowed.includes(key), place, `has an unknown field "${key}"`);
  }

  name(value: unknown, place: string): void {
    const fine = typeof value === "string" && /^[a-zA-Z0-9_-]{1,64}$/.test(value);
    this.expect(fine, place, `is not a name of letters, digits, "_" and "-", at most 64`);
  }

  callId(value: unknown, place: string): string {
    const fine = typeof value === "string" && /^[a-zA-Z0-9_-]{1,40}$/.test(value);
    this.expect(fine, place, `is not an id of letters, digits, "_" and "-", at most 40`);
    return String(value);
  }

  /** The text of a JSON object, as arguments of a call have to be. */
  argumentsText(value: unknown, place: string): void {
    let parsed: unknown;
    try {
      parsed = JSON.parse(String(value));
    } catch {
      // A text that is no JSON is not an object either: noted below.
    }
    this.expect(typeof value === "string" && isRecord(parsed), place, "is not the text of a JSON object");
    this.wellFormed(parsed, place);
  }

  /** The address of something on the web. */
  webUrl(value: unknown, place: string): void {
    this.expect(typeof value === "string" && /^https?:\/\/\S+$/.test(value), place, "is no address");
  }

  /** A data URL of one of these media types. */
  dataUrlOf(value: unknown, types: RegExp, place: string): void {
    const [, type, data] = /^data:([^;,]+);base64,([A-Za-z0-9+/]+={0,2})$/.exec(String(value)) ?? [];
    this.expect(
      data !== undefined && types.test(type ?? ""),
      place,
      "is no data URL of a type that is taken",
    );
  }

  /** Settings of the words of an answer, under the names of a provider. */
  sampling(record: JsonRecord, names: SamplingNames): void {
    const { temperature, topP, stop, seed, maxTemperature = 2, maxStops = Infinity } = names;
    const between = (name: string | undefined, from: number, to: number): void => {
      const value = name === undefined ? undefined : record[name];
      const fine = value === undefined || (typeof value === "number" && value >= from && value <= to);
      this.expect(fine, String(name), `is not between ${from} and ${to}`);
    };
    between(temperature, 0, maxTemperature);
    between(topP, 0, 1);
    between(seed, -(2 ** 53), 2 ** 53);
    if (stop === undefined || record[stop] === undefined) return;
    const stops = this.list(record[stop], stop);
    this.expect(stops.length <= maxStops, stop, `has more than ${maxStops} texts`);
    for (const text of stops)
      this.expect(typeof text === "string" && text !== "", stop, "holds an empty text");
  }

  /** The name of a tool that a call is asked for: one that is offered. */
  chosenTool(name: unknown, offered: readonly unknown[], place: string): void {
    this.expect(offered.includes(name), place, `names ${String(name)}, which is not offered`);
  }

  dataUrl(value: unknown, place: string): void {
    const fine =
      typeof value === "string" &&
      /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$/.test(value);
    this.expect(fine, place, "is not the data URL of an image");
  }

  schema(value: unknown, place: string): void {
    const schema = this.record(value, place) ?? {};
    this.expect(schema["type"] === "object", place, `has another type than "object"`);
    this.expect(isRecord(schema["properties"]), place, "has no properties");
    for (const key of ["oneOf", "anyOf", "allOf", "not", "enum"]) {
      this.expect(!(key in schema), place, `has "${key}" at its top`);
    }
  }

  /** No text anywhere, names of fields included, may hold half of a surrogate pair. */
  wellFormed(value: unknown, place: string): void {
    if (typeof value === "string")
      this.expect(!/\p{Surrogate}/u.test(value), place, "holds a lone surrogate");
    else if (Array.isArray(value))
      value.forEach((item, index) => this.wellFormed(item, `${place}[${index}]`));
    else if (isRecord(value)) {
      for (const [key, item] of Object.entries(value)) {
        this.wellFormed(key, place);
        this.wellFormed(item, `${place}.${key}`);
      }
    }
  }

  unique(values: readonly unknown[], place: string): void {
    this.expect(new Set(values).size === values.length, place, "holds the same value twice");
  }

  /**
   * At most four cache marks, of a known time to live, none with a longer one behind a shorter one. They are looked for in
   * the order in which a provider reads: tools, system, messages.
   */
  cacheMarks(...parts: readonly unknown[]): void {
    const marks = parts.flatMap(marksIn);
    this.expect(marks.length <= 4, "cache_control", `stands at ${marks.length} places, more than 4`);
    let shortest = "1h";
    for (const mark of marks) {
      const { type, ttl = "5m", ...rest } = isRecord(mark) ? mark : {};
      const fine = type === "ephemeral" && (ttl === "5m" || ttl === "1h") && Object.keys(rest).length === 0;
      this.expect(fine, "cache_control", `is ${JSON.stringify(mark)}`);
      this.expect(ttl !== "1h" || shortest === "1h", "cache_control", "of 1h stands behind one of 5m");
      if (ttl === "5m") shortest = "5m";
    }
  }

  /** A count of tokens, where there is one. */
  tokens(value: unknown, place: string): void {
    const fine = value === undefined || (typeof value === "number" && Number.isInteger(value) && value > 0);
    this.expect(fine, place, "is not a positive whole number");
  }
}

/** Of tools, of blocks, or of the blocks of messages. What is within a block is data. */
function marksIn(part: unknown): readonly unknown[] {
  if (!Array.isArray(part)) return [];
  return part
    .filter(isRecord)
    .flatMap((item) => [
      ...("content" in item && item["type"] === undefined ? marksIn(item["content"]) : []),
      ...("cache_control" in item ? [item["cache_control"]] : []),
    ]);
}

/** The same for protocols that name model and streaming in the body. */
export function requestOf(body: unknown, problems: Problems): JsonRecord {
  const request = bodyOf(body, problems);
  problems.text(request["model"], "model");
  problems.expect(request["stream"] === true, "stream", "is not true");
  return request;
}

/** The request as data, from its bytes, its text, or the data itself. */
export function bodyOf(body: unknown, problems: Problems): JsonRecord {
  let value = body;
  try {
    if (body instanceof Uint8Array)
      value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
    else if (typeof body === "string") value = JSON.parse(body);
  } catch (error) {
    problems.expect(false, "body", `is not JSON in UTF-8: ${String(error)}`);
  }
  const request = problems.record(value, "body") ?? {};
  problems.wellFormed(request, "body");
  return request;
}
