import type { Tier } from "../chat/chat-sessions.ts";
import type { InboundMessage } from "../platforms/platform.ts";
import type { AccessSettings, SharedAccessSettings } from "./access-settings.ts";

/** What is decided about: names are no part of it, because everybody chooses their own. */
export type AccessQuestion = Pick<InboundMessage, "chatKind" | "isAddressed"> & {
  readonly at: Pick<InboundMessage["at"], "chatId" | "threadId">;
  readonly sender: Pick<InboundMessage["sender"], "userId" | "isBot">;
};

/** By what somebody may speak. */
export type AccessGround =
  | "owner"
  | "only-user"
  | "paired"
  | "allowed-user"
  | "admitted"
  | "group-user"
  | "group-chat"
  | "everybody";

export type AccessVerdict =
  | { readonly verdict: "allow"; readonly tier: Tier; readonly by: AccessGround }
  /** A stranger who writes to us alone, and may ask to be let in. */
  | { readonly verdict: "pair" }
  | {
      readonly verdict: "ignore";
      readonly reason: "bot" | "ignored-thread" | "not-allowed" | "not-addressed";
    };

export interface AccessRules {
  readonly platform: AccessSettings;
  readonly shared: SharedAccessSettings;
  /** Whether the platform hands over nothing but what it has checked by itself. */
  readonly isAdmitted?: boolean | undefined;
  /** What the sender was let in as by pairing. */
  readonly paired?: "owner" | "user" | undefined;
}

/** Whether a message is dealt with, and with which rights. Nobody may speak unless something says so. */
export function decideAccess(asked: AccessQuestion, rules: AccessRules): AccessVerdict {
  const { at, chatKind, sender, isAddressed } = asked;
  const { platform, shared } = rules;
  if (sender.isBot) return { verdict: "ignore", reason: "bot" };
  if (at.threadId !== undefined && has(platform.ignored_threads, at.threadId))
    return { verdict: "ignore", reason: "ignored-thread" };
  const known = standingOf(asked, rules);
  if (chatKind === "dm") {
    if (known !== undefined) return { verdict: "allow", ...known };
    const strangers =
      platform.unauthorized_dm_behavior ??
      shared.unauthorized_dm_behavior ??
      (hasUserList(rules) ? "ignore" : "pair");
    const canPair = strangers === "pair" && sender.userId !== "";
    return canPair ? { verdict: "pair" } : { verdict: "ignore", reason: "not-allowed" };
  }
  if (known === undefined) return { verdict: "ignore", reason: "not-allowed" };
  const isForUs =
    isAddressed || platform.require_mention === false || has(platform.free_response_chats, at.chatId);
  return isForUs ? { verdict: "allow", ...known } : { verdict: "ignore", reason: "not-addressed" };
}

/** What somebody is in a chat, whether they speak to us or not: undefined, a stranger. The highest of what they could be. */
export function standingOf(
  { at, chatKind, sender: { userId } }: Pick<AccessQuestion, "at" | "chatKind" | "sender">,
  { platform, shared, isAdmitted, paired }: AccessRules,
): { readonly tier: Tier; readonly by: AccessGround } | undefined {
  const isGroup = chatKind !== "dm";
  // Where people choose their ids, one could be the star that stands for everybody.
  if (userId !== "" && userId !== "*") {
    if (has(platform.owners, userId)) return { tier: "owner", by: "owner" };
    if (onlyUser(platform) === userId) return { tier: "owner", by: "only-user" };
    if (paired !== undefined) return { tier: paired, by: "paired" };
    if (has(platform.allowed_users, userId) || has(shared.allowed_users, userId))
      return { tier: "user", by: "allowed-user" };
    if (isAdmitted === true) return { tier: "user", by: "admitted" };
    if (isGroup && has(platform.group_allowed_users, userId)) return { tier: "user", by: "group-user" };
  }
  // A channel has no sender, so that this alone can let it speak.
  if (isGroup && has(platform.group_allowed_chats, at.chatId)) return { tier: "guest", by: "group-chat" };
  const isOpen =
    platform.allow_all_users === true ||
    has(platform.allowed_users, "*") ||
    has(shared.allowed_users, "*") ||
    (isGroup && has(platform.group_allowed_users, "*")) ||
    (shared.allow_all_users === true && !hasUserList({ platform, shared }));
  return isOpen && userId !== "" ? { tier: "guest", by: "everybody" } : undefined;
}

/** A list with one id is that of the person whose agent it is, unless owners are named. */
function onlyUser({ owners = [], allowed_users = [] }: AccessSettings): string | undefined {
  const [only, ...others] = new Set(allowed_users);
  return owners.length === 0 && others.length === 0 && only !== "*" ? only : undefined;
}

function hasUserList({ platform, shared }: Pick<AccessRules, "platform" | "shared">): boolean {
  const lists = [platform.owners, platform.allowed_users, platform.group_allowed_users, shared.allowed_users];
  return lists.some((list = []) => list.length > 0);
}

function has(list: readonly string[] | undefined, id: string): boolean {
  return list?.includes(id) === true;
}
