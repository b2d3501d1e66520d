import type { ImageKind } from "./image-type.ts";

/** What a provider takes of a picture. */
export interface ImageLimits {
  /** Characters of Base64. */
  readonly maxBase64Chars: number;
  /** Pixels of the longer side. */
  readonly maxSide: number;
  /** A picture that has to be changed gets no longer side than this: models see no more of it. */
  readonly goodSide: number;
  readonly kinds: readonly ImageKind[];
}

const usual: ImageLimits = {
  maxBase64Chars: 4_000_000,
  maxSide: 7_900,
  goodSide: 2_048,
  kinds: ["png", "jpeg", "gif", "webp"],
};

// 5 MiB of Base64, and 2000 pixels from the 21st picture of a request on: a conversation gets there without a change of the first.
// See https://docs.claude.com/en/docs/build-with-claude/vision
const claude: Partial<ImageLimits> = { maxBase64Chars: 5_000_000, maxSide: 2_000, goodSide: 1_568 };

// 3.75 MB, which are 5 MB of Base64. See https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Message.html
const bedrock = claude;

// Of GIF it takes those that do not move. See https://platform.openai.com/docs/guides/images-vision
const openai: Partial<ImageLimits> = { maxBase64Chars: 18_000_000, kinds: ["png", "jpeg", "webp"] };

// 20 MB for a whole request, and no GIF. See https://ai.google.dev/gemini-api/docs/image-understanding
const gemini: Partial<ImageLimits> = { maxBase64Chars: 18_000_000, kinds: ["png", "jpeg", "webp"] };

// See https://docs.x.ai/docs/guides/image-understanding
const xai: Partial<ImageLimits> = { kinds: ["png", "jpeg"] };

// llama.cpp, which is in most of them, reads pictures with stb_image: it knows no WebP.
const local: Partial<ImageLimits> = { kinds: ["png", "jpeg"] };

const ofProviders: ReadonlyMap<string, Partial<ImageLimits>> = new Map([
  ["anthropic", claude],
  ["bedrock", bedrock],
  ["openai", openai],
  ["openai-responses", openai],
  ["azure", openai],
  ["azure-responses", openai],
  ["gemini", gemini],
  ["xai", xai],
  ["ollama", local],
  ["ollama-cloud", local],
  ["lmstudio", local],
  ["llamacpp", local],
  ["local", local],
]);

/**
 * The limits of a provider; of an unknown one such that nearly all keep to.
 *
 * @param provider Its id, also with the host behind it, as models name it: `ollama (127.0.0.1:11434)`.
 */
export function imageLimits(provider = ""): ImageLimits {
  const [id = ""] = provider.split(" ");
  return { ...usual, ...ofProviders.get(id) };
}
