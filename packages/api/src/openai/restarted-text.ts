/**
 * Text that was sent can't be taken back. Where an answer starts anew, what it says again is left out, and what differs
 * follows as a paragraph of its own.
 */
export class RestartedText {
  #sent = "";
  #before: string | undefined;
  #anew = "";

  /** The answer starts anew. */
  restart(): void {
    this.#before = this.#sent;
    this.#anew = "";
  }

  /** Another answer begins. */
  begin(): void {
    this.#sent = "";
    this.#before = undefined;
  }

  /** @returns What is to be sent of a piece. */
  take(text: string): string {
    if (this.#before === undefined) {
      this.#sent += text;
      return text;
    }
    this.#anew += text;
    const before = this.#before;
    if (before.startsWith(this.#anew)) return "";
    this.#before = undefined;
    this.#sent = this.#anew;
    return this.#anew.startsWith(before) ? this.#anew.slice(before.length) : `\n\n${this.#anew}`;
  }
}
