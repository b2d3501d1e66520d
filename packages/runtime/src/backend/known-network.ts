import type { ProfileJailSearch } from "@hermes/jail";
import { stat } from "node:fs/promises";
import { release } from "node:os";
import { z } from "zod";
import { cacheFile } from "../cache-file.ts";

/** What a wall can do with the network here: close it but for a list, or leave it as it is. */
export type WallNetworkKind = "listed" | "host";

const remembered = z.object({ of: z.string(), network: z.enum(["listed", "host"]) });

/** What was found in an earlier start. */
export interface KnownNetwork {
  /**
   * Whether there can be a wall on this machine. What was found is remembered, because whoever asks the first question should
   * not wait for it. That there can be none is found out anew: somebody may have mended it.
   *
   * @param search Tries the jail, which takes as long as starting a few processes.
   */
  find(search: () => Promise<ProfileJailSearch>): Promise<WallNetworkKind | undefined>;
  /** What was found does not hold any more: the next start tries. */
  forget(): Promise<void>;
}

export function knownNetwork(home: string, platform: NodeJS.Platform = process.platform): KnownNetwork {
  const file = cacheFile(home, "wall.json");
  return {
    async find(search) {
      if (platform !== "linux" && platform !== "darwin") return undefined;
      const changed = await stat(platform === "linux" ? "/usr/bin/bwrap" : "/usr/bin/sandbox-exec").then(
        ({ ctimeMs }) => ctimeMs,
        () => 0,
      );
      const of = [platform, release(), process.getuid?.(), changed].join(" ");
      const known = remembered.safeParse(await file.read()).data;
      if (known?.of === of) return known.network;
      const found = await search();
      if (found.jail === undefined) return undefined;
      const network = found.networks.includes("none") ? "listed" : "host";
      await file.write({ of, network });
      return network;
    },
    forget: async () => await file.write({}),
  };
}
