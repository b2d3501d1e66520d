import type { ChatAddress, Platform } from "../platforms/platform.ts";
import { chatAddress } from "./chat-address.ts";
import type { ChatDirectory, KnownChat } from "./chat-directory.ts";
import { idOf } from "./chat-directory.ts";
import type { HomeChannels } from "./home-channels.ts";
import { parseTarget } from "./parse-target.ts";

export interface ResolveTargetOptions {
  readonly directory: ChatDirectory;
  readonly homes: Pick<HomeChannels, "get">;
  /** Those that are set up. */
  readonly platforms: () => readonly Pick<Platform, "name" | "parseChat">[];
  /** The chat that it is asked for in; absent: there is none. */
  readonly origin?: ChatAddress | undefined;
}

/** Where something goes. */
export type ResolvedTarget =
  | { readonly type: "chats"; readonly at: readonly ChatAddress[] }
  | { readonly type: "file" }
  | TargetProblem;

export interface TargetProblem {
  readonly type: "problem";
  readonly problem: string;
  /** What to do next. */
  readonly hint: string;
}

/** Looks up a target as people and models write it: `origin`, `local`, `all`, `telegram`, `telegram:123:45`, `telegram:#name`. */
export async function resolveTarget(
  written: string,
  { directory, homes, platforms, origin }: ResolveTargetOptions,
): Promise<ResolvedTarget> {
  const target = parseTarget(written);
  if (target === undefined) return problem(`"${written.slice(0, 80)}" is no target.`, forms);
  if (target.type === "file") return target;
  if (target.type === "origin") {
    if (origin === undefined)
      return problem("This conversation is not in a chat, so there is no origin.", forms);
    return { type: "chats", at: [origin] };
  }
  const known = platforms();
  if (target.type === "all") {
    const all = await Promise.all(known.map(async ({ name }) => await homes.get(name)));
    const at = all.filter((home) => home !== undefined);
    return at.length === 0
      ? problem("No platform has a home channel.", setHome("<name>"))
      : { type: "chats", at };
  }
  const { platform } = target;
  const served = known.find(({ name }) => name === platform);
  if (served === undefined) {
    const names = known.map(({ name }) => name).join(", ");
    const hint = names === "" ? "Set one up first." : `Set up: ${names}.`;
    return problem(`The platform "${platform}" is not set up.`, hint);
  }
  if (target.type === "home") {
    const home = await homes.get(platform);
    if (home !== undefined) return { type: "chats", at: [home] };
    return problem(`The platform "${platform}" has no home channel.`, setHome(platform));
  }
  const found = await directory.find(platform, target.rest);
  if (found === "none") {
    // An id need not be known here: the platform says whether there is such a chat.
    const at = chatAddress(served, target.rest);
    if (at !== undefined) return { type: "chats", at: [at] };
    const chats = await directory.list(platform);
    const names = chats.length === 0 ? "Nobody has written there yet." : `Known: ${listed(chats)}.`;
    return problem(`No chat of "${platform}" is called "${target.rest.slice(0, 80)}".`, names);
  }
  if ("found" in found) return { type: "chats", at: [found.found.at] };
  return problem(
    `Several chats of "${platform}" could be "${target.rest.slice(0, 80)}".`,
    `Name one by its id: ${listed(found.several)}.`,
  );
}

/** For people and models: each with the id that names it for certain. */
function listed(chats: readonly KnownChat[]): string {
  const shown = chats.slice(0, 20).map(({ at, name }) => `${at.platform}:${idOf(at)} (${name})`);
  return chats.length > 20 ? `${shown.join(", ")} and ${chats.length - 20} more` : shown.join(", ");
}

function problem(what: string, hint: string): TargetProblem {
  return { type: "problem", problem: what, hint };
}

const forms =
  "Write origin, local, all, a platform such as telegram, or a chat: telegram:123, telegram:123:45, telegram:#name.";
function setHome(name: string): string {
  const variable = `${name.toUpperCase().replaceAll("-", "_")}_HOME_CHANNEL`;
  return `Write /sethome in the chat that should be it, or set platforms.${name}.home_channel (${variable}).`;
}
