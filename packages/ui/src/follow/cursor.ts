import { HermesError } from "@hermes/agent-loop";
import type { AgentEvent, Message } from "@hermes/agent-loop";
import * as z from "zod";
import { emptyHash, fingerprint, hashText } from "./fingerprint.ts";

/**
 * A place in a session's journal: so many messages, and so much of the answer under way. The hashes say of what, so that a
 * place in an answer that was given up, or in a history that was shortened since, is recognised.
 */
export interface Position {
  readonly message: number;
  /** Of the message before. */
  readonly last: number;
  /** Characters (UTF-16 units) shown of the answer under way. */
  readonly text: number;
  readonly textHash: number;
  readonly reasoning: number;
  readonly reasoningHash: number;
}

/** Where an event stands in the log of a turn, as long as the process keeps that. */
export interface LogPlace {
  readonly turn: string;
  /** Counted from 0. */
  readonly index: number;
}

export interface Cursor {
  readonly position: Position;
  readonly place?: LogPlace | undefined;
}

/** Behind so many messages, with nothing of the next one. */
export function positionBehind(message: number, last: Message | undefined): Position {
  return { message, last: fingerprint(last), ...nothingShown };
}

const nothingShown = { text: 0, textHash: emptyHash, reasoning: 0, reasoningHash: emptyHash };

/** Where a reader is after an event. */
export function advance(position: Position, event: AgentEvent): Position {
  switch (event.type) {
    case "text-delta":
      return {
        ...position,
        text: position.text + event.text.length,
        textHash: hashText(event.text, position.textHash),
      };
    case "reasoning-delta":
      return {
        ...position,
        reasoning: position.reasoning + event.text.length,
        reasoningHash: hashText(event.text, position.reasoningHash),
      };
    case "text-restart":
    case "request-start":
      return { ...position, ...nothingShown };
    case "message":
      return positionBehind(position.message + 1, event.message);
    default:
      return position;
  }
}

/** Whether a text begins with what was shown. */
export function hasShown(
  position: Position,
  { text, reasoning }: { text: string; reasoning: string },
): boolean {
  return (
    hashText(text.slice(0, position.text)) === position.textHash &&
    text.length >= position.text &&
    hashText(reasoning.slice(0, position.reasoning)) === position.reasoningHash &&
    reasoning.length >= position.reasoning
  );
}

/** Fits into a header and into a query as it is. */
export function formatCursor({ position: at, place }: Cursor): string {
  const numbers = [at.message, at.last, at.text, at.textHash, at.reasoning, at.reasoningHash];
  const where = numbers.map((number) => number.toString(36)).join("-");
  return place === undefined ? where : `${where}.${place.turn}.${place.index.toString(36)}`;
}

/** For a reader that has so many messages of a session, `last` at their end, and nothing of what comes behind. */
export function cursorBehind(count: number, last: Message | undefined): string {
  return formatCursor({ position: positionBehind(count, last) });
}

const number = z
  .string()
  .regex(/^[0-9a-z]{1,9}$/)
  .transform((text) => Number.parseInt(text, 36));
const cursorParts = z.tuple([number, number, number, number, number, number]);
const placeParts = z.tuple([z.string().regex(/^[0-9a-z]{1,16}$/), number]);

/** @throws {HermesError} `UI_BAD_CURSOR` for a text that no event had as its cursor. */
export function parseCursor(text: string): Cursor {
  const [where = "", ...rest] = text.split(".");
  const parts = cursorParts.safeParse(where.split("-"));
  const place = placeParts.optional().safeParse(rest.length === 0 ? undefined : rest);
  if (!parts.success || !place.success) {
    throw new HermesError(`"${text.slice(0, 80)}" is no cursor.`, {
      code: "UI_BAD_CURSOR",
      hint: "Pass the id of the last event that arrived, or none to begin with the newest answer.",
    });
  }
  const [message, last, shown, textHash, reasoning, reasoningHash] = parts.data;
  const position = { message, last, text: shown, textHash, reasoning, reasoningHash };
  return place.data === undefined
    ? { position }
    : { position, place: { turn: place.data[0], index: place.data[1] } };
}
