import { HermesError } from "@hermes/registry";
import { z } from "zod";
import { fetchFileMs, isAddressOf, readFile } from "../../http/read-file.ts";
import type { FetchedFile } from "../platform.ts";
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
): Promise<FetchedFile> {
  const { call, fetch, token, root, maxBytes, signal } = options;
  let address: string | undefined = reference;
  if (reference.startsWith("id:")) {
    const answer = await call("files.info", { file: reference.slice(3) }, options);
    if (!answer.ok) throw refusal("give the file", answer);
    const { data } = infoSchema.safeParse(answer.data);
    address = data?.file.url_private_download ?? data?.file.url_private;
  }
  if (address === undefined || !isAddressOf(/(?:^|\.)slack\.com$/, root, address))
    throw new HermesError("The file is not at Slack.", { code: "PLATFORM_FILE_LOST" });
  const response = await fetch(address, {
    headers: { authorization: `Bearer ${token}` },
    redirect: "error",
    signal: AbortSignal.any([signal, AbortSignal.timeout(fetchFileMs)]),
  });
  // Where the scope is missing, Slack answers with the page to sign in.
  const isPage = response.headers.get("content-type")?.startsWith("text/html") === true;
  if (isPage && !/\.html?$/i.test(new URL(address).pathname)) {
    await response.body?.cancel();
    throw lost("it is a page");
  }
  return await readFile(response, maxBytes, lost);
}

function lost(reason: string): HermesError {
  return new HermesError(`Slack does not give the file (${reason}).`, {
    code: "PLATFORM_FILE_LOST",
    hint: "The app needs the scope files:read.",
  });
}
