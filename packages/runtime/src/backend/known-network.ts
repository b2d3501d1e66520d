import type { ProfileJailSearch } from "@hermes/jail";
import { stat } from "node:fs/promises";
import { release } from "node:os";
import { z } from "zod";
import { cacheFile } from "../cache-file.ts";

/** What a wall can do with the network here: close it but for a list, or leave it as it is. */
export type WallNetworkKind = "listed" | "host";

const remembered = z.object({ of: z.string(), network: z.enum(["listed", "host", "none"]) });

/**
 * Whether there can be a wall on this machine. What was found in an earlier start is remembered, because whoever asks the
 * first question should not wait for it. That there can be none is found out anew: somebody may have mended it.
 */
export async function knownNetwork({
  home,
  search,
}: {
  readonly home: string;
  /** Tries the jail, which takes as long as starting a few processes. */
  readonly search: () => Promise<ProfileJailSearch>;
}): Promise<WallNetworkKind | undefined> {
  // On macOS nobody has tried it yet.
  if (process.platform !== "linux") return undefined;
  const file = cacheFile(home, "wall.json");
  const changed = await stat("/usr/bin/bwrap").then(
    ({ ctimeMs }) => ctimeMs,
    () => 0,
  );
  const of = [process.platform, release(), process.getuid?.(), changed].join(" ");
  const known = remembered.safeParse(await file.read()).data;
  if (known?.of === of && known.network !== "none") return known.network;
  const found = await search();
  const network = found.jail === undefined ? undefined : found.networks.includes("none") ? "listed" : "host";
  if (network !== undefined) await file.write({ of, network });
  return network;
}
