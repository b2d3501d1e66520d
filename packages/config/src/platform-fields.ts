import { z } from "zod";
import type { EnvironmentSetting } from "./environment.ts";
import { choice, type Field, flag, ids, names, toId } from "./field.ts";
import type { PlatformSettings } from "./gateway-settings.ts";
import { isTree } from "./settings-tree.ts";

/** What every chat platform knows, with a name that the original has for it. */
// oxfmt-ignore
const fields: Readonly<Record<string, { readonly field: Field<unknown>; readonly former?: string }>> = {
  enabled: { field: flag("false: it stays off, whatever it is given.") },
  owners: { field: ids("Ids of those whose agent it is: all tools, approvals. Without any, the one user of allowed_users, where it is one."), former: "allow_admin_from" },
  allowed_users: { field: ids("Ids of users that may speak; *: everybody, as guests."), former: "allow_from" },
  allow_all_users: { field: flag("Everybody may speak as a guest.") },
  group_allowed_users: { field: ids("Ids of users that may speak in groups."), former: "group_allow_from" },
  group_allowed_chats: { field: ids("Ids of groups in which everybody may speak, as guests.") },
  require_mention: { field: flag("In groups only what mentions the agent, replies to it or is a command is for it. Without it, yes.") },
  free_response_chats: { field: ids("Ids of groups in which every message is for it."), former: "free_response_channels" },
  ignored_threads: { field: ids("Ids of threads that it stays out of.") },
  unauthorized_dm_behavior: { field: choice(["pair", "ignore"], "As gateway.unauthorized_dm_behavior.") },
  user_allowed_commands: { field: names("As gateway.user_allowed_commands, beside those.") },
  home_channel: { field: { default: undefined, schema: () => z.preprocess(toChat, z.string()).describe("Chat for what nobody asked for in a chat, such as results of schedules: CHAT or CHAT:THREAD.") } },
};

/** Settings of chat platforms. What an adapter alone knows is let through. */
export function platformSettings(): z.ZodType<Readonly<Record<string, PlatformSettings>>> {
  const shape = Object.entries(fields).map(([key, { field }]) => [key, field.schema().optional()]);
  const one = z.looseObject(Object.fromEntries(shape));
  return z.record(z.string(), z.preprocess(withoutFormerNames, one)).describe("Chat platforms, by name.");
}

// oxfmt-ignore
const variables: Readonly<Record<string, string>> = {
  OWNERS: "owners",
  ALLOWED_USERS: "allowed_users",
  ALLOW_ALL_USERS: "allow_all_users",
  GROUP_ALLOWED_USERS: "group_allowed_users",
  GROUP_ALLOWED_CHATS: "group_allowed_chats",
  REQUIRE_MENTION: "require_mention",
  FREE_RESPONSE_CHATS: "free_response_chats",
  FREE_RESPONSE_CHANNELS: "free_response_chats",
  IGNORED_THREADS: "ignored_threads",
  HOME_CHANNEL: "home_channel",
};

/** What the original's variables begin with, where that is not the name of the platform. */
const otherNames: Readonly<Record<string, string>> = { HASS: "homeassistant", WHATSAPP_CLOUD: "whatsapp" };

const pattern = new RegExp(`^(?!GATEWAY_)([A-Z][A-Z0-9_]*?)_(${Object.keys(variables).join("|")})$`);

/** What an environment says about platforms, such as `TELEGRAM_ALLOWED_USERS`: whatever platforms there are. */
export function platformVariables(
  env: Readonly<Record<string, string | undefined>>,
): readonly (EnvironmentSetting & { readonly schema: z.ZodType })[] {
  return Object.entries(env).flatMap(([variable, written]) => {
    const [, platform = "", ending = ""] = pattern.exec(variable) ?? [];
    const key = variables[ending];
    const field = key === undefined ? undefined : fields[key]?.field;
    const value = written?.trim() ?? "";
    if (key === undefined || field === undefined || value === "") return [];
    const thread = key === "home_channel" ? (env[`${variable}_THREAD_ID`]?.trim() ?? "") : "";
    const name = otherNames[platform] ?? platform.toLowerCase().replaceAll("_", "-");
    const path = ["platforms", name, key];
    return [{ variable, path, value: thread === "" ? value : `${value}:${thread}`, schema: field.schema() }];
  });
}

/** Names that the original has for settings of platforms, each with the one here. */
export const formerNames: readonly (readonly [former: string, key: string])[] = Object.entries(
  fields,
).flatMap(([key, { former }]) => (former === undefined ? [] : [[former, key] as const]));

function withoutFormerNames(value: unknown): unknown {
  if (!isTree(value)) return value;
  const renamed = Object.entries(fields).flatMap(([key, { former }]) =>
    former === undefined || value[former] === undefined ? [] : [[key, value[former]] as const],
  );
  return { ...Object.fromEntries(renamed), ...value };
}

/** The original writes a chat as a section. */
function toChat(value: unknown): unknown {
  if (!isTree(value)) return toId(value);
  const { chat_id: chat, thread_id: thread } = value;
  return thread === undefined ? toId(chat) : [chat, thread].map(toId).join(":");
}
