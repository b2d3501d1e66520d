import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { Pairing } from "./pairing.ts";

const approvedFile = z.record(
  z.string().min(1).max(200),
  z.looseObject({ user_name: z.string().optional(), approved_at: z.number().optional() }),
);

export interface AdoptApprovedOptions {
  /** The folder of Hermes. */
  readonly home: string;
  /** Told what can't be read. */
  readonly warn: (message: string) => void;
  /** Milliseconds since 1970. @default Date.now */
  readonly now?: (() => number) | undefined;
}

/**
 * Takes over whom the Python Hermes has let in, once for each platform: who is revoked afterwards stays out.
 *
 * @returns How many for each platform.
 */
export async function adoptApproved(
  pairing: Pick<Pairing, "adopt">,
  { home, warn, now = Date.now }: AdoptApprovedOptions,
): Promise<Readonly<Record<string, number>>> {
  const adopted: Record<string, number> = {};
  // The older place comes last: a platform counts where it is found first.
  for (const folder of [join(home, "platforms", "pairing"), join(home, "pairing")]) {
    // oxlint-disable-next-line no-await-in-loop -- one after another
    for (const name of await readdir(folder).catch(() => [])) {
      const platform = /^([a-z0-9_-]+)-approved\.json$/.exec(name)?.[1];
      if (platform === undefined) continue;
      try {
        // oxlint-disable-next-line no-await-in-loop
        const users = approvedFile.parse(JSON.parse(await readFile(join(folder, name), "utf8")));
        const list = Object.entries(users).map(([userId, { user_name, approved_at }]) => ({
          userId,
          name: user_name,
          approvedAt: approved_at === undefined ? now() : Math.round(approved_at * 1_000),
        }));
        // oxlint-disable-next-line no-await-in-loop
        const count = await pairing.adopt(platform, list);
        if (count !== undefined) adopted[platform] = count;
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        warn(`${join(folder, name)} was not taken over: ${reason.slice(0, 200)}`);
      }
    }
  }
  return adopted;
}
