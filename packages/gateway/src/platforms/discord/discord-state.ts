import { z } from "zod";
import { jsonOf } from "../../http/request-once.ts";
import { setNewest } from "../drop-oldest.ts";
import type { PlatformHost } from "../platform.ts";

const maxChannels = 200;
const key = "state";

/** Of a channel, a thread or a private chat. */
export interface KnownChannel {
  /** @see https://discord.com/developers/docs/resources/channel#channel-object-channel-types */
  readonly type?: number | undefined;
  readonly guildId?: string | undefined;
  readonly parentId?: string | undefined;
  readonly ownerId?: string | undefined;
  readonly name?: string | undefined;
  /** The newest message of a person that was kept. */
  readonly keptId?: string | undefined;
  /** The newest message of the bot that Discord has confirmed. */
  readonly sentId?: string | undefined;
}

export interface DiscordSession {
  readonly sessionId: string;
  /** Of the newest event that was handled: what came after it is asked for again. */
  readonly sequence: number;
  readonly resumeURL: string;
  readonly bot: { readonly id: string; readonly name: string };
  readonly applicationId: string;
}

const channel = z.object({
  type: z.number().optional(),
  guildId: z.string().optional(),
  parentId: z.string().optional(),
  ownerId: z.string().optional(),
  name: z.string().optional(),
  keptId: z.string().optional(),
  sentId: z.string().optional(),
});

const session = z.object({
  sessionId: z.string(),
  sequence: z.number(),
  resumeURL: z.string(),
  bot: z.object({ id: z.string(), name: z.string() }),
  applicationId: z.string(),
});

const stateSchema = z.object({
  session: session.optional(),
  channels: z.array(z.tuple([z.string(), channel])).default([]),
  roles: z.array(z.string()).default([]),
});

/** What is remembered between two starts. */
export interface DiscordState {
  /** As it was saved. */
  session: DiscordSession | undefined;
  /** Roles that stand for the bot alone, one for each server. */
  readonly roles: Set<string>;
  channel(id: string): KnownChannel | undefined;
  /** The channels that were used last, the newest at the end. */
  channels(): readonly (readonly [string, KnownChannel])[];
  learn(id: string, more: KnownChannel): void;
  forget(id: string): void;
  save(): Promise<void>;
}

export async function openDiscordState(memory: PlatformHost["memory"]): Promise<DiscordState> {
  // Damaged: it begins anew, with a session of its own.
  const saved = stateSchema.safeParse(jsonOf((await memory.read(key)) ?? "")).data;
  const channels = new Map(saved?.channels);
  const roles = new Set(saved?.roles);
  let writing: Promise<void> = Promise.resolve();
  const state: DiscordState = {
    session: saved?.session,
    roles,
    channel: (id) => channels.get(id),
    channels: () => [...channels],
    learn(id, more) {
      setNewest(channels, id, { ...channels.get(id), ...more }, maxChannels);
    },
    forget: (id) => void channels.delete(id),
    async save() {
      const text = JSON.stringify({ session: state.session, channels: [...channels], roles: [...roles] });
      // One after the other, so that an older state never comes last.
      const written = writing.then(async () => await memory.write(key, text));
      writing = written.catch(() => undefined);
      await written;
    },
  };
  return state;
}

/** Whether one id of Discord is newer than another: they are numbers that grow with time. */
export function isNewer(id: string, than: string | undefined): boolean {
  if (than === undefined) return true;
  return id.length === than.length ? id > than : id.length > than.length;
}
