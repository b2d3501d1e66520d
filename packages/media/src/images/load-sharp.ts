import { HermesError } from "@hermes/registry/errors";
import type sharp from "sharp";

export type Sharp = typeof sharp;

/**
 * The library that changes pictures, loaded when the first one has to be.
 *
 * @throws {HermesError} `IMAGE_NEEDS_SHARP` where it is not installed.
 */
export async function loadSharp(): Promise<Sharp> {
  try {
    return (await import("sharp")).default;
  } catch (error) {
    throw new HermesError(
      "The picture has to be made smaller or converted, and the package sharp is missing.",
      {
        code: "IMAGE_NEEDS_SHARP",
        hint: "Install it beside Hermes: npm install sharp. Or give a smaller PNG or JPEG.",
        cause: error,
      },
    );
  }
}
