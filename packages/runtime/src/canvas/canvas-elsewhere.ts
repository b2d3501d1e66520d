import type { CanvasToolOptions } from "@hermes/documents/canvas";
import { keepInCache } from "../keep-in-cache.ts";
import type { RuntimeParts } from "../runtime-parts.ts";

/** Those of the web page, which shows the canvas. */
const ofPage: ReadonlySet<string> = new Set(["api", "api-websocket"]);

const ofCanvas = { folder: "images", prefix: "canvas", extension: "png" } as const;

/** Pictures of pages for a model that sees, and for a chat, which sends them from the cache. */
export function canvasElsewhere({
  options,
  sight,
  withDrawingPage: withPage,
}: Pick<RuntimeParts, "options" | "sight" | "withDrawingPage">): NonNullable<CanvasToolOptions["elsewhere"]> {
  const { home } = options.loaded;
  return async (drawn, { origin, signal }) => {
    if (origin.platform === "api" && ofPage.has(origin.entryPoint)) return undefined;
    // A script reads the file for itself.
    if (origin.entryPoint === "sandbox") return {};
    const isChat = origin.chatId !== undefined;
    const isSeen = (await sight?.sees()) === true;
    if (!isChat && !isSeen) return {};
    const { pictureOfCanvas } = await import("@hermes/documents/canvas");
    try {
      const bytes = await pictureOfCanvas(drawn, { withPage, signal });
      if (bytes === undefined) return {};
      return {
        sent: isChat ? await keepInCache(bytes, { home, ...ofCanvas }) : undefined,
        image: isSeen ? { mediaType: "image/png", data: Buffer.from(bytes).toString("base64") } : undefined,
      };
    } catch (error) {
      signal.throwIfAborted();
      // The page is drawn, and a file of it is there.
      return { leftOut: error instanceof Error ? error.message : String(error) };
    }
  };
}
