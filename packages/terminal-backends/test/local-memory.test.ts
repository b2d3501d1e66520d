import { expect, test } from "vitest";
import { openLocalPlace } from "./local-place.ts";

const taskId = "task";

// In a file of its own, which is a process of its own: what other tests have left on the heap would be measured too.
test("a gigabyte of output is read in bounded memory", async () => {
  await using place = await openLocalPlace();
  const before = process.memoryUsage().rss;
  let highest = 0;
  const result = await place.backend.exec("head -c 1000000000 /dev/zero | tr '\\0' 'x'", {
    taskId,
    onOutput: () => (highest = Math.max(highest, process.memoryUsage.rss())),
  });

  expect(result.outputChars).toBe(1_000_000_000);
  expect(highest - before).toBeLessThan(150_000_000);
}, 60_000);
