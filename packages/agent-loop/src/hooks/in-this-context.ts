import { EventChannel } from "../turn/event-channel.ts";
import { settleOrAbandon } from "../turn/settle-or-abandon.ts";

/** Shorter than whoever reads the events waits after an abort, so that those between see the end first. */
const graceMs = 200;

type Step<Item> = (iterator: AsyncIterator<Item>) => Promise<IteratorResult<Item>>;

interface Ask<Item> {
  readonly step: Step<Item>;
  readonly resolve: (result: Promise<IteratorResult<Item>>) => void;
}

export interface InThisContextOptions {
  readonly signal: AbortSignal;
  /** Told of what the source throws. */
  readonly onError: (error: unknown) => void;
}

/**
 * The items of `source`, with all the work behind them done in the async context of this call: the code of a generator would
 * run in the context of whoever asks for the next item. After an abort a source that does not heed it is left alone.
 */
export function inThisContext<Item>(
  source: () => AsyncIterable<Item>,
  { signal, onError }: InThisContextOptions,
): AsyncIterableIterator<Item, undefined> {
  const asks = new EventChannel<Ask<Item>>();
  const serving = serve(source, asks);
  const take = async (step: Step<Item>): Promise<IteratorResult<Item, undefined>> => {
    const result = new Promise<IteratorResult<Item>>((resolve) => asks.push({ step, resolve }));
    const settled = await settleOrAbandon(result, signal, graceMs);
    if (settled.kind === "value" && settled.value.done !== true) return settled.value;
    asks.end();
    if (settled.kind === "value") {
      await serving;
      return { done: true, value: undefined };
    }
    const error: unknown = settled.kind === "thrown" ? settled.error : signal.reason;
    onError(error);
    throw error;
  };
  let isOver = false;
  const once = async (step: Step<Item>): Promise<IteratorResult<Item, undefined>> => {
    if (isOver) return { done: true, value: undefined };
    try {
      const result = await take(step);
      isOver = result.done === true;
      return result;
    } catch (error) {
      isOver = true;
      throw error;
    }
  };
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next: async () => await once(async (iterator) => await iterator.next()),
    return: async () =>
      await once(async (iterator) => (await iterator.return?.()) ?? { done: true, value: undefined }),
  };
}

/** Begins in the context of its caller, and goes on in it after every wait. Never rejects. */
async function serve<Item>(source: () => AsyncIterable<Item>, asks: EventChannel<Ask<Item>>): Promise<void> {
  let iterator: AsyncIterator<Item> | undefined;
  const run = async (step: Step<Item>): Promise<IteratorResult<Item>> =>
    await step((iterator ??= source()[Symbol.asyncIterator]()));
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- one item after another, as they are asked for
    const ask = await asks.next();
    if (ask.done === true) return;
    const result = run(ask.value.step);
    ask.value.resolve(result);
    // oxlint-disable-next-line no-await-in-loop -- the same
    await result.catch(() => undefined);
  }
}
