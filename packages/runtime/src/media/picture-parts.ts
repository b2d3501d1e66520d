import type { PictureBytes, VisionToolOptions } from "@hermes/media/images";
import { toolError } from "@hermes/registry";
import type { Tool, ToolContext } from "@hermes/registry";
import type { RuntimeParts } from "../runtime-parts.ts";
import { sitesOf } from "../web/open-home-web.ts";
import { sessionAuxiliary } from "../models/session-auxiliary.ts";
import { describePicture, whatItShows } from "./describe-picture.ts";
import { fitPicture } from "./fit-picture.ts";
import { imageMaker } from "./image-maker.ts";
import { maxPictureBytes } from "./max-picture-bytes.ts";
import { savePicture } from "./save-picture.ts";
import { SessionSight } from "./session-sight.ts";

const fetchMs = 30_000;

/** What sessions do with pictures. */
export interface PictureParts {
  tools(): Promise<readonly Tool[]>;
  /** What `read_file` gives for a picture. Undefined: nobody here sees it. */
  show(bytes: Uint8Array, path: string, context: ToolContext): Promise<unknown>;
}

export function pictureParts(parts: RuntimeParts): PictureParts {
  const sight = parts.sight ?? new SessionSight();
  const describe = describePicture(sessionAuxiliary(parts));
  const fit: VisionToolOptions["fit"] = (bytes, { signal }) => fitPicture(bytes, sight.provider, signal);
  return {
    async tools() {
      const { createImageGenerateTool, createVisionAnalyzeTool } = await import("@hermes/media/images");
      return [
        createVisionAnalyzeTool({
          fit,
          sees: () => sight.sees(),
          look: (bytes, question, { sessionId, signal }) => describe({ bytes, question, sessionId, signal }),
          fetchPicture: (url, context) => fetchPicture(parts, url, context),
          readPicture: (path, context) => readPicture(parts, path, context),
        }),
        createImageGenerateTool({
          maker: await imageMaker(parts),
          save: (bytes, context) =>
            savePicture(bytes, context, { home: parts.options.loaded.home, backend: parts.backend }),
        }),
      ];
    },
    async show(bytes, path, context) {
      const { sessionId, signal } = context;
      // A script reads bytes for itself.
      if (context.origin.entryPoint === "sandbox") return undefined;
      const { withImages } = await import("@hermes/registry");
      if (await sight.sees())
        return withImages({ path, picture: "as you see it" }, [await fit(bytes, context)]);
      const words = await describe({ bytes, question: whatItShows, sessionId, signal });
      return words === undefined ? undefined : { path, picture_in_words: words };
    },
  };
}

async function fetchPicture(
  parts: RuntimeParts,
  url: string,
  { signal }: ToolContext,
): Promise<PictureBytes> {
  const [{ createGuardedFetch }, { readLimited }] = await Promise.all([
    import("@hermes/permissions"),
    import("@hermes/media/images"),
  ]);
  const { loaded, resolveHost: resolve } = parts.options;
  const fetch = createGuardedFetch({ resolve, allow: loaded.settings.network.allow_private });
  const sites = sitesOf(parts);
  try {
    const response = await fetch(url, {
      headers: { accept: "image/*" },
      signal: AbortSignal.any([signal, AbortSignal.timeout(fetchMs)]),
      maxRedirects: 10,
      hops: {
        async before(hop) {
          const blocked = await sites(hop);
          if (blocked !== undefined)
            throw new Error(`the rule "${blocked.rule}" of ${blocked.source} forbids it`);
          return undefined;
        },
      },
    });
    if (!response.ok) {
      await response.body?.cancel();
      return toolError(`${new URL(url).host} answered ${response.status}.`);
    }
    const name = new URL(response.url === "" ? url : response.url).host;
    return { bytes: await readLimited(response, maxPictureBytes), source: { source: "web", name } };
  } catch (error) {
    signal.throwIfAborted();
    return toolError(
      `The picture can't be fetched: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

async function readPicture(parts: RuntimeParts, path: string, context: ToolContext): Promise<PictureBytes> {
  const [backend, { pathPolicy }] = await Promise.all([parts.backend(), parts.permissions()]);
  const access = { taskId: context.taskId, signal: context.signal };
  const absolute = await backend.resolve(path, access);
  const verdict = await pathPolicy.check({ path: absolute, access: "read", context });
  if (!verdict.ok) return toolError(`${path} may not be read: ${verdict.reason}`);
  return { bytes: await backend.readFile(absolute, { ...access, maxBytes: maxPictureBytes }) };
}
