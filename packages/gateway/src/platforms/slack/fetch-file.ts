import { HermesError } from "@hermes/registry";
import { z } from "zod";
import { fileTooLarge, readBounded } from "../../http/read-bounded.ts";
import type { SlackCall } from "./slack-api.ts";
import { refusal } from "./slack-problems.ts";

const infoSchema = z.object({
  file: z.object({ url_private_download: z.string().optional(), url_private: z.string().optional() }),
});

/**
 * Fetches a file that came in. The token goes with the request, so that only Slack is asked.
 *
 * @throws {HermesError} `PLATFORM_FILE_TOO_LARGE`, `PLATFORM_FILE_LOST`, `PLATFORM_REFUSED`
 */
export async function fetchSlackFile(
  reference: string,
  options: {
    readonly call: SlackCall;
    readonly fetch: typeof globalThis.fetch;
    readonly token: string;
    readonly root: string;
    readonly timeoutMs: number;
    readonly maxBytes: number;
    readonly signal: AbortSignal;
  },
): Promise<{ readonly bytes: Uint8Array; readonly mimeType?: string | undefined }> {
  const { call, fetch, token, root, maxBytes, signal } = options;
  let address: string | undefined = reference;
  if (reference.startsWith("id:")) {
    const answer = await call("files.info", { file: reference.slice(3) }, options);
    if (!answer.ok) throw refusal("give the file", answer);
    const { data } = infoSchema.safeParse(answer.data);
    address = data?.file.url_private_download ?? data?.file.url_private;
  }
  if (address === undefined || !isOfSlack(address, root))
    throw new HermesError("The file is not at Slack.", { code: "PLATFORM_FILE_LOST" });
  const response = await fetch(address, {
    headers: { authorization: `Bearer ${token}` },
    redirect: "error",
    signal: AbortSignal.any([signal, AbortSignal.timeout(120_000)]),
  });
  const mimeType = response.headers.get("content-type")?.split(";")[0];
  // Where the scope is missing, Slack answers with the page to sign in.
  const isSignIn = mimeType === "text/html" && !/\.html?$/i.test(new URL(address).pathname);
  if (!response.ok || response.body === null || isSignIn)
    throw new HermesError(`Slack does not give the file (HTTP ${response.status}).`, {
      code: "PLATFORM_FILE_LOST",
      hint: "The app needs the scope files:read.",
    });
  if (Number(response.headers.get("content-length") ?? 0) > maxBytes) {
    await response.body.cancel();
    throw fileTooLarge(maxBytes);
  }
  return {
    bytes: await readBounded(response.body, maxBytes),
    ...(mimeType === undefined ? {} : { mimeType }),
  };
}

function isOfSlack(address: string, root: string): boolean {
  if (!URL.canParse(address)) return false;
  const [{ protocol, hostname }, own] = [new URL(address), new URL(root)];
  if (protocol === own.protocol && hostname === own.hostname) return true;
  return protocol === "https:" && /(?:^|\.)slack\.com$/.test(hostname);
}
