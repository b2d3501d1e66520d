import { nearest } from "@hermes/registry";
import { sameOrigin } from "../choice/base-url.ts";
import { providers } from "../choice/providers.ts";
import { originOf } from "../resilience/error-facts.ts";
import type { HttpModelOptions } from "./http-model.ts";
import { ModelOptionError } from "./model-option-error.ts";

/** The options that every model behind an HTTP address takes. */
export const httpModelOptions: Readonly<Record<keyof HttpModelOptions, true>> = {
  model: true,
  apiKey: true,
  baseUrl: true,
  provider: true,
  contextWindow: true,
  maxOutputTokens: true,
  price: true,
  cacheTtl: true,
  headers: true,
  fields: true,
  fetch: true,
  retry: true,
  abilities: true,
  outputSchemas: true,
};

export interface OptionRules {
  /** The function that makes the model, as its callers know it. */
  readonly maker: string;
  /** Every option that there is. */
  readonly names: Readonly<Record<string, true>>;
  /** Where requests go when no `baseUrl` is given. Undefined: one must be given. */
  readonly defaultUrl?: string | undefined;
  /** Whether that address takes no request without a key. @default it does so where it is that of a known vendor */
  readonly needsKey?: boolean | undefined;
}

/**
 * Says of options that can't work what is wrong with them, before anything is sent. Keys are never part of a message.
 *
 * @throws {ModelOptionError} `MODEL_OPTION_INVALID`, or `MODEL_KEY_MISSING` for a vendor's address without a key, unless
 *   headers or a `fetch` are given, which may bring one.
 */
export function checkOptions(options: Omit<HttpModelOptions, "abilities">, rules: OptionRules): void {
  const { maker, names, defaultUrl } = rules;
  const refuse: Refuse = (option, what, hint, code) => {
    throw new ModelOptionError(what, { maker, option, hint, code });
  };
  const given: Readonly<Record<string, unknown>> = { ...options };
  for (const name of Object.keys(given)) if (!Object.hasOwn(names, name)) refuseUnknown(name, names, refuse);
  const { model, contextWindow, maxOutputTokens, baseUrl = defaultUrl } = given;
  if (typeof model !== "string" || model.trim() === "")
    refuse("model", `"model" is ${shown(model)}.`, "Give the provider's name for the model.");
  for (const [name, tokens] of Object.entries({ contextWindow, maxOutputTokens })) {
    if (tokens === undefined || (Number.isSafeInteger(tokens) && Number(tokens) > 0)) continue;
    refuse(name, `"${name}" is ${shown(tokens)}.`, "Give a whole number of tokens above 0, or leave it out.");
  }
  const url = typeof baseUrl === "string" ? URL.parse(baseUrl) : null;
  if (url?.protocol !== "http:" && url?.protocol !== "https:")
    refuse("baseUrl", `"baseUrl" is ${shown(baseUrl)}.`, "Give a whole address, such as https://host/v1.");
  checkHeaders(options, refuse);
  checkKey(options, rules, refuse);
}

type Refuse = (
  option: string,
  what: string,
  hint: string,
  code?: "MODEL_OPTION_INVALID" | "MODEL_KEY_MISSING",
) => void;

function refuseUnknown(name: string, names: OptionRules["names"], refuse: Refuse): void {
  const meant = nearest(name, Object.keys(names));
  const all = `It takes: ${Object.keys(names).join(", ")}.`;
  refuse(name, `There is no option "${name}".`, meant === undefined ? all : `Did you mean "${meant}"?`);
}

function checkHeaders({ headers = {} }: HttpModelOptions, refuse: Refuse): void {
  for (const [name, value] of Object.entries(headers)) {
    try {
      new Headers([[name, value]]);
    } catch {
      const hint = "Names and values of headers have no line breaks, and no letters beyond Latin-1.";
      refuse("headers", `The header "${name}" can't be sent.`, hint);
    }
  }
}

function checkKey(
  options: Omit<HttpModelOptions, "abilities">,
  { defaultUrl = "", needsKey }: OptionRules,
  refuse: Refuse,
): void {
  const { apiKey, headers = {}, fetch, baseUrl = defaultUrl } = options;
  if (apiKey !== undefined) {
    // What is no such text was cut out wrongly, such as with the end of its line.
    if (typeof apiKey === "string" && /^[\x21-\x7e]+$/.test(apiKey)) return;
    const isText = typeof apiKey === "string" && apiKey.trim() !== "";
    const what = isText
      ? "has a space, a line break or another character that no key has"
      : `is ${shown(apiKey)}`;
    refuse(
      "apiKey",
      `"apiKey" ${what}.`,
      "Give the key alone, or leave it out for a server that takes none.",
    );
  } else if (fetch === undefined && Object.keys(headers).length === 0 && (needsKey ?? isVendor(baseUrl))) {
    const hint = 'Give it as "apiKey", or the "baseUrl" of a server that takes none.';
    refuse("apiKey", `There is no key for ${originOf(baseUrl)}.`, hint, "MODEL_KEY_MISSING");
  }
}

function isVendor(baseUrl: string): boolean {
  return providers.some((row) => row.local !== true && sameOrigin(row.baseUrl, baseUrl));
}

function shown(value: unknown): string {
  if (value === undefined) return "missing";
  if (typeof value === "string") return value.trim() === "" ? "blank" : JSON.stringify(value.slice(0, 100));
  return typeof value === "number" || value === null ? String(value) : `a value of type ${typeof value}`;
}
