import { estimateRequestTokens } from "../catalog/estimate-tokens.ts";
import { ModelError } from "../model-error.ts";
import type {
  Model,
  ModelEvent,
  ModelFinish,
  ModelName,
  ModelRequest,
  ModelSwitch,
  StreamOptions,
} from "../model.ts";
import { answerInTurn, type Candidate, type Failed, type Rejected } from "./answer-in-turn.ts";
import type { FilePart } from "../message.ts";
import { takesFile } from "../takes-file.ts";
import type { CoolDown, CoolDowns } from "./cool-downs.ts";
import { causeOf, recoveries, type RecoveryCause, restMs } from "./recovery.ts";

export interface FallbackOptions {
  /** Kept across processes. @default in this object alone */
  readonly coolDowns?: CoolDowns | undefined;
  /** What a cool-down is kept by; without repetition. @default provider and id */
  readonly nameOf?: ((model: Model) => string) | undefined;
  /** Milliseconds since 1970. @default Date.now */
  readonly now?: (() => number) | undefined;
}

/**
 * One model of several: the first that is well answers. When one fails for a reason that another does not share (see
 * `recoveries`), the next is asked, and a `switch` event says so; the one that failed rests, then it is preferred again.
 *
 * Its `id` and `provider` are those of the first, `price` and `contextWindow` are those of the one whose turn it is. A model whose
 * window is too small for a request is passed over; where only such are left, the stream throws `context-overflow`, so that
 * the history is shortened. Where all of them rest, the one that has rested longest is asked. Usage and cost are those of
 * the model that answered, which `finish` names.
 *
 * @throws {ModelError} from the stream, of the kind of the first failure, naming each model and its cause, when all failed.
 * @example See examples/fallback.ts
 */
export function withFallback(models: readonly [Model, ...Model[]], options: FallbackOptions = {}): Model {
  const [first, ...others] = models;
  return others.length === 0 ? first : new FallbackModel(models, options);
}

interface Entry {
  readonly model: Model;
  readonly name: string;
  /** As this conversation has seen it. */
  rest: CoolDown | undefined;
  /** As another conversation or process has seen it. */
  heard: CoolDown | undefined;
}

/** Why an entry was not asked, or what came of it, in a few words. */
type Notes = Map<Entry, string>;

class FallbackModel implements Model {
  readonly id: string;
  readonly provider: string;
  readonly #entries: readonly Entry[];
  readonly #coolDowns: CoolDowns | undefined;
  readonly #now: () => number;
  #current: Entry;
  /** Answers without a word, in a row, of the current one. */
  #emptyAnswers = 0;

  constructor(models: readonly [Model, ...Model[]], { coolDowns, nameOf, now = Date.now }: FallbackOptions) {
    const entryOf = (model: Model): Entry => ({
      model,
      name: nameOf?.(model) ?? `${model.provider}/${model.id}`,
      rest: undefined,
      heard: undefined,
    });
    const [first, ...others] = models;
    this.#current = entryOf(first);
    this.#entries = [this.#current, ...others.map(entryOf)];
    this.#coolDowns = coolDowns;
    this.#now = now;
    this.id = first.id;
    this.provider = first.provider;
  }

  /** Only what each of them takes: another one may have to answer. */
  takesFile(file: FilePart): boolean {
    return this.#entries.every(({ model }) => takesFile(model, file));
  }

  get contextWindow(): number {
    return this.#likely().model.contextWindow;
  }

  get price(): Model["price"] {
    return this.#likely().model.price;
  }

  get maxOutputTokens(): number | undefined {
    return this.#likely().model.maxOutputTokens;
  }

  /** Only where all do: an answer that is to be data is asked for in one way, whoever answers. */
  get takesOutputSchemas(): boolean | "without-tools" {
    const taken = this.#entries.map(({ model }) => model.takesOutputSchemas ?? false);
    return !taken.includes(false) && (taken.includes("without-tools") ? "without-tools" : true);
  }

  stream(request: ModelRequest, options: StreamOptions): AsyncIterable<ModelEvent> {
    const notes: Notes = new Map();
    const errors: ModelError[] = [];
    const size = estimateRequestTokens(request);
    return answerInTurn(request, options, async (failed) => {
      if (failed === undefined) await this.#hear();
      else await this.#note(failed, notes);
      if (failed !== undefined) errors.push(failed.error);
      const entry = this.#next(size, notes) ?? this.#least(errors, notes);
      if (entry === undefined) throw allFailed(errors, notes);
      return this.#candidate(entry, { size, notes, failed });
    });
  }

  /** Who would be asked now. */
  #likely(): Entry {
    return this.#entries.find((entry) => this.#restOf(entry) === undefined) ?? this.#current;
  }

  async #hear(): Promise<void> {
    const heard = await this.#coolDowns?.read();
    for (const entry of this.#entries) entry.heard = heard?.get(entry.name);
  }

  /** The failed one rests; a failure that another model would share is thrown. */
  async #note({ error, rejected }: Failed, notes: Notes): Promise<void> {
    const cause = rejected?.cause ?? causeOf(error);
    if (recoveries[cause].model === "stay") throw error;
    const status = error.status === undefined ? "" : ` (${error.status})`;
    notes.set(this.#current, `${cause}${status}`);
    await this.#rest(this.#current, cause, error);
  }

  async #rest(entry: Entry, cause: RecoveryCause, error?: ModelError): Promise<void> {
    const { modelRestMs, reach } = recoveries[cause];
    entry.rest = {
      cause,
      until: this.#now() + (error === undefined ? modelRestMs : restMs(error, modelRestMs)),
    };
    if (reach === "home") await this.#coolDowns?.write(entry.name, entry.rest);
  }

  /** The first that rests no longer, was not asked for this request, and has room for it. */
  #next(size: number, notes: Notes): Entry | undefined {
    return this.#entries.find((entry) => {
      if (notes.has(entry)) return false;
      const rest = this.#restOf(entry);
      if (rest !== undefined) {
        const seconds = Math.ceil((rest.until - this.#now()) / 1000);
        notes.set(entry, `rests for ${seconds} s (${rest.cause})`);
        return false;
      }
      // How much the first takes is the business of the loop, which compresses for it.
      if (entry === this.#entries[0] || size <= entry.model.contextWindow) return true;
      notes.set(entry, tooSmall);
      return false;
    });
  }

  /**
   * Where all rest and nobody was asked yet: the one whose rest ends first. So nobody is locked out who has helped the cause, and
   * one request is what a provider that still refuses gets for each message.
   */
  #least(errors: readonly ModelError[], notes: Notes): Entry | undefined {
    if (errors.length > 0 || [...notes.values()].includes(tooSmall)) return undefined;
    return this.#entries.toSorted((left, right) => endOf(left) - endOf(right))[0];
  }

  #restOf({ rest, heard }: Entry): CoolDown | undefined {
    return [rest, heard].find((each) => each !== undefined && each.until > this.#now());
  }

  #candidate(
    entry: Entry,
    {
      size,
      notes,
      failed,
    }: { readonly size: number; readonly notes: Notes; readonly failed: Failed | undefined },
  ): Candidate {
    const others = new Map([...notes, [entry, ""]]);
    const hasOthers = this.#next(size, others) !== undefined;
    const from = this.#current;
    const announcements = from === entry ? [] : [this.#switch(from, entry, failed?.rejected)];
    if (from !== entry) this.#emptyAnswers = 0;
    this.#current = entry;
    return {
      model: entry.model,
      alternatives: { model: hasOthers },
      announcements,
      finish: (event) => this.#finish(entry, event, hasOthers),
    };
  }

  #switch(from: Entry, to: Entry, rejected: Rejected | undefined): ModelSwitch {
    const rest = this.#restOf(from);
    const charged = rejected && { model: rejected.event.model ?? from.model.id, usage: rejected.event.usage };
    return {
      type: "switch",
      from: nameOf(from),
      to: nameOf(to),
      ...(to.model.price === undefined ? {} : { price: to.model.price }),
      cause: rest?.cause ?? "restored",
      ...(rest === undefined ? {} : { until: rest.until }),
      ...(charged === undefined ? {} : { charged }),
    };
  }

  async #finish(entry: Entry, event: ModelFinish, hasOthers: boolean): Promise<ModelFinish | Rejected> {
    if (event.finishReason === "content-filter" && hasOthers) {
      return { type: "rejected", cause: "content-policy", event };
    }
    if (isEmpty(event)) this.#emptyAnswers += 1;
    else this.#emptyAnswers = 0;
    // The loop asks again after the first one; after the second it is another model's turn.
    if (this.#emptyAnswers >= 2 && hasOthers) await this.#rest(entry, "empty-answer");
    else await this.#recovered(entry);
    return { ...event, model: event.model ?? entry.model.id };
  }

  async #recovered(entry: Entry): Promise<void> {
    const rested = entry.rest ?? entry.heard;
    entry.rest = undefined;
    entry.heard = undefined;
    if (rested !== undefined) await this.#coolDowns?.write(entry.name, undefined);
  }
}

const tooSmall = "its window is too small for this conversation";

function endOf({ rest, heard }: Entry): number {
  return Math.max(rest?.until ?? 0, heard?.until ?? 0);
}

function nameOf({ model: { id, provider } }: Entry): ModelName {
  return { model: id, provider };
}

function isEmpty({ message, finishReason }: ModelFinish): boolean {
  const says = message.content.some(
    (part) => part.type === "tool-call" || (part.type === "text" && part.text.trim() !== ""),
  );
  return !says && finishReason === "stop";
}

function allFailed(errors: readonly ModelError[], notes: Notes): ModelError {
  const each = [...notes].map(([{ model }, note]) => `${model.id} (${model.provider}): ${note}`).join("; ");
  const first = errors[0];
  const [entry] = notes.keys();
  const isTooLong = [...notes.values()].includes(tooSmall);
  return new ModelError(`No model could answer. ${each}.`, {
    kind: isTooLong ? "context-overflow" : (first?.kind ?? "unknown"),
    provider: first?.provider ?? entry?.model.provider ?? "",
    model: first?.model ?? entry?.model.id ?? "",
    status: first?.status,
    retryable: false,
    hint:
      first === undefined
        ? "Start a new conversation, or choose another model."
        : `${first.message} ${first.hint ?? ""}`.trim(),
    cause: new AggregateError(errors),
  });
}
