import type * as z from "zod";
import { describeProblems } from "@hermes/registry";
import { toJSONSchema } from "zod";
import { refused } from "./refusal.ts";

/**
 * @param place Of the input in what was sent, such as `input[3]`.
 * @throws {HermesError} `API_BAD_REQUEST` that names what is wrong, and its field.
 */
export function checkInput<Value>(schema: z.ZodType<Value>, input: unknown, place = ""): Value {
  const read = schema.safeParse(input);
  if (read.success) return read.data;
  const json = toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  const problems = describeProblems(read.error.issues, input, json).slice(0, 10);
  const sentence = place === "" ? problems.join(" ") : `In ${place}: ${problems.join(" ")}`;
  throw refused("API_BAD_REQUEST", sentence, {
    param: pathOf(read.error.issues[0]?.path ?? [], place),
  });
}

function pathOf(path: readonly PropertyKey[], place: string): string {
  return path.reduce<string>(
    (before, key) =>
      typeof key === "number" ? `${before}[${key}]` : `${before}${before === "" ? "" : "."}${String(key)}`,
    place,
  );
}
