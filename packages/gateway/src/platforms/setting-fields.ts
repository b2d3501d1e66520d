import { z } from "zod";

// Settings come from a file or from variables. Those are texts, and an empty one is not set.

/** YAML reads an id of digits as a number. */
export const text: z.ZodType<string | undefined> = z
  .union([z.string(), z.number().transform(String)])
  .optional()
  .transform((value) => {
    const trimmed = value?.trim();
    return trimmed === "" ? undefined : trimmed;
  });

/** An address of the web, without a slash at its end. */
export const address: z.ZodType<string | undefined> = text
  .pipe(z.url({ protocol: /^https?$/, error: "is not an address of the web" }).optional())
  .transform((value) => value?.replace(/\/+$/, ""));

export function addressOr(value: string): z.ZodType<string> {
  return address.transform((given) => given ?? value);
}

export function flag(value: boolean): z.ZodType<boolean> {
  return z.preprocess(
    (given) => (given === "" ? undefined : given),
    z.union([z.boolean(), z.stringbool()]).default(value),
  );
}

/** A list, also with commas in one text. */
export const list: z.ZodType<readonly string[]> = z
  .union([z.string(), z.array(z.union([z.string(), z.number()]))])
  .default([])
  .transform((value) =>
    (typeof value === "string" ? value.split(",") : value.map(String))
      .map((each) => each.trim())
      .filter((each) => each !== ""),
  );
