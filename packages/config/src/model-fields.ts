import { z } from "zod";
import { type Field, amount, names, seconds, text, whole } from "./field.ts";
import type {
  AuxiliarySettings,
  FallbackSettings,
  LoginSettings,
  ModelOverride,
  NamedModelSettings,
} from "./model-settings.ts";
import { isTree } from "./settings-tree.ts";

export function modelOverride(): z.ZodType<ModelOverride> {
  return z.object({
    context_length: entry(whole("Tokens that fit into one request.")),
    max_tokens: entry(whole("Longest answer in tokens.")),
    price: z
      .object({
        input: amount("US dollars per million input tokens.").schema(),
        output: amount("US dollars per million output tokens.").schema(),
        cache_read: entry(amount("US dollars per million tokens read from the cache.")),
        cache_write: entry(amount("US dollars per million tokens written to the cache.")),
      })
      .optional(),
  });
}

export function namedModel(): z.ZodType<NamedModelSettings> {
  const { model, ...place } = modelEntry();
  const one = z.object({ ...place, model: model.unwrap().min(1).describe("Name of the model.") });
  return z.preprocess((value) => (typeof value === "string" ? { model: value } : value), one);
}

export function fallbackProviders(): z.ZodType<readonly FallbackSettings[]> {
  const one = z.object(modelEntry());
  return z
    .preprocess((value) => (isTree(value) ? [value] : value), z.array(one))
    .describe(
      "Models that stand in when the one before fails, in this order: provider, model, base_url, api_key or key_env.",
    );
}

export function loginSettings(): z.ZodType<Readonly<Record<string, LoginSettings>>> {
  const one = z.object({
    client_id: entry(text("Client of your own, where the provider knows none for everybody.")),
    scopes: entry(names("What is asked for.")),
    device_url: entry(text("Address that gives out device codes.")),
    authorize_url: entry(text("Page to say yes on in a browser.")),
    token_url: entry(text("Address that gives out tokens.")),
    revoke_url: entry(text("Address that ends tokens.")),
  });
  return z
    .record(z.string(), one)
    .describe(
      "How hermes login logs in, by id of the provider: client_id, scopes, device_url, authorize_url, token_url, revoke_url.",
    );
}

function modelEntry() {
  return {
    provider: entry(text("As model.provider.")),
    model: z.string().describe("Name of the model. Without one, the provider's default.").optional(),
    base_url: entry(text("Address of the server.")),
    api_key: entry(text("Key for the server; better kept in .env.")),
    key_env: entry(text("Name of the variable that holds the key.")),
  };
}

export function auxiliarySettings(): z.ZodType<AuxiliarySettings> {
  return z.object({
    provider: entry(
      text(
        "As model.provider; main: that of the conversation; auto: that of the conversation, and whatever else there is a key for when it fails; none: the task does without a model.",
      ),
    ),
    model: entry(text("Name of the model. With main or auto, without one that of the conversation.")),
    base_url: entry(text("Address of the server.")),
    api_key: entry(text("Key for the server; better kept in .env.")),
    timeout: entry(
      seconds(
        "Seconds that a request may take. Without it: 120 for compression, vision and skill_audit, 360 for web_extract, 60 for summary, else 30.",
        30,
      ),
    ),
    fallback_chain: fallbackProviders().optional(),
  });
}

function entry<Value>(field: Field<Value>): z.ZodOptional<z.ZodType<NonNullable<Value>>> {
  return field.schema().optional();
}
