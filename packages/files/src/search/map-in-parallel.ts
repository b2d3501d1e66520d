/** One round of a place elsewhere takes so many together. */
const maxAtOnce = 32;

/** Like `Promise.all` over a map, with a few items at a time; results in the order of the items. */
export async function mapInParallel<Item, Result>(
  items: readonly Item[],
  step: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  const work = async () => {
    for (const [index, item] of waiting) results[index] = await step(item);
  };
  await Promise.all(Array.from({ length: Math.min(maxAtOnce, items.length) }, work));
  return results;
}
