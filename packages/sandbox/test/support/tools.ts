import { defineTool } from "@hermes/registry";
import type { Tool } from "@hermes/registry";
import { z } from "zod";

/** Says what it was given. */
export function echo(name = "echo"): Tool {
  return defineTool({
    name,
    toolset: "test",
    description: `Answers with what it was given. It is called ${name}.`,
    input: z.object({ text: z.string(), times: z.int().optional() }),
    concurrency: "parallel",
    execute: ({ text, times = 1 }) => ({ text: text.repeat(times) }),
  });
}

/** Fails with the words it is given. */
export function failing(): Tool {
  return defineTool({
    name: "failing",
    toolset: "test",
    description: "Fails.",
    input: z.object({ why: z.string() }),
    execute: ({ why }) => ({ error: why, hint: "Try another way." }),
  });
}

export interface Gate {
  readonly tool: Tool;
  /** Resolves when so many calls wait at the same time. */
  waiting(count: number): Promise<void>;
  open(): void;
}

/** A tool whose calls wait until they are let go, or aborted. */
export function gate(): Gate {
  const { promise: opened, resolve: open } = withResolvers();
  const watchers: { readonly count: number; readonly resolve: () => void }[] = [];
  let now = 0;
  return {
    open,
    waiting: (count) =>
      new Promise((resolve) => {
        watchers.push({ count, resolve });
        if (now >= count) resolve();
      }),
    tool: defineTool({
      name: "wait",
      toolset: "test",
      description: "Waits.",
      input: z.object({ n: z.int().optional() }),
      concurrency: "parallel",
      async execute({ n }, { signal }) {
        now += 1;
        for (const { count, resolve } of watchers) if (now >= count) resolve();
        const stop = withResolvers();
        signal.addEventListener("abort", stop.resolve, { once: true });
        await Promise.race([opened, stop.promise]);
        now -= 1;
        return { n };
      },
    }),
  };
}

function withResolvers(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}
