import { z } from "zod";
import { askService, fetchMade } from "./image-maker.ts";
import type { ImageMaker, ImageMakerOptions } from "./image-maker.ts";

const answer = z.object({
  data: z.tuple([z.union([z.object({ b64_json: z.base64() }), z.object({ url: z.url() })])]),
});

const sizes = { landscape: "1536x1024", square: "1024x1024", portrait: "1024x1536" } as const;
const sizesOfDallE3 = { landscape: "1792x1024", square: "1024x1024", portrait: "1024x1792" } as const;

/** Pictures by OpenAI, or a service that has its `/images/generations`. */
export function openaiImages({
  key,
  fetch,
  fetchPicture = fetch,
  model = "gpt-image-1",
  baseUrl = "https://api.openai.com/v1",
}: ImageMakerOptions): ImageMaker {
  return {
    provider: "openai",
    model,
    async make({ prompt, aspectRatio, signal }) {
      const size = (model === "dall-e-3" ? sizesOfDallE3 : sizes)[aspectRatio];
      const { data } = await askService(`${baseUrl.replace(/\/+$/, "")}/images/generations`, {
        ...{ service: "OpenAI", fetch, key, shape: answer, signal },
        headers: { authorization: `Bearer ${key}` },
        body: { model, prompt, n: 1, size },
      });
      const [made] = data;
      return "b64_json" in made
        ? Buffer.from(made.b64_json, "base64")
        : await fetchMade(made.url, fetchPicture, signal);
    },
  };
}
