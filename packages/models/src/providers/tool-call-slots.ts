import type { ToolCallPart } from "../message.ts";
import type { ModelEvent } from "../model.ts";
import { wireArguments } from "../render/wire-text.ts";

/** A piece of a call as a provider streams it. */
export interface ToolCallPiece {
  /** Position that the provider gives the call; the newest call when it gives none. */
  readonly index: number | undefined;
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly arguments: string;
}

interface Slot {
  readonly id: string;
  name: string | undefined;
  arguments: string;
  /** Length of the arguments that the reader has seen. */
  shown: number;
}

/** Puts the calls of an answer together from pieces. */
export class ToolCallSlots {
  readonly #names: ReadonlyMap<string, string>;
  readonly #slots: Slot[] = [];
  readonly #byIndex = new Map<number, Slot>();

  /** @param names Which tool a name on the wire means. */
  constructor(names: ReadonlyMap<string, string>) {
    this.#names = names;
  }

  get size(): number {
    return this.#slots.length;
  }

  add(piece: ToolCallPiece, events: ModelEvent[]): void {
    const slot = this.#slotOf(piece);
    if (piece.name !== undefined && slot.name === undefined) {
      slot.name = this.#names.get(piece.name) ?? piece.name;
      events.push({ type: "tool-call-start", id: slot.id, name: slot.name });
    }
    slot.arguments += piece.arguments;
    if (slot.name === undefined || slot.shown === slot.arguments.length) return;
    events.push({ type: "tool-call-delta", id: slot.id, arguments: slot.arguments.slice(slot.shown) });
    slot.shown = slot.arguments.length;
  }

  // Some local servers give every call the index 0: a new id there is a new call.
  #slotOf({ index, id }: ToolCallPiece): Slot {
    const known = index === undefined ? this.#slots.at(-1) : this.#byIndex.get(index);
    if (known !== undefined && (id === undefined || id === known.id)) return known;
    const slot: Slot = {
      id: id ?? `call_${this.#slots.length + 1}`,
      name: undefined,
      arguments: "",
      shown: 0,
    };
    this.#slots.push(slot);
    if (index !== undefined) this.#byIndex.set(index, slot);
    return slot;
  }

  /** False when the arguments of a call are not those of a finished call. */
  get allWhole(): boolean {
    return this.#slots.every((slot) => wireArguments(slot.arguments) !== undefined);
  }

  /** The calls in the order in which they began; arguments as they came. */
  parts(): ToolCallPart[] {
    return this.#slots.map(({ id, name = "", arguments: raw }) => ({
      type: "tool-call",
      id,
      name,
      arguments: raw,
    }));
  }
}
