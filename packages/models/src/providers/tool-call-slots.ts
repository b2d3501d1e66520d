import type { ToolCallPart } from "../message.ts";
import type { ModelEvent } from "../model.ts";
import { wireArguments } from "../render/wire-text.ts";
import type { WireTools } from "../render/wire-tools.ts";

/** A piece of a call as Chat Completions streams it. */
export interface ToolCallPiece {
  /** Position that the provider gives the call; the newest call when it gives none. */
  readonly index: number | undefined;
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly arguments: string;
}

/** A call under way. */
export interface CallSlot {
  readonly id: string;
  /** On the wire; undefined until a piece of it came. */
  name: string | undefined;
  arguments: string;
  /** What the provider wants back with it. */
  fields?: Record<string, unknown> | undefined;
  /** True once the name can't grow any more, so that the reader may hear of the call. */
  named: boolean;
  started: boolean;
  /** Length of the arguments that the reader has seen. */
  shown: number;
}

/** The id of a call where the provider gives none: unlike all others of the session, since approvals and results go by it. */
export function newCallId(): string {
  return `call_${crypto.randomUUID().replaceAll("-", "").slice(0, 24)}`;
}

/** Puts the calls of an answer together from pieces. */
export class ToolCallSlots {
  readonly #tools: WireTools;
  readonly #provider: string;
  readonly #slots: CallSlot[] = [];
  readonly #byIndex = new Map<number, CallSlot>();

  /** @param provider Marks what the provider wants back. */
  constructor(tools: WireTools, provider: string) {
    this.#tools = tools;
    this.#provider = provider;
  }

  get size(): number {
    return this.#slots.length;
  }

  /** Begins a call whose name is known. */
  begin(call: { readonly id?: string | undefined; readonly name?: string | undefined }): CallSlot {
    const id = call.id ?? `call_${this.#slots.length + 1}`;
    const slot: CallSlot = {
      id,
      name: call.name,
      arguments: "",
      named: call.name !== undefined,
      started: false,
      shown: 0,
    };
    this.#slots.push(slot);
    return slot;
  }

  extend(slot: CallSlot, piece: string, events: ModelEvent[]): void {
    slot.arguments += piece;
    this.#show(slot, events);
  }

  /** All the arguments at once: adds what no piece said. Where they say something else, they count. */
  complete(slot: CallSlot, whole: string, events: ModelEvent[]): void {
    if (whole === "") return;
    if (whole.startsWith(slot.arguments)) this.extend(slot, whole.slice(slot.arguments.length), events);
    else slot.arguments = whole;
  }

  /** A piece that does not always say to which call it belongs, nor whether its name is all of the name. */
  add(piece: ToolCallPiece, events: ModelEvent[]): CallSlot {
    const slot = this.#slotOf(piece);
    if (piece.name !== undefined && !slot.named) slot.name = this.#joined(slot.name, piece.name);
    slot.arguments += piece.arguments;
    slot.named ||=
      slot.name !== undefined &&
      (this.#tools.isWholeName(slot.name) || (piece.name === undefined && piece.arguments !== ""));
    this.#show(slot, events);
    return slot;
  }

  #slotOf(piece: ToolCallPiece): CallSlot {
    const { index, id } = piece;
    const named = id === undefined ? undefined : this.#slots.find((slot) => slot.id === id);
    const known = named ?? (index === undefined ? this.#slots.at(-1) : this.#byIndex.get(index));
    if (known !== undefined && !this.#isAnother(known, piece)) return known;
    const slot = this.begin({ id });
    if (index !== undefined) this.#byIndex.set(index, slot);
    return slot;
  }

  /**
   * Some local servers give every call the index 0, and some no id: there a new id is a new call, and so is a name
   * behind arguments that are whole, or behind a name that can't go on with it.
   */
  #isAnother(known: CallSlot, { id, name, arguments: text }: ToolCallPiece): boolean {
    if (id !== undefined) return id !== known.id && (name !== undefined || isWhole(known.arguments));
    if (name === undefined || known.name === undefined) return false;
    if (isWhole(known.arguments)) return name !== known.name || text.trim() !== "";
    if (known.arguments !== "" || name === known.name || !this.#tools.offers(name)) return false;
    return (
      this.#tools.offers(known.name) && !this.#tools.offers(known.name + name) && !name.startsWith(known.name)
    );
  }

  /** Names come at once, in pieces, or anew in each piece. */
  #joined(before: string | undefined, piece: string): string {
    if (before === undefined) return piece;
    const joined = before + piece;
    if (this.#tools.offers(joined)) return joined;
    if (piece === before) return before;
    return piece.startsWith(before) && this.#tools.offers(piece) ? piece : joined;
  }

  #show(slot: CallSlot, events: ModelEvent[]): void {
    if (!slot.named || slot.name === undefined) return;
    if (!slot.started) {
      slot.started = true;
      events.push({ type: "tool-call-start", id: slot.id, name: this.#tools.nameOf(slot.name) });
    }
    // What has to be translated can only be read as a whole.
    if (this.#tools.translates(slot.name) || slot.shown >= slot.arguments.length) return;
    events.push({ type: "tool-call-delta", id: slot.id, arguments: slot.arguments.slice(slot.shown) });
    slot.shown = slot.arguments.length;
  }

  /** Nothing more will come: shows what was held back. */
  end(events: ModelEvent[]): void {
    for (const slot of this.#slots) {
      slot.named = true;
      this.#show(slot, events);
      if (slot.name === undefined || !this.#tools.translates(slot.name) || slot.arguments === "") continue;
      events.push({ type: "tool-call-delta", id: slot.id, arguments: this.part(slot).arguments });
    }
  }

  /** False when the arguments of a call are not those of a finished call. */
  get allWhole(): boolean {
    return this.#slots.every((slot) => wireArguments(slot.arguments) !== undefined);
  }

  part({ id, name = "", arguments: raw, fields }: CallSlot): ToolCallPart {
    return {
      type: "tool-call",
      id,
      name: this.#tools.nameOf(name),
      arguments: this.#tools.fromWire(name, raw),
      ...(fields === undefined ? {} : { providerFields: { provider: this.#provider, fields } }),
    };
  }

  /** The calls in the order in which they began. */
  parts(): ToolCallPart[] {
    return this.#slots.map((slot) => this.part(slot));
  }
}

function isWhole(text: string): boolean {
  return text.trim() !== "" && wireArguments(text) !== undefined;
}
