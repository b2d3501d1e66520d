import type sharp from "sharp";

export type Sharp = typeof sharp;

/** Decodes and makes pictures; not everybody has it. */
export async function loadSharp(): Promise<Sharp | undefined> {
  return await import("sharp").then(
    (module) => module.default,
    () => undefined,
  );
}
