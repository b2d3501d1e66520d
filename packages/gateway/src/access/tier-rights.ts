import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Tier } from "../chat/chat-sessions.ts";
import type { Chat } from "../store/chat-store.ts";
import type { SharedAccessSettings } from "./access-settings.ts";

/** Toolsets that somebody can have who is no owner: none runs a command, reads a file of the person, or remembers for others. */
const harmlessToolsets: ReadonlySet<string> = new Set([
  "clarify",
  "todo",
  "web",
  "vision",
  "image_gen",
  "tts",
]);

const defaultToolsets: Readonly<Record<Exclude<Tier, "owner">, readonly string[]>> = {
  user: ["clarify", "todo", "web", "vision"],
  guest: ["clarify", "todo"],
};

/** What a person has set for a tier; undefined: nothing. */
export function setToolsets(tier: Tier, settings: SharedAccessSettings): readonly string[] | undefined {
  if (tier === "owner") return undefined;
  return tier === "user" ? settings.user_toolsets : settings.guest_toolsets;
}

/**
 * Names of the toolsets of a tier; undefined: all that the settings give the platform.
 *
 * @param refused Told the names that are set for a tier and that it can't have.
 */
export function toolsetsOf(
  tier: Tier,
  settings: SharedAccessSettings,
  refused: (names: readonly string[]) => void = () => undefined,
): readonly string[] | undefined {
  if (tier === "owner") return undefined;
  const wished = setToolsets(tier, settings) ?? defaultToolsets[tier];
  const dangerous = wished.filter((name) => !harmlessToolsets.has(name));
  if (dangerous.length > 0) refused(dangerous);
  return wished.filter((name) => harmlessToolsets.has(name));
}

/**
 * Where a session of the chat works: owners where the settings say, everybody else in a folder of the chat's own.
 *
 * @param chatsFolder Below it are the folders of chats.
 */
export function folderOf(
  { tier, key, at }: Pick<Chat, "tier" | "key" | "at">,
  { cwd, chatsFolder }: { readonly cwd: string | undefined; readonly chatsFolder: string },
): string | undefined {
  return tier === "owner" ? cwd : chatFolder({ key, at }, chatsFolder);
}

/** The folder of a chat's own: of owners, who work elsewhere, it holds nothing but what is for the chat alone. */
export function chatFolder({ key, at }: Pick<Chat, "key" | "at">, chatsFolder: string): string {
  // Ids of platforms may hold anything, a path included.
  const name = createHash("sha256").update(key).digest("hex").slice(0, 16);
  return join(chatsFolder, at.platform.replaceAll(/[^a-z0-9-]/g, "_"), name);
}

/** What everybody may type. None of them shows or changes anything but the session of who types it. */
const everybodysCommands: ReadonlySet<string> = new Set(["help", "whoami", "new", "stop", "status"]);

/** What shows or changes what is the owner's: no setting gives it to anybody else. */
const ownersCommands: ReadonlySet<string> = new Set([
  ...["resume", "sessions", "branch", "export", "handoff", "sethome"],
  ...["memory", "skills", "permissions", "mode", "approve", "deny", "doctor", "insights", "cron"],
]);

/**
 * Whether somebody may type a command.
 *
 * @param command Its name in the table, so that neither an alias nor the beginning of a name gets by.
 * @param allowed Further commands of users, by the settings.
 */
export function mayRunCommand(command: string, tier: Tier, allowed: readonly string[]): boolean {
  if (tier === "owner" || everybodysCommands.has(command)) return true;
  return tier === "user" && allowed.includes(command) && !ownersCommands.has(command);
}
