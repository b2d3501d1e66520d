import type { ImageMaker } from "@hermes/media/images";
import type { RuntimeParts } from "../runtime-parts.ts";

const variables = { fal: "FAL_KEY", openai: "OPENAI_API_KEY" } as const;

/** The service that makes pictures: by the settings, else by the first key that there is. @returns A text: why there is none. */
export async function imageMaker({
  env,
  options,
}: Pick<RuntimeParts, "env" | "options">): Promise<ImageMaker | string> {
  const { loaded, resolveHost: resolve } = options;
  const { provider, model, base_url } = loaded.settings.image_gen;
  const chosen = provider === "auto" ? automatic(model, env[variables.fal]) : provider;
  const key = env[variables[chosen]];
  if (!key) return provider === "auto" && model === undefined ? noKey : `There is no ${variables[chosen]}.`;
  const [{ createGuardedFetch }, { falImages, openaiImages }] = await Promise.all([
    import("@hermes/permissions"),
    import("@hermes/media/images"),
  ]);
  const allow = loaded.settings.network.allow_private;
  // The key belongs to the server that the variable names.
  const baseUrl = base_url ?? (chosen === "openai" ? env["OPENAI_BASE_URL"] : undefined);
  // An address that the person gave may be one of their own network; one that a service names may not.
  const own = baseUrl !== undefined && URL.canParse(baseUrl) ? [hostOf(new URL(baseUrl))] : [];
  const fetchPicture = createGuardedFetch({ resolve, allow });
  const fetch = createGuardedFetch({ resolve, allow: [...allow, ...own] });
  return (chosen === "fal" ? falImages : openaiImages)({ key, fetch, fetchPicture, model, baseUrl });
}

const noKey = "No service that makes pictures is set up: set FAL_KEY or OPENAI_API_KEY.";

/** Names of FAL have an owner: `fal-ai/flux-2`. Those of OpenAI have none. */
function automatic(model: string | undefined, falKey: string | undefined): "fal" | "openai" {
  if (model !== undefined) return model.includes("/") ? "fal" : "openai";
  return falKey ? "fal" : "openai";
}

function hostOf({ hostname, port, protocol }: URL): string {
  return `${hostname}:${port === "" ? (protocol === "https:" ? 443 : 80) : port}`;
}
