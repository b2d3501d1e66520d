import type { SkipReason, Slot } from "../../scheduler/slot.ts";
import { number, optionalNumber, optionalText, text } from "./store-access.ts";
import type { Row } from "./store-access.ts";

export function toSlot(row: Row): Slot {
  const result = optionalText(row, "result");
  return {
    ...{ job: text(row, "job"), at: number(row, "at"), startAfter: number(row, "start_after") },
    // Unions and JSON as `sqliteSlots` wrote them.
    cause: text(row, "cause") as Slot["cause"],
    state: text(row, "state") as Slot["state"],
    reason: optionalText(row, "reason") as SkipReason | undefined,
    result: result === undefined ? undefined : (JSON.parse(result) as Slot["result"]),
    ...{ mergedInto: optionalNumber(row, "merged_into"), until: optionalNumber(row, "until") },
    ...{ count: optionalNumber(row, "count"), startedAt: optionalNumber(row, "started_at") },
    ...{ endedAt: optionalNumber(row, "ended_at"), deaths: number(row, "deaths") },
    sessionId: optionalText(row, "session_id"),
  };
}
