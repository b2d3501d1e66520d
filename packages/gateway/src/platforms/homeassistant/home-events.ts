import { createHash } from "node:crypto";
import { z } from "zod";
import { oneLine } from "../../chat/one-line.ts";
import type { InboundMessage } from "../platform.ts";

export const chatId = "homeassistant";
/** The event by which automations speak to the agent. */
export const messageEvent = "hermes_message";

export interface EntityState {
  readonly entity_id: string;
  readonly state: string;
  readonly last_changed?: string | undefined;
  readonly attributes: Readonly<Record<string, unknown>>;
}

const entityId = z
  .string()
  .max(255)
  .regex(/^[\w-]+\.[\w-]+$/);

const entity = z.looseObject({
  entity_id: entityId,
  state: z.string(),
  last_changed: z.string().optional().catch(undefined),
  attributes: z.record(z.string(), z.unknown()).catch({}),
});

export const entitySchema: z.ZodType<EntityState> = entity;

export interface StateChange {
  readonly entity_id: string;
  readonly old_state?: EntityState | null | undefined;
  readonly new_state?: EntityState | null | undefined;
}

export const stateChangedSchema: z.ZodType<{ readonly data: StateChange }> = z.looseObject({
  data: z.looseObject({
    entity_id: entityId,
    old_state: entity.nullish().catch(undefined),
    new_state: entity.nullish(),
  }),
});

const said = z.looseObject({
  data: z.looseObject({
    text: z.string().trim().min(1),
    id: z.union([z.string().min(1), z.number()]).optional(),
  }),
  time_fired: z.string().optional(),
  context: z.looseObject({ id: z.string().optional() }).optional(),
});

/** What an automation says, or undefined where it says nothing. */
export function readSaid(event: unknown, now: number): InboundMessage | undefined {
  const parsed = said.safeParse(event).data;
  if (parsed === undefined) return undefined;
  const { data, time_fired: firedAt = "", context } = parsed;
  const id =
    data.id === undefined
      ? digest(`${context?.id ?? ""} ${firedAt || now} ${data.text}`)
      : String(data.id).slice(0, 200);
  return inbound({ id, text: data.text.slice(0, 20_000), sentAt: timeOf(firedAt, now) });
}

export function inbound({
  id,
  text,
  sentAt,
}: {
  readonly id: string;
  readonly text: string;
  readonly sentAt: number;
}): InboundMessage {
  return {
    at: { platform: "homeassistant", chatId },
    messageId: id,
    chatKind: "dm",
    chatTitle: "Home Assistant",
    sender: { userId: "homeassistant", name: "Home Assistant", isBot: false },
    text,
    sentAt,
    isAddressed: true,
    files: [],
  };
}

/** `Living room (sensor.lr): 21.5 °C → 23 °C`, in one line. */
export function changeText(entityId: string, from: string | undefined, to: EntityState | undefined): string {
  const { friendly_name: name, unit_of_measurement: unit } = to?.attributes ?? {};
  const measured = (state: string): string =>
    typeof unit === "string" && Number.isFinite(Number.parseFloat(state))
      ? `${clean(state)} ${clean(unit)}`
      : clean(state);
  const who = typeof name === "string" && clean(name) !== "" ? `${clean(name)} (${entityId})` : entityId;
  const now = to === undefined ? "removed" : measured(to.state);
  return `${who}: ${from === undefined ? now : `${measured(from)} → ${now}`}`;
}

export function timeOf(written: string | undefined, now: number): number {
  const time = Date.parse(written ?? "");
  return Number.isNaN(time) ? now : time;
}

export function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

/** Names and states come from devices. */
function clean(text: string): string {
  return oneLine(text.slice(0, 400), 120);
}
