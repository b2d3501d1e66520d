/** A stream that asks for the next item when the one before was taken. `ReadableStream.from` is not everywhere yet. */
export function streamOf<Item>(items: AsyncIterable<Item>): ReadableStream<Item> {
  const iterator = items[Symbol.asyncIterator]();
  return new ReadableStream<Item>(
    {
      async pull(controller) {
        const next = await iterator.next();
        if (next.done === true) controller.close();
        else controller.enqueue(next.value);
      },
      async cancel() {
        await iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
