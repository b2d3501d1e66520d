import { HermesError } from "@hermes/registry";
import type { EventPlace } from "../hermes-ports.ts";

/** How far into a list a page begins. Opaque for clients. */
export function offsetOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const [, digits] = /^n(\d{1,6})$/.exec(cursor) ?? [];
  if (digits === undefined) throw badCursor(cursor);
  return Number(digits);
}

export function offsetCursor(offset: number): string {
  return `n${offset}`;
}

export function placeOf(cursor: string): EventPlace {
  const [, message, approval] = /^m(\d{1,15})a(\d{1,15})$/.exec(cursor) ?? [];
  if (message === undefined || approval === undefined) throw badCursor(cursor);
  return { message: Number(message), approval: Number(approval) };
}

export function placeCursor({ message, approval }: EventPlace): string {
  return `m${message}a${approval}`;
}

function badCursor(cursor: string): HermesError {
  return new HermesError(`"${cursor.slice(0, 40)}" is no cursor of this server.`, {
    code: "MCP_BAD_CURSOR",
    hint: "Pass the cursor of an earlier answer as it was, or none to begin.",
  });
}
