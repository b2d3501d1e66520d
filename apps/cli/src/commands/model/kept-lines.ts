import type { KeptModel } from "@hermes/runtime";

/** What was written, and what went with the model before. */
export function keptLines({ path, model, provider, removed }: KeptModel): readonly string[] {
  return [
    `${path} says now: ${model} at ${provider}.`,
    ...removed.map((name) => `${name} was said of the model before, and was taken away.`),
  ];
}
