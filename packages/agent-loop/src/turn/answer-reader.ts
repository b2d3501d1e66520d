import { addUsage } from "@hermes/models";
import type { ModelEvent, ModelFinish, ModelSwitch } from "@hermes/models";
import { OutputStream } from "../output/output-stream.ts";
import type { TextFilter } from "../recall.ts";
import type { CountedRequest } from "../hooks/hooked-request.ts";
import { OverlapFilter } from "./overlap-filter.ts";
import { PartialText } from "./partial-text.ts";
import type { Step } from "./next-step.ts";
import type { TurnScope } from "./turn-scope.ts";

/** Turns the events of one stream into events of the turn. */
export class AnswerReader {
  readonly partial: PartialText;
  readonly #scope: TurnScope;
  readonly #step: Pick<Step, "output" | "answerTool">;
  readonly #overlap: OverlapFilter | undefined;
  readonly #output: OutputStream | undefined;
  /** Calls under way: by the id that the provider gave, with the one that they have in the history. */
  #calls = new Map<string, { readonly callId: string; readonly name: string }>();
  #callIds = new Set<string>();
  #scrub: TextFilter | undefined;
  #closed = false;

  /** @param continues The text that this answer continues; empty: a new answer. */
  constructor(scope: TurnScope, continues: string, step: Pick<Step, "output" | "answerTool">) {
    this.#scope = scope;
    this.#step = step;
    this.partial = new PartialText(scope.session);
    this.#overlap = continues === "" ? undefined : new OverlapFilter(continues);
    this.#scrub = scope.settings.recall?.filter?.();
    const { output } = scope.asks;
    this.#output = output === undefined ? undefined : new OutputStream(output, scope.events);
  }

  /** Nothing that a model sends after this is heard: it went on after an abort. */
  close(): void {
    this.#closed = true;
  }

  /** Undefined when the stream ended without `finish`. */
  async read(request: CountedRequest): Promise<ModelFinish | undefined> {
    const { events, signal } = this.#scope;
    let finish: ModelFinish | undefined;
    for await (const event of request.stream({ signal })) {
      if (this.#closed) return undefined;
      if (event.type === "finish") finish = event;
      else if (event.type === "switch") await this.#switch(event);
      else this.#take(event);
      if (events.crowded) await events.drained();
    }
    if (this.#closed) return undefined;
    this.#addText(this.#scrub?.flush() ?? "");
    const held = this.#overlap?.flush() ?? "";
    if (held !== "") events.push({ type: "text-delta", text: held });
    this.#output?.end();
    return finish;
  }

  /** An answer that does not count has its usage in the history, and no words. */
  async #switch({ charged, ...event }: ModelSwitch): Promise<void> {
    const scope = this.#scope;
    if (charged !== undefined) {
      scope.usage = addUsage(scope.usage, charged.usage);
      await this.partial.settle();
      const written = scope.session.record(
        { role: "assistant", content: [], finishReason: "content-filter" },
        charged,
      );
      if (written !== undefined) await written;
    }
    scope.events.push(event);
  }

  #take(event: Exclude<ModelEvent, ModelFinish | ModelSwitch>): void {
    const { events } = this.#scope;
    switch (event.type) {
      case "text-delta":
        if (this.#scrub !== undefined) this.#addText(this.#scrub.push(event.text));
        else if (this.#overlap !== undefined || this.#step.output !== undefined) this.#addText(event.text);
        else {
          this.partial.addText(event.text);
          events.push(event);
        }
        break;
      case "reasoning-delta":
        this.partial.addReasoning(event.text);
        events.push(event);
        break;
      case "restart":
        this.#restart();
        events.push({ type: "text-restart", reason: event.reason });
        break;
      case "retry":
      case "unsupported":
        events.push(event);
        break;
      case "tool-call-start":
        this.#startCall(event);
        break;
      case "tool-call-delta":
        this.#addArguments(event);
        break;
    }
  }

  #restart(): void {
    this.partial.restart();
    this.#overlap?.restart();
    this.#output?.restart();
    this.#calls = new Map();
    this.#callIds = new Set();
    this.#scrub = this.#scope.settings.recall?.filter?.();
  }

  #startCall({ id, name }: { readonly id: string; readonly name: string }): void {
    const callId = this.#scope.session.nextCallId(id, this.#callIds);
    this.#callIds.add(callId);
    this.#calls.set(id, { callId, name });
    if (name !== this.#step.answerTool)
      this.#scope.events.push({ type: "tool-call-delta", callId, name, arguments: "" });
  }

  #addArguments({ id, arguments: text }: { readonly id: string; readonly arguments: string }): void {
    const call = this.#calls.get(id);
    if (call === undefined) return;
    if (call.name === this.#step.answerTool) this.#output?.push(text);
    else this.#scope.events.push({ type: "tool-call-delta", ...call, arguments: text });
  }

  #addText(text: string): void {
    if (text === "") return;
    this.partial.addText(text);
    if (this.#step.output !== undefined && this.#output?.takesText(text) === true) return;
    const shown = this.#overlap === undefined ? text : this.#overlap.push(text);
    if (shown !== "") this.#scope.events.push({ type: "text-delta", text: shown });
  }
}
