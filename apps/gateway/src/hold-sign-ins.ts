import { createHash } from "node:crypto";
import { join } from "node:path";
import { profileOfHome } from "@hermes/config";
import { tryToHold } from "./gateway-owner.ts";
import type { PlatformProblem } from "./known-platforms.ts";
import type { Served } from "./served-platforms.ts";

export interface HeldSignIns {
  /** Platforms that this process may serve. */
  readonly served: readonly Served[];
  /** Those that a gateway of another profile serves with the same bot. */
  readonly problems: readonly PlatformProblem[];
  giveBack(): Promise<void>;
}

/** What a bot is known by, among the settings of a platform. */
const identity = /^(?:bot_|app_|access_)?token$|^account$/;

/**
 * Takes the bots of a home for this process, among all profiles that lie together: two gateways with one bot would take each other's
 * messages. The files tell nothing of a token but its hash.
 */
export async function holdSignIns(home: string, served: readonly Served[]): Promise<HeldSignIns> {
  const folder = join(profileOfHome(home).root, "gateway", "bots");
  const looked = await Promise.all(
    served.map(async (each) => {
      const hash = hashOf(each);
      return { each, held: hash === undefined ? undefined : await tryToHold(join(folder, `${hash}.json`)) };
    }),
  );
  return {
    served: looked.flatMap(({ each, held }) => (held?.holder === undefined ? [each] : [])),
    problems: looked.flatMap(({ each, held }) =>
      held?.holder === undefined ? [] : [problemOf(each, held.holder.pid)],
    ),
    async giveBack() {
      await Promise.all(looked.map(async ({ held }) => await held?.giveBack?.()));
    },
  };
}

function problemOf({ platform: { name, label } }: Served, pid: number): PlatformProblem {
  return {
    ...{ name, label, reason: `The gateway of another profile (process ${pid}) serves this bot.` },
    hint: `Give this profile a bot of its own: hermes gateway setup ${name}`,
  };
}

/** Undefined: it signs in with nothing that could be used twice. */
function hashOf({ platform, settings }: Served): string | undefined {
  if (typeof settings !== "object" || settings === null) return undefined;
  const parts = Object.entries(settings)
    .filter(([key, value]) => identity.test(key) && typeof value === "string" && value !== "")
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  if (parts.length === 0) return undefined;
  return createHash("sha256")
    .update(JSON.stringify([platform.name, parts]))
    .digest("hex")
    .slice(0, 32);
}
