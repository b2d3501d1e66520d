import { mkdirSync } from "node:fs";
import { join } from "node:path";
import {
  findProfileJail,
  openHostProxy,
  proxyEnvironment,
  readOnlyProfile,
  workspaceProfile,
} from "@hermes/jail";
import type { HostProxyOptions } from "@hermes/jail";
import type { LocalWall } from "../src/index.ts";

const search = process.platform === "linux" ? await findProfileJail() : undefined;

/** Why there is no wall here. */
export const missing: string | undefined =
  search === undefined
    ? "needs Linux"
    : search.jail === undefined
      ? `needs a jail: ${search.reason}`
      : undefined;

export interface JailWallOptions {
  readonly workspace: string;
  /** Its `.ssh` is hidden. */
  readonly home: string;
  readonly profile?: LocalWall["profile"] | undefined;
  /** A network of its own, with these hosts. Absent: that of the machine. */
  readonly network?: Omit<HostProxyOptions, "socket"> | undefined;
}

/** A wall out of the jail that works here. */
export function jailWall({ workspace, home, profile = "workspace", network }: JailWallOptions): LocalWall {
  const scratch = join(home, "scratch");
  mkdirSync(scratch, { recursive: true });
  return {
    profile,
    sharedTemporary: [workspace, home],
    enter(command, { profile: name, outlivesParent, writable, readable, hidden, temporary }) {
      if (search?.jail === undefined) throw new Error(missing);
      const make = name === "workspace" ? workspaceProfile : readOnlyProfile;
      const own = make({
        ...{ workspace, home, hermesHome: join(home, ".hermes"), scratch, env: {}, writable, temporary },
        network: network === undefined ? "host" : "none",
      });
      const lists = { readable: [...own.readable, ...readable], hidden: [...own.hidden, ...hidden] };
      return search.jail.enter({ ...own, ...lists }, command, { outlivesParent });
    },
    ...(network === undefined
      ? {}
      : {
          async openNetwork({ socket }) {
            const proxy = await openHostProxy({ ...network, socket });
            return { ...proxy, environment: proxyEnvironment };
          },
        }),
  };
}
