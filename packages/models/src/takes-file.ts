import type { FilePart } from "./message.ts";
import type { Model } from "./model.ts";

/** Whether a model takes a file as it is. Where it does not say, a PDF is taken unless its abilities say otherwise. */
export function takesFile(model: Pick<Model, "takesFile" | "abilities">, file: FilePart): boolean {
  const isUsual = file.mediaType === "application/pdf" && model.abilities?.files !== false;
  return model.takesFile?.(file) ?? isUsual;
}
