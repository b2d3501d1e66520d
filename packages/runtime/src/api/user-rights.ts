import type { Settings } from "@hermes/config";
import { createHash } from "node:crypto";
import { join } from "node:path";
import type { OpenSessionOptions } from "../session/session-options.ts";

/** Toolsets that somebody can have who is no owner, as in chats: none runs a command, reads a file of the person, or remembers. */
const harmless: ReadonlySet<string> = new Set(["clarify", "todo", "web", "vision", "image_gen", "tts"]);
const byDefault: readonly string[] = ["clarify", "todo", "web", "vision"];

export interface UserRightsOptions {
  readonly settings: Pick<Settings, "gateway">;
  /** The folder of Hermes. */
  readonly home: string;
  /** Of the token. */
  readonly user: string;
}

/** What sessions of users are opened with: nothing of the owner's is in them, and they leave nothing behind for others. */
export function userRights({ settings, home, user }: UserRightsOptions): OpenSessionOptions {
  const set = settings.gateway.user_toolsets;
  // Names of tokens may begin with a dot.
  const name = createHash("sha256").update(user).digest("hex").slice(0, 16);
  return {
    folder: join(home, "chats", "api", name),
    toolsets: (set ?? byDefault).filter((toolset) => harmless.has(toolset)),
    areDefaultToolsets: set === undefined,
    areToolsetsOfTier: true,
    skipMemory: true,
    skipContextFiles: true,
    skipMentions: true,
    // What is learnt from mistakes is neither shown nor kept.
    unattended: true,
  };
}
