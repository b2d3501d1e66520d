import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { CanvasToolOptions } from "@hermes/documents/canvas";
import { makePrivateFolder } from "../make-private-folder.ts";
import type { RuntimeParts } from "../runtime-parts.ts";

/** Those of the web page, which shows the canvas. */
const ofPage: ReadonlySet<string> = new Set(["api", "api-websocket"]);

/** Pictures of pages for a model that sees, and for a chat, which sends them from the cache. */
export function canvasElsewhere({
  options,
  sight,
  withDrawingPage: withPage,
}: Pick<RuntimeParts, "options" | "sight" | "withDrawingPage">): NonNullable<CanvasToolOptions["elsewhere"]> {
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
        sent: isChat ? await keep(bytes, options.loaded.home) : undefined,
        image: isSeen ? { mediaType: "image/png", data: Buffer.from(bytes).toString("base64") } : undefined,
      };
    } catch (error) {
      signal.throwIfAborted();
      // The page is drawn, and a file of it is there.
      return { leftOut: error instanceof Error ? error.message : String(error) };
    }
  };
}

/** Where the gateway sends files from. */
async function keep(bytes: Uint8Array, home: string): Promise<string> {
  const folder = join(home, "cache", "images");
  await makePrivateFolder(folder);
  const path = join(folder, `canvas_${randomBytes(6).toString("hex")}.png`);
  await writeFile(path, bytes, { flag: "wx", mode: 0o600 });
  return path;
}
