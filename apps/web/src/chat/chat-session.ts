import type { InputPart, MessagePage, RunEvent, SessionInfo, TurnEndEvent } from "@hermes/client";
import { batch, computed, signal } from "@preact/signals";
import type { ReadonlySignal } from "@preact/signals";
import { activity, refreshActivity } from "../home/activity.ts";
import { client, theSocket } from "../home/client.ts";
import { strings } from "../strings/strings.ts";
import { sayError } from "../ui/toast.tsx";
import type { Entry } from "./entry.ts";
import { followEvents } from "./follow-events.ts";
import { withEarlier, withFirstPage, withLater } from "./session-pages.ts";
import { textOfParts } from "./session-entries.ts";
import { emptySession } from "./session-state.ts";
import type { PendingWords, SendKind, SessionState } from "./session-state.ts";
import { withEvent } from "./session-view.ts";
import { entriesOf } from "./shown-entries.ts";
import { storeTurn } from "./store-turn.ts";

const pageSize = 60;

/** One session as it is shown: what was read of it, what is heard of it, and what is said to it. */
export class ChatSession {
  /** Undefined: nobody has said anything yet. */
  readonly id = signal<string | undefined>(undefined);
  readonly state = signal<SessionState>(emptySession);
  readonly info = signal<SessionInfo | undefined>(undefined);
  /** Why there is nothing. */
  readonly problem = signal<unknown>(undefined);
  readonly isLoading = signal(false);
  /** The message that the person came for. */
  readonly hit = signal<number | undefined>(undefined);
  /** Changes with each turn that has ended, or begun. */
  readonly turns = signal(0);
  /** For what is asked for next; undefined: as it was. */
  readonly model = signal<string | undefined>(undefined);
  /** Words that reached no turn, to be typed further. */
  readonly returned = signal<string | undefined>(undefined);
  readonly entries: ReadonlySignal<readonly Entry[]> = computed(() => entriesOf(this.state.value));
  readonly isRunning: ReadonlySignal<boolean> = computed(() => {
    const { phase } = this.state.value;
    return phase === "running" || (phase === "unknown" && activity.value.running.has(this.id.value ?? ""));
  });
  /** Key of the message that the person edits. */
  readonly editing = signal<string | undefined>(undefined);
  /** What is unfolded, and what is not. */
  readonly folds = new Map<string, boolean>();
  onBegin: (id: string) => void = () => undefined;
  onTurnEnd: (end: TurnEndEvent) => void = () => undefined;
  #stop: () => void = () => undefined;
  /** Of what was read last: what was asked for before is dropped. */
  #reading = 0;
  #storing: Promise<void> = Promise.resolve();
  #lastPending = 0;
  #isClosed = false;

  /** Reads a session, its end or what is around a message, and follows it. */
  async open(id: string, hit?: number): Promise<void> {
    this.id.value = id;
    await this.#read(hit);
  }

  /** Reads the end anew, and follows from there. */
  async toNewest(): Promise<void> {
    await this.#read(undefined);
  }

  close(): void {
    this.#isClosed = true;
    this.#reading++;
    this.#stop();
  }

  async loadEarlier(): Promise<void> {
    const [first] = this.state.peek().stored;
    if (this.state.peek().earlier === 0 || first === undefined) return;
    await this.#load({ before: first.id }, (page) => {
      this.state.value = withEarlier(this.state.peek(), page);
    });
  }

  async loadLater(): Promise<void> {
    const last = this.state.peek().stored.at(-1);
    if (this.state.peek().later === 0 || last === undefined) return;
    await this.#load({ after: last.id }, (page) => {
      const state = withLater(this.state.peek(), page);
      // What was heard is in the page now, as far as it is said: the rest comes behind its cursor.
      this.state.value = page.later === 0 ? { ...state, live: [], partial: [] } : state;
      if (page.later === 0) this.#follow(page.cursor);
    });
  }

  /** @returns Whether it was sent. The words are shown at once; what is heard takes their place. */
  async send(content: readonly InputPart[], kind: SendKind): Promise<boolean> {
    const id = this.id.peek();
    const key = `pending ${++this.#lastPending}`;
    const words: PendingWords = { key, kind, content };
    this.state.value = { ...this.state.peek(), pending: [...this.state.peek().pending, words] };
    try {
      const [only] = content;
      const input = content.length === 1 && only?.type === "text" ? only.text : content;
      const whenBusy = kind === "now" ? "queue" : kind;
      const model = this.model.peek();
      const started = await theSocket().run({ sessionId: id, input, model, whenBusy });
      if (id === undefined) this.#begin(started.sessionId, started.cursor);
      refreshActivity();
      return true;
    } catch (error) {
      this.#forget(key);
      sayError(error);
      return false;
    }
  }

  /** Says what a page on the canvas has sent; as data, behind what runs. */
  async sendFromCanvas(id: string, json: string): Promise<void> {
    const sessionId = this.id.peek();
    if (sessionId === undefined) return;
    const key = `pending ${++this.#lastPending}`;
    const content = [{ type: "text", text: `${strings.canvas.fromCanvas} ${json}` }] as const;
    const words: PendingWords = { key, kind: "queue", content };
    this.state.value = { ...this.state.peek(), pending: [...this.state.peek().pending, words] };
    try {
      const model = this.model.peek();
      await theSocket().run({ sessionId, canvas: { id, json }, model, whenBusy: "queue" });
      refreshActivity();
    } catch (error) {
      this.#forget(key);
      throw error;
    }
  }

  /** Goes on with a turn that was cut off or failed. */
  async goOn(): Promise<void> {
    await theSocket().run({ sessionId: this.id.peek(), model: this.model.peek() });
    refreshActivity();
  }

  async stop(): Promise<void> {
    const id = this.id.peek();
    if (id !== undefined) await theSocket().stop(id);
  }

  async reloadInfo(): Promise<void> {
    const id = this.id.peek();
    if (id !== undefined) this.info.value = await client.getSession({ params: { id } });
  }

  #forget(key: string): void {
    const state = this.state.peek();
    this.state.value = { ...state, pending: state.pending.filter((each) => each.key !== key) };
  }

  #begin(id: string, cursor: string | undefined): void {
    if (this.#isClosed) return;
    batch(() => {
      this.id.value = id;
      this.onBegin(id);
    });
    this.#follow(cursor);
  }

  async #read(hit: number | undefined): Promise<void> {
    const reading = ++this.#reading;
    this.isLoading.value = true;
    this.problem.value = undefined;
    try {
      const page = await this.#pageAround(hit);
      if (reading !== this.#reading) return;
      batch(() => {
        this.state.value = withFirstPage(this.state.peek(), page);
        this.isLoading.value = false;
        this.hit.value = hit;
      });
      this.#follow(page.cursor);
      await this.reloadInfo();
    } catch (error) {
      if (reading !== this.#reading) return;
      this.isLoading.value = false;
      this.problem.value = error;
    }
  }

  async #pageAround(hit: number | undefined): Promise<MessagePage> {
    if (hit === undefined) return await this.#page({});
    const after = await this.#page({ after: hit });
    const [next] = after.messages;
    if (next === undefined) return await this.#page({});
    const before = await this.#page({ before: next.id });
    return { ...after, messages: [...before.messages, ...after.messages], earlier: before.earlier };
  }

  async #page(place: { readonly before?: number; readonly after?: number }): Promise<MessagePage> {
    // Asked for by those who have one alone.
    const id = this.id.peek() ?? "";
    return await client.listMessages({ params: { id }, query: { ...place, limit: pageSize } });
  }

  async #load(
    place: { readonly before?: number; readonly after?: number },
    take: (page: MessagePage) => void,
  ): Promise<void> {
    if (this.isLoading.peek()) return;
    const reading = this.#reading;
    this.isLoading.value = true;
    try {
      const page = await this.#page(place);
      if (reading === this.#reading) take(page);
    } catch (error) {
      sayError(error);
    } finally {
      if (reading === this.#reading) this.isLoading.value = false;
    }
  }

  #follow(cursor: string | undefined): void {
    const id = this.id.peek();
    if (id === undefined) return;
    this.#stop();
    this.#stop = followEvents(id, {
      cursor,
      onEvents: (events) => this.#take(events),
      onError: (error) => (this.problem.value = error),
    });
  }

  #take(events: readonly RunEvent[]): void {
    let state = this.state.peek();
    const ends: TurnEndEvent[] = [];
    let hasChanged = false;
    let hasBegun = false;
    let end: number | undefined;
    for (const event of events) {
      state = withEvent(state, event);
      hasBegun ||= event.type === "turn-start";
      hasChanged ||= event.type === "warning" && event.code === "UI_HISTORY_CHANGED";
      if (event.type !== "turn-end") continue;
      ends.push(event);
      end = state.earlier + state.stored.length + state.later + state.live.length;
    }
    this.state.value = state;
    if (hasChanged) return void this.#read(undefined);
    if (hasBegun || ends.length > 0) this.#tell(end);
    for (const each of ends) this.#afterTurn(each);
  }

  #tell(end: number | undefined): void {
    this.turns.value++;
    refreshActivity();
    this.reloadInfo().catch(sayError);
    if (end === undefined) return;
    const reading = this.#reading;
    this.#storing = this.#storing.then(async () => {
      const isKept = await storeTurn(this, end, () => reading === this.#reading);
      if (!isKept && reading === this.#reading) await this.#read(undefined);
    });
    this.#storing.catch(sayError);
  }

  /** Words that the turn has not taken are said after it by the server; where it did not end with an answer, they are given back. */
  #afterTurn(end: TurnEndEvent): void {
    this.onTurnEnd(end);
    if (end.reason === "answered") return;
    const steers = this.state.peek().pending.filter(({ kind }) => kind === "steer");
    for (const { key } of steers) this.#forget(key);
    if (steers.length > 0) this.returned.value = steers.map(({ content }) => textOfParts(content)).join("\n");
  }
}
