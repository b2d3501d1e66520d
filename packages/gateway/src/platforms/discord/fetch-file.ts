import { HermesError } from "@hermes/registry";
import { z } from "zod";
import { fetchFileMs, isAddressOf, readFile } from "../../http/read-file.ts";
import type { FetchedFile } from "../platform.ts";
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
): Promise<FetchedFile> {
  const signal = AbortSignal.any([given, AbortSignal.timeout(fetchFileMs)]);
  const { channel, message, id, url } = parse(reference);
  const get = async (address: string): Promise<Response> => {
    if (!isAddressOf(hosts, root, address)) throw lost("its address is none of Discord's");
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
  return await readFile(response, maxBytes, lost);
}

/** A file leads nowhere into the network of this machine. */
const hosts = /(?:^|\.)discord(?:app)?\.(?:com|net)$/;

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
