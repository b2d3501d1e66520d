import { z } from "zod";
import { setNewest } from "../drop-oldest.ts";
import type { InboundMessage } from "../platform.ts";
import type { SlackCall } from "./slack-api.ts";

export interface SlackPerson {
  readonly name?: string | undefined;
  readonly handle?: string | undefined;
}

export interface SlackChat {
  readonly title?: string | undefined;
  readonly kind: InboundMessage["chatKind"];
}

/** Names of people and conversations: for people, so that a message never waits long for them. */
export interface SlackDirectory {
  person(userId: string): Promise<SlackPerson>;
  chat(chatId: string): Promise<SlackChat | undefined>;
}

const maxNames = 1_000;
/** What could not be found is asked for again after that. */
const againMs = 600_000;
const text = z.string().max(1_000).optional().catch(undefined);

const userSchema = z.object({
  user: z.object({
    name: text,
    real_name: text,
    profile: z.object({ display_name: text, real_name: text }).optional().catch(undefined),
  }),
});

const chatSchema = z.object({
  channel: z.object({ name: text, is_im: z.boolean().optional().catch(undefined) }),
});

export function createSlackDirectory(options: {
  readonly call: SlackCall;
  readonly timeoutMs: number;
  readonly now: () => number;
  readonly signal: AbortSignal;
}): SlackDirectory {
  const { call, now } = options;
  const known = new Map<string, { readonly found: Promise<unknown>; askAgainAt: number }>();

  async function ask(method: string, parameters: Readonly<Record<string, string>>): Promise<unknown> {
    const answer = await call(method, parameters, options);
    return answer.ok ? answer.data : undefined;
  }

  async function look(method: string, parameters: Readonly<Record<string, string>>): Promise<unknown> {
    const key = `${method} ${Object.values(parameters).join(" ")}`;
    const before = known.get(key);
    if (before !== undefined && before.askAgainAt > now()) return await before.found;
    const entry = { found: ask(method, parameters), askAgainAt: Number.POSITIVE_INFINITY };
    setNewest(known, key, entry, maxNames);
    const found = await entry.found;
    if (found === undefined) entry.askAgainAt = now() + againMs;
    return found;
  }

  return {
    async person(userId) {
      const { data } = userSchema.safeParse(await look("users.info", { user: userId }));
      if (data === undefined) return {};
      const { name: handle, real_name: real, profile } = data.user;
      return { name: profile?.display_name || profile?.real_name || real || handle, handle };
    },
    async chat(chatId) {
      const { data } = chatSchema.safeParse(await look("conversations.info", { channel: chatId }));
      return data === undefined
        ? undefined
        : { title: data.channel.name, kind: data.channel.is_im === true ? "dm" : "group" };
    },
  };
}
