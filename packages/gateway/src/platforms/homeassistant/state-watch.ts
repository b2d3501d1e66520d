import { z } from "zod";
import { jsonOf } from "../../http/request-once.ts";
import type { InboundMessage, PlatformHost } from "../platform.ts";
import {
  changeText,
  digest,
  type EntityState,
  entitySchema,
  inbound,
  stateChangedSchema,
  timeOf,
} from "./home-events.ts";
import { type HomeassistantSettings, isWatched } from "./homeassistant-settings.ts";

/** What is known of an entity. */
interface Known {
  /** The state that was told last, or seen first. */
  told: string;
  /** When it was told, in milliseconds; 0: never. */
  toldAt: number;
  /** A change that waits for the end of the cool-down; null: the entity is gone. */
  waiting?: EntityState | null | undefined;
}

export interface StateWatch {
  /**
   * Compares all states with what was told: changes of the meantime are one message. Events that came before the states did are
   * either in them, or newer.
   */
  compare(states: unknown, early: readonly unknown[]): Promise<void>;
  /** Takes one event of a change. */
  take(event: unknown): Promise<void>;
  /** Tells what waited for the end of its cool-down. */
  tellDue(): Promise<void>;
  /** Milliseconds until something is due. Undefined: nothing waits. */
  dueInMs(): number | undefined;
}

const memoryKey = "told-states";
const maxEntities = 5_000;
const maxLines = 50;
const toldStates = z.array(z.tuple([z.string(), z.string()])).max(maxEntities);

/** Keeps the last state that was told of each watched entity, also over restarts, so that no lasting change is missed. */
export async function openStateWatch(
  settings: HomeassistantSettings,
  host: Pick<PlatformHost, "memory" | "now">,
  tell: (message: InboundMessage) => Promise<void>,
): Promise<StateWatch> {
  const known = new Map<string, Known>();
  for (const [id, told] of await remembered(host)) known.set(id, { told, toldAt: 0 });
  const cooldownMs = settings.cooldown_seconds * 1_000;

  async function save(): Promise<void> {
    const states = [...known].slice(0, maxEntities).map(([id, { told }]) => [id, told]);
    await host.memory.write(memoryKey, JSON.stringify(states));
  }

  async function tellChange(id: string, from: string | undefined, to: EntityState | null): Promise<void> {
    const now = host.now();
    await tell(
      ofDevices({
        id: `${id}@${digest(`${from} ${to?.state} ${to?.last_changed ?? now}`)}`,
        text: changeText(id, from, to ?? undefined),
        sentAt: timeOf(to?.last_changed, now),
      }),
    );
    if (to === null) known.delete(id);
    else known.set(id, { told: to.state, toldAt: now });
    await save();
  }

  return {
    async compare(states, early) {
      const now = host.now();
      const changes: { readonly id: string; readonly line: string; readonly to: EntityState }[] = [];
      for (const to of newestStates(states, early)) {
        if (!isWatched(settings, to.entity_id)) continue;
        const before = known.get(to.entity_id);
        if (before === undefined) known.set(to.entity_id, { told: to.state, toldAt: 0 });
        else if (before.told === to.state) before.waiting = undefined;
        else changes.push({ id: to.entity_id, line: changeText(to.entity_id, before.told, to), to });
      }
      if (changes.length > 0) {
        const more = changes.length > maxLines ? [`and ${changes.length - maxLines} more`] : [];
        const lines = changes.slice(0, maxLines).map(({ line }) => line);
        await tell(
          ofDevices({
            id: `meanwhile@${digest(changes.map(({ line, to }) => `${line} ${to.last_changed}`).join("\n"))}`,
            text: [...(changes.length > 1 ? ["Changed meanwhile:"] : []), ...lines, ...more].join("\n"),
            sentAt: now,
          }),
        );
        for (const { id, to } of changes) known.set(id, { told: to.state, toldAt: now });
      }
      await save();
    },

    async take(event) {
      const parsed = stateChangedSchema.safeParse(event).data;
      if (parsed === undefined) return;
      const { entity_id: id, old_state: from, new_state: to = null } = parsed.data;
      if (!isWatched(settings, id)) return;
      // Attributes alone are no news.
      if (from !== undefined && from !== null && from.state === to?.state) return;
      const before = known.get(id);
      if (before === undefined && known.size >= maxEntities) return;
      if (before !== undefined && host.now() < before.toldAt + cooldownMs) {
        before.waiting = to?.state === before.told ? undefined : to;
        return;
      }
      await tellChange(id, from?.state ?? before?.told, to);
    },

    async tellDue() {
      for (const [id, { told, toldAt, waiting }] of [...known])
        if (waiting !== undefined && host.now() >= toldAt + cooldownMs)
          // oxlint-disable-next-line no-await-in-loop -- in order
          await tellChange(id, told, waiting);
    },

    dueInMs() {
      const waiting = [...known.values()].filter((each) => each.waiting !== undefined);
      if (waiting.length === 0) return undefined;
      return Math.max(0, Math.min(...waiting.map(({ toldAt }) => toldAt + cooldownMs)) - host.now());
    },
  };
}

/** Names and states are whatever a device says. */
function ofDevices(message: Parameters<typeof inbound>[0]): InboundMessage {
  return { ...inbound(message), isUntrusted: true };
}

function newestStates(states: unknown, early: readonly unknown[]): Iterable<EntityState> {
  const newest = new Map<string, EntityState>();
  for (const each of z.array(z.unknown()).catch([]).parse(states)) {
    const state = entitySchema.safeParse(each).data;
    if (state !== undefined) newest.set(state.entity_id, state);
  }
  for (const event of early) {
    const change = stateChangedSchema.safeParse(event).data?.data;
    if (change?.new_state === null) newest.delete(change.entity_id);
    else if (change?.new_state !== undefined) newest.set(change.entity_id, change.new_state);
  }
  return newest.values();
}

async function remembered({
  memory,
}: Pick<PlatformHost, "memory">): Promise<readonly (readonly [string, string])[]> {
  // Unreadable: what is found next is taken as known.
  return toldStates.safeParse(jsonOf((await memory.read(memoryKey)) ?? "")).data ?? [];
}
