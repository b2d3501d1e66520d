import { HermesError } from "@hermes/registry";
import { z } from "zod";
import { readBounded } from "../../http/read-bounded.ts";
import type { DiscordRest } from "./discord-rest.ts";
import { messageSchema } from "./discord-schemas.ts";

const referenceSchema = z.object({
  channel: z.string(),
  message: z.string(),
  id: z.string(),
  url: z.url({ protocol: /^https?$/ }),
});

/**
 * Fetches a file that came in. Its address ends after a day: then the message is asked for the one that it has now.
 *
 * @throws {HermesError} `PLATFORM_FILE_TOO_LARGE`, `PLATFORM_FILE_LOST`
 */
export async function fetchDiscordFile(
  {
    rest,
    fetch,
    root,
  }: { readonly rest: DiscordRest; readonly fetch: typeof globalThis.fetch; readonly root: string },
  reference: string,
  { maxBytes, signal: given }: { readonly maxBytes: number; readonly signal: AbortSignal },
): Promise<{ readonly bytes: Uint8Array; readonly mimeType?: string | undefined }> {
  const signal = AbortSignal.any([given, AbortSignal.timeout(120_000)]);
  const { channel, message, id, url } = parse(reference);
  const get = async (address: string): Promise<Response> => {
    if (!isOfDiscord(address, root)) throw lost("its address is none of Discord's");
    return await fetch(address, { redirect: "error", signal });
  };
  let response = await get(url);
  if (!response.ok) {
    await response.body?.cancel();
    const answer = await rest.ask("get", `/channels/${channel}/messages/${message}`, { signal });
    const now = answer.ok ? messageSchema.safeParse(answer.body).data : undefined;
    const found = [
      ...(now?.attachments ?? []),
      ...(now?.message_snapshots ?? []).flatMap((snapshot) => snapshot.message.attachments),
    ].find((each) => each.id === id);
    if (found === undefined) throw lost(`HTTP ${response.status}`);
    response = await get(found.url);
  }
  if (!response.ok || response.body === null) throw lost(`HTTP ${response.status}`);
  const bytes = await readBounded(response.body, maxBytes);
  const mimeType = response.headers.get("content-type")?.split(";")[0];
  return { bytes, ...(mimeType === undefined ? {} : { mimeType }) };
}

/** A file leads nowhere into the network of this machine. What stands in for Discord has addresses of its own. */
function isOfDiscord(address: string, root: string): boolean {
  const isDiscord = (name: string): boolean => /(?:^|\.)discord(?:app)?\.(?:com|net)$/.test(name);
  if (!isDiscord(new URL(root).hostname)) return true;
  const url = URL.parse(address);
  return url?.protocol === "https:" && isDiscord(url.hostname);
}

function parse(reference: string): z.infer<typeof referenceSchema> {
  try {
    return referenceSchema.parse(JSON.parse(reference));
  } catch {
    throw lost("it is not named");
  }
}

function lost(why: string): HermesError {
  return new HermesError(`Discord does not give the file (${why}).`, {
    code: "PLATFORM_FILE_LOST",
    hint: "It was deleted, or the bot may not read the channel any more.",
  });
}
