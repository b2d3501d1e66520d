import type { Output } from "./wire-format.ts";

/** A list of messages whose roles take turns, each with a list of blocks. The last message stays open for further blocks. */
export class TurnList {
  readonly #output: Output;
  readonly #listName: string;
  #openRole: string | undefined;

  /** @param listName Name of the field that holds the blocks. */
  constructor(output: Output, listName: string) {
    this.#output = output;
    this.#listName = listName;
  }

  get openRole(): string | undefined {
    return this.#openRole;
  }

  add(role: string, block: string): void {
    if (role === this.#openRole) return this.#output.append(`,${block}`);
    const closing = this.#openRole === undefined ? "" : "]},";
    this.#output.append(`${closing}{"role":"${role}","${this.#listName}":[${block}`);
    this.#openRole = role;
  }

  /** What closes the message and the list. */
  readonly closing = "]}]";
}
