import { untrustedSources } from "./provenance.ts";
import type { Provenance } from "./provenance.ts";

export interface ToolImage {
  readonly mediaType: string;
  /** Base64, without a `data:` prefix. */
  readonly data: string;
}

/** What people see of a result, and the model does not. */
export interface ShownResult {
  /** What was changed in files, as unified diffs one below the other. */
  readonly diff: string;
}

/**
 * Why a call did not run. `refused`: a person, a rule, a hook or a check said no. `planned`: nothing is changed for as long as
 * work is planned. `invalid`: there is no such tool, or its arguments do not fit.
 */
export type NotRun = "refused" | "planned" | "invalid";

/** What a call gave, on its way to a model. */
export interface ToolResult {
  /** Always a JSON text of an object or a list. */
  readonly content: string;
  readonly isError: boolean;
  readonly images?: readonly ToolImage[] | undefined;
  /** The untrusted sources of what is in it. Absent: none. */
  readonly provenance?: readonly Provenance[] | undefined;
  /** The call has not run, and this is no result yet: it waits for the approval with this id. */
  readonly awaiting?: string | undefined;
  /** The call has not run, and will not. */
  readonly notRun?: NotRun | undefined;
  /** For people alone: no part of `content`. */
  readonly shown?: ShownResult | undefined;
  /** The tool returned neither an object nor a list: what it returned is `result` of the content. */
  readonly isWrapped?: true | undefined;
}

/** A failure as the model sees it. */
export interface ToolError {
  readonly error: string;
  readonly hint?: string | undefined;
}

/**
 * What a tool returns when it could not do what was asked.
 *
 * @param message What happened, with which value.
 * @param options `hint`: what to try next.
 */
export function toolError(message: string, options: { readonly hint?: string | undefined } = {}): ToolError {
  return options.hint === undefined ? { error: message } : { error: message, hint: options.hint };
}

const imagesKey: unique symbol = Symbol.for("@hermes/images");

/** A value with pictures; made by `withImages`. */
export interface ValueWithImages<Value = unknown> {
  readonly value: Value;
  readonly [imagesKey]: readonly ToolImage[];
}

/** What a tool returns when the model should see pictures beside the value. */
export function withImages<Value>(value: Value, images: readonly ToolImage[]): ValueWithImages<Value> {
  return { value, [imagesKey]: images };
}

const shownKey: unique symbol = Symbol.for("@hermes/shown");

/** A value with a part for people; made by `withShown`. */
export interface ValueWithShown<Value = unknown> {
  readonly value: Value;
  readonly [shownKey]: ShownResult;
}

/** What a tool returns when people should see more than the model needs, such as what a file has become. */
export function withShown<Value>(value: Value, shown: ShownResult): ValueWithShown<Value> {
  return { value, [shownKey]: shown };
}

const untrustedKey: unique symbol = Symbol.for("@hermes/untrusted-value");

/** A value with untrusted content; made by `untrustedValue`. */
export interface UntrustedValue<Value = unknown> {
  readonly value: Value;
  readonly [untrustedKey]: readonly Provenance[];
}

const ofUnknown: readonly Provenance[] = [{ source: "unknown" }];

/**
 * What a tool returns for untrusted content when its results are mostly the person's own. The session keeps its source. It is not fenced, and may hold what the model is to follow: a skill from elsewhere.
 *
 * @param provenance Who wrote it. @default it is not known
 */
export function untrustedValue<Value>(
  value: Value,
  provenance: readonly Provenance[] = ofUnknown,
): UntrustedValue<Value> {
  return { value, [untrustedKey]: provenance };
}

/** What a call gave, before it is written as JSON. */
export interface ToolOutcome {
  /** An object or a list. */
  readonly value: object;
  readonly isError: boolean;
  readonly images?: readonly ToolImage[] | undefined;
  /** As in `ToolResult`. */
  readonly provenance?: readonly Provenance[] | undefined;
  /** As in `ToolResult`. */
  readonly awaiting?: string | undefined;
  /** As in `ToolResult`. */
  readonly notRun?: NotRun | undefined;
  /** As in `ToolResult`. */
  readonly shown?: ShownResult | undefined;
  /** As in `ToolResult`. */
  readonly isWrapped?: true | undefined;
}

/**
 * What a tool returned, as an outcome. Objects and lists are taken as they are, other values as `{"result": …}`, nothing
 * at all as `{"ok": true}`. An object with text in `error` is a failure, whoever made it.
 */
export function toOutcome(returned: unknown): ToolOutcome {
  if (hasImages(returned)) {
    const images = returned[imagesKey];
    return { ...toOutcome(returned.value), ...(images.length === 0 ? {} : { images }) };
  }
  if (hasShown(returned)) return { ...toOutcome(returned.value), shown: returned[shownKey] };
  if (isFromStrangers(returned)) return withProvenance(toOutcome(returned.value), returned[untrustedKey]);
  if (returned === undefined) return { value: { ok: true }, isError: false };
  if (typeof returned !== "object" || returned === null)
    return { value: wrapped(returned), isError: false, isWrapped: true };
  return { value: returned, isError: isToolError(returned) };
}

/** The outcome with further sources; the very same where they add nothing. */
export function withProvenance(
  outcome: ToolOutcome,
  ...lists: readonly (readonly Provenance[] | undefined)[]
): ToolOutcome {
  const provenance = untrustedSources(outcome.provenance, ...lists);
  return provenance.length === 0 || provenance === outcome.provenance ? outcome : { ...outcome, provenance };
}

/** JSON leaves a field out that it can't express; here nothing may be lost. */
function wrapped(value: unknown): object {
  if (typeof value !== "function" && typeof value !== "symbol") return { result: value };
  const problem = `a ${typeof value} has no JSON form`;
  return {
    toJSON() {
      throw new TypeError(problem);
    },
  };
}

/** @throws {TypeError} when JSON can't express the value. */
export function encodeOutcome({ value, ...rest }: ToolOutcome): ToolResult {
  const text: string | undefined = JSON.stringify(value);
  if (text === undefined) throw new TypeError(`a ${typeof value} has no JSON form`);
  const json = wellFormed(text);
  // An object may say itself what it is in JSON: a date is a text.
  return json.startsWith("{") || json.startsWith("[")
    ? { content: json, ...rest }
    : { content: `{"result":${json}}`, ...rest, isWrapped: true };
}

/** Both steps, for what is returned and sent at once. */
export function encodeResult(returned: unknown): ToolResult {
  return encodeOutcome(toOutcome(returned));
}

function hasImages(value: unknown): value is ValueWithImages {
  return typeof value === "object" && value !== null && imagesKey in value;
}

function hasShown(value: unknown): value is ValueWithShown {
  return typeof value === "object" && value !== null && shownKey in value;
}

function isFromStrangers(value: unknown): value is UntrustedValue {
  return typeof value === "object" && value !== null && untrustedKey in value;
}

function isToolError(value: unknown): boolean {
  if (typeof value !== "object" || value === null || !("error" in value)) return false;
  return typeof value.error === "string" && value.error !== "";
}

/** `JSON.stringify` writes half a surrogate pair as an escape, which stricter parsers than ours refuse. */
function wellFormed(json: string): string {
  if (!json.includes("\\ud")) return json;
  return json.replaceAll(/\\(?:u[0-9a-f]{4}|.)/g, (escape) =>
    /^\\ud[89a-f]/.test(escape) ? "\\ufffd" : escape,
  );
}
