import { fitImage, imageLimits } from "@hermes/media";
import { HermesError } from "@hermes/registry/errors";
import sharp from "sharp";

const create = { width: 9_000, height: 3_000, channels: 3, background: "teal" } as const;
const wide = await sharp({ create }).png().toBuffer();

const limits = imageLimits("anthropic");
const fitted = await fitImage(wide, limits);
console.log(`${wide.length} bytes became ${fitted.mediaType}, ${fitted.width} × ${fitted.height}`);

const again = await fitImage(fitted.bytes, limits);
console.log(again.isChanged ? "changed again" : "what fits stays as it is");

try {
  await fitImage(wide.subarray(0, 500), limits);
} catch (error) {
  if (!HermesError.is(error)) throw error;
  console.log(`${error.code}: ${error.message}`);
}
