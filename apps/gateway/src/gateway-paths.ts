import { join } from "node:path";

/** Where the gateway of a home keeps what is not in the store. */
export interface GatewayPaths {
  /** Of the local chat. */
  readonly socket: string;
  /** Who runs, while somebody does. */
  readonly owner: string;
  /** How it was when it last said so. */
  readonly state: string;
  readonly log: string;
  /** Files that came in and go out. */
  readonly cache: string;
  /** Below it are the folders of those who are no owners. */
  readonly chats: string;
  /** Below it are the folders of jobs that name none. */
  readonly jobs: string;
  /** Texts for the target `local`. */
  readonly delivered: string;
}

export function gatewayPaths(home: string): GatewayPaths {
  const folder = join(home, "gateway");
  return {
    socket: join(folder, "local.sock"),
    owner: join(folder, "owner.json"),
    state: join(folder, "state.json"),
    log: join(home, "logs", "gateway.log"),
    cache: join(home, "cache"),
    chats: join(home, "chats"),
    jobs: join(home, "jobs"),
    delivered: join(folder, "delivered"),
  };
}
