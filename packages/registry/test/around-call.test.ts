import { AsyncLocalStorage } from "node:async_hooks";
import { z } from "zod";
import { describe, expect, test } from "vitest";
import { defineTool } from "../src/index.ts";
import type { Guard, ToolHooks, ToolResult } from "../src/index.ts";
import { testContext } from "../src/testing/index.ts";
import { createRegistry, plainTool } from "./registry-fixture.ts";

type Around = NonNullable<ToolHooks["around"]>;

const place = new AsyncLocalStorage<string>();

/** A tool that answers with its number and notes that it ran. */
function counting(options: { readonly provenance?: { readonly source: "web" } } = {}) {
  const ran: unknown[] = [];
  const tool = defineTool({
    name: "count",
    toolset: "test",
    description: "Counts.",
    ...options,
    input: z.object({ n: z.number() }),
    execute: ({ n }) => {
      ran.push(n);
      return { n, place: place.getStore() };
    },
  });
  return { tool, ran };
}

async function call(
  arounds: readonly Around[],
  { guard, ...options }: { readonly guard?: Guard; readonly provenance?: { readonly source: "web" } } = {},
) {
  const { tool, ran } = counting(options);
  const hooks = arounds.map((around, index) => ({ name: `hook ${index}`, around }));
  const { registry } = createRegistry([tool], { hooks, ...(guard === undefined ? {} : { guard }) });
  const result = await registry.dispatch("count", { n: "1" }, testContext());
  return { result, ran };
}

const boom = (): never => {
  throw new Error("boom");
};

test("the first hook is the outermost, and its async context holds in the tool", async () => {
  const steps: string[] = [];
  const around =
    (name: string): Around =>
    async (_call, next) => {
      steps.push(`${name} before`);
      const result = await place.run(`${place.getStore() ?? ""}${name}`, next);
      steps.push(`${name} after`);
      return result;
    };

  const { result } = await call([around("a"), around("b")]);

  expect(steps).toEqual(["a before", "b before", "b after", "a after"]);
  expect(result).toEqual({ content: '{"n":1,"place":"ab"}', isError: false });
});

test("other arguments are validated again, and the guard sees them", async () => {
  const seen: unknown[] = [];
  const guard: Guard = ({ args }) => {
    seen.push(args);
    return { allow: true };
  };

  const fine = await call([async (_call, next) => await next({ n: "7" })], { guard });
  const broken = await call([async (_call, next) => await next({ n: "many" })], { guard });

  expect([fine.ran, seen]).toEqual([[7], [{ n: 7 }]]);
  expect(broken.ran).toEqual([]);
  expect(broken.result.notRun).toBe("invalid");
});

test("a result given in place of the tool's keeps the tool's source", async () => {
  const { result, ran } = await call([async () => ({ value: { n: 0 } })], { provenance: { source: "web" } });

  expect(ran).toEqual([]);
  expect(result).toEqual({ content: '{"n":0}', isError: false, provenance: [{ source: "web" }] });
});

test("a result of an earlier call can be given again", async () => {
  const kept: ToolResult[] = [];
  const cache: Around = async (_call, next) => kept[0] ?? (kept[0] = await next());
  const { tool, ran } = counting();
  const { registry } = createRegistry([tool], { hooks: [{ name: "cache", around: cache }] });

  const first = await registry.dispatch("count", { n: 3 }, testContext());
  const second = await registry.dispatch("count", { n: 3 }, testContext());

  expect(ran).toEqual([3]);
  expect(second).toEqual(first);
});

describe("a hook around a call that fails", () => {
  test("before it refuses the call", async () => {
    const { result, ran } = await call([async () => boom()]);

    expect(ran).toEqual([]);
    expect(result).toEqual({
      content: '{"error":"count did not run, because the hook \\"hook 0\\" failed: boom"}',
      isError: true,
      notRun: "refused",
    });
  });

  test.each<[string, Around]>([
    [
      "after it",
      async (_call, next) => {
        await next();
        return boom();
      },
    ],
    [
      "without waiting for it",
      async (_call, next) => {
        next().catch(() => undefined);
        return boom();
      },
    ],
    ["by a second next", async (_call, next) => ((await next()) ? await next() : boom())],
    ["by giving no result", async (_call, next) => (await next()) && JSON.parse("null")],
  ])("%s withholds the result, and the model learns that the call ran", async (_, around) => {
    const { result, ran } = await call([around]);

    expect(ran).toEqual([1]);
    expect(result).toMatchObject({ isError: true });
    expect(result.content).toMatch(/^{"error":"count ran, but its result is withheld, because the hook/);
  });

  test("after a call that was refused leaves the refusal", async () => {
    const guard: Guard = () => ({ allow: false, reason: "Not today." });

    const { result } = await call(
      [
        async (_call, next) => {
          await next();
          return boom();
        },
      ],
      { guard },
    );

    expect(result).toEqual({ content: '{"error":"Not today."}', isError: true, notRun: "refused" });
  });
});

test("a call that waits for an approval goes on waiting, whatever a hook gives", async () => {
  const guard: Guard = () => ({ allow: false, reason: "Wait.", awaiting: "a1" });

  const { result } = await call([async (_call, next) => ({ value: await next() })], { guard });

  expect(result.awaiting).toBe("a1");
});

test("secrets are taken out of what a hook is given, and of what it gives", async () => {
  const seen: string[] = [];
  const redact = (text: string): string => text.replaceAll("s3cret", "***");
  const { registry } = createRegistry([plainTool("tell", { execute: () => ({ text: "s3cret" }) })], {
    redactor: async () => redact,
    hooks: [
      {
        name: "watch",
        async around(_call, next) {
          seen.push((await next()).content);
          return { value: { text: "again s3cret" } };
        },
      },
    ],
  });

  const result = await registry.dispatch("tell", {}, testContext());

  expect([seen, result.content]).toEqual([['{"text":"***"}'], '{"text":"again ***"}']);
});

test("after an abort a hook sees the end of a tool that does not heed it, before the call is given up", async () => {
  const ended: string[] = [];
  const stop = new AbortController();
  const tool = plainTool("hang", {
    execute: async () => {
      stop.abort(new Error("enough"));
      return await new Promise(() => undefined);
    },
  });
  const around: Around = async (_call, next) => {
    try {
      return await next();
    } finally {
      ended.push("hook");
    }
  };
  const { registry } = createRegistry([tool], { hooks: [{ name: "watch", around }] });

  await registry
    .dispatch("hang", {}, { ...testContext(), signal: stop.signal })
    .catch((error: Error) => ended.push(error.message));

  expect(ended).toEqual(["hook", "enough"]);
});
