import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { askService, fetchMade, notMade } from "./image-maker.ts";
import type { ImageMaker, ImageMakerOptions } from "./image-maker.ts";

const submitted = z.object({ status_url: z.url(), response_url: z.url(), cancel_url: z.url() });
const progress = z.object({
  status: z.enum(["IN_QUEUE", "IN_PROGRESS", "COMPLETED"]),
  error: z.string().optional(),
});
const result = z.object({ images: z.array(z.object({ url: z.string() })).min(1) });

const sizes = { landscape: "landscape_16_9", square: "square_hd", portrait: "portrait_16_9" } as const;

/** Pictures by the queue of FAL. A job that nobody waits for any more is cancelled there. */
export function falImages({
  key,
  fetch,
  fetchPicture = fetch,
  model = "fal-ai/flux-2/klein/9b",
  baseUrl = "https://queue.fal.run",
  pollMs = 500,
}: ImageMakerOptions & { readonly pollMs?: number | undefined }): ImageMaker {
  const shared = { service: "FAL", fetch, key, headers: { authorization: `Key ${key}` } };
  return {
    provider: "fal",
    model,
    async make({ prompt, aspectRatio, signal }) {
      const body = { prompt, image_size: sizes[aspectRatio], num_images: 1, output_format: "png" };
      const address = `${baseUrl.replace(/\/+$/, "")}/${model}`;
      const job = await askService(address, { ...shared, shape: submitted, body, signal });
      // The key goes nowhere but where it was meant to go.
      if (Object.values(job).some((url) => new URL(url).origin !== new URL(address).origin))
        throw notMade("FAL named addresses of another host for the job.");
      let isDone = false;
      try {
        for (;;) {
          // oxlint-disable-next-line no-await-in-loop -- until it is done
          const { status, error } = await askService(job.status_url, { ...shared, shape: progress, signal });
          if (error !== undefined) throw notMade(`FAL could not make it: ${error.slice(0, 300)}`);
          if (status === "COMPLETED") break;
          // oxlint-disable-next-line no-await-in-loop -- as above
          await wait(pollMs, undefined, { signal });
        }
        isDone = true;
      } finally {
        if (!isDone) await cancel(job.cancel_url);
      }
      const { images } = await askService(job.response_url, { ...shared, shape: result, signal });
      const url = images[0]?.url ?? "";
      return await fetchMade(url, fetchPicture, signal);
    },
  };

  /** What began is paid for; that it can't be stopped changes nothing about why it is left. */
  async function cancel(url: string): Promise<void> {
    const signal = AbortSignal.timeout(5_000);
    await askService(url, { ...shared, shape: z.unknown(), method: "PUT", signal }).catch(() => undefined);
  }
}
