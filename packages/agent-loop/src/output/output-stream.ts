import type { AgentEvent } from "../agent-event.ts";
import type { EventChannel } from "../turn/event-channel.ts";
import type { OutputForm } from "./output-form.ts";
import { PartialJson } from "./partial-json.ts";

/** Shows an answer that is data while it comes: the text of it where the model keeps to schemas, else the arguments of a call. */
export class OutputStream {
  readonly #form: OutputForm;
  readonly #events: EventChannel<AgentEvent>;
  #json: PartialJson | undefined;

  constructor(form: OutputForm, events: EventChannel<AgentEvent>) {
    this.#form = form;
    this.#events = events;
  }

  /** @returns false where the text is no data: the model says something beside it. */
  takesText(text: string): boolean {
    if (this.#json === undefined && !text.trimStart().startsWith("{")) return false;
    this.push(text);
    return true;
  }

  push(json: string): void {
    this.#json ??= new PartialJson();
    this.#show(this.#json.push(json));
  }

  end(): void {
    this.#show(this.#json?.flush());
    this.#json = undefined;
  }

  /** What was shown is void. */
  restart(): void {
    this.#json = undefined;
  }

  #show(found: { readonly value: unknown } | undefined): void {
    const value = found === undefined ? undefined : this.#form.partial(found.value);
    if (value !== undefined) this.#events.push({ type: "output-delta", value });
  }
}
