import type { ToolImage } from "@hermes/registry";

/**
 * A picture as the models of a provider take it.
 *
 * @throws {HermesError} as `fitImage`.
 */
export async function fitPicture(
  bytes: Uint8Array,
  provider: string | undefined,
  signal: AbortSignal,
): Promise<ToolImage> {
  const { fitImage, imageLimits } = await import("@hermes/media/images");
  const fitted = await fitImage(bytes, imageLimits(provider), { signal });
  return { mediaType: fitted.mediaType, data: Buffer.from(fitted.bytes).toString("base64") };
}
