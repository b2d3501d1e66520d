import type { PageFiles } from "./page-files.ts";
import { pageHeaders } from "./page-policy.ts";

/** The file of a page that is asked for. @returns undefined where there is none. */
export async function servePage(
  files: PageFiles,
  { request, pathname }: { readonly request: Request; readonly pathname: string },
): Promise<Response | undefined> {
  if (request.method !== "GET" && request.method !== "HEAD") return undefined;
  const file = await files.read(pathname);
  if (file === undefined) return undefined;
  const takesGzip = /\bgzip\b/.test(request.headers.get("accept-encoding") ?? "");
  const isSmaller = takesGzip && file.gzip !== undefined;
  return new Response(request.method === "HEAD" ? null : isSmaller ? file.gzip : file.body, {
    headers: {
      "content-type": file.type,
      "cache-control": file.isLasting ? "public, max-age=31536000, immutable" : "no-cache",
      vary: "accept-encoding",
      ...(isSmaller ? { "content-encoding": "gzip" } : {}),
      ...pageHeaders(pathname),
    },
  });
}

/** What is there where no page was built. */
export const noPage: PageFiles = {
  read: async (path) =>
    await Promise.resolve(
      path === "/" ? { body: greeting, type: "text/html; charset=utf-8", isLasting: false } : undefined,
    ),
};

const greeting = new TextEncoder().encode(
  "<!doctype html><html lang=en><meta charset=utf-8><title>Hermes</title><p>Hermes is here. Its API is described by <a href=/openapi.json>/openapi.json</a>.",
);
