/** What goes wrong with one request of a method. */
export type TelegramFault =
  /** Too many requests: with the time after which it may be tried again. */
  | { readonly kind: "rate-limit"; readonly retryAfterS: number }
  /** Done, but the connection breaks before the answer. */
  | { readonly kind: "accept-then-drop" }
  /** The connection breaks, and nothing was done. */
  | { readonly kind: "drop" }
  /** Nothing is done and nothing answered, while the connection stays. */
  | { readonly kind: "hang" }
  | { readonly kind: "delay"; readonly delayMs: number }
  | { readonly kind: "answer"; readonly code: number; readonly description: string };

/** Faults by method, each for one request, in order. */
export class Faults {
  /** Asked where no fault was added. */
  draw: ((method: string) => TelegramFault | undefined) | undefined;
  #next = new Map<string, TelegramFault[]>();

  add(method: string, ...faults: readonly TelegramFault[]): void {
    const list = this.#next.get(method.toLowerCase()) ?? [];
    this.#next.set(method.toLowerCase(), [...list, ...faults]);
  }

  take(method: string): TelegramFault | undefined {
    return this.#next.get(method.toLowerCase())?.shift() ?? this.draw?.(method);
  }
}
