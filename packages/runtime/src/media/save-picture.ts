import { basename } from "node:path";
import type { KeptPicture } from "@hermes/media/images";
import { HermesError } from "@hermes/registry";
import type { ToolContext } from "@hermes/registry";
import type { Backend } from "@hermes/terminal-backends";
import { keepInCache } from "../keep-in-cache.ts";

export interface PicturePlaces {
  /** Of Hermes. */
  readonly home: string;
  /** Where commands of the agent run. */
  readonly backend: () => Promise<Pick<Backend, "kind" | "writeFile">>;
}

/**
 * Keeps a picture that a service made below `cache/images` of the home, and a copy where commands run, if that is another machine.
 *
 * @throws {HermesError} `IMAGE_NOT_MADE` for what is no picture.
 */
export async function savePicture(
  bytes: Uint8Array,
  { taskId, signal }: Pick<ToolContext, "taskId" | "signal">,
  { home, backend }: PicturePlaces,
): Promise<KeptPicture> {
  const { imageKindOf } = await import("@hermes/media/images");
  const kind = imageKindOf(bytes);
  if (kind === undefined)
    throw new HermesError("What the service made is no picture.", {
      code: "IMAGE_NOT_MADE",
      hint: "Try again, or tell the person: another model can be named with image_gen.model in the settings.",
    });
  const extension = kind === "jpeg" ? "jpg" : kind;
  const path = await keepInCache(bytes, { home, folder: "images", prefix: "img", extension });
  try {
    const place = await backend();
    if (place.kind === "local") return { path };
    const copy = `/tmp/${basename(path)}`;
    await place.writeFile(copy, bytes, { taskId, signal });
    return { path, copy };
  } catch {
    signal.throwIfAborted();
    // The picture is paid for, and the person can have it.
    return { path };
  }
}
